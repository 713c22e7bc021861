#!/usr/bin/env bash
# The vectors against the documents: every rule has a row that accepts and one that rejects, or says
# why not; the tables of the layouts in both are the code's. ci/lanes/vectors.sh --bless rewrites the tables.
source "$(dirname "$0")/../support/lib.sh"
need python3

mkdir -p "$target"
cargo run --quiet -p ids-testkit --example layouts >"$target/layouts.json"
run python3 ci/support/vectors.py "$target/layouts.json" "$@"
