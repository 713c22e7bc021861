#!/usr/bin/env bash
# The libraries on the oldest Rust they promise, with all their features. Tests and the command may
# want a newer one.
source "$(dirname "$0")/lib.sh"
need msrv

mapfile -t libraries < <(selected libraries)
# shellcheck disable=SC2068
run cargo "+$msrv" check --quiet ${libraries[@]} --lib --all-features --target-dir "$target/msrv"
