#!/usr/bin/env bash
# Spelling, in code and prose.
source "$(dirname "$0")/../support/lib.sh"
need typos

run typos
