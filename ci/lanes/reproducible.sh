#!/usr/bin/env bash
# A commit gives the same artifacts wherever it is built: in two folders whose names differ, also in length.
# ci/lanes/reproducible.sh [PART...] makes some parts of ci/release.sh only.
source "$(dirname "$0")/../support/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in "$work/a" "$work/another-length-of-name/b"; do
    mkdir -p "${folder%/*}"
    run git clone --quiet --shared . "$folder"
    # Each has all that it builds in a folder of its own.
    (cd "$folder" && run env -u CARGO_TARGET_DIR ci/release.sh "$@")
    sums+=("$folder/target/artifacts/SHA256SUMS")
done
run diff "${sums[@]}"
figure "$(wc -l <"${sums[0]}") artifacts, twice the same"
