#!/usr/bin/env bash
# The tests with real threads under ThreadSanitizer, the standard library built with it too: without that
# it reports races that are none.
source "$(dirname "$0")/lib.sh"
need nightly rust-src

threaded=$(packages tests/threads.rs)
RUSTFLAGS=-Zsanitizer=thread run cargo "+$nightly" test --quiet -Z build-std $(only $threaded) --all-features \
    --test threads --target "$host" --target-dir "$target/tsan"
