#!/usr/bin/env bash
# Lays the newest CPython of Debian's next release in target/python/debian, with its own C library, beside whatever
# Python this machine has, and prints its path. It needs apt and x86-64; the first argument is a folder with patchelf.
source "$(dirname "$0")/lib.sh"

folder=$(realpath -m "$target/python/debian")
found() { find "$folder/root/usr/bin" -name 'python3.[0-9]*' -executable 2>/dev/null | sort -V | tail -n 1; }
if [ -z "$(found)" ]; then
    have apt-get || exit 77
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
        newest=$(apt-cache "${options[@]}" search --names-only '^python3\.[0-9]+$' | cut -d' ' -f1 | sort -V | tail -n 1)
        apt-get "${options[@]}" install --download-only -y "$newest"
        for package in "$folder"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/new"; done
        libraries=$folder/root/usr/lib/x86_64-linux-gnu
        "$1/patchelf" --set-interpreter "$libraries/ld-linux-x86-64.so.2" --force-rpath --set-rpath "$libraries" \
            "$folder/new/usr/bin/$newest"
        mv "$folder/new" "$folder/root"
        rm -rf "$folder"/{lists,cache}
    } >&2
fi
found
