#!/usr/bin/env bash
# Format, lints and documentation, none with a warning.
source "$(dirname "$0")/../support/lib.sh"
need cargo-fmt cargo-clippy

run cargo fmt --all --check
run cargo clippy --quiet --workspace --all-targets --features light -- -D warnings
RUSTDOCFLAGS="-D warnings" run cargo doc --quiet --workspace --features light --no-deps
