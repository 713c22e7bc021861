#!/usr/bin/env bash
# The tests of what generates on a big-endian machine, emulated.
source "$(dirname "$0")/lib.sh"
need target:s390x-unknown-linux-gnu s390x-linux-gnu-gcc qemu-s390x-static

export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER='qemu-s390x-static -L /usr/s390x-linux-gnu'
export PROPTEST_CASES=16
libraries=$(packages tests/generator.rs)
# A million identifiers from several threads take the emulator minutes, and say nothing of the byte order.
run cargo test --quiet $(only $libraries) --all-features --lib --tests --target s390x-unknown-linux-gnu \
    -- --skip each_thread
