#!/usr/bin/env bash
# 10^9 identifiers of a format under a simulated clock, none twice and none out of order: `ci/lanes/simulate.sh
# FORMAT`. IDS_SIMULATE_COUNT is another count. Without FORMAT it names the formats.
source "$(dirname "$0")/../support/lib.sh"

run cargo build --quiet --release -p ids-testkit --example simulate >&2
simulate=$target/release/examples/simulate
[ $# = 1 ] || exec "$simulate" formats
count=${IDS_SIMULATE_COUNT:-1000000000} said=$(mktemp)
trap 'rm -f "$said"' EXIT
run "$simulate" "$1" "$count" "$RANDOM" | tee "$said"
figure "$count identifiers of each generator: $(tail -n 1 "$said")"
