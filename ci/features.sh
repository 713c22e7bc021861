#!/usr/bin/env bash
# Each feature of every library by itself, with lints, and of all but the core every two together. `default` only names
# others.
source "$(dirname "$0")/lib.sh"
need cargo-hack

libraries=$(packages libraries)
# `light` and `default` have all others but those with many dependencies: what the commands of the README leave out.
cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
heavy = {"default", "light", *sys.argv[1].split(",")}
for package in json.load(sys.stdin)["packages"]:
    features = package["features"]
    left = set(features) - heavy - {*features.get("light", []), *features.get("default", [])}
    if left:
        sys.exit(package["name"] + ": the feature light is without " + ", ".join(sorted(left)))
' "$heavy"
# The most crates that come with each library, itself among them, if its user asks for no feature.
while read -r library most; do
    brought=$(cargo tree -p "$library" -e normal --prefix none --no-dedupe | cut -d ' ' -f 1 | sort -u | wc -l)
    [ "$brought" -le "$most" ] || { echo "$library comes with $brought crates, not $most" && exit 1; }
done <<'MOST'
ids-core 1
snowflake-ids 2
kuid 2
evently-id 4
flax-id 8
luuid 10
siq 12
MOST
# Those for databases and for other libraries add traits of the core and change nothing else: each by itself, for all
# formats at once. The heavy ones are in the lane `services`.
foreign=arbitrary,borsh,bytemuck,column,postgres-types,proptest,rkyv,rusqlite,schemars1,utoipa5,utoipa6,zerocopy
run cargo hack --feature-powerset --depth 2 --exclude-features "default,light,$foreign,$heavy" $(only $(grep -vx ids-core <<<"$libraries")) clippy --quiet --lib -- -D warnings
run cargo hack --each-feature --exclude-features "light,$heavy" -p ids-core clippy --quiet --lib -- -D warnings
for feature in ${foreign//,/ }; do
    run cargo clippy --quiet $(only ids-core $(packages FORMAT.md)) --lib --features "ids-core/$feature" -- -D warnings
done
# The tests under the features that users get without asking.
tested cargo test --quiet $(only $libraries) --lib --tests
# What the newer utoipa writes, which the workspace's tests leave out.
tested cargo test --quiet -p ids-testkit --features utoipa6 --test foreign schemas
