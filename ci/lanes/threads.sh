#!/usr/bin/env bash
# Ten million identifiers from four threads on one generator, none twice and each thread's own in order:
# optimised, or it would be a million. All atomics are in the core. With `all`, each crate with a
# tests/threads.rs.
# ci/lanes/threads.sh [all]
source "$(dirname "$0")/../support/lib.sh"

threaded=ids-core
if [ "${1:-}" = all ]; then threaded=$(packages tests/threads.rs); fi
# The SQLite of the examples is not run here: it need not be optimised.
tested cargo test --quiet --release --config 'profile.release.package.libsqlite3-sys.opt-level=0' $(only $threaded) --test threads
figure_tests
