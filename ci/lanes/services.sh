#!/usr/bin/env bash
# The services in examples, each a workspace of its own: they build, and their tests hold. Those of the
# fleet kill every part of it.
source "$(dirname "$0")/../support/lib.sh"

# Without this, building takes most of the time.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$target/services
tests() {
    run cargo test --quiet --manifest-path "examples/$1/Cargo.toml"
}

if have postgres; then
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
    tests fleet
else
    cannot 'no PostgreSQL on this machine (ci/support/install.sh)'
fi
