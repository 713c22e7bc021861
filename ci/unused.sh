#!/usr/bin/env bash
# Dependencies that nothing uses.
source "$(dirname "$0")/lib.sh"
need cargo-machete

run cargo machete
