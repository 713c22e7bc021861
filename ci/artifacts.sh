#!/usr/bin/env bash
# Makes what users of other languages install, in target/artifacts, with the SHA-256 of each: the npm package and the
# wheel. Nothing is published.
source "$(dirname "$0")/support/lib.sh"

artifacts=$target/artifacts
rm -rf "$artifacts"
mkdir -p "$artifacts"
if have node && have npm && have target:wasm32-unknown-unknown; then
    run crates/ids-npm/build.sh "$artifacts"
else
    without 'no node, npm or wasm32-unknown-unknown: the npm package is not made'
fi
run ci/lanes/python.sh --wheel || [ $? = 77 ]
cd "$artifacts"
[ -n "$(ls)" ] || exit 77
sha256sum -- * | tee SHA256SUMS
