# What the lanes share. Source it: it goes to the root of the workspace.
# shellcheck shell=bash disable=SC2046,SC2086 # names of packages are single words

set -euo pipefail
# Else `cd` may go elsewhere, and git, which sets such variables for its hooks, may work on another repository.
unset CDPATH $(git rev-parse --local-env-vars 2>/dev/null | grep -v '^GIT_CONFIG' || true)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Where builds go. Another set of RUSTFLAGS gets a folder of its own below it.
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# Cargo may be told another folder or machine in other ways: what is looked at here is what is built.
export CARGO_TARGET_DIR=$target
unset CARGO_BUILD_TARGET
# This machine, as cargo's --target has it.
host=$(rustc -vV | sed -n 's/^host: //p')
# The toolchain for Miri, the sanitizers, fuzzing and rustdoc's JSON.
nightly=${IDS_NIGHTLY:-nightly}
# The toolchain for the oldest Rust that the libraries promise to build with.
msrv=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml).0
# The toolchain for the oldest Rust of what locks files: the command, the Python package and ledgers in files.
msrv_of_files=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' crates/ids-cli/Cargo.toml).0
# The features with many dependencies or a newer Rust, which the feature `light` of each crate leaves out.
heavy=diesel,diesel-sqlite,sea-orm1,sea-orm2,sqlx08,sqlx09,utoipa6
export CARGO_TERM_PROGRESS_WHEN=never

# Prints a command and runs it.
run() {
    printf '+ %s\n' "$*"
    "$@"
}

# Installs the npm packages that a folder's lock file names, unless they are there. Another lane may want the same folder at
# the same time: it waits. A lock file that does not fit is a failure of the repository; a registry that cannot be reached
# is not.
npm_packages() (
    flock 9
    npm ls --package-lock-only --prefix "$1" >/dev/null || { echo "the lock file of $1 does not fit its package.json" && exit 1; }
    npm ls --prefix "$1" >/dev/null 2>&1 || run npm ci --prefix "$1" --loglevel error --no-audit --no-fund ||
        cannot "the npm packages of $1 cannot be installed"
) 9<"$1/package-lock.json"

# Asks a program every row of the vectors, as `ids conform` does with these arguments. Prints how many have passed, or
# everything if one has failed or was skipped, and then fails. A browser on a busy machine starts in some ten seconds.
conform_wholly() {
    run "$target/debug/ids" conform --timeout 60s "$@" |
        awk '{ all = all $0 "\n" } END { if (/^[1-9][0-9]* passed, 0 failed, 0 skipped$/) print; else { printf "%s", all; exit 1 } }'
}

# What `find` finds. That fails where one of the folders is absent or closed; then there is less to find.
find_any() {
    find "$@" 2>/dev/null || true
}

# The flags under which no folder of this machine is in what is built.
remapped() {
    printf -- '--remap-path-prefix=%s=%s ' "$target" /target "$PWD" /ids "${CARGO_HOME:-$HOME/.cargo}" /cargo \
        "$(rustc --print sysroot)" /rust
}

# Copies the tree as it is now, but for what git ignores, into a folder that exists. Further arguments are for `tar x`.
copy_tree() {
    git ls-files -z --cached --others --exclude-standard |
        tar c --null --files-from=- --ignore-failed-read | tar x -C "$@"
}

# Those packages as arguments for cargo: -p NAME -p NAME ...
only() {
    printf -- '-p %s ' "$@"
}

# Installs packages of PyPI into an environment: pypi FOLDER PYTHON PACKAGE...
pypi() {
    [ -x "$1/bin/python" ] || "$2" -m venv "$1" || cannot "no venv for $2"
    "$1/bin/pip" install --quiet --disable-pip-version-check "${@:3}" || cannot "${*:3} cannot be installed from PyPI"
}

# Sets `suou` to a Python that has the library of this name, which needs 3.12.
with_suou() {
    local candidate
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 ~/.pyenv/versions/3.1[2-9]*/bin/python; do
        # A shim of pyenv may be there without its version.
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
            pypi "$target/suou" "$candidate" suou==0.14.0
            suou=$target/suou/bin/python
            return
        fi
    done
    cannot 'no Python 3.12 or newer on this machine'
}

# Whether this machine has something: a command, target:TRIPLE of Rust, or one of those below.
has() {
    case $1 in
    nightly | msrv | msrv_of_files) rustc "+${!1}" --version ;;
    miri) cargo "+$nightly" miri --version ;;
    rust-src) [ -e "$(rustc "+$nightly" --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml" ] ;;
    target:*) [ -e "$(rustc --print sysroot)/lib/rustlib/${1#target:}/lib" ] ;;
    chromium) command -v chromium-headless-shell || command -v chromium ;;
    postgres) [ -n "$(postgres)" ] ;;
    libfaketime) [ -n "$(libfaketime)" ] ;;
    libc6-i386) [ -e /lib/ld-linux.so.2 ] ;;
    libpq) [ -e /usr/include/postgresql/libpq-fe.h ] ;;
    libmariadb) [ -e /usr/include/mariadb/mysql.h ] ;;
    # Rustup has a command of this name that says it is not installed.
    clippy-driver) clippy-driver --version ;;
    venv) python3 -c 'import ensurepip' ;;
    wasmtime) python3 -c 'import wasmtime' ;;
    *) PATH=$PATH:/usr/sbin command -v "$1" ;;
    esac >/dev/null 2>&1
}

# Ends the lane: this machine cannot run it, for the reason given.
cannot() {
    echo "this machine cannot run it: $1" >&2
    exit 1
}

# Ends the lane unless this machine has all that is named.
need() {
    local thing
    for thing in "$@"; do has "$thing" || cannot "no $thing (ci/install installs what .ci/run needs, ci/install nightly all)"; done
}

# The folder of the newest PostgreSQL's programs.
postgres() {
    find_any /usr/lib/postgresql/*/bin /usr/local/pgsql/bin -maxdepth 0 | sort -V | tail -n 1
}

# The library that steps the clock of a process.
libfaketime() {
    find_any /usr/lib /usr/local/lib -name 'libfaketimeMT.so.1' | head -n 1
}

# Runs tests. That none has passed is a failure: a test that was renamed would be passed over.
tested() {
    local said
    said=$(mktemp)
    run "$@" 2>&1 | tee "$said"
    grep -qE '^test result: ok. [1-9]' "$said" || { echo "no test has passed: $*" && exit 1; }
    rm "$said"
}

# Runs cargo with clippy in the place of rustc for our own crates, as `cargo clippy` does, but compiles as well: the lints
# are looked at while the tests are built, and nothing is built once more for them. Each is an error.
linted() {
    RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ "$@"
}

# Runs tests of the workspace as the README's command builds them, so that nothing is built a second time.
workspace_tests() {
    tested linted cargo test --quiet --workspace --features light "$@"
}

# Builds the examples, as those tests build them.
build_examples() {
    run linted cargo build --quiet --workspace --features light --examples
}

# Sets `ids` to the command, built as those tests build it.
build_ids() {
    run linted cargo test --quiet --workspace --features light --test cli --no-run
    ids=$target/debug/ids
}

# Ends the script unless a commit is here and nothing else that may change what is built: only that is released.
need_commit() {
    [ -z "$(git status --porcelain --untracked-files=all)" ] && [ ! -e .cargo ] ||
        { echo 'there are changes or files that are not committed, or a folder .cargo' && exit 1; }
}

# Names packages of the workspace, one per line: all, published, libraries (published ones), bare (libraries that can
# do without the standard library), light (libraries with that feature), or those with a file (a path below the crate's
# folder). That there is no such package is a failure.
packages() {
    cargo metadata --no-deps --format-version 1 | python3 -c '
import json, os, sys
kind, found = sys.argv[1], []
for package in json.load(sys.stdin)["packages"]:
    published = package["publish"] != []
    library = published and any("lib" in target["kind"] for target in package["targets"])
    folder = os.path.dirname(package["manifest_path"])
    if {"all": True, "published": published, "libraries": library, "bare": library and "std" in package["features"],
            "light": library and "light" in package["features"]}.get(kind, os.path.exists(os.path.join(folder, kind))):
        found.append(package["name"])
print(*found or sys.exit(f"no package is {kind}"), sep="\n")
' "$1"
}

# Takes the features with many dependencies out of the manifests of a copy: they want newer versions of what others use.
without_heavy() {
    sed -i -E "/^(${heavy//,/|}) = \{/d; s/^(${heavy//,/|}) = \[.*/\1 = []/" crates/*/Cargo.toml
}
