#!/usr/bin/env bash
# The npm package: made, installed outside of the checkout, and used there. Its tests, the README's programs, the types,
# the size of a bundle of each format, and every row of the vectors without a skip, in Node and in Chromium. With `all`,
# in the newest Node, Deno and Bun as well, and in the oldest Node that the package promises.
source "$(dirname "$0")/lib.sh"
need target:wasm32-unknown-unknown node npm chromium

tests=$PWD/crates/ids-npm/tests page=$PWD/crates/ids-wasm/tests/page
npm_packages "$tests"
npm_packages "$page"

run crates/ids-npm/build.sh "$target/npm-packed"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
build_ids

app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT
cp "$tests"/*.mjs "$tests"/*.ts examples/ports/javascript/{common,protocol,snowflake}.js "$app"
cd "$app"
echo '{ "private": true, "type": "module" }' >package.json
run npm install --silent --no-audit --no-fund --offline "$target/npm-packed/ids-formats-$version.tgz"

export TOOLS=$tests PAGE=$page
run node --test --test-reporter=dot package.test.mjs misuse.test.mjs equality.test.mjs spelling.test.mjs vitest.test.mjs readme.test.mjs
run node --test --test-reporter=spec sizes.test.mjs | grep 'minified\|bytes, at most\|^ℹ fail'
run node -e 'require("ids-formats/flax").FlaxId.generate()'
for kind in 'nodenext nodenext' 'esnext bundler'; do
    run "$tests/node_modules/.bin/tsc" --strict --noEmit --target es2022 --lib es2022,dom --exactOptionalPropertyTypes --module ${kind% *} --moduleResolution ${kind#* } user.ts
done
conform_wholly --random 200 --seed "$RANDOM" -- node respond.mjs
run node browser.mjs check
conform_wholly -- node browser.mjs

if [ "${1:-}" = all ]; then
    mkdir runtimes
    echo '{ "private": true }' >runtimes/package.json
    for package in node@20.0.0 node@latest deno bun; do
        runtime=${package%@*}
        run npm install --prefix runtimes --silent --no-audit --no-fund "$package"
        "runtimes/node_modules/.bin/$runtime" --version
        case $runtime in
        node) test=(--test --test-reporter=dot) respond=() ;;
        deno) test=(test --no-check --allow-read --allow-env) respond=(run --allow-read) ;;
        bun) test=(test) respond=() ;;
        esac
        run "runtimes/node_modules/.bin/$runtime" "${test[@]}" ./package.test.mjs ./misuse.test.mjs ./spelling.test.mjs
        conform_wholly -- "runtimes/node_modules/.bin/$runtime" "${respond[@]}" respond.mjs
    done
fi
