#!/usr/bin/env bash
# The libraries on the oldest Rust they promise, with all their features. Tests and the command may
# want a newer one.
source "$(dirname "$0")/../support/lib.sh"
need msrv

libraries=$(packages libraries)
run cargo "+$msrv" check --quiet $(only $libraries) --lib --all-features --target-dir "$target/msrv"
