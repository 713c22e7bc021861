#!/usr/bin/env bash
# Prints the oldest and the newest Python that the package supports, a path on each line: of the commands python3 and
# python3.N, of pyenv's, and CPython of Debian's next release. That one is laid in target/python/debian with its own C
# library, beside whatever Python this machine has; it needs apt and x86-64. The argument is a folder with patchelf.
source "$(dirname "$0")/lib.sh"

folder=$(realpath -m "$target/python/debian")
newest() { find_any "$folder/root/usr/bin" -name 'python3.[0-9]*' -executable | sort -V | tail -n 1; }
if [ -z "$(newest)" ]; then
    need apt-get
    rm -rf "$folder"
    mkdir -p "$folder"/{lists,cache/archives}/partial "$folder/new"
    echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian forky main' \
        >"$folder/sources.list"
    # No package counts as installed, so that all that Python needs comes along.
    options=(-q -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$folder/lists" -o Dir::State::status=/dev/null -o "Dir::Cache=$folder/cache"
        -o APT::Install-Recommends=false -o Debug::NoLocking=1 -o "APT::Sandbox::User=$(id -un)")
    {
        apt-get "${options[@]}" update
        name=$(apt-cache "${options[@]}" search --names-only '^python3\.[0-9]+$' | cut -d' ' -f1 | sort -V | tail -n 1)
        apt-get "${options[@]}" install --download-only -y "$name"
        for package in "$folder"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/new"; done
        libraries=$folder/root/usr/lib/x86_64-linux-gnu
        "$1/patchelf" --set-interpreter "$libraries/ld-linux-x86-64.so.2" --force-rpath --set-rpath "$libraries" \
            "$folder/new/usr/bin/$name"
        mv "$folder/new" "$folder/root"
        rm -rf "$folder"/{lists,cache}
    } >&2
fi

oldest=$(sed -n 's/^requires-python = ">=3\.\(.*\)"/\1/p' crates/ids-python/pyproject.toml)
mapfile -t commands < <(compgen -c python3 | grep -xE 'python3(\.[0-9]+)?' | sort -u)
for python in "${commands[@]}" "$(pyenv root 2>/dev/null || true)"/versions/3.*/bin/python3 "$(newest)"; do
    "$python" -c "
import sys
if sys.version_info >= (3, $oldest):
    print('.'.join(map(str, sys.version_info[:3])), sys.executable)" 2>/dev/null || true
done | sort -uV | sed -n '1p;$p' | uniq | cut -d' ' -f2-
