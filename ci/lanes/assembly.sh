#!/usr/bin/env bash
# One accessor and one constructor of each format, as assembly: no calls, and so no checks of bounds
# that could fail.
source "$(dirname "$0")/../support/lib.sh"
need python3
case $host in x86_64-*) ;; *) cannot 'not x86-64: other assembly' ;; esac

run cargo rustc --quiet --release --lib --manifest-path benches/instructions/Cargo.toml --target-dir "$target/instructions" -- --emit asm
listing=$(find "$target/instructions/release/deps" -name 'ids_instructions-*.s' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)
python3 ci/support/assembly.py "$listing"
