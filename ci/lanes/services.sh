#!/usr/bin/env bash
# The workspace of examples: every format in every column of real databases, through the libraries with many
# dependencies (the tests of the libraries have the others), and the services, which answer as their READMEs
# say. Those of the fleet lose nothing while each of its parts is killed. With `all`, also what takes longest to
# build: sea-orm 1, which has the same lines as sea-orm 2, actix and rocket, and the lints of what the core has for
# them.
# ci/lanes/services.sh [all]
source "$(dirname "$0")/../support/lib.sh"

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

features=() leave=()
if have postgres && have mariadb; then
    export IDS_SERVERS=1
else
    without 'no PostgreSQL or no MariaDB on this machine: SQLite alone, and no fleet (ci/support/install.sh)'
    leave+=(--exclude example-fleet)
fi
for library in libpq libmariadb; do
    if have $library; then
        features+=(--features databases-frameworks/$library)
    else
        without "no $library on this machine: diesel without its database (ci/support/install.sh)"
    fi
done
if [ "${1:-}" = all ]; then
    features+=(--features databases-frameworks/sea-orm1)
    run cargo clippy --quiet -p ids-core --lib --all-features -- -D warnings
else
    leave+=(--exclude example-web-paths)
fi
# One build for all of them.
tested cargo test --quiet --workspace --manifest-path examples/Cargo.toml "${features[@]}" "${leave[@]}"
figure_tests
