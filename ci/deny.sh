#!/usr/bin/env bash
# Dependencies: licences, sources, bans, and known advisories, of a folder or an archive that ADVISORY_DB names, or of
# ../shared/data/rustsec-advdb-*.tgz, or as cargo-deny fetches them.
# IDS_ADVISORY_DAYS, for a release, is how old its newest advisory may be; no version in the lock files of the workspace
# and of the Python package may be yanked then. Without it any age will do, and no registry is asked.
source "$(dirname "$0")/lib.sh"
need cargo-deny
mkdir -p "$target"

# Bans are for what users get; tests and the test kit may use what they like.
run cargo deny --exclude-dev --exclude-unpublished check --hide-inclusion-graph bans
run cargo deny check licenses sources
# The Python package is a workspace of its own.
python=(--manifest-path crates/ids-python/Cargo.toml)
run cargo deny "${python[@]}" --config deny.toml check --hide-inclusion-graph bans licenses sources

# What `cargo deny` does not ask: who keeps each, and why it is here.
run python3 ci/dependencies.py

export ADVISORY_DBS=$target/advisory-dbs
# Under the name that cargo-deny derives from the database's address.
database=$ADVISORY_DBS/advisory-db-3157b0e258782691
rm -rf "$database"
data=${ADVISORY_DB:-$(find_any ../shared/data -name 'rustsec-advdb-*.tgz' | sort | tail -n 1)}
if [ -z "$data" ]; then
    run cargo deny fetch db
    data=$(mktemp -d)
    trap 'rm -rf "$data"' EXIT
    mv "$database"/* "$data"
    rm -rf "$database"
fi
# cargo-deny wants a git repository that looks freshly fetched.
mkdir -p "$database"
if [ -d "$data" ]; then cp -r "$data/." "$database"; else tar xzf "$data" -C "$database"; fi
rm -rf "$database/.git"
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

config=deny.toml
if [ -n "${IDS_ADVISORY_DAYS:-}" ]; then
    # What was yanked stands in the registry's index, of which Cargo asks for news only where it may change something.
    run cargo update --quiet --dry-run
    run cargo update --quiet --dry-run "${python[@]}"
    config=$target/deny.toml
    sed 's/^yanked = "allow"/yanked = "deny"/' deny.toml >"$config"
fi
run cargo deny --offline --config "$config" check --hide-inclusion-graph advisories
run cargo deny --offline --config "$config" "${python[@]}" check --hide-inclusion-graph advisories
