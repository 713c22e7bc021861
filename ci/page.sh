#!/usr/bin/env bash
# The page of `ids page` in headless Chromium: clicks, keys, files, widths, accessibility, no request, and
# every row of the vectors answered inside it. With --bless the module that the command carries is built anew;
# without, one that is older than the sources is tested as well. With --compare that is all, and a failure.
source "$(dirname "$0")/lib.sh"
need target:wasm32-unknown-unknown
[ "${1:-}" = --compare ] || need node npm chromium

tests=crates/ids-wasm/tests/page
[ "${1:-}" = --compare ] || npm_packages $tests

# The folders of this machine have no place in the module.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$(remapped)
# The module of a host; on this machine the crate is a library, for its tests.
run cargo rustc --quiet -p ids-wasm --lib --crate-type cdylib --profile wasm --target wasm32-unknown-unknown
wasm=$target/wasm32-unknown-unknown/wasm/ids_wasm.wasm
carried=crates/ids-cli/page/ids.wasm.gz
gzip -9n <"$wasm" >"$wasm.gz"
size=$(stat -c %s "$wasm.gz")
echo "the module has $(stat -c %s "$wasm") bytes, compressed $size"
[ "$size" -lt 340000 ] || { echo 'that is more than 340,000' && exit 1; }
if [ "${1:-}" = --compare ]; then
    cmp "$wasm.gz" "$carried" || { echo "$carried is of an older source (just page --bless renews it)" && exit 1; }
    exit
fi
if [ "${1:-}" = --bless ]; then cp "$wasm.gz" "$carried"; fi

build_ids

look() {
    run env IDS="$ids" PAGE="$1" node --test --test-reporter=dot $tests/page.test.mjs
    conform_wholly -- node $tests/respond.mjs "$1"
}
page=$target/ids.html
"$ids" page --wasm "$wasm.gz" >"$page"
look "$page"
if ! cmp -s "$wasm.gz" "$carried"; then
    echo "$carried is of an older source: the page that it makes is tested too (just page --bless renews it)"
    "$ids" page >"$page"
    look "$page"
fi
