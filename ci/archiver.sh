#!/bin/sh
# Stands in for an archiver where nothing is linked with the archive: it leaves an empty one where the build looks for it.
made=
for argument; do
    case $argument in
    # As Microsoft's archiver is asked.
    [-/][oO][uU][tT]:*) : >"${argument#*:}" && made=yes ;;
    *.a) echo '!<arch>' >"$argument" && made=yes ;;
    esac
done
[ -n "$made" ] || { echo "no archive in: $*" >&2 && exit 1; }
