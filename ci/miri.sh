#!/usr/bin/env bash
# The tests of what generates under Miri, on this machine's byte order and on the other one.
source "$(dirname "$0")/lib.sh"
need miri rust-src

export MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4
libraries=$(packages tests/generator.rs)
for triple in x86_64-unknown-linux-gnu s390x-unknown-linux-gnu; do
    run cargo "+$nightly" miri test --quiet $(only $libraries) --all-features --lib --tests --target "$triple"
done
