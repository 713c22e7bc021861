#!/usr/bin/env bash
# The tests of what generates under Miri, on this machine's byte order and on the other one.
source "$(dirname "$0")/lib.sh"
need miri rust-src

# A backtrace of an expected panic takes Miri longer than the test.
export MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4 RUST_BACKTRACE=0
libraries=$(packages tests/generator.rs)
for triple in "$host" s390x-unknown-linux-gnu; do
    run cargo "+$nightly" miri test --quiet $(only $libraries) --all-features --lib --tests --target "$triple"
done
