#!/usr/bin/env bash
# Compares the canonical form of random JSON with what PostgreSQL prints of it as jsonb: the same values
# with the database's spaces and its order of keys, which is what profile pg hashes (EVENTLY-22).
# ci/lanes/postgres.sh [COUNT [SEED]]. A server of its own is made in a folder that is removed afterwards.
source "$(dirname "$0")/../support/lib.sh"
need python3 postgres

bin=$(postgres)
folder=$(mktemp -d)
# The server refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
    id postgres >/dev/null 2>&1 || cannot 'no user postgres to run the server as'
    chown postgres "$folder"
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
stop() {
    (cd / && "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$folder"
}
trap stop EXIT

run cargo build --quiet -p ids-cli
(cd / && "${as[@]}" "$bin/initdb" -D "$folder/data" -E UTF8 --locale=C -A trust >/dev/null)
(cd / && "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c listen_addresses= -c unix_socket_directories=$folder -c fsync=off" start >/dev/null)
run python3 ci/support/postgres.py "$target/debug/ids" "$folder" "${1:-20000}" "${2:-$RANDOM}"
