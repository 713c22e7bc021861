#!/usr/bin/env bash
# Wine. A script that sources this after ci/lib.sh has a Wine of its own, which ends with the script.
#
# As a program it runs a test program by Wine, which on a busy machine sometimes fails to start a process: this one, and
# then it ends with 1 or 66, as no test program does; or one that a test starts, by an error of its own. Then the program
# begins once more.
# ci/wine.sh PROGRAM [ARGUMENTS...]
# shellcheck shell=bash

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    errors='code: 1359, kind: Uncategorized|left: \(-1073741502, '
    said=$(mktemp)
    trap 'rm -f "$said"' EXIT
    wine "$@" 2>&1 | tee "$said"
    code=${PIPESTATUS[0]}
    if [[ $code = 1 || $code = 66 ]] || { [ "$code" != 0 ] && grep -qE "$errors" "$said"; }; then
        echo "once more, after Wine's error: ${1##*/}"
        wine "$@"
        code=$?
    fi
    exit "$code"
fi

# Wine's registry, its drive C and its server, which ends with this.
WINEPREFIX=$(mktemp -d)
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml='
trap 'wineserver -k || true; wineserver -w || true; rm -rf "$WINEPREFIX"' EXIT
unset DISPLAY
# Else the server ends and is started anew with each test, which takes seconds.
wineserver -p
# It says what of it is missing, such as what runs programs of 32 bits; no test needs that.
wineboot --init >"$WINEPREFIX/log" 2>&1 || { cat "$WINEPREFIX/log" && exit 1; }

if [ ! -e "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" ]; then
    run x86_64-w64-mingw32-gcc -shared -O1 -Wall -Wextra -Werror ci/bcryptprimitives.c -ladvapi32 \
        -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
fi
