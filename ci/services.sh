#!/usr/bin/env bash
# The workspace of examples: every format in every column of real databases, through the libraries with many
# dependencies (the tests of the libraries have the others), and the services, which answer as their READMEs
# say. Those of the fleet lose nothing while each of its parts is killed.
source "$(dirname "$0")/lib.sh"

# Without this, building takes even longer.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$target/services
# The query that the compiler checks has its answers in a folder.
export SQLX_OFFLINE=true

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

need postgres mariadbd libpq libmariadb
export IDS_SERVERS=1
run cargo clippy --quiet -p ids-core --lib --all-features -- -D warnings
# One build for all of them.
tested cargo test --quiet --workspace --manifest-path examples/Cargo.toml \
    --features databases-frameworks/libpq,databases-frameworks/libmariadb,databases-frameworks/sea-orm1
