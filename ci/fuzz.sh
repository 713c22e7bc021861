#!/usr/bin/env bash
# Builds every fuzz target and runs each for SECONDS (10 if not given): `ci/fuzz.sh SECONDS`.
source "$(dirname "$0")/lib.sh"
need nightly cargo-fuzz

seconds=${1:-10}
run python3 ci/fuzz-seeds.py
run cargo "+$nightly" fuzz build --target-dir "$target/fuzz"
for name in $(cargo "+$nightly" fuzz list); do
    run cargo "+$nightly" fuzz run --target-dir "$target/fuzz" "$name" -- \
        -max_total_time="$seconds" -max_len=512 -print_final_stats=1
done
