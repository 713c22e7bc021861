#!/usr/bin/env bash
# The stores of ids-reserve across a network, with servers to throw away: every scenario, every fault of
# the network, of processes and of clocks,
# and a hundred processes killed. ci/lanes/reserve.sh [KILLS]
source "$(dirname "$0")/../support/lib.sh"

export IDS_NEED_SERVERS=1 IDS_RESERVE_KILLS=${1:-100}
tests() {
    run cargo test --quiet -p ids-reserve --all-features --test "$1" -- --show-output
}

stores=()
if have postgres && have pgbouncer && have openssl; then
    tests postgres
    stores+=(postgres pgbouncer)
else
    without 'no PostgreSQL, pgbouncer or openssl on this machine (ci/support/install.sh)'
fi
if have etcd; then
    tests etcd
    stores+=(etcd)
else
    without 'no etcd on this machine (ci/support/install.sh)'
fi
[ ${#stores[@]} -gt 0 ] || exit 77
export IDS_RESERVE_STORES="${stores[*]}"
tests faults
