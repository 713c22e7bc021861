#!/usr/bin/env bash
# Every program of the cookbook: it does what its first lines show, word for word.
source "$(dirname "$0")/../support/lib.sh"
need python3

run cargo build --quiet --workspace --examples --features light
run python3 ci/support/examples.py "$target/debug/examples"
