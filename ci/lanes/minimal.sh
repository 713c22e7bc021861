#!/usr/bin/env bash
# The libraries with the oldest version of each direct dependency that their manifests allow: in a
# copy that has nothing else in it, because manifests and lock file change.
source "$(dirname "$0")/../support/lib.sh"
need cargo-hack nightly

libraries=$(packages libraries)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
copy_tree "$copy"
cd "$copy"
run cargo hack --quiet --remove-dev-deps --workspace
for crate in crates/*; do
    grep -qxF "$(sed -n 's/^name = "\(.*\)"/\1/p' "$crate/Cargo.toml" | head -n 1)" <<<"$libraries" || rm -r "$crate"
done
# Those with many dependencies want newer versions of what the others use.
sed -i -E "/^(${heavy//,/|}) = \{/d; s/^(${heavy//,/|}) = \[.*/\1 = []/" crates/*/Cargo.toml
run cargo "+$nightly" update --quiet -Z direct-minimal-versions
run cargo check --quiet --workspace --features light --target-dir "$target"
