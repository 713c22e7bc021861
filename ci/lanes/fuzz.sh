#!/usr/bin/env bash
# Builds every fuzz target and runs each for SECONDS (10 if not given): `ci/lanes/fuzz.sh SECONDS`.
source "$(dirname "$0")/../support/lib.sh"
need nightly cargo-fuzz

seconds=${1:-10}
run python3 ci/support/fuzz-seeds.py
run cargo "+$nightly" fuzz build --target-dir "$target/fuzz"

# One on each processor; what a target says is shown when it ends.
one() {
    local said code=0
    said=$(cargo "+$nightly" fuzz run --target-dir "$target/fuzz" "$1" -- \
        -max_total_time="$seconds" -max_len=512 -print_final_stats=1 2>&1) || code=$?
    printf '\n+ %s for %s s\n' "$1" "$seconds"
    if [ "$code" = 0 ]; then tail -n 12 <<<"$said"; else printf '%s\n' "$said"; fi
    return "$code"
}
export -f one
export nightly target seconds
said=$(mktemp)
cargo "+$nightly" fuzz list | xargs -P "$(nproc)" -I {} bash -c 'one {}' | tee "$said"
figure "$(awk '/number_of_executed_units/ { sum += $2; targets++ } END { printf "%d executions of %d targets", sum, targets }' "$said")"
rm "$said"
