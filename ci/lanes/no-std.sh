#!/usr/bin/env bash
# The libraries without the standard library: on bare metal without 64-bit atomics, and on wasm.
source "$(dirname "$0")/../support/lib.sh"

# Those with a feature for the standard library, and the one that never has it.
libraries=$(packages bare)
libraries+=' ids-formats'
for triple in thumbv7em-none-eabihf wasm32-unknown-unknown; do
    need "target:$triple"
    run cargo check --quiet $(only $libraries) --lib --no-default-features --target "$triple"
done
