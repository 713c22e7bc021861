#!/usr/bin/env bash
# The reference answers its own questions over the protocol, fresh ones too.
source "$(dirname "$0")/../support/lib.sh"

run cargo build --quiet -p ids-cli
conform_wholly --random 2000 --seed "$RANDOM" -- "$target/debug/ids" respond
