#!/usr/bin/env bash
# Makes the JavaScript package in target/npm, and with a folder as argument its tarball there.
source "$(dirname "$0")/../../ci/lib.sh"

[ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ] || {
    echo 'Rust has no target wasm32-unknown-unknown here. This command installs it: rustup target add wasm32-unknown-unknown' >&2
    exit 1
}

# The folders of this machine have no place in a module.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$(remapped)
# With "z", as the page is built, texts take up to a quarter longer to write, and modules have 1 to 7 % fewer bytes.
# `wasm-opt -Os` makes modules 9 to 12 % smaller, but bundles only 3 to 5 % as they are sent, and nothing faster: that is
# not worth a tool of 100 MB.
export CARGO_PROFILE_WASM_OPT_LEVEL=s
package=$target/npm
rm -rf "$package"
mkdir -p "$package"
cp -r crates/ids-npm/package/. LICENSE-MIT LICENSE-APACHE "$package"
python3 ci/artifacts.py notices ids-npm '' wasm32-unknown-unknown >"$package/NOTICES.txt"
mkdir -p "$package/wasm"
formats=$(sed -n 's/^ *"\([a-z]*\)": \1,\{0,1\}$/\1/p' crates/ids-formats/src/formats.rs)
[ -n "$formats" ] # The list may have moved.
# What follows from the adapters: all of a format that has no calls of its own, and types of the others.
cargo run --quiet -p ids-npm --example describe | node crates/ids-npm/plain.mjs "$package"
# What programs put round an identifier is a module of its own: only who reads such texts pays for it.
for format in ${FORMATS:-$formats spelling}; do
    IDS_FORMAT=$format cargo rustc --quiet -p ids-npm --lib --crate-type cdylib --profile wasm --target wasm32-unknown-unknown
    wasm=$target/wasm32-unknown-unknown/wasm/ids_npm.wasm
    printf '%-10s %7s bytes, compressed %s\n' "$format" "$(stat -c %s "$wasm")" "$(gzip -9c "$wasm" | wc -c)"
    # As hexadecimal digits: gzip makes 10 to 19 % less of them than of base64, brotli 13 to 28 %.
    { printf '// The module of this format, made by crates/ids-npm/build.sh.\nexport default "' && od -An -v -tx1 "$wasm" | tr -d ' \n' && printf '";\n'; } >"$package/wasm/$format.js"
    for index in js d.ts; do echo "export * from \"./$format.js\";" >>"$package/index.$index"; done
done
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    npm pack --silent --pack-destination "$(realpath "$1")" "$package"
fi
