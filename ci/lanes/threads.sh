#!/usr/bin/env bash
# Ten million identifiers from four threads on one generator, none twice and each thread's own in
# order, for each crate with a tests/threads.rs: optimised, or it would be a million.
source "$(dirname "$0")/../support/lib.sh"

threaded=$(packages tests/threads.rs)
# The SQLite of the examples is not run here: it need not be optimised.
run cargo test --quiet --release --config 'profile.release.package.libsqlite3-sys.opt-level=0' $(only $threaded) --test threads
