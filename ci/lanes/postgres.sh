#!/usr/bin/env bash
# Compares the canonical form of random JSON with what PostgreSQL prints of it as jsonb: the same values
# with the database's spaces and its order of keys, which is what profile pg hashes (EVENTLY-22).
# ci/lanes/postgres.sh [COUNT [SEED]]. A server of its own is made in a folder that is removed afterwards.
source "$(dirname "$0")/../support/lib.sh"
need python3 postgres

source ci/support/postgres-server.sh
folder=$(mktemp -d)
trap 'stop_postgres "$folder"; rm -rf "$folder"' EXIT
start_postgres "$folder" '-c fsync=off'
run cargo build --quiet -p ids-cli
run python3 ci/support/postgres.py "$target/debug/ids" "$postgres_url" "${1:-20000}" "${2:-$RANDOM}"
