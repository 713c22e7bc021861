# Servers to throw away. Source it after ci/lib.sh.
# shellcheck shell=bash

# The server refuses to run as root: 65534 is the user without rights.
not_root=()
if [ "$(id -u)" = 0 ]; then not_root=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi

# Starts it in a folder of its own, with further options such as '-c fsync=off', and sets `postgres_url`.
start_postgres() {
    # Below the ports that the system gives to programs that ask for any port.
    local port=$((20000 + RANDOM % 12000))
    [ ${#not_root[@]} = 0 ] || chown 65534 "$1"
    (
        cd / &&
        "${not_root[@]}" "$(postgres)/initdb" -D "$1/data" -U ids -E UTF8 --locale=C -A trust >/dev/null &&
        "${not_root[@]}" "$(postgres)/pg_ctl" -w -s -D "$1/data" -l "$1/log" \
            -o "-p $port -k $1 -c listen_addresses=127.0.0.1 ${2:-}" start
    ) || { cat "$1/log"; return 1; }
    postgres_url=postgresql://ids@127.0.0.1:$port/postgres
}

# Ends the one in that folder, if it runs.
stop_postgres() {
    (cd / && "${not_root[@]}" "$(postgres)/pg_ctl" -s -m immediate -D "$1/data" stop >/dev/null 2>&1) || true
}

# Starts a MariaDB in a folder of its own, and sets `mysql_url`.
start_mariadb() {
    local common=(--no-defaults "--datadir=$1/data" "--tmpdir=$1" --skip-log-bin --innodb-log-file-size=4M)
    [ ${#not_root[@]} = 0 ] || chown 65534 "$1"
    (
        cd / && export PATH=$PATH:/usr/sbin
        "${not_root[@]}" mariadb-install-db "${common[@]:0:3}" --skip-test-db --skip-name-resolve \
            --auth-root-authentication-method=normal >"$1/log" 2>&1
        "${not_root[@]}" mariadbd "${common[@]}" --skip-networking "--socket=$1/socket" "--pid-file=$1/pid" \
            >>"$1/log" 2>&1 &
        echo $! >"$1/server"
    )
    timeout 60 mariadb-admin --no-defaults --connect-timeout=60 --wait=60 "--socket=$1/socket" -u root create ids
    mysql_url=mysql://root@localhost/ids?unix_socket=$1/socket
}

# Ends the one in that folder, if it runs.
stop_mariadb() {
    [ -e "$1/server" ] && kill "$(cat "$1/server")" 2>/dev/null && tail --pid="$(cat "$1/server")" -f /dev/null || true
}
