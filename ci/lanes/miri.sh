#!/usr/bin/env bash
# The core's generators, layouts and texts under Miri, on this machine's byte order and on the other one: the core has
# all unsafe code and all atomics of the formats. ci/lanes/miri.sh all runs every format's generators as well, and real
# threads.
source "$(dirname "$0")/../support/lib.sh"
need miri rust-src

# A backtrace of an expected panic takes Miri longer than the test.
export MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4 RUST_BACKTRACE=0
for triple in "$host" s390x-unknown-linux-gnu; do
    tested cargo "+$nightly" miri test --quiet -p ids-core --features fork --test generator --test restart --test jump --test waiting --test guard --test layout --test text --target "$triple"
done
if [ "${1:-}" = all ]; then
    formats=$(packages tests/generator.rs | grep -v ids-core)
    tested cargo "+$nightly" miri test --quiet $(only $formats) --test generator
    tested cargo "+$nightly" miri test --quiet $(only $formats) --test generator --target s390x-unknown-linux-gnu
    tested cargo "+$nightly" miri test --quiet -p ids-core $(only $formats) --features ids-core/fork --test threads
fi
figure_tests
