#!/usr/bin/env bash
# Every set of features of every library, with lints; and the tests under the features that users get
# without asking. `default` only names others.
source "$(dirname "$0")/../support/lib.sh"
need cargo-hack

libraries=$(packages libraries)
run cargo hack --feature-powerset --exclude-features default $(only $libraries) clippy --quiet --lib -- -D warnings
run cargo test --quiet $(only $libraries) --lib --tests
