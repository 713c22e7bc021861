#!/usr/bin/env bash
# The ports in examples/ports against the vectors and fresh cases, each where its language is.
source "$(dirname "$0")/../support/lib.sh"

run cargo build --quiet -p ids-cli
conform() {
    conform_wholly --random 500 --seed "$RANDOM" -- "$@"
}

if have python3; then conform python3 examples/ports/python/respond.py; else without 'no python3'; fi
if have node; then conform node examples/ports/javascript/respond.js; else without 'no node'; fi
if have ruby; then conform ruby examples/ports/ruby/respond.rb; else without 'no ruby'; fi
if have go; then
    port=$(realpath -m "$target/port-go")
    run env -C examples/ports/go go vet .
    unformatted=$(gofmt -l examples/ports/go)
    [ -z "$unformatted" ] || { echo "not formatted: $unformatted" && exit 1; }
    run env -C examples/ports/go go build -o "$port" .
    conform "$port"
else
    without 'no go'
fi
