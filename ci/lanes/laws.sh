#!/usr/bin/env bash
# Every law with a hundred times as many cases, and others each time; IDS_LAWS_SEED names those of an earlier run.
source "$(dirname "$0")/../support/lib.sh"

export PROPTEST_RNG_SEED=${IDS_LAWS_SEED:-$SRANDOM} PROPTEST_CASES=25600
echo "the seed is $PROPTEST_RNG_SEED"
tested cargo test --quiet --release --no-fail-fast --workspace --features light --tests
figure_tests
