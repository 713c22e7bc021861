#!/usr/bin/env bash
# Evently's JSON against what others publish: the files of JSONTestSuite, and the numbers of RFC 8785's
# test. The files are the folder or the archive that JSON_TEST_SUITE names, else the newest archive
# jsontestsuite-*.tgz in a folder "shared/data" beside this repository.
source "$(dirname "$0")/../support/lib.sh"

tested cargo test --quiet -p evently-id --features light --test ecmascript -- --include-ignored

suite=${JSON_TEST_SUITE:-$(find_any ../shared/data -name 'jsontestsuite-*.tgz' | sort | tail -n 1)}
[ -n "$suite" ] || { without 'no files of JSONTestSuite (JSON_TEST_SUITE)' && figure_tests && exit; }
[ -e "$suite" ] || { echo "JSON_TEST_SUITE: no $suite" && exit 1; }
if [ ! -d "$suite" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    tar -xf "$suite" -C "$folder"
    suite=$folder
fi
first=$(find "$(realpath "$suite")" -name 'y_*.json' -print -quit)
[ -n "$first" ] || { echo "no y_*.json below $suite" && exit 1; }
JSON_TEST_SUITE=$(dirname "$first") tested cargo test --quiet -p evently-id --features light --test json_suite -- --ignored
figure_tests
