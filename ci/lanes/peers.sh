#!/usr/bin/env bash
# The table in docs/comparison/integrations.md is what the compiler says of our identifiers and of other
# crates'; with --bless, writes it.
source "$(dirname "$0")/../support/lib.sh"

page=docs/comparison/integrations.md
peers=(--quiet --manifest-path examples/peers/Cargo.toml --target-dir "$target/peers")
grep -q '^<!-- begin' "$page" || { echo "$page has no place for the table" && exit 1; }
run cargo test "${peers[@]}"
table=$(run cargo run "${peers[@]}" | grep '^|')
found=$(awk -v table="$table" '/^<!-- begin/ { print; print table; skip = 1 } /^<!-- end/ { skip = 0 } !skip && !/^<!-- begin/' "$page")
if [ "${1:-}" = --bless ]; then
    echo "$found" >"$page"
elif ! diff -u "$page" <(echo "$found"); then
    echo "$page is not what the compiler says (ci/lanes/peers.sh --bless)"
    exit 1
fi
