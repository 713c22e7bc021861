#!/usr/bin/env bash
# The oldest and the newest `rusqlite` of those that the feature `rusqlite` allows store every format in every column. In
# a copy, because the lock file changes; each version builds its own SQLite.
source "$(dirname "$0")/../support/lib.sh"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
copy_tree "$copy"
cd "$copy"
range=$(sed -n 's/^rusqlite = .*">=\(0\.[0-9]*\), <0\.\([0-9]*\)".*/\1 \2/p' crates/ids-core/Cargo.toml)
# The libraries with many dependencies, and what the tests alone pin, want other versions of what `rusqlite` wants.
sed -i -E "/^(${heavy//,/|}) = \{/d; s/^(${heavy//,/|}) = \[.*/\1 = []/" crates/*/Cargo.toml
sed -i 's/^uuid = { version = "=[^"]*"/uuid = { version = "1"/' crates/*/Cargo.toml
read -r oldest above <<<"$range"
for version in "$oldest.0" "~0.$((above - 1))"; do
    sed -i "s/^\(rusqlite = { version = \)\"[^\"]*\"/\1\"${version/#0/=0}\"/" Cargo.toml
    tested cargo test --quiet -p databases-drivers --test sqlite --target-dir "$target/rusqlite"
    grep -A 1 '^name = "rusqlite"' Cargo.lock
done
figure_tests
