#!/usr/bin/env bash
# The libraries on the oldest Rust they promise, with all their features but those that say that they
# want a newer one, and those with many dependencies. Tests may want a newer one. With `all` also the command, the Python
# package and ledgers in files, on the oldest Rust that these promise.
# ci/lanes/msrv.sh [all]
source "$(dirname "$0")/../support/lib.sh"
need msrv

newer="light ${heavy//,/ }"
libraries=$(packages libraries | grep -vx evently-ledger)
features=$(cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
libraries, newer = (argument.split() for argument in sys.argv[1:])
for package in json.load(sys.stdin)["packages"]:
    if package["name"] in libraries:
        for feature in package["features"].keys() - set(newer):
            print(package["name"] + "/" + feature, end=",")
' "$libraries" "$newer")
run cargo "+$msrv" check --quiet $(only $libraries) --lib --features "$features" --target-dir "$target/msrv"
# Its feature `file` wants a newer Rust, and says so.
run cargo "+$msrv" check --quiet -p evently-ledger --lib --no-default-features --features serde,sqlite,postgres --target-dir "$target/msrv"
if [ "${1:-}" = all ]; then
    need msrv-of-files
    run cargo "+$msrv_of_files" check --quiet -p ids-cli -p evently-ledger --features light --target-dir "$target/msrv"
    run cargo "+$msrv_of_files" check --quiet --manifest-path crates/ids-python/Cargo.toml --target-dir "$target/msrv"
fi
