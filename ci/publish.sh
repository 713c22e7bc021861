#!/usr/bin/env bash
# Uploads the crates that ci/release.sh has made of this commit: one by one, each after those that it needs, and only
# those that crates.io has not. So it goes on where it was stopped. Without --really it only tells what it would do.
# It names the commands for the two packages.
#
# crates.io takes five new crates at once and then one in ten minutes; of crates that it knows, thirty versions and then
# one in a minute. It answers 429 and says until when, and this script waits until then; without a time, ten minutes.
source "$(dirname "$0")/lib.sh"

really=
if [ "${1:-}" = --really ]; then really=yes; fi
version=$(ci/version.sh)
artifacts=$target/artifacts
is_released() {
    need_commit
    [ "$(cat "$target/released" 2>/dev/null)" = "$(git rev-parse HEAD)" ] ||
        { echo "$artifacts has no release of this commit: ci/release.sh makes it" && exit 1; }
}
is_released
(cd "$artifacts" && sha256sum --quiet --check SHA256SUMS)
# An upload cannot be taken back.
[ -z "$really" ] || [ "$(cat "$target/ready" 2>/dev/null)" = "$(git rev-parse HEAD)" ] ||
    { echo 'this commit has not passed IDS_RELEASE=1 ci/release.sh' && exit 1; }
[ -z "$really" ] || git tag --points-at HEAD | grep -qx "v$version" || { echo "this commit has no tag v$version" && exit 1; }

# The published crates, each after those that it needs, also for its tests.
order() {
    cargo metadata --no-deps --format-version 1 | python3 -c '
import graphlib, json, sys
published = {it["name"]: it for it in json.load(sys.stdin)["packages"] if it["publish"] != []}
needs = {name: {it["name"] for it in package["dependencies"] if it["name"] in published and it["req"] != "*"}
         for name, package in published.items()}
print(*graphlib.TopologicalSorter(needs).static_order(), sep="\n")
'
}

# What crates.io has of a crate with this version: the checksum, or whether it has its name.
published() {
    local folder error
    folder=$(mktemp -d) || exit
    mkdir "$folder/src"
    touch "$folder/src/lib.rs"
    printf '[package]\nname = "asks"\nedition = "2024"\n[dependencies]\n%s = "=%s"\n[workspace]\n' "$1" "$version" >"$folder/Cargo.toml"
    if error=$(cargo generate-lockfile --quiet --manifest-path "$folder/Cargo.toml" 2>&1); then
        sed -n "/^name = \"$1\"\$/,/^\$/s/^checksum = \"\(.*\)\"/\1/p" "$folder/Cargo.lock"
    elif grep -q 'no matching package named' <<<"$error"; then
        echo 'a new crate'
    elif grep -q 'failed to select a version' <<<"$error"; then
        echo 'a new version of a crate that is there'
    else
        printf '%s\n' "$error" >&2 && exit 1
    fi
    rm -rf "$folder"
}

# Uploads a crate, as often as crates.io says to come again later. Cargo packs it anew: what it uploads has to be the
# artifact.
upload() {
    local said until seconds
    while :; do
        is_released
        cargo package --quiet --locked --no-verify -p "$1"
        cmp "$target/package/$1-$version.crate" "$artifacts/$1-$version.crate"
        if said=$(cargo publish --locked --no-verify -p "$1" 2>&1 | tee >(cat >&2)); then break; fi
        grep -q 'status 429' <<<"$said" || exit 1
        until=$(sed -n 's/.*try again after \([^.]* GMT\).*/\1/p' <<<"$said" | head -n 1)
        seconds=$(($(date -d "${until:-10 minutes}" +%s) - $(date +%s) + 5))
        echo "crates.io takes no more for now: $1 waits for $seconds s"
        sleep $((seconds > 5 ? seconds : 5))
    done
}

crates=$(order)
for crate in $crates; do
    grep -q "  $crate-$version.crate\$" "$artifacts/SHA256SUMS" ||
        { echo "no $crate-$version.crate in $artifacts: ci/release.sh crates makes it" && exit 1; }
done
for crate in $crates; do
    file=$artifacts/$crate-$version.crate
    here=$(sha256sum "$file" | cut -d ' ' -f 1)
    there=$(published "$crate")
    if [ "$there" = "$here" ]; then
        echo "$crate $version: crates.io has it"
    elif [[ $there != 'a new '* ]]; then
        echo "$crate $version: crates.io has another one, of the checksum $there" && exit 1
    elif [ -z "$really" ]; then
        echo "$crate $version: would be uploaded, $there"
    else
        upload "$crate"
    fi
done
echo 'The packages are uploaded by hand, by those who have the accounts:'
if grep -q "  ids-formats-$version.tgz\$" "$artifacts/SHA256SUMS"; then
    printf '    npm publish %q\n' "$artifacts/ids-formats-$version.tgz"
fi
# Only what was compared above.
mapfile -t files < <(sed -n 's/^[0-9a-f]*  \(ids_formats-.*\.\(whl\|tar\.gz\)\)$/\1/p' "$artifacts/SHA256SUMS")
if [ ${#files[@]} -gt 0 ]; then printf '    twine upload' && printf ' %q' "${files[@]/#/$artifacts/}" && echo; fi
[ -n "$really" ] || echo 'Nothing was uploaded: ci/publish.sh --really does.'
