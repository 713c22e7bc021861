#!/usr/bin/env bash
# Every test in a process of its own. `cargo test`, which the README names, shares the build and
# runs the documentation's examples too.
source "$(dirname "$0")/../support/lib.sh"
need cargo-nextest

tested cargo nextest run --workspace --features light --no-fail-fast
figure_tests
