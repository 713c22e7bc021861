#!/usr/bin/env bash
# The stores of ids-reserve across a network, with servers to throw away: every scenario, every fault of
# the network, of processes and of clocks, a hundred processes killed, and the command over each. With
# `long` the stores, SQLite too, are also away for 60 s, and eight processes make 10^8 identifiers with each.
# ci/lanes/reserve.sh [long]
source "$(dirname "$0")/../support/lib.sh"

export IDS_NEED_SERVERS=1 IDS_RESERVE_KILLS=100
tests() {
    # As the lane `test` has built them.
    run cargo test --quiet --workspace --all-features --test "$@"
}

stores=()
if have postgres && have pgbouncer && have openssl; then
    tests postgres -- --show-output
    stores+=(postgres pgbouncer)
else
    without 'no PostgreSQL, pgbouncer or openssl on this machine (ci/support/install.sh)'
fi
if have etcd; then
    tests etcd -- --show-output
    stores+=(etcd)
else
    without 'no etcd on this machine (ci/support/install.sh)'
fi
[ ${#stores[@]} -gt 0 ] || exit 77
export IDS_RESERVE_STORES="${stores[*]}"
tests faults -- --show-output
tests cli -- --show-output stores
if [ "${1:-}" = long ]; then
    export IDS_RESERVE_STORES="sqlite ${stores[*]}" IDS_RESERVE_AWAY=60 IDS_RESERVE_COUNT=100000000
    tests fleet --release -- --show-output
else
    tests fleet -- --show-output
fi
