#!/usr/bin/env bash
# The documentation of the libraries as the documentation site builds it, where each item names the features
# that it needs: no warning. `all` has every feature, as there; otherwise those with many dependencies are
# left out. ci/lanes/api.sh shares the build. What registries show by itself has no link that needs the
# repository, and its links into this documentation lead somewhere.
source "$(dirname "$0")/../support/lib.sh"
need nightly

features=(--features light)
if [ "${1:-}" = all ]; then features=(--all-features); fi
libraries=$(packages libraries)
for library in $libraries; do
    cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
[package] = [package for package in json.load(sys.stdin)["packages"] if package["name"] == sys.argv[1]]
metadata = (package["metadata"] or {}).get("docs", {}).get("rs", {})
sys.exit(0 if metadata.get("all-features") or not package["features"] else f"{sys.argv[1]}: [package.metadata.docs.rs] has not all-features")
' "$library"
done
RUSTDOCFLAGS='--cfg docsrs -D warnings' \
    run cargo "+$nightly" doc --quiet $(only $libraries) "${features[@]}" --lib --no-deps --target-dir "$target/api"
run python3 ci/support/site/registry.py "$target/api/doc"
