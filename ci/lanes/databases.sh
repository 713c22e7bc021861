#!/usr/bin/env bash
# Every format in every column of real databases, through the libraries with many dependencies. The
# tests of the workspace have the other libraries. With `all`, sea-orm 1 too, which is built of the same lines
# as sea-orm 2, and the lints of what the core has for them.
# ci/lanes/databases.sh [all]
source "$(dirname "$0")/../support/lib.sh"
package=examples/databases/frameworks

run cargo fmt --check --manifest-path "$package/Cargo.toml"
features=()
if have postgres && have mariadb; then
    export IDS_SERVERS=1
else
    without 'no PostgreSQL or no MariaDB on this machine (ci/support/install.sh)'
fi
if [ "${1:-}" = all ]; then
    features=(--features sea-orm1)
    run cargo clippy --quiet -p ids-core --lib --all-features -- -D warnings
fi
if have libpq; then
    features+=(--features libpq)
else
    without 'no libpq on this machine: diesel in SQLite alone (ci/support/install.sh)'
fi
run cargo test --quiet --manifest-path "$package/Cargo.toml" --target-dir "$target/services" "${features[@]}"
