#!/usr/bin/env bash
# The core and every vector on a big-endian machine, emulated. With `all` what the core has for other libraries, and
# the generators of every format too.
# ci/lanes/s390x.sh [all]
source "$(dirname "$0")/../support/lib.sh"
need target:s390x-unknown-linux-gnu s390x-linux-gnu-gcc qemu-s390x-static

export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER='qemu-s390x-static -L /usr/s390x-linux-gnu'
export PROPTEST_CASES=16
on_it=(--quiet --target s390x-unknown-linux-gnu)
# The order of bytes is the core's business. A million identifiers from several threads take the emulator
# minutes, and say nothing of it.
tested cargo test "${on_it[@]}" -p ids-core ${1:+--features light} --lib --tests -- --skip each_thread
tested cargo test "${on_it[@]}" -p ids-conform --test vectors
if [ "${1:-}" = all ]; then
    tested cargo test "${on_it[@]}" $(only $(packages tests/generator.rs)) --features light --lib --test generator -- --skip each_thread
fi
figure_tests
