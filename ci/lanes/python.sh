#!/usr/bin/env bash
# The Python package: makes its wheel, installs it into an empty environment, and uses it from there. With
# `--wheel`, only makes it, into target/artifacts. With `all`, also with NumPy, Arrow, Pydantic, SQLAlchemy and
# Django, on SQLite and PostgreSQL, and compares its speed with other packages'.
source "$(dirname "$0")/../support/lib.sh"

export CARGO_INCREMENTAL=0
package=crates/ids-python
python=${IDS_PYTHON:-python3}
"$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' || {
    without 'no Python 3.11 with venv'
    exit 77
}
run cargo fmt --check --manifest-path "$package/Cargo.toml"
if [ "${1:-}" = all ]; then
    run env CARGO_TARGET_DIR="$target/python/build" cargo clippy --quiet --locked --manifest-path "$package/Cargo.toml" -- -D warnings
fi
tools=$target/python/tools
[ -x "$tools/bin/maturin" ] || {
    run "$python" -m venv "$tools"
    run "$tools/bin/pip" install --quiet 'maturin>=1.9,<2'
}
# The wheel that is only tested is not optimized: it is built sooner, and has the checks of a debug build.
wheels=$target/python/wheels profile=dev
if [ -n "${1:-}" ]; then wheels=$target/artifacts profile=release; fi
mkdir -p "$wheels"
run env CARGO_TARGET_DIR="$target/python/build" CARGO_PROFILE_DEV_DEBUG=0 "$tools/bin/maturin" build --quiet \
    --profile "$profile" --locked --manifest-path "$package/Cargo.toml" --out "$wheels"
wheel=$(find "$wheels" -name 'ids_formats-*.whl' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2)
ls -l "$wheel"
if [ "${1:-}" = --wheel ]; then exit; fi

run cargo build --quiet -p ids-cli
ids=$target/debug/ids
tests=$(realpath "$package/tests")
readme=$(realpath "$package/README.md")
respond=$tests/respond.py

# Another folder and another environment: nothing of the source is on the path.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
run "$python" -m venv "$place/env"
more=()
if [ "${1:-}" = all ]; then
    more=(numpy pyarrow 'pydantic>=2' 'sqlalchemy>=2' 'django>=5' 'psycopg[binary]')
fi
run "$place/env/bin/pip" install --quiet "$wheel" pytest mypy "${more[@]}"
cp -r "$tests" "$place/tests"
cp "$readme" "$place/README.md"
cd "$place"
export PATH=$place/env/bin:$PATH PYTHONDONTWRITEBYTECODE=1

if [ "${1:-}" = all ]; then
    if have postgres; then
        server=$(cd "$OLDPWD" && postgres)
        mkdir cluster
        own=()
        if [ "$(id -u)" = 0 ]; then own=(setpriv --reuid=nobody --regid=nogroup --clear-groups) && chown nobody . cluster; fi
        "${own[@]}" "$server/initdb" -D "$place/cluster" -U ids -A trust >/dev/null
        port=$((20000 + RANDOM % 20000))
        "${own[@]}" "$server/pg_ctl" -w -s -D "$place/cluster" -l "$place/cluster/log" \
            -o "-p $port -k $place/cluster -c listen_addresses=127.0.0.1 -c fsync=off" start
        trap '"${own[@]}" "$server/pg_ctl" -s -m immediate -D "$place/cluster" stop; rm -rf "$place"' EXIT
        export IDS_POSTGRES=postgresql://ids@127.0.0.1:$port/postgres
    else
        without 'no PostgreSQL'
    fi
fi
run python -m pytest -q -p no:cacheprovider tests
run python -m doctest README.md
run "$ids" conform --random 300 --seed "$RANDOM" -- python "$respond"
run mypy --strict tests/user.py
checked=ids_formats._native
if [ "${1:-}" = all ]; then checked=ids_formats; fi
run python -m mypy.stubtest "$checked" --allowlist tests/stubtest.txt
