#!/bin/sh
# Stands in for an archiver where nothing is linked with the archive: it leaves an empty one where the build looks for it.
for argument; do
    case $argument in
    *.a) echo '!<arch>' >"$argument" ;;
    # As Microsoft's archiver is asked.
    [-/][oO][uU][tT]:*) : >"${argument#*:}" ;;
    esac
done
