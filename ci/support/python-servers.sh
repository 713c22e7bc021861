# The servers that ci/lanes/python.sh all uses, in "$place". Source it: it sets IDS_POSTGRES and IDS_MYSQL, and adds
# to "${stop[@]}" what ends them.
# shellcheck shell=bash disable=SC2154 # of the lane: place, stop

source "$(dirname "${BASH_SOURCE[0]}")/postgres-server.sh"
chmod 711 "$place"
mkdir -m 777 "$place/postgres" "$place/mariadb"
if [ "$(id -u)" = 0 ]; then chown nobody "$place/postgres" "$place/mariadb"; fi

if have postgres; then
    # shellcheck disable=SC2016 # evaluated when the lane ends
    stop+=('stop_postgres "$place/postgres"')
    start_postgres "$place/postgres" '-c fsync=off'
    export IDS_POSTGRES=$postgres_url
else
    without 'no PostgreSQL'
fi

if have mariadb; then
    folder=$place/mariadb
    common=(--no-defaults "--datadir=$folder/data" "--tmpdir=$folder" --skip-log-bin --innodb-log-file-size=4M)
    (
        cd / && export PATH=$PATH:/usr/sbin
        "${not_root[@]}" mariadb-install-db "${common[@]:0:3}" --skip-test-db --skip-name-resolve \
            --auth-root-authentication-method=normal >"$folder/log" 2>&1
        "${not_root[@]}" mariadbd "${common[@]}" --skip-networking "--socket=$folder/socket" "--pid-file=$folder/pid" \
            >>"$folder/log" 2>&1 &
        echo $! >"$folder/server"
    )
    # shellcheck disable=SC2016 # evaluated when the lane ends
    stop+=('kill "$(cat "$place/mariadb/server")" 2>/dev/null && tail --pid="$(cat "$place/mariadb/server")" -f /dev/null')
    timeout 60 mariadb-admin --no-defaults --connect-timeout=60 --wait=60 "--socket=$folder/socket" -u root create ids
    export IDS_MYSQL=mysql://root@localhost/ids?unix_socket=$folder/socket
else
    without 'no MariaDB'
fi
