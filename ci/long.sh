#!/usr/bin/env bash
# What takes too long for every change: some hours.
# ci/long.sh [--bless] [LANE...] runs only some of those below; --bless writes what came of each into docs/proof.md.
source "$(dirname "$0")/support/lib.sh"
export IDS_LANE_SECONDS=7200
bless=
if [ "${1:-}" = --bless ]; then bless=yes && shift; fi

ci/support/capabilities.sh
ci/support/install.sh long

# Runs a lane and keeps what came of it at once: who stops this before its end has the rows until then.
keep() {
    local began
    began=$(python3 ci/support/proof.py commit)
    lane "$@"
    if [ -n "$bless" ]; then tail -n 1 "$results" | python3 ci/support/proof.py keep "$began"; fi
}

all=$(sed -n 's/^    \([a-z0-9]*\)).*/\1/p' ci/long.sh)
for name in ${@:-$all}; do
    case $name in
    test) keep test ci/lanes/test.sh ;;
    features) keep features ci/lanes/features.sh all ;;
    threads) keep threads ci/lanes/threads.sh all ;;
    # A change seldom needs a newer version of a dependency than the manifest says.
    minimal) keep minimal ci/lanes/minimal.sh ;;
    # The oldest Rust of the command, which the tests of each change build with the newest.
    msrv) keep msrv ci/lanes/msrv.sh all ;;
    # Miri looks at the core on a big-endian machine in each change; the emulator builds everything once more.
    s390x) keep s390x ci/lanes/s390x.sh all ;;
    # The tests of the formats have nothing of a system, and Wine takes half a second to start a process.
    windows) keep windows ci/lanes/windows.sh all ;;
    # Dozens of dependencies are checked for two more systems; nothing but a `cfg` differs there.
    targets) keep targets ci/lanes/targets.sh all ;;
    # The lane no-std checks the same libraries in each change; this one links and runs them.
    thumb) keep thumb ci/lanes/thumb.sh ;;
    # The tests once more, built for a processor of 32 bits.
    i686) keep i686 ci/lanes/i686.sh ;;
    # One thread, and a runtime that compiles each test program anew.
    wasi) keep wasi ci/lanes/wasi.sh ;;
    # Nothing is released yet, and `ci/lanes/api.sh` shows each change of the interface.
    semver) keep semver ci/lanes/semver.sh ;;
    speed) keep speed ci/lanes/speed.sh ;;
    # What they call seldom changes, and `ci/lanes/api.sh` shows it in each change; building them takes minutes.
    benches) keep benches ci/lanes/benches.sh all ;;
    simulate) keep simulate ci/lanes/simulate.sh all ;;
    # Every law with a hundred times as many cases, and others each time.
    laws) keep laws ci/lanes/laws.sh ;;
    # Features with many dependencies, which are not built in each change.
    docs) keep docs ci/lanes/docs.sh all ;;
    miri) keep miri ci/lanes/miri.sh all ;;
    # A few seconds of each target find nothing that the laws do not find in each change.
    fuzz) keep fuzz ci/lanes/fuzz.sh --executions 1000000000 ;;
    # In each change as well. The rows here are the proof of what is released.
    loom) keep loom ci/lanes/loom.sh ;;
    fault) keep fault ci/lanes/fault.sh ;;
    # The comparison as its committed figures are measured. It compares nothing: other
    # figures on another machine are no failure, and docs/comparison.md stays as it is.
    report)
        keep report cargo run --quiet --release --manifest-path benches/Cargo.toml \
            --target-dir "$target/benches" --bin report -- --out "$target/report" --full
        ;;
    # The standard library is built with the sanitizer. Loom and Miri look at the same atomics in each change.
    tsan) keep tsan ci/lanes/tsan.sh ;;
    # A change in the code that no test notices is a missing test. One takes a minute, and some minutes if the tests of its
    # crate miss it. So each time there is another part of them.
    mutants) keep mutants ci/lanes/mutants.sh --shard $((RANDOM % 240))/240 ;;
    codecs) keep codecs ci/lanes/mutants.sh vectors --shard $((RANDOM % 40))/40 ;;
    # A hundred runs of a port take a minute, and what they find changes with the vectors and the port only.
    planted) keep planted ci/lanes/planted.sh ;;
    # What other implementations do, by way of the network.
    upstream) keep upstream ci/lanes/upstream.sh ;;
    reserve) keep reserve ci/lanes/reserve.sh long ;;
    # 10^5 random events, hashed in PostgreSQL and here.
    functions) keep functions ci/lanes/functions.sh ;;
    ledgers) keep ledgers ci/lanes/ledgers.sh ;;
    snapshot) keep snapshot ci/lanes/snapshot.sh ;;
    # Which traits of other libraries identifiers have, ours and others'.
    peers) keep peers ci/lanes/peers.sh ;;
    # The libraries with many dependencies take minutes to build, and nothing here changes what they do.
    services) keep services ci/lanes/services.sh all ;;
    # The ends of the range of rusqlite's versions, each with its SQLite.
    rusqlite) keep rusqlite ci/lanes/rusqlite.sh ;;
    # What a text is, beside other programs; their builds take minutes.
    inspect) keep inspect ci/lanes/inspect.sh ;;
    # The newest Node, Deno and Bun are a download of 150 MB.
    javascript) keep javascript ci/lanes/javascript.sh all ;;
    # NumPy, Arrow, Pydantic, SQLAlchemy and Django are 200 MB to install.
    python) keep python ci/lanes/python.sh all ;;
    # Everything is built twice, with optimisation.
    reproducible) keep reproducible ci/lanes/reproducible.sh ;;
    *) echo "no lane is called $name" && exit 2 ;;
    esac
done
summary
