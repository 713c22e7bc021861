# A Wine of a script's own, which ends with the script. Source it after ci/support/lib.sh.
# shellcheck shell=bash

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
    run x86_64-w64-mingw32-gcc -shared -O1 -Wall -Wextra -Werror ci/support/bcryptprimitives.c -ladvapi32 \
        -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
fi
