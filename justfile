# What must hold, as lanes: `just` lists them, `just NAME` runs one, `.ci/run` those of the group `run`, and
# `ci/nightly` those of the group `nightly`, with `all` where they take it. `metadata` names the inputs of a lane:
# packages, with all that they depend on, and other paths. A lane without it runs in each change.

set positional-arguments
set shell := ["bash", "-euo", "pipefail", "-c"]
set script-interpreter := ["bash", "-euo", "pipefail"]

import 'ci/nightly.just'

[private]
default:
    @just --list --unsorted

# The tools that .ci/run needs; `just install nightly` adds those of ci/nightly
install what='run':
    ci/install "$@"

# The README's first command, word for word
[group('run')]
[script]
readme-run:
    source ci/lib.sh
    linted bash -o pipefail -c "$(sed -n '/^```sh$/,/^```$/p' README.md | sed -n 2p)"

# The README's second command, word for word: every test of the workspace, and the examples of its documentation
[group('run')]
[script]
readme-test:
    source ci/lib.sh
    linted bash -o pipefail -c "$(sed -n '/^```sh$/,/^```$/p' README.md | sed -n 3p)"

# The libraries on the oldest Rust they promise; `all`: with their features, and the command, Python and files of ledgers
[group('run'), group('nightly')]
[script]
msrv all='':
    source ci/lib.sh
    need msrv
    libraries=$(packages libraries | grep -vx evently-ledger)
    check() { run cargo "+$1" check --quiet --target-dir "$target/msrv" "${@:2}"; }
    if [ "$1" != all ]; then
        check "$msrv" $(only $libraries) --lib
        exit
    fi
    need msrv_of_files
    features=$(cargo metadata --no-deps --format-version 1 | python3 -c '
    import json, sys
    libraries, newer = (argument.split() for argument in sys.argv[1:])
    for package in json.load(sys.stdin)["packages"]:
        if package["name"] in libraries:
            for feature in package["features"].keys() - set(newer):
                print(package["name"] + "/" + feature, end=",")
    ' "$libraries" "light ${heavy//,/ }")
    check "$msrv" $(only $libraries) --lib --features "$features"
    # Its feature `file` wants a newer Rust, and says so.
    check "$msrv" -p evently-ledger --lib --no-default-features --features serde,sqlite,postgres
    check "$msrv_of_files" -p ids-cli -p evently-ledger --features light
    check "$msrv_of_files" --manifest-path crates/ids-python/Cargo.toml

# The libraries without the standard library: on bare metal without 64-bit atomics, with programs of its own, and on wasm
[group('run')]
[script]
no-std:
    source ci/lib.sh
    need target:thumbv7em-none-eabihf target:wasm32-unknown-unknown
    for triple in thumbv7em-none-eabihf wasm32-unknown-unknown; do
        run cargo check --quiet $(only $(packages bare) ids-formats) --lib --no-default-features --target "$triple" --target-dir "$target/no-std"
    done
    run cargo check --quiet --locked --manifest-path examples/microcontroller/Cargo.toml --target thumbv7em-none-eabihf --target-dir "$target/no-std"

# The Python package in an empty environment: tests, README, types, vectors; `just python --bless` writes the types; `all`: with NumPy, Arrow, Pydantic, SQLAlchemy, Django, servers and each Python
[group('run'), group('nightly'), metadata('ids-python', 'crates/ids-npm/examples/', 'crates/ids-npm/src/kind.rs', 'examples/ports/python/')]
python all='':
    ci/python.sh "$@"

# Stores and ledgers on real servers that are killed, hung and cut off, and SQL; `all`: away for 60 s, 10^8 identifiers, 10^5 hashes
[group('run'), group('nightly'), metadata('ids-cli', 'databases-drivers')]
[script]
servers all='':
    source ci/lib.sh
    need postgres pgbouncer openssl etcd etcdctl mariadbd
    # How often a process or a server is killed; stores across the network.
    export IDS_SERVERS=1 IDS_LEDGER_KILLS=3 IDS_RESERVE_STORES='postgres etcd'
    if [ "$1" = all ]; then
        export IDS_LEDGER_KILLS=100 IDS_LEDGER_EVENTS=100000 IDS_RESERVE_STORES='postgres pgbouncer etcd'
    fi
    # More at once than there are cores: most of them wait for something.
    workspace_tests --bin ids --test stores --test functions --test databases -- --test-threads 4
    workspace_tests --test cli -- --test-threads 4 stores::
    if [ "$1" = all ]; then
        export IDS_RESERVE_STORES="sqlite postgres pgbouncer etcd" IDS_RESERVE_AWAY=60 IDS_RESERVE_COUNT=100000000
        workspace_tests --test stores --release -- --test-threads 1 fleet::
    fi

# Format, lints of all that the README's second command builds, and the list of files with unsafe code
[group('run')]
[script]
check *bless:
    source ci/lib.sh
    # The formats forward the same features.
    run python3 ci/forwarded.py "$@"
    # The benchmarks, the examples and others are workspaces of their own.
    for manifest in $(git ls-files '*Cargo.toml' | xargs grep -l '^\[workspace\]'); do
        run cargo fmt --all --check --manifest-path "$manifest"
    done
    run linted cargo test --quiet --workspace --features light --no-run
    # A library without tests, as that of the JavaScript package is, is no part of that.
    run linted cargo build --quiet --workspace --features light --lib --tests
    # CONTRIBUTING.md lists the files with unsafe code, and no other.
    unsafe=$(git grep -lE '\bunsafe(\(| \{| fn| extern| impl)' -- '*.rs')
    listed=$(sed -n '/^\*\*Unsafe code/,/^\*\*Own code/p' CONTRIBUTING.md | grep -o '`[^`]*\.rs`' | tr -d '`')
    run diff <(sort <<<"$listed") <(sort <<<"$unsafe")

# Spelling, in code and prose, and phrases that are hard to read
[group('run')]
[script]
typos:
    typos
    # A phrase, and what to write instead.
    hard=0
    while IFS='=' read -r phrase plain; do
        found=$(git grep -nIP "(?i)(?<![a-z])$phrase(?![a-z])" -- . ':!justfile' ':!api' ':!LICENSE-*' ':!*.lock' \
            ':!docs/vectors/*.json' ':!crates/*/vectors') || [ $? = 1 ]
        [ -z "$found" ] || { printf '%s\n    write: %s\n' "$found" "$plain" && hard=1; }
    done <<'PHRASES'
    so (many|much|long|often)=this number of, that long, or the name of the argument
    (nobody|somebody|anybody|whoever)=no other process, another program, a user: whom it means
    (?-i:(?<![Tt]here )(is|are|was) none)=is not an identifier, does not exist: what it is not
    (that|which|what) is no (?!longer|more|less|such)[a-z]+=that is not a ..
    of others=of other projects, of another process: whose
    by way of=through
    without more ado=as it is, at once
    can be had=is available
    since 1970=since the Unix epoch
    unless it is said=by default
    (for want of|in vain)=without, for no reason
    PHRASES
    exit "$hard"

# A change of each crate runs its lanes
[group('run')]
filters:
    python3 ci/filters.py

# Every rule has its rows and its links, and layouts in documents are the code's; `just vectors --bless` writes them
[group('run')]
[script]
vectors bless='':
    source ci/lib.sh
    build_examples
    "$target/debug/examples/layouts" >"$target/layouts.json"
    run python3 ci/vectors.py "$target/layouts.json" "$@"

# Every example of the crates does what its first lines show
[group('run')]
[script]
examples:
    source ci/lib.sh
    build_examples
    run python3 ci/examples.py "$target/debug/examples"

# The reference answers its own questions over the protocol, fresh ones too
[group('run')]
[script]
conform:
    source ci/lib.sh
    build_ids
    conform_wholly --random 2000 --seed "$RANDOM" -- "$ids" respond

# The ports in five languages answer every row of the vectors and fresh cases (that in SQL: `servers`)
[group('run'), group('nightly'), metadata('ids-conform', 'examples/ports/')]
[script]
ports:
    source ci/lib.sh
    need node ruby go
    build_ids
    conform() { conform_wholly --random 500 --seed "$RANDOM" -- "$@"; }
    conform python3 examples/ports/python/respond.py
    conform node examples/ports/javascript/respond.js
    conform ruby examples/ports/ruby/respond.rb
    port=$(realpath -m "$target/port-go")
    run env -C examples/ports/go go vet .
    unformatted=$(gofmt -l examples/ports/go)
    [ -z "$unformatted" ] || { echo "not formatted: $unformatted" && exit 1; }
    run env -C examples/ports/go go build -o "$port" .
    conform "$port"

# The npm package outside of the checkout, in Node and Chromium: tests, README, types, sizes, vectors; `all`: other runtimes too
[group('run'), group('nightly'), metadata('ids-npm', 'ids-wasm', 'examples/ports/javascript/')]
javascript all='':
    ci/javascript.sh "$@"

# The page of `ids page` in Chromium; `just page --bless` builds the module that the command carries, `--compare` only looks whether it is of these sources
[group('run'), group('nightly'), metadata('ids-wasm', 'ids-cli')]
page what='':
    ci/page.sh "$@"
