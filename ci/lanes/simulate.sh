#!/usr/bin/env bash
# 10^9 identifiers of a format under a simulated clock, none twice and none out of order. IDS_SIMULATE_COUNT is another
# count. ci/lanes/simulate.sh FORMAT|all
source "$(dirname "$0")/../support/lib.sh"

run cargo build --quiet --release -p ids-testkit --example simulate
simulate=$target/release/examples/simulate
formats=${1:-all}
if [ "$formats" = all ]; then formats=$("$simulate" formats); fi
count=${IDS_SIMULATE_COUNT:-1000000000} said=$(mktemp)
trap 'rm -f "$said"' EXIT
for format in $formats; do
    run "$simulate" "$format" "$count" "$RANDOM" | tee "$said"
    figure "$format: $(tail -n 1 "$said")"
done
figure "$count identifiers of each format or more"
