#!/usr/bin/env bash
# Changes the code of the libraries in every way cargo-mutants knows, and looks whether a test fails.
# ci/mutants.sh [OPTIONS OF CARGO-MUTANTS...], for example --shard 1/20 or --file 'crates/kuid/**'.
source "$(dirname "$0")/lib.sh"
need cargo-mutants

libraries=$(packages libraries)
run cargo mutants --jobs 2 --all-features --no-shuffle --output "$target" $(only $libraries) "$@" -- --lib --tests
