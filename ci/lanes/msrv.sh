#!/usr/bin/env bash
# The libraries on the oldest Rust they promise, with all their features. Tests and the command may
# want a newer one.
source "$(dirname "$0")/../support/lib.sh"
need msrv

libraries=$(packages libraries | grep -vx evently-ledger)
run cargo "+$msrv" check --quiet $(only $libraries) --lib --all-features --target-dir "$target/msrv"
# Its feature `file` wants a newer Rust, and says so.
run cargo "+$msrv" check --quiet -p evently-ledger --lib --no-default-features --features serde --target-dir "$target/msrv"
