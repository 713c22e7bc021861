#!/usr/bin/env bash
# Packs every published crate, builds it from its package, and looks whether the package has what a
# reader of it needs.
source "$(dirname "$0")/../support/lib.sh"

published=$(packages published)
# Cargo takes a packed version for unchangeable: what it unpacked and built from an earlier one would
# stand for this one.
stamp=$(mktemp)
forget() {
    for package in $published; do
        rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/"$package"-*
        find "$target/debug/.fingerprint" -maxdepth 1 -name "$package-*" -newer "$stamp" -exec rm -rf {} +
    done
    rm -f "$stamp"
}
trap forget EXIT
run cargo package --quiet $(only $published) --allow-dirty

for package in $published; do
    files=$(cargo package --quiet --list --allow-dirty -p "$package" 2>/dev/null)
    for file in README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT; do
        grep -qx "$file" <<<"$files" || { echo "$package: no $file in its package" && failed=yes; }
    done
done
[ -z "${failed:-}" ]
