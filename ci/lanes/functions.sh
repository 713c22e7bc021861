#!/usr/bin/env bash
# 10^5 random events, hashed in PostgreSQL and here: the ids are the same.
source "$(dirname "$0")/../support/lib.sh"
need postgres

export IDS_SERVERS=1 IDS_LEDGER_EVENTS=100000
tested cargo test --quiet --workspace --features light --test functions
figure_tests
