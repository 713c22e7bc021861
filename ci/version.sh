#!/usr/bin/env bash
# The version of everything that is released. Without an argument it is printed, if all places have the same one.
# ci/version.sh X.Y.Z writes it into all of them, and the lists of changes then say that it is released.
source "$(dirname "$0")/lib.sh"

# A file, and what stands before the version in it.
places=(
    'Cargo.toml:^version = "'
    'Cargo.toml:^[a-z-]* = { path = "crates/[^"]*", version = "'
    'crates/ids-python/Cargo.toml:^version = "'
    'crates/ids-npm/package/package.json:^  "version": "'
    'crates/ids-cli/tests/transcript/conform.txt:^> ids '
    'crates/ids-cli/tests/transcript/conform.txt:^! error: .*"version":"'
)
mapfile -t locks < <(git ls-files '*Cargo.lock')
# Our packages with this version, as one pattern.
names=$(grep -lx 'version.workspace = true\|name = "ids-python"' crates/*/Cargo.toml |
    xargs sed -sn '0,/^name = "/s/^name = "\(.*\)"/\1/p' | paste -sd '|' | sed 's/|/\\|/g')

# Each place, and the version that it has.
told() {
    local place
    for place in "${places[@]}"; do
        grep -q "${place#*:}" "${place%%:*}" || echo "${place%%:*} none"
        sed -n "s|\(${place#*:}\)\([0-9a-z.+-]*\).*|${place%%:*} \2|p" "${place%%:*}"
    done
    # A package of ours has no source in a lock file.
    for place in "${locks[@]}"; do
        sed -n "/^name = \"\($names\)\"\$/{N;\$!N;/\nsource = /!s|.*\nversion = \"\([^\"]*\)\".*|$place \1|p}" "$place"
    done
}

if [ $# = 1 ]; then
    [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "$1 is no version X.Y.Z" && exit 2; }
    for place in "${places[@]}"; do
        sed -i "s|\(${place#*:}\)[0-9.]*|\1$1|" "${place%%:*}"
    done
    # Where another package has the same name, the version stands beside it in the lists of dependencies.
    sed -i "/^name = \"\($names\)\"\$/{N;\$!N;/\nsource = /!s|\nversion = \"[^\"]*\"|\nversion = \"$1\"|}
        s#^ \"\($names\) [^ \"]*\",\$# \"\1 $1\",#" "${locks[@]}"
    sed -i "s/^## $1 (unreleased)\$/## $1/" crates/*/CHANGELOG.md
fi
all=$(told)
versions=$(cut -d ' ' -f 2 <<<"$all" | sort -u)
[ "$(wc -l <<<"$versions")" = 1 ] || { printf 'the versions differ:\n%s\n' "$(sort -u <<<"$all")" >&2 && exit 1; }
echo "$versions"
