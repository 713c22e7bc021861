#!/usr/bin/env bash
# Runs a test program by Wine, which on a busy machine sometimes fails to start a process: this one, and then it ends
# with 1 or 66, as no test program does; or one that a test starts, by an error of its own. Then the program begins once
# more.
# ci/support/wine-run.sh PROGRAM [ARGUMENTS...]
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
