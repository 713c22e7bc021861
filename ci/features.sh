#!/usr/bin/env bash
# Every set of features of every library: lints for all, tests for the smallest one.
source "$(dirname "$0")/lib.sh"
need cargo-hack

libraries=$(packages libraries)
run cargo hack --feature-powerset $(only $libraries) clippy --quiet --lib -- -D warnings
for library in $libraries; do
    run cargo test --quiet -p "$library" --no-default-features --lib --tests
done
