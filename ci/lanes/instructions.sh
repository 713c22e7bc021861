#!/usr/bin/env bash
# What each codec and generator path costs in instructions, against benches/instructions/baseline.txt;
# with --bless, writes that file. Counts do not depend on load, but on the compiler and the C library:
# the file says which.
source "$(dirname "$0")/../support/lib.sh"
need valgrind python3
[ "$(uname -sm)" = 'Linux x86_64' ] || cannot 'not Linux on x86-64: other instructions'
grep -q avx2 /proc/cpuinfo || cannot "no AVX2 on this processor: other instructions"

baseline=benches/instructions/baseline.txt
tools="$(rustc -V), $(getconf GNU_LIBC_VERSION)"
if [ "${1:-}" != --bless ] && [ "$(head -n 1 "$baseline")" != "# $tools" ]; then
    cannot "the counts are of $(head -n 1 "$baseline" | cut -c3-), this is $tools"
fi
run cargo build --quiet --release --manifest-path benches/instructions/Cargo.toml --target-dir "$target/instructions"
found=$(mktemp)
trap 'rm -f "$found"' EXIT
run valgrind --quiet --tool=callgrind --callgrind-out-file="$found" "$target/instructions/release/ids-instructions"
if [ "${1:-}" = --bless ]; then
    { echo "# $tools" && python3 ci/support/instructions.py "$found"; } >"$baseline"
else
    python3 ci/support/instructions.py "$found" "$baseline"
fi
