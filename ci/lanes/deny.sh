#!/usr/bin/env bash
# Dependencies: licences, sources, bans, and known advisories if their database is at hand: a folder
# or an archive named by ADVISORY_DB, or ../shared/data/rustsec-advdb-*.tgz. IDS_ADVISORY_DAYS is how old its newest
# advisory may be; without it any age will do.
source "$(dirname "$0")/../support/lib.sh"
need cargo-deny

# Bans are for what users get; tests and the test kit may use what they like.
run cargo deny --exclude-dev --exclude-unpublished check bans
run cargo deny check licenses sources
# The Python package is a workspace of its own.
python=(--manifest-path crates/ids-python/Cargo.toml --config deny.toml)
run cargo deny "${python[@]}" check bans licenses sources

# What `cargo deny` does not ask: who keeps each, and why it is here.
if have python3; then run python3 ci/support/dependencies.py; else without 'no python3 for docs/dependencies.md'; fi

data=$(advisory_data)
if [ -z "$data" ]; then
    without 'advisories: no database at hand (ADVISORY_DB)'
    # Who asks how old they are needs them.
    [ -z "${IDS_ADVISORY_DAYS:-}" ]
    exit
fi
# cargo-deny wants a git repository that looks freshly fetched, under the name it derives from the
# database's address.
export ADVISORY_DBS=$target/advisory-dbs
database=$ADVISORY_DBS/advisory-db-3157b0e258782691
rm -rf "$database" && mkdir -p "$database"
if [ -d "$data" ]; then cp -r "$data/." "$database" && rm -rf "$database/.git"; else tar xzf "$data" -C "$database"; fi
# An archive from the code's host has a folder around it all.
if [ ! -d "$database/crates" ]; then mv "$database"/*/* "$database"; fi
git -C "$database" init --quiet
git -C "$database" add --all
git -C "$database" -c user.name=ci -c user.email=ci@localhost commit --quiet --message "${data##*/}"
git -C "$database" rev-parse HEAD >"$database/.git/FETCH_HEAD"
newest=$(grep -rh '^date = "' "$database/crates" | sort | tail -n 1 | cut -d '"' -f 2)
days=$((($(date +%s) - $(date -d "$newest" +%s)) / 86400))
echo "advisories: ${data##*/}, the newest $days days old"
[ "$days" -le "${IDS_ADVISORY_DAYS:-$days}" ] || { echo "older than $IDS_ADVISORY_DAYS days: take a newer database" && exit 1; }
run cargo deny --offline check advisories
run cargo deny --offline "${python[@]}" check advisories
