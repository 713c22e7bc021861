#!/usr/bin/env bash
# The public interface of each library against api/PACKAGE.txt; with --bless, writes those files. What the
# features with many dependencies add is left out: the same traits for each type.
source "$(dirname "$0")/../support/lib.sh"
need cargo-public-api nightly

mkdir -p api
found=$(mktemp)
trap 'rm -f "$found"' EXIT
libraries=$(packages libraries)
# One build for all of them.
RUSTDOCFLAGS='-Z unstable-options --output-format json --cap-lints allow' \
    run cargo "+$nightly" doc --quiet $(only $libraries) --features light --lib --no-deps --target-dir "$target/api"
for library in $libraries; do
    # The file has the name of the library, which one package does not share.
    case $library in snowflake-ids) name=snowflake ;; *) name=${library//-/_} ;; esac
    cargo public-api --color never -sss --rustdoc-json "$target/api/doc/$name.json" >"$found"
    if [ "${1:-}" = --bless ]; then
        cp "$found" "api/$library.txt"
    elif ! diff -u "api/$library.txt" "$found"; then
        echo "$library: the public interface is not the one in api/$library.txt (ci/lanes/api.sh --bless)"
        failed=yes
    fi
done
[ -z "${failed:-}" ]
