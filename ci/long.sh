#!/usr/bin/env bash
# What takes too long for every change: about three hours.
# ci/long.sh [--bless] [LANE...] runs only some of those below; --bless writes what came of them into docs/proof.md.
source "$(dirname "$0")/support/lib.sh"
export IDS_LANE_SECONDS=7200
bless=
if [ "${1:-}" = --bless ]; then bless=yes && shift; fi

ci/support/capabilities.sh
ci/support/install.sh long

all=$(sed -n 's/^    \([a-z0-9]*\)).*/\1/p' ci/long.sh)
for name in ${@:-$all}; do
    case $name in
    test) lane test ci/lanes/test.sh ;;
    features) lane features ci/lanes/features.sh all ;;
    threads) lane threads ci/lanes/threads.sh all ;;
    # A change seldom needs a newer version of a dependency than the manifest says.
    minimal) lane minimal ci/lanes/minimal.sh ;;
    # Miri looks at the core on a big-endian machine in each change; the emulator builds everything once more.
    s390x) lane s390x ci/lanes/s390x.sh all ;;
    # Dozens of dependencies are checked for two more systems; nothing but a `cfg` differs there.
    targets) lane targets ci/lanes/targets.sh all ;;
    # The lane no-std checks the same libraries in each change; this one links and runs them.
    thumb) lane thumb ci/lanes/thumb.sh ;;
    # The tests once more, built for a processor of 32 bits.
    i686) lane i686 ci/lanes/i686.sh ;;
    # One thread, and a runtime that compiles each test program anew.
    wasi) lane wasi ci/lanes/wasi.sh ;;
    speed) lane speed ci/lanes/speed.sh ;;
    benches) lane benches ci/lanes/benches.sh all ;;
    simulate)
        for format in $(ci/lanes/simulate.sh); do lane "simulate $format" ci/lanes/simulate.sh "$format"; done
        ;;
    # Every law with a hundred times as many cases, and others each time.
    laws) lane laws env PROPTEST_RNG_SEED="$SRANDOM" PROPTEST_CASES=25600 cargo test --quiet --release --workspace --features light --tests ;;
    # Features with many dependencies, which are not built in each change.
    docs) lane docs ci/lanes/docs.sh all ;;
    miri) lane miri ci/lanes/miri.sh all ;;
    # Building the targets takes minutes of a processor, and a few seconds of each find nothing that the laws do
    # not find in each change.
    fuzz) lane fuzz ci/lanes/fuzz.sh 600 ;;
    # The standard library is built with the sanitizer. Loom and Miri look at the same atomics in each change.
    tsan) lane tsan ci/lanes/tsan.sh ;;
    # A change in the code that no test notices is a missing test. Another twentieth each time, and half of
    # those that the vectors alone should notice.
    mutants)
        lane mutants ci/lanes/mutants.sh --shard $((RANDOM % 20))/20
        lane "vectors alone" ci/lanes/mutants.sh vectors --sharding round-robin --shard $((RANDOM % 2))/2
        ;;
    # What other implementations do, by way of the network.
    upstream) lane upstream ci/lanes/upstream.sh ;;
    reserve) lane reserve ci/lanes/reserve.sh long ;;
    # 10^5 random events, hashed in PostgreSQL and here.
    functions) lane functions env IDS_SERVERS=1 IDS_LEDGER_EVENTS=100000 cargo test --quiet --workspace --features light --test functions ;;
    # Events a second in databases, beside plain inserts, and whether a ledger slows down as it grows: for
    # PostgreSQL, IDS_LEDGER_URL is a database of its own.
    ledgers)
        ledgers=$(mktemp -d)
        run cargo build --quiet --release -p evently-ledger --features sqlite,postgres --example ledger-speed
        for store in "sqlite:$ledgers/events.db" ${IDS_LEDGER_URL:+"postgres:$IDS_LEDGER_URL"}; do
            lane "ledgers ${store%%:*}" "$target/release/examples/ledger-speed" append "$store" 10
            lane "ledgers ${store%%:*} growing" "$target/release/examples/ledger-speed" grow "$store" 10 1000000
        done
        rm -r "$ledgers"
        ;;
    snapshot) lane snapshot ci/lanes/snapshot.sh ;;
    # Which traits of other libraries identifiers have, ours and others'.
    peers) lane peers ci/lanes/peers.sh ;;
    # The older sea-orm, actix and rocket take minutes to build, and nothing here changes what they do.
    services) lane services ci/lanes/services.sh all ;;
    # The ends of the range of rusqlite's versions, each with its SQLite.
    rusqlite) lane rusqlite ci/lanes/rusqlite.sh ;;
    # What a text is, beside other programs; their builds take minutes.
    inspect) lane inspect ci/lanes/inspect.sh ;;
    # The newest Node, Deno and Bun are a download of 150 MB.
    javascript) lane javascript ci/lanes/javascript.sh all ;;
    # NumPy, Arrow, Pydantic, SQLAlchemy and Django are 200 MB to install.
    python) lane python ci/lanes/python.sh all ;;
    # Everything is built twice, with optimisation.
    reproducible) lane reproducible ci/lanes/reproducible.sh ;;
    *) echo "no lane is called $name" && exit 2 ;;
    esac
done
if [ -n "$bless" ]; then python3 ci/support/proof.py <"$results"; fi
summary
