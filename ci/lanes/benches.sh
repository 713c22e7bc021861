#!/usr/bin/env bash
# The benchmarks and the fuzz targets compile; benches/README.md says how benchmarks are run.
# ci/lanes/benches.sh all: also the tests of the benchmarks; every benchmark runs once, which checks every
# implementation's result; the second harness runs; and the report is made in its quickest form, with both
# databases (ten minutes, most of them building).
source "$(dirname "$0")/../support/lib.sh"
benches=(--manifest-path benches/Cargo.toml --target-dir "$target/benches")

run cargo check --quiet "${benches[@]}" --no-default-features --benches
for folder in benches/reserve benches/cross-check fuzz; do
    run cargo check --quiet --manifest-path "$folder/Cargo.toml" --target-dir "$target/benches"
done
[ "${1:-}" = all ] || exit 0
run cargo test --quiet --release "${benches[@]}" --lib --bins
run cargo bench --quiet "${benches[@]}" -- --test
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
parts=speed,cross-check,contended,growth,sqlite
if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    parts+=,postgres,facts
else
    without 'no PostgreSQL server on this machine: no postgres part'
fi
run cargo run --quiet --release "${benches[@]}" --bin report -- --out "$out" --quick --only "$parts"
[ -s "$out/comparison.md" ]
