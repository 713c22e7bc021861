#!/usr/bin/env bash
# Makes all that a release has, in target/artifacts, with the SHA-256 of each. Nothing is published.
# ci/release.sh [PART...] makes only some of: command sbom crates npm wheel. What is released is a commit, so
# changes that are not committed are refused.
source "$(dirname "$0")/support/lib.sh"

[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo 'there are changes that are not committed' && exit 1; }
IDS_COMMIT=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
RUSTFLAGS=$(remapped)
export IDS_COMMIT SOURCE_DATE_EPOCH RUSTFLAGS CARGO_INCREMENTAL=0

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
artifacts=$target/artifacts
rm -rf "$artifacts"
mkdir -p "$artifacts"

# The machines that a command is made for, the first being that of the Debian package.
triples=()
for triple in x86_64-unknown-linux-gnu x86_64-unknown-linux-musl; do
    if ! have "target:$triple"; then
        without "no target $triple"
    elif [[ $triple = *-musl ]] && ! have musl-gcc; then
        without 'no musl-gcc for the static command (ci/support/install.sh long)'
    else
        triples+=("$triple")
    fi
done

# The command with the stores of `ids reserve` and `ids ledger`: an archive of the static one, and the Debian package.
make_command() {
    local triple folder programs=()
    for triple in "${triples[@]}"; do
        run cargo build --quiet --locked --profile dist -p ids-cli --features light --target "$triple"
        folder=$target/$triple/dist/ids-$version-$triple
        run ci/support/stage.sh "$target/$triple/dist/ids" "$triple" "$folder"
        programs+=("$folder/ids")
        case $triple in
        *-gnu) run ci/support/deb.sh "$folder" "$version" "$artifacts" ;;
        *) run tar --create --gzip --file "$artifacts/ids-$version-$triple.tar.gz" --sort=name \
            --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --directory "${folder%/*}" "${folder##*/}" ;;
        esac
    done
    [ ${#programs[@]} = 0 ] || run python3 ci/support/startup.py 1000 "${programs[@]}"
}

# The bill of materials of each command.
make_sbom() {
    have cargo-cyclonedx || { without 'no cargo-cyclonedx' && return; }
    local triple name=sbom-$$
    for triple in "${triples[@]}"; do
        # It writes a file beside every manifest of the workspace.
        run cargo cyclonedx --quiet --manifest-path crates/ids-cli/Cargo.toml --format json --spec-version 1.5 \
            --features light --target "$triple" --no-build-deps --override-filename "$name"
        python3 ci/support/shipped.py sbom light "$triple" "crates/ids-cli/$name.json" >"$artifacts/ids-$version-$triple.cdx.json"
        find crates examples -name "$name.json" -delete
    done
}

# The crates. The dry run says in which order they would be uploaded, and what the registry would refuse.
make_crates() {
    local published package manifest
    published=$(packages published)
    for package in $published; do
        manifest=$(grep -lx "name = \"$package\"" crates/*/Cargo.toml)
        grep -q "^## $version" "${manifest%/*}/CHANGELOG.md" || { echo "$package: no list of changes of $version" && return 1; }
    done
    run ci/lanes/package.sh
    run cargo publish --locked --dry-run --no-verify $(only $published)
    for package in $published; do
        cp "$target/package/$package-$version.crate" "$artifacts"
    done
}

make_npm() {
    have node && have npm && have target:wasm32-unknown-unknown ||
        { without 'no node, npm or wasm32-unknown-unknown: the npm package is not made' && return; }
    run crates/ids-npm/build.sh "$artifacts"
}

make_wheel() {
    run ci/lanes/python.sh --wheel || [ $? = 77 ]
}

for part in ${@:-command sbom crates npm wheel}; do
    "make_$part"
done
cd "$artifacts"
[ -n "$(ls)" ] || exit 77
sha256sum -- * | tee SHA256SUMS
