#!/usr/bin/env bash
# The tests of what generates under ThreadSanitizer, the standard library built with it too: without that
# it reports races that are none.
source "$(dirname "$0")/lib.sh"
need nightly rust-src

export PROPTEST_CASES=16
libraries=$(packages tests/generator.rs)
RUSTFLAGS=-Zsanitizer=thread run cargo "+$nightly" test --quiet -Z build-std $(only $libraries) --all-features \
    --lib --tests --target x86_64-unknown-linux-gnu --target-dir "$target/tsan"
