#!/usr/bin/env bash
# Format, lints and documentation, none with a warning.
source "$(dirname "$0")/../support/lib.sh"
need cargo-fmt cargo-clippy

# The benchmarks, the examples and others are workspaces of their own.
mapfile -t workspaces < <(git ls-files '*Cargo.toml' | xargs grep -l '^\[workspace\]')
for manifest in "${workspaces[@]}"; do
    run cargo fmt --all --check --manifest-path "$manifest"
done
run cargo clippy --quiet --workspace --all-targets --features light -- -D warnings
RUSTDOCFLAGS="-D warnings" run cargo doc --quiet --workspace --features light --no-deps

# CONTRIBUTING.md lists the files with unsafe code, and no other.
unsafe=$(git grep -lE '\bunsafe(\(| \{| fn| extern| impl)' -- '*.rs')
listed=$(sed -n '/^\*\*Unsafe code/,/^\*\*Own code/p' CONTRIBUTING.md | grep -o '`[^`]*\.rs`' | tr -d '`')
run diff <(sort <<<"$listed") <(sort <<<"$unsafe")
