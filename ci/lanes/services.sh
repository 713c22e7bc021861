#!/usr/bin/env bash
# The services in examples, each a workspace of its own: they build, and answer as their READMEs say. Those
# of the fleet lose nothing while each of its parts is killed.
source "$(dirname "$0")/../support/lib.sh"

# Without this, building takes even longer.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$target/services
tests() {
    run cargo fmt --check --manifest-path "examples/$1/Cargo.toml"
    run cargo test --quiet --manifest-path "examples/$1/Cargo.toml"
}

# The libraries of the web that take longest to build, of which `ci/long.sh` asks.
if [ "${1:-}" = paths ]; then
    tests web-paths
    exit
fi

# The parts of a fleet outlive a test that is ended from outside.
TMPDIR=$(mktemp -d)
export TMPDIR
chmod 755 "$TMPDIR"
clean() {
    for file in "$TMPDIR"/*/*.pid; do
        if [ -s "$file" ] && ! flock -n "$file" true; then kill -9 "$(cat "$file")" || true; fi
    done
    rm -rf "$TMPDIR"
}
trap clean EXIT

if have postgres; then export IDS_SERVERS=1; fi
SQLX_OFFLINE=true tests web-sqlx
tests web-diesel
if have postgres; then
    tests fleet
else
    without 'no PostgreSQL on this machine: no fleet, and messages in SQLite alone (ci/support/install.sh)'
fi
