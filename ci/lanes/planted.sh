#!/usr/bin/env bash
# Plants bugs in the Python port, one at a time, and looks which rows of the vectors catch each.
# ci/lanes/planted.sh --bless writes the table in docs/planted.md anew.
source "$(dirname "$0")/../support/lib.sh"
need python3

run cargo build --quiet -p ids-cli
run python3 ci/support/planted.py "$target/debug/ids" "$@"
