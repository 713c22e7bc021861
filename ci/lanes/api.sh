#!/usr/bin/env bash
# The public interface of each library against api/PACKAGE.txt; with --bless, writes those files. What the
# features with many dependencies add is left out: the same traits for each type.
source "$(dirname "$0")/../support/lib.sh"
need cargo-public-api nightly

mkdir -p api
found=$(mktemp)
trap 'rm -f "$found"' EXIT
libraries=$(packages libraries)
light=$(packages light)
for library in $libraries; do
    features=()
    if grep -qxF "$library" <<<"$light"; then features=(--features light); fi
    cargo "+$nightly" public-api --color never -sss -p "$library" "${features[@]}" >"$found"
    if [ "${1:-}" = --bless ]; then
        cp "$found" "api/$library.txt"
    elif ! diff -u "api/$library.txt" "$found"; then
        echo "$library: the public interface is not the one in api/$library.txt (ci/lanes/api.sh --bless)"
        failed=yes
    fi
done
[ -z "${failed:-}" ]
