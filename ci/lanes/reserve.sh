#!/usr/bin/env bash
# The stores of ids-reserve and of ledgers across a network, with servers to throw away: every scenario, every fault of
# the network, of processes and of clocks, a hundred processes killed, and the command over each. With
# `long` the stores, SQLite too, are also away for 60 s, and eight processes make 10^8 identifiers with each.
# ci/lanes/reserve.sh [long]
source "$(dirname "$0")/../support/lib.sh"

stores=() servers=()
if have postgres && have pgbouncer && have openssl; then
    stores+=(postgres pgbouncer)
    servers+=(postgres)
else
    without 'no PostgreSQL, pgbouncer or openssl on this machine (ci/support/install.sh)'
fi
if have etcd && have openssl; then
    stores+=(etcd)
    servers+=(etcd)
else
    without 'no etcd or openssl on this machine (ci/support/install.sh)'
fi
# Built as `cargo test --workspace --features light` builds them.
tests() {
    tested cargo test --quiet --workspace --features light "$@" --show-output
}
# Ledgers in databases, with writers and servers that are killed. Those in SQLite need no server.
export IDS_LEDGER_KILLS=$([ "${1:-}" = long ] && echo 100 || echo 3)
if [[ " ${servers[*]} " = *" postgres "* ]]; then
    IDS_SERVERS=1 tests --test stores -- --test-threads 4
else
    tests --test stores -- --test-threads 4 faults::sqlite
fi
[ ${#servers[@]} -gt 0 ] || { figure_tests && exit; }

export IDS_SERVERS=1 IDS_RESERVE_KILLS=100 IDS_RESERVE_STORES="${stores[*]}"
# Those named `postgres` have the columns of `tokio-postgres` too (examples/databases/drivers).
# More at once than there are cores: most of them wait for something.
tests "${servers[@]/#/--test=}" --test faults --test fleet -- --test-threads 4
tests --test cli -- --test-threads 4 stores::
if [ "${1:-}" = long ]; then
    export IDS_RESERVE_STORES="sqlite ${stores[*]}" IDS_RESERVE_AWAY=60 IDS_RESERVE_COUNT=100000000
    tests --test fleet --release -- --test-threads 1
fi
figure_tests
