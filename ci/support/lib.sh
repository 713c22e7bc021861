# What the scripts here share. Source it: it goes to the root of the workspace.
#
# A script ends with 0 (all is well), 77 (this machine cannot run it, and the reason is printed) or
# any other code (failure).
# shellcheck shell=bash disable=SC2046,SC2086 # names of packages are single words

set -euo pipefail
# Else `cd` may go elsewhere, and git, which sets such variables for its hooks, may work on another repository.
unset CDPATH $(git rev-parse --local-env-vars 2>/dev/null | grep -v '^GIT_CONFIG' || true)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

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

# Installs the npm packages that a folder's lock file names, unless they are there. A lock file that does not fit is a
# failure of the repository; a registry that cannot be reached is not.
npm_packages() {
    npm ls --package-lock-only --prefix "$1" >/dev/null || { echo "the lock file of $1 does not fit its package.json" && exit 1; }
    npm ls --prefix "$1" >/dev/null 2>&1 || run npm ci --prefix "$1" --silent --no-audit --no-fund ||
        cannot "the npm packages of $1 cannot be installed"
}

# Asks a program every row of the vectors, as `ids conform` does with these arguments. Prints how many have passed, or
# everything if one has failed or was skipped, and then fails. A browser on a busy machine starts in some ten seconds.
conform_wholly() {
    run "$target/debug/ids" conform --timeout 60s "$@" |
        awk '{ all = all $0 "\n" } END { if (/^[1-9][0-9]* passed, 0 failed, 0 skipped$/) print; else { printf "%s", all; exit 1 } }'
}

# Prints the version (or "yes") of something this machine may have; fails if it has not.
probe() {
    case $1 in
    rust) rustc --version ;;
    cargo) cargo --version ;;
    nightly) rustc "+$nightly" --version ;;
    msrv) rustc "+$msrv" --version ;;
    msrv-of-files) rustc "+$msrv_of_files" --version ;;
    miri) cargo "+$nightly" miri --version ;;
    rust-src) present "$(rustc "+$nightly" --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml" ;;
    target:*) present "$(rustc --print sysroot)/lib/rustlib/${1#target:}/lib" ;;
    cargo-machete) command -v cargo-machete >/dev/null && cargo-machete --version ;;
    cargo-*) command -v "$1" >/dev/null && cargo "${1#cargo-}" --version ;;
    libfaketime) present "$(libfaketime)" ;;
    cores) nproc ;;
    memory) awk '/^MemTotal/ { printf "%.0f GiB\n", $2 / 1048576 }' /proc/meminfo ;;
    advisories) present "$(advisory_data)" ;;
    strace) strace -V ;;
    chromium) { command -v chromium-headless-shell || command -v chromium; } >/dev/null && echo yes ;;
    postgres) "$(postgres)/postgres" --version ;;
    mariadb) PATH=$PATH:/usr/sbin mariadbd --version ;;
    pgbouncer) PATH=$PATH:/usr/sbin pgbouncer --version | head -n 1 ;;
    openssl) openssl version ;;
    venv) python3 -c 'import ensurepip' && echo yes ;;
    pip) python3 -m pip --version ;;
    wasmtime) python3 -c 'import importlib.metadata; print(importlib.metadata.version("wasmtime"))' ;;
    libc6-i386) present /lib/ld-linux.so.2 ;;
    libpq) present /usr/include/postgresql/libpq-fe.h ;;
    libmariadb) present /usr/include/mariadb/mysql.h ;;
    go) go version ;;
    *) "$1" --version ;;
    esac
}

# What `find` finds. That fails where one of the folders is absent or closed; then there is less to find.
find_any() {
    find "$@" 2>/dev/null || true
}

# Prints "yes" if the file exists.
present() {
    [ -e "$1" ] && echo yes
}

have() {
    probe "$1" >/dev/null 2>&1
}

# The library that steps the clock of a process.
libfaketime() {
    find_any /usr/lib /usr/local/lib -name 'libfaketimeMT.so.1' | head -n 1
}

# The folder of the newest PostgreSQL's programs.
postgres() {
    find_any /usr/lib/postgresql/*/bin /usr/local/pgsql/bin -maxdepth 0 | sort -V | tail -n 1
}

# The RustSec advisory database: a folder or an archive named by ADVISORY_DB, else the newest
# archive in a folder "shared/data" beside this repository.
advisory_data() {
    if [ -n "${ADVISORY_DB:-}" ]; then
        echo "$ADVISORY_DB"
    else
        find_any ../shared/data -name 'rustsec-advdb-*.tgz' | sort | tail -n 1
    fi
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

# Ends the script: this machine cannot run it, for the reason given.
cannot() {
    without "$1"
    exit 77
}

# Says that a part of the script cannot run, for the reason given; the rest goes on.
without() {
    printf 'cannot run: %s\n' "$1"
    if [ -n "${IDS_CI_NOTES:-}" ]; then printf '%s; ' "$1" >>"$IDS_CI_NOTES"; fi
}

# Runs tests, and counts those that have passed and those that were ignored. That none has passed is a failure: a test
# that was renamed would be passed over.
passed=0 ignored=0
tested() {
    local said counted
    said=$(mktemp)
    # As cargo test says it, and nextest, which says it on standard error.
    run "$@" 2>&1 | tee "$said" || exit 1
    counted=$(awk '/^test result: ok/ { passed += $4; ignored += $8 }
        /^ +Summary / && match($0, /[0-9]+ passed/) { passed += substr($0, RSTART) }
        END { print passed + 0, ignored + 0 }' "$said")
    passed=$((passed + ${counted% *})) ignored=$((ignored + ${counted#* }))
    rm "$said"
    [ "${counted% *}" -gt 0 ] || { echo "no test has passed: $*" && exit 1; }
}

# Says how many tests have passed, for docs/proof.md. None is a failure.
figure_tests() {
    figure "$passed tests passed$([ "$ignored" = 0 ] || echo ", $ignored ignored")"
    [ "$passed" -gt 0 ]
}

# Prints the commit that is here, if nothing else is that may change what is built.
clean_commit() {
    local changes
    changes=$(git status --porcelain --untracked-files=all) || return 0
    # Git may be told to ignore settings of cargo.
    if [ -z "$changes" ] && [ ! -e .cargo ]; then git rev-parse HEAD; fi
}

# Ends the script unless a commit is here, and nothing else: only that is released.
need_commit() {
    [ -n "$(clean_commit)" ] ||
        { echo 'there are changes or files that are not committed, or a folder .cargo, or git cannot tell' && exit 1; }
}

# Keeps for ci/release.sh that something has passed at the commit that was here when it began, and still is. What was
# kept before is removed when it begins.
passed_at() {
    if [ -n "$2" ] && [ "$(clean_commit)" = "$2" ]; then echo "$2" >"$target/$1"; fi
}

# Says what a run came to, for docs/proof.md.
figure() {
    printf 'figure: %s\n' "$1"
    if [ -n "${IDS_CI_FIGURES:-}" ]; then printf '%s; ' "$1" >>"$IDS_CI_FIGURES"; fi
}

# Ends the script unless this machine has all that is named.
need() {
    local thing
    for thing in "$@"; do
        have "$thing" || cannot "no $thing on this machine (ci/support/install.sh [long])"
    done
}

# Names the workspace's packages, one per line: all, published, libraries (published ones), bare
# (libraries that can do without the standard library), columns (libraries whose identifiers databases store), light
# (libraries with this feature), or those with a file (a path below the crate's folder). That there is none is a failure.
packages() {
    have python3 || { echo 'python3 is needed to read the output of cargo metadata' >&2 && exit 1; }
    cargo metadata --no-deps --format-version 1 | python3 -c '
import json, os, sys
kind, found = sys.argv[1], []
for package in json.load(sys.stdin)["packages"]:
    published = package["publish"] != []
    library = any("lib" in target["kind"] for target in package["targets"])
    folder = os.path.dirname(package["manifest_path"])
    if {"all": True, "published": published, "libraries": published and library,
           "bare": published and library and "std" in package["features"],
           "columns": published and library and "column" in package["features"],
           "light": published and library and "light" in package["features"]}.get(
        kind, os.path.exists(os.path.join(folder, kind))
    ):
        found.append(package["name"])
if not found:
    sys.exit(f"no package is {kind}")
print(*found, sep="\n")
' "$1"
}

# Those packages as arguments for cargo: -p NAME -p NAME ...
only() {
    printf -- '-p %s ' "$@"
}

# Sets `cpu` to the processor's seconds of all that this shell has run and waited for. A subshell
# begins with none.
read_cpu() {
    local cpu_times
    cpu_times=$(mktemp)
    times >"$cpu_times"
    cpu=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int(60 * ($1 + $3) + $2 + $4) }' "$cpu_times")
    rm "$cpu_times"
}

# Runs the scripts of these names as lanes.
lanes() {
    local name
    for name in "$@"; do lane "$name" "ci/lanes/$name.sh"; done
}

# Ends the lanes that run, and this script.
stop_lanes() {
    trap - INT TERM HUP
    # shellcheck disable=SC2046 # numbers
    kill $(jobs -p) 2>/dev/null || true
    wait
    exit 130
}

# Runs a command as a lane and keeps its result for `summary`.
results=
lane() {
    local name=$1 start=$SECONDS before code=0 result
    if [ -z "$results" ]; then
        results=$(mktemp)
        trap 'rm -f "$results"' EXIT
    fi
    trap stop_lanes INT TERM HUP
    read_cpu && before=$cpu
    shift
    printf '\n=== %s: %s\n' "$name" "$*"
    IDS_CI_NOTES=$(mktemp)
    IDS_CI_FIGURES=$(mktemp)
    export IDS_CI_NOTES IDS_CI_FIGURES
    # `timeout` gives the lane a process group of its own, which no Ctrl-C reaches: this shell passes the signal on.
    # What a shell starts beside itself ignores Ctrl-C, and the lane shall not.
    env --default-signal=INT,QUIT timeout -k 10 "${IDS_LANE_SECONDS:-1200}" "$@" </dev/null 2>&1 &
    wait "$!" || code=$?
    case $code in
    0) result=ok ;;
    77) result='cannot run' ;;
    124 | 137) result='FAILED (time)' ;;
    *) result="FAILED ($code)" ;;
    esac
    if [ "$result" = ok ] && [ -s "$IDS_CI_NOTES" ]; then result='ok in part'; fi
    read_cpu
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$result" $((SECONDS - start)) $((cpu - before)) \
        "$(cat "$IDS_CI_NOTES")" "$(cat "$IDS_CI_FIGURES")" >>"$results"
    rm -f "$IDS_CI_NOTES" "$IDS_CI_FIGURES"
    unset IDS_CI_NOTES IDS_CI_FIGURES
}

# Prints what became of every lane; fails if one failed. Where IDS_WHOLE is set, all lanes have to run wholly, but those
# whose names it has.
summary() {
    printf '\n=== summary\n'
    printf '%-12s %-14s %5s %5s  %s\n' lane result s cpu 'what could not run'
    # A tab is white space, of which two together would be one.
    while IFS=$'\x1f' read -r name result seconds used note _; do
        printf '%-12s %-14s %5s %5s  %s\n' "$name" "$result" "$seconds" "$used" "${note%; }"
    done < <(tr '\t' '\037' <"$results")
    printf 'all: %s s\n' "$SECONDS"
    ! awk -F '\t' -v "whole=${IDS_WHOLE+set}" -v "left=${IDS_WHOLE:-}" '
        BEGIN { split(left, names, " "); for (i in names) may[names[i]] }
        $2 ~ /FAILED/ || (whole && $2 != "ok" && !($1 in may)) { found = 1 }
        END { exit !found }' "$results"
}
