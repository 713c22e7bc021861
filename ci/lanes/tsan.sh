#!/usr/bin/env bash
# The core's tests with real threads under ThreadSanitizer, the standard library built with it too: without
# that it reports races that are none. All atomics are in the core.
source "$(dirname "$0")/../support/lib.sh"
need nightly rust-src

RUSTFLAGS=-Zsanitizer=thread tested cargo "+$nightly" test --quiet -Z build-std -p ids-core --features fork \
    --test threads --target "$host" --target-dir "$target/tsan"
figure_tests
