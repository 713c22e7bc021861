#!/usr/bin/env bash
# Points `ids conform` at other implementations, through the adapters in examples/upstream, and looks
# whether docs/upstream.md says what is found. just upstream --bless writes it anew. Needs PyPI and npm.
source "$(dirname "$0")/lib.sh"
need python3

suou=0.14.0 flax=1.1.0 sapphire=3.5.5 atproto=0.4.21
folder=$(realpath -m "$target/upstream")
mkdir -p "$folder"
build_ids

# The first Python that is new enough for suou.
newest=
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 ~/.pyenv/versions/3.1[2-9]*/bin/python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then newest=$candidate && break; fi
done

venv() {
    [ -x "$folder/$1/bin/python" ] || "$2" -m venv "$folder/$1" || return 1
    "$folder/$1/bin/pip" install --quiet --disable-pip-version-check "${@:3}"
}

found=$(mktemp)
trap 'rm -f "$found"' EXIT
report() {
    local code=0
    # Rules of which nothing was answered say nothing.
    "$target/debug/ids" conform --report markdown "$@" | sed -e 's/^#/##/' -e '/^| [^|]* | 0 | 0 | [0-9]* |/d' >>"$found" || code=$?
    [ "$code" = 4 ] || [ "$code" = 0 ]
    echo >>"$found"
}

if venv python python3 "python-flax-id==$flax" six; then
    report --format flax -- "$folder/python/bin/python" examples/upstream/flax_upstream.py
else
    cannot 'PyPI cannot be reached'
fi
if [ -n "$newest" ] && venv suou "$newest" "suou==$suou"; then
    report --format siq -- "$folder/suou/bin/python" examples/upstream/suou_upstream.py
else
    cannot 'no Python 3.12 or newer'
fi
if (cd "$folder" && npm install --silent --no-save "@sapphire/snowflake@$sapphire" "@atproto/common-web@$atproto" >/dev/null 2>&1); then
    report --format snowflake -- node examples/upstream/upstream.mjs sapphire "$folder"
    report --format snowflake -- node examples/upstream/upstream.mjs atproto "$folder"
else
    cannot 'npm cannot be reached'
fi

# The page is what stands above the mark, and what was found.
page=docs/upstream.md mark='<!-- just upstream -->'
grep -qxF "$mark" "$page"
text=$(awk -v mark="$mark" '{ print } $0 == mark { exit }' "$page" && echo && cat -s "$found")
if [ "${1:-}" = --bless ]; then
    echo "$text" >"$page"
else
    diff <(echo "$text") "$page"
fi
