#!/usr/bin/env bash
# The libraries' tests under Miri, on this machine's byte order and on the other one.
source "$(dirname "$0")/lib.sh"
need miri rust-src

export MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4
mapfile -t libraries < <(selected libraries)
for triple in x86_64-unknown-linux-gnu s390x-unknown-linux-gnu; do
    # shellcheck disable=SC2068
    run cargo "+$nightly" miri test --quiet ${libraries[@]} --all-features --lib --tests --target "$triple"
done
