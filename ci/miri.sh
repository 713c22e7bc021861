#!/usr/bin/env bash
# The core's generators under Miri, on this machine's byte order and on the other one, and on this one those
# of three formats: with the core's own order, with an order of their own, and with keys.
# ci/miri.sh all runs all tests of every crate that generates, which takes hours.
source "$(dirname "$0")/lib.sh"
need miri rust-src

# A backtrace of an expected panic takes Miri longer than the test.
export MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4 RUST_BACKTRACE=0
for triple in "$host" s390x-unknown-linux-gnu; do
    if [ "${1:-}" = all ]; then
        run cargo "+$nightly" miri test --quiet $(only $(packages tests/generator.rs)) --all-features --lib --tests --target "$triple"
    else
        run cargo "+$nightly" miri test --quiet -p ids-core --all-features --test generator --test layout --target "$triple"
    fi
done
if [ "${1:-}" != all ]; then
    run cargo "+$nightly" miri test --quiet -p snowflake-ids -p flax-id -p luuid --all-features --test generator
fi
