#!/usr/bin/env bash
# A commit gives the same artifacts in each folder of a machine: in two whose names differ, also in length, each with a
# folder of cargo's own, and in this one, as far as ci/release.sh has made them here.
# ci/lanes/reproducible.sh [PART...] makes some parts of ci/release.sh only.
source "$(dirname "$0")/../support/lib.sh"

registry=${CARGO_HOME:-$HOME/.cargo}/registry
# Both are of this commit, also if another one comes meanwhile.
commit=$(git rev-parse HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in "$work/a" "$work/another-length-of-name/b"; do
    mkdir -p "${folder%/*}"
    run git clone --quiet --shared . "$folder"
    git -C "$folder" checkout --quiet --detach "$commit"
    # Nothing is downloaded twice. The sources are unpacked anew.
    mkdir -p "$folder-cargo/registry"
    run cp -r --reflink=auto "$registry/index" "$registry/cache" "$folder-cargo/registry"
    # Each has all that it builds in a folder of its own. What cannot be made is compared with nothing.
    (cd "$folder" && run env -u CARGO_TARGET_DIR CARGO_HOME="$folder-cargo" ci/release.sh "$@") || [ $? = 77 ]
    sums+=("$folder/target/artifacts/SHA256SUMS")
done
[ -e "${sums[0]}" ] || cannot 'nothing of a release can be made'
run diff "${sums[@]}"
if [ $# = 0 ] && [ "$(cat "$target/released" 2>/dev/null)" = "$commit" ] &&
    [ -e "$target/artifacts/SHA256SUMS" ]; then
    other=$(comm -13 <(sort "${sums[0]}") <(sort "$target/artifacts/SHA256SUMS"))
    [ -z "$other" ] || { printf 'other ones in %s:\n%s\n' "$target/artifacts" "$other" && exit 1; }
fi
figure "$(wc -l <"${sums[0]}") artifacts, twice the same"
