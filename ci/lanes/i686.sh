#!/usr/bin/env bash
# The tests of the libraries where `usize` has 32 bits: on i686, which an x86-64 processor runs by itself. With `all`
# those of every feature of `light` too. No test is left out.
# ci/lanes/i686.sh [all]
source "$(dirname "$0")/../support/lib.sh"
need target:i686-unknown-linux-gnu i686-linux-gnu-gcc libc6-i386

export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
features=()
if [ "${1:-}" = all ]; then features=(--features light); fi
tested cargo test --quiet --target i686-unknown-linux-gnu $(only $(packages libraries)) "${features[@]}" --lib --tests
figure_tests
