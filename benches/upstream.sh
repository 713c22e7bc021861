#!/usr/bin/env bash
# Figures of the formats' first implementations, as CSV: what is installed is run, what is published
# is cited. PYTHON names a Python that has flax_id, SUOU_PYTHON one that has suou (just peer-siq
# makes one).
set -euo pipefail
cd "$(dirname "$0")/.."

echo 'format,implementation,operation,ns,source'

measure() { # PYTHON MODULE FORMAT OPERATION SETUP STATEMENT
    if ! "$1" -c "$5" 2>/dev/null; then
        echo "  $2 cannot be measured: not installed for $1" >&2
        return
    fi
    "$1" - "${@:2}" <<'PY'
import sys, timeit, importlib.metadata as metadata, platform
_, module, form, operation, setup, statement = sys.argv
timer = timeit.Timer(statement, setup)
count = 20000
best = sorted(time / count * 1e9 for time in timer.repeat(5, count))[2]
try:
    version = metadata.version(module)
except metadata.PackageNotFoundError:
    version = 'unknown version'
print(f'{form},{module},{operation},{best:.0f},{module} {version} under Python {platform.python_version()}; measured here')
PY
}

python=${PYTHON:-python3}
suou=${SUOU_PYTHON:-${CARGO_TARGET_DIR:-target}/suou/bin/python}
measure "$python" python-flax-id flax generate 'from flax_id.flax_id import get_flax_id' 'get_flax_id()'
measure "$suou" suou siq generate \
    'from suou.iding import SiqGen, SiqType; g = SiqGen("example.com", shard_id=1)' \
    'g.generate_one(SiqType.USER)'
measure "$suou" suou siq to_string \
    'from suou.iding import Siq; s = Siq(12345678901234567890123456789)' 's.to_did()'
# 13 million identifiers a second, as its README says; not measured here.
echo 'kuid,fogfish/uid,generate,77,published: 13 million identifiers a second (Erlang); not measured here'
