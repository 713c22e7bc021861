#!/usr/bin/env bash
# What is tested in MariaDB, in a MySQL that runs already: IDS_MYSQL_SOCKET names its socket, where its user root needs
# no password. The database `ids` of that server is made anew. Debian's packages have no MySQL, so no other lane runs
# this.
source "$(dirname "$0")/../support/lib.sh"
need mariadb
[ -S "${IDS_MYSQL_SOCKET:-}" ] || cannot 'IDS_MYSQL_SOCKET names no socket of a MySQL'

export IDS_SERVERS=1
# One after the other: they share the server.
tested cargo test --quiet -p ids-cli --features light --test pack --test databases mysql -- --test-threads 1
features=()
if have libmariadb; then features=(--features libmariadb); fi
tested cargo test --quiet -p databases-frameworks --manifest-path examples/Cargo.toml --target-dir "$target/services" \
    "${features[@]}" -- --test-threads 1 mysql mariadb
figure_tests
