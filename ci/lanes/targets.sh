#!/usr/bin/env bash
# The compiler's word on systems that this machine has not: macOS on ARM, and Windows as Microsoft's tools build it.
# The libraries, the command and the Python package with the features that users get without asking; with `all` their
# tests too, and all of `light`. Nothing is linked or run.
# ci/lanes/targets.sh [all]
source "$(dirname "$0")/../support/lib.sh"

# ids-npm's module has a host in JavaScript; the other systems never see it.
what=(--workspace --exclude ids-npm --exclude ids-wasm)
if [ "${1:-}" = all ]; then what+=(--all-targets --features light); fi
# The Python package is a workspace of its own. The check needs no Python.
python=(--manifest-path crates/ids-python/Cargo.toml --locked)
# SQLite and ring have C in them, and a check links nothing: in place of each compiler for C stands a program that does
# nothing. So no feature is left out, and only the C itself is not looked at.
export SDKROOT=/
for triple in aarch64-apple-darwin x86_64-pc-windows-msvc; do
    need "target:$triple"
    instead=(env "CC_${triple//-/_}=true" "AR_${triple//-/_}=$PWD/ci/support/archiver.sh" RUSTFLAGS='-D warnings')
    run "${instead[@]}" cargo check --quiet --keep-going "${what[@]}" --target "$triple"
    run "${instead[@]}" PYO3_NO_PYTHON=1 cargo check --quiet "${python[@]}" --target "$triple"
done
