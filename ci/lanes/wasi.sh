#!/usr/bin/env bash
# The tests of the libraries, built for WASI preview 1 and run by Wasmtime, and every row of the vectors.
# WASI has no threads, and a panic ends the program: the tests that need either say so and are ignored.
source "$(dirname "$0")/../support/lib.sh"
need target:wasm32-wasip1 wasmtime

# The examples link SQLite, the tests do not: in place of its compiler and its archiver stand programs that make nothing.
export CC_wasm32_wasip1=true AR_wasm32_wasip1=$PWD/ci/support/archiver.sh
export CARGO_TARGET_WASM32_WASIP1_RUNNER="python3 $PWD/ci/support/wasi.py" IDS_WASI_FOLDER=$PWD
# Without its threads a law takes longer.
export PROPTEST_CASES=64

# The ledger in a file needs locks, which WASI has not; the databases need sockets.
tested cargo test --quiet --target wasm32-wasip1 --no-fail-fast --lib --tests \
    -p ids-core -p snowflake-ids -p kuid -p siq -p flax-id -p luuid -p evently-id -p ids-formats -p ids-conform
tested cargo test --quiet --target wasm32-wasip1 --no-fail-fast --lib --tests -p evently-ledger --no-default-features
figure_tests
