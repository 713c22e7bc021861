#!/usr/bin/env bash
# Changes the code of the libraries in every way cargo-mutants knows, and looks whether a test fails:
# at least nine of ten must be noticed. All take hours.
# ci/mutants.sh [OPTIONS OF CARGO-MUTANTS...], for example --shard 1/20 or --file 'crates/kuid/**'.
source "$(dirname "$0")/lib.sh"
need cargo-mutants

libraries=$(packages libraries)
code=0
run cargo mutants --jobs 2 --all-features --no-shuffle --output "$target" $(only $libraries) "$@" -- --lib --tests || code=$?
# 2 and 3: some were missed, some took too long. Anything else is no verdict on the tests.
case $code in 0 | 2 | 3) ;; *) exit "$code" ;; esac

found=$target/mutants.out
caught=$(cat "$found"/{caught,timeout}.txt | wc -l)
missed=$(wc -l <"$found/missed.txt")
echo "$caught noticed, $missed missed:"
cat "$found/missed.txt"
[ $((caught + missed)) -gt 0 ] && [ $((caught * 10)) -ge $(((caught + missed) * 9)) ]
