#!/usr/bin/env bash
# The conditions of `ids range --sql` and the statements of docs/databases.md, executed by SQLite and by
# servers to throw away.
source "$(dirname "$0")/../support/lib.sh"

tests() {
    run cargo test --quiet -p ids-cli --test databases -- "$@"
}

IDS_NEED_SERVERS=1
export IDS_NEED_SERVERS
leave=()
for server in postgres mariadb; do
    have $server || {
        without "no $server on this machine (ci/support/install.sh)"
        leave+=(--skip "${server/mariadb/mysql}")
    }
done
tests "${leave[@]}"
