#!/usr/bin/env bash
# The tests of what generates, and every vector, on a big-endian machine, emulated.
source "$(dirname "$0")/../support/lib.sh"
need target:s390x-unknown-linux-gnu s390x-linux-gnu-gcc qemu-s390x-static

export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER='qemu-s390x-static -L /usr/s390x-linux-gnu'
export PROPTEST_CASES=16
on_it=(--quiet --features light --target s390x-unknown-linux-gnu)
# A million identifiers from several threads take the emulator minutes, and say nothing of the byte order.
run cargo test "${on_it[@]}" -p ids-core --lib --tests -- --skip each_thread
# The order of bytes is the core's business; of the formats, those tests that make identifiers.
run cargo test "${on_it[@]}" $(only $(packages tests/generator.rs)) --lib --test generator -- --skip each_thread
run cargo test --quiet --target s390x-unknown-linux-gnu -p ids-conform --test vectors
