#!/usr/bin/env bash
# Dependencies that nothing uses.
source "$(dirname "$0")/../support/lib.sh"
need cargo-machete

run cargo machete
