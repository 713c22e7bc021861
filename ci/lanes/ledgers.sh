#!/usr/bin/env bash
# Events a second in databases, beside plain inserts, and whether a ledger slows down as it grows: in SQLite, and in
# PostgreSQL where IDS_LEDGER_URL is a database of its own.
source "$(dirname "$0")/../support/lib.sh"

run cargo build --quiet --release -p evently-ledger --features sqlite,postgres --example ledger-speed
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for store in "sqlite:$folder/events.db" ${IDS_LEDGER_URL:+"postgres:$IDS_LEDGER_URL"}; do
    run "$target/release/examples/ledger-speed" append "$store" 10
    run "$target/release/examples/ledger-speed" grow "$store" 10 1000000
done
[ -n "${IDS_LEDGER_URL:-}" ] || without 'IDS_LEDGER_URL names no database: SQLite alone'
