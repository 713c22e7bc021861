#!/usr/bin/env bash
# Events a second in databases, beside plain inserts, and whether a ledger slows down as it grows: in SQLite, and in a
# PostgreSQL to throw away, or the one whose database of its own is IDS_LEDGER_URL.
source "$(dirname "$0")/../support/lib.sh"
source ci/support/postgres-server.sh

run cargo build --quiet --release -p evently-ledger --features sqlite,postgres --example ledger-speed
folder=$(mktemp -d)
trap 'stop_postgres "$folder/postgres"; rm -rf "$folder"' EXIT
url=${IDS_LEDGER_URL:-}
if [ -z "$url" ] && have postgres; then
    chmod 711 "$folder"
    mkdir "$folder/postgres"
    start_postgres "$folder/postgres"
    url=$postgres_url
fi
for store in "sqlite:$folder/events.db" ${url:+"postgres:$url"}; do
    run "$target/release/examples/ledger-speed" append "$store" 10
    run "$target/release/examples/ledger-speed" grow "$store" 10 1000000
done
[ -n "$url" ] || without 'no PostgreSQL on this machine: SQLite alone (ci/support/install.sh)'
