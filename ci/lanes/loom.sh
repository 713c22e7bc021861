#!/usr/bin/env bash
# Every interleaving of the atomics, for each crate with a tests/loom.rs.
source "$(dirname "$0")/../support/lib.sh"

models=$(packages tests/loom.rs)
[ -n "$models" ] || cannot 'no crate has a tests/loom.rs'
for package in $models; do
    RUSTFLAGS="--cfg loom" tested cargo test --quiet -p "$package" --test loom --target-dir "$target/loom"
done
figure_tests
