#!/usr/bin/env bash
# Builds every fuzz target and runs each for SECONDS (10 if not given): `just fuzz SECONDS`.
# `just fuzz --executions COUNT` makes COUNT executions in all: each target runs for 10 seconds, and then its
# share. A fast target has a large share, so that all of them take about the same time.
source "$(dirname "$0")/lib.sh"
need nightly cargo-fuzz

count=0 seconds=${1:-10}
if [ "$seconds" = --executions ]; then count=$2 seconds=10; fi
run python3 ci/fuzz-seeds.py
# Without a sanitizer a target is up to eighty times as fast. Miri looks at the two files with unsafe code.
run cargo "+$nightly" fuzz build --sanitizer none --target-dir "$target/fuzz"

# One on each processor; what a target says is shown when it ends.
one() {
    local said code=0 longest=512
    # Lines with whole records.
    [ "$1" != protocol ] || longest=4096
    said=$(cargo "+$nightly" fuzz run --sanitizer none --target-dir "$target/fuzz" "$1" -- \
        "$2" -max_len=$longest -print_final_stats=1 2>&1) || code=$?
    printf '\n+ %s %s\n' "$1" "$2"
    # In one line, since two targets may end at once.
    printf 'executed %s %s\n' "$1" "$(sed -n 's/.*number_of_executed_units: *//p' <<<"$said")"
    if [ "$code" = 0 ]; then tail -n 12 <<<"$said"; else printf '%s\n' "$said"; fi
    return "$code"
}
export -f one
export nightly target
said=$(mktemp)
trap 'rm -f "$said"' EXIT

# Runs the targets whose names and limits are on the input.
all() {
    # shellcheck disable=SC2016 # words for the shell that xargs starts
    xargs -P "$(nproc)" -L 1 bash -c 'one "$@"' one | tee "$said"
}

# From what the targets have said: a line for each, with its share of the executions, or their sum.
executed() {
    awk -v count="$count" -v what="$1" '
        $1 == "executed" && $3 { made[$2] = $3; sum += $3; targets++ }
        END {
            if (what == "sum") { printf "%d %d\n", sum, targets; exit }
            for (name in made) printf "%s -runs=%d\n", name, count * made[name] / sum + 1
        }' "$said"
}

cargo "+$nightly" fuzz list | sed "s/$/ -max_total_time=$seconds/" | all
# A run empties what the one before it has said.
if [ "$count" != 0 ]; then shares=$(executed shares | sort) && all <<<"$shares"; fi
read -r sum targets < <(executed sum)
[ "$targets" = "$(cargo "+$nightly" fuzz list | wc -l)" ] || { echo 'a target did not say what it executed' && exit 1; }
[ "$sum" -ge "$count" ] || { echo "fewer than $count executions" && exit 1; }
