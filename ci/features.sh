#!/usr/bin/env bash
# Every set of features of every library: lints for all, tests for the smallest one.
source "$(dirname "$0")/lib.sh"
need cargo-hack

mapfile -t libraries < <(selected libraries)
# shellcheck disable=SC2068
run cargo hack --feature-powerset ${libraries[@]} clippy --quiet --lib -- -D warnings
for library in $(packages libraries); do
    run cargo test --quiet -p "$library" --no-default-features --lib --tests
done
