#!/usr/bin/env bash
# Packs every published crate, builds it from its package, and looks whether the package has what a
# reader of it needs.
source "$(dirname "$0")/lib.sh"

mapfile -t published < <(selected published)
# shellcheck disable=SC2068
run cargo package --quiet ${published[@]} --allow-dirty

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
for package in $(packages published); do
    for file in README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT; do
        tar tzf "$target/package/$package-$version.crate" | grep -qx "$package-$version/$file" ||
            { echo "$package: no $file in the package" && failed=yes; }
    done
done
[ -z "${failed:-}" ]
