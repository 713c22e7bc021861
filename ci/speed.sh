#!/usr/bin/env bash
# How fast the command is, and that its memory does not grow: what it explains and what it makes.
source "$(dirname "$0")/lib.sh"
[ "$(uname)" = Linux ] || cannot 'not Linux: no /proc that tells how much memory'

run cargo build --quiet --release -p ids-cli
ids=$target/release/ids
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A million identifiers of six kinds, one of each in turn.
each=170000
count=$((6 * each))
make() { "$ids" new "${@:2}" -n "$each" --at 2026-01-01 --seed 1 >"$folder/$1"; }
make 1 flax
make 2 snowflake --flavour discord --node worker=1,process=2 --max-ahead 24h
make 3 snowflake --flavour tid --node 1 --max-ahead 24h
make 4 kuid --name somewhere@localhost --max-ahead 24h
make 5 siq --domain example.com --shard 1 --kind user --max-ahead 24h
make 6 luuid --group person --keys 1
paste -d '\n' "$folder"/[1-6] >"$folder/mixed"
[ "$(wc -l <"$folder/mixed")" = "$count" ]

# Less than half of what it does on an ordinary machine.
measure() { python3 ci/speed.py "$@"; }
measure "$count" 500000 "$folder/mixed" "$ids" inspect --json
measure "$each" 1500000 "$folder/1" "$ids" inspect --json --format flax
measure "$each" 1500000 "$folder/2" "$ids" inspect --json --flavour discord
measure 10000000 10000000 /dev/null "$ids" new flax -n 10000000
measure 10000000 10000000 /dev/null "$ids" new flax --monotonic -n 10000000 --max-ahead 24h

# Streams that are watched, and a ledger of a gigabyte on one thread and on two.
"$ids" new flax --monotonic -n 5000000 --at 2026-01-01 --seed 1 --max-ahead 24h >"$folder/ordered"
measure 5000000 1000000 "$folder/ordered" "$ids" check flax
run cargo build --quiet --release -p ids-testkit --example bulk_ledger
"$target/release/examples/bulk_ledger" 2000000 >"$folder/ledger.ndjson"
ls -l "$folder/ledger.ndjson" | awk '{ printf "a ledger of 2000000 events, %.2f GB\n", $5 / 1e9 }'
measure 2000000 250000 /dev/null "$ids" ledger verify --threads 1 "$folder/ledger.ndjson"
measure 2000000 250000 /dev/null "$ids" ledger verify --threads 2 "$folder/ledger.ndjson"

# Another command that explains and makes identifiers, where it is installed (cargo install idt).
if has idt; then
    TIMEFORMAT='%R s, %U s of processor'
    echo "idt inspect: $each snowflakes as above; idt gen: 1000000 UUIDs"
    time idt inspect -j -t snowflake --preset discord <"$folder/2" >/dev/null
    time idt gen uuidv4 -n 1000000 >/dev/null
fi
