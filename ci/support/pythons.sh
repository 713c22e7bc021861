#!/usr/bin/env bash
# Prints the oldest and the newest Python of this machine that the package supports, a path on each line: of the
# commands python3 and python3.N, of pyenv's, and of the paths given as arguments.
source "$(dirname "$0")/lib.sh"

oldest=$(sed -n 's/^requires-python = ">=3\.\(.*\)"/\1/p' crates/ids-python/pyproject.toml)
mapfile -t commands < <(compgen -c python3 | grep -xE 'python3(\.[0-9]+)?' | sort -u)
pyenv=$(pyenv root 2>/dev/null || true)
for python in "${commands[@]}" "$pyenv"/versions/3.*/bin/python3 "$@"; do
    "$python" -c "
import sys
if sys.version_info >= (3, $oldest):
    print('.'.join(map(str, sys.version_info[:3])), sys.executable)" 2>/dev/null || true
done | sort -uV | sed -n '1p;$p' | uniq | cut -d' ' -f2-
