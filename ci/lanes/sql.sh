#!/usr/bin/env bash
# The conditions of `ids range --sql` and the statements of docs/databases.md, executed by SQLite and by
# servers to throw away.
source "$(dirname "$0")/../support/lib.sh"

export IDS_SERVERS=1
leave=()
for server in postgres mariadb; do
    have $server || {
        without "no $server on this machine (ci/support/install.sh)"
        leave+=(--skip "${server/mariadb/mysql}")
    }
done
# Built as `cargo test --workspace --features light` builds it.
tested cargo test --quiet --workspace --features light --test databases -- "${leave[@]}"
figure_tests
