#!/usr/bin/env bash
# The benchmarks compile; benches/README.md says how they are run.
source "$(dirname "$0")/lib.sh"

run cargo check --quiet --manifest-path benches/Cargo.toml --benches --target-dir "$target/benches"
run cargo check --quiet --manifest-path benches/cap/Cargo.toml --target-dir "$target/benches"
