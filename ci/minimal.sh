#!/usr/bin/env bash
# The published crates with the oldest version of each direct dependency that their manifests allow,
# in a copy, because both manifests and lock file change.
source "$(dirname "$0")/lib.sh"
need cargo-hack nightly

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 tar c --ignore-failed-read | tar x -C "$copy"
published=$(packages published)
cd "$copy"
run cargo hack --quiet --remove-dev-deps --workspace
run cargo "+$nightly" update --quiet -Z direct-minimal-versions
run cargo check --quiet $(only $published) --all-features --target-dir "$target"
