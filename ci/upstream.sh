#!/usr/bin/env bash
# Points `ids conform` at other implementations, through the adapters in examples/upstream, and looks
# whether docs/upstream.md says what is found. just upstream --bless writes it anew. Needs PyPI and npm.
source "$(dirname "$0")/lib.sh"
need python3

flax=1.1.0 sapphire=3.5.5 atproto=0.4.21
folder=$(realpath -m "$target/upstream")
mkdir -p "$folder"
build_ids

found=$(mktemp)
trap 'rm -f "$found"' EXIT
report() {
    local code=0
    # Rules of which nothing was answered say nothing.
    "$target/debug/ids" conform --report markdown "$@" | sed -e 's/^#/##/' -e '/^| [^|]* | 0 | 0 | [0-9]* |/d' >>"$found" || code=$?
    [ "$code" = 4 ] || [ "$code" = 0 ]
    echo >>"$found"
}

pypi "$folder/python" python3 "python-flax-id==$flax" six
report --format flax -- "$folder/python/bin/python" examples/upstream/flax_upstream.py
with_suou
report --format siq -- "$suou" examples/upstream/suou_upstream.py
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
