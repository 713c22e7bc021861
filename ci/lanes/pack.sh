#!/usr/bin/env bash
# What `ids sql` prints, in the databases that it is for, with servers to throw away. In PostgreSQL and MariaDB the
# functions answer `ids conform`: each row of the vectors that they have a function for, and fresh cases. Those
# that append to ledgers are held against the library.
source "$(dirname "$0")/../support/lib.sh"
need python3 postgres mariadb

export IDS_SERVERS=1
# Built as `cargo test --workspace --features light` builds it.
tested cargo test --quiet --workspace --features light --test pack --test functions
figure_tests
