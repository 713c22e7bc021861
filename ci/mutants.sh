#!/usr/bin/env bash
# Changes the code of the libraries in every way cargo-mutants knows, and looks whether a test fails:
# at least nine of ten must be noticed, by the tests of the crate or else by those of the workspace. All take hours.
# ci/mutants.sh [vectors] [OPTIONS OF CARGO-MUTANTS...], for example --shard 1/20 or --file 'crates/kuid/**'.
# With `vectors`, only the code that reads and writes is changed, and only the vectors are run.
source "$(dirname "$0")/lib.sh"
need cargo-mutants patch

# What reads and writes texts, bytes, fields and canonical JSON.
codecs=(
    crates/ids-core/src/{layout,text,text/base,text/digits,text/hex,time/date,time/ticks}.rs
    crates/flax-id/src/{id,form,layout,monotonic}.rs
    crates/snowflake/src/{form,flavour,layout,pack}.rs
    crates/kuid/src/{local,global,form,legacy,drift,node_id,layout}.rs
    crates/siq/src/{id,form,uri,handle,domain,qualifier,embedded,migrate,layout}.rs
    crates/luuid/src/{id,form,key,group,prefix,layout}.rs
    crates/evently-id/src/{id,form,layout,canonical,event,record,time,jsonb}.rs
    crates/evently-id/src/json/{buffers,member,number,scanner,string}.rs
    crates/evently-ledger/src/verify.rs
)

# What no row can tell: bits that never meet, which | and ^ join alike; Rust's own traits;
# accessors, beside the fields that rows compare; names, patterns and other descriptions; bounds of
# prefixes; ledgers in stores; layouts that are wrong. The libraries' own tests are there for these.
untold=(
    'replace \| with \^'
    'impl (fmt::|core::error|PartialEq|Deref|AsRef|FromStr)'
    '(FlaxId|EventId|LedgerId|Local|Global|Siq|Luuid)::(timestamp|random|checksum|version|mega|second|fraction|sequence|seconds|serial|shard|looks_like_uuid_v6)\b'
    "Event<'_>::(name|timestamp|recorded|append_key)|Mark::"
    'Qualifier::(is_leaf|may_have_children|is_assigned|from_code)|Network::|(from|to)_i64\b'
    '::(name|pattern|positive_pattern)\b|Flavour::(last|last_positive|generates)\b'
    'Prefix::(next|range|first|last)\b'
    'Local::(is_regular|position)\b|Drift::window\b|Flavour::node_fields\b'
    'Layout::new\b'
)

libraries=$(packages libraries)
# A part of them has some of every file.
options=(--jobs 2 --no-shuffle --sharding round-robin --output "$target")
features=(--features light) tests=(--lib --tests)
# What only servers notice: they would be started anew for each change. The lane `servers` has them.
servers=('crates/ids-reserve/src/etcd/**' 'crates/ids-reserve/src/postgres/**' 'crates/evently-ledger/src/postgres/**')
servers+=(crates/ids-reserve/src/{etcd,postgres,tls}.rs crates/evently-ledger/src/postgres.rs)
# Short ways, without which the answer is the same and comes later.
options+=(--exclude-re 'is_canonical -> bool with false' --exclude-re 'guard covers\(.*with false in Index::open')
for file in "${servers[@]}"; do options+=(--exclude "$file"); done
if [ "${1:-}" = vectors ]; then
    shift
    libraries=$(grep -vE "ids-conform|ids-reserve" <<<"$libraries")
    for file in "${codecs[@]}"; do
        # A file that was renamed would be passed over.
        [ -f "$file" ] || { echo "no file $file" && exit 1; }
        options+=(--file "$file")
    done
    for kind in "${untold[@]}"; do options+=(--exclude-re "$kind"); done
    # It has their test, and none of the features. What is not changed is known to pass: the lane `vectors` runs it. Whose
    # tests to run is only obeyed without a look at that.
    options+=(--test-package ids-conform --baseline skip --timeout 120)
    features=() tests=(--test vectors)
fi
code=0
mkdir -p "$target"
# Each job has a folder of its own to build in: in a shared one they would take each other's results.
run env -u CARGO_TARGET_DIR cargo mutants "${options[@]}" "${features[@]}" $(only $libraries) "$@" -- "${tests[@]}" || code=$?
# 2 and 3: some were missed, some took too long. Anything else is no verdict on the tests.
case $code in 0 | 2 | 3) ;; *) exit "$code" ;; esac

found=$target/mutants.out
caught=$(cat "$found"/{caught,timeout}.txt | wc -l)
mapfile -t missed <"$found/missed.txt"
enough() {
    local all=$((caught + ${#missed[@]}))
    [ "$all" -gt 0 ] && [ $((caught * 10)) -ge $((all * 9)) ]
}
# Where too few are noticed: a library is also tested by what is built on it, the others and the command. cargo-mutants
# looks at each field that a struct may lack, whatever its --re says, so it cannot be asked for these changes.
if [ "${tests[*]}" = '--lib --tests' ] && ! enough; then
    again=$target/again
    rm -rf "$again/tree"
    mkdir -p "$again/tree"
    # With the time of now: cargo would take an older file for one that it has built.
    copy_tree "$again/tree" --touch
    # A change may make a test endless. The tests are ended whole then, and when this script is.
    tests_of_all=
    trap '[ -z "$tests_of_all" ] || kill "$tests_of_all" 2>/dev/null || true' EXIT
    all_tests() {
        local code=0
        env -C "$again/tree" CARGO_TARGET_DIR="$again/build" timeout -k 10 1800 \
            cargo test --quiet --workspace --features light --lib --bins --tests >"$again/log" 2>&1 </dev/null &
        tests_of_all=$!
        wait "$tests_of_all" || code=$?
        tests_of_all=
        return "$code"
    }
    unchanged() {
        all_tests || { cat "$again/log" && exit 1; }
    }
    unchanged
    python3 -c '
import json, sys
for it in json.load(open(sys.argv[1]))["outcomes"]:
    if it["summary"] == "MissedMutant":
        print(it["scenario"]["Mutant"]["name"], it["diff_path"], sep="\t")' "$found/outcomes.json" >"$again/missed"
    mapfile -t changes <"$again/missed"
    [ ${#changes[@]} = ${#missed[@]} ]
    missed=()
    for change in "${changes[@]}"; do
        diff=$found/${change#*$'\t'}
        file=$again/tree/$(sed -n '1s/^--- //p' "$diff")
        patch --silent "$file" "$diff"
        if all_tests; then missed+=("${change%%$'\t'*}"); else caught=$((caught + 1)); fi
        patch --silent --reverse "$file" "$diff"
    done
    # The tests failed because of the changes, and of nothing else.
    unchanged
fi
all=$(cargo mutants --list --shard 0/1 "${options[@]}" $(only $libraries) | wc -l)
[ ${#missed[@]} = 0 ] || printf '%s\n' "${missed[@]}"
enough
