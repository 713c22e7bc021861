#!/usr/bin/env bash
# Compares random SIQ identifiers, both ways, with the Python library suou: what we write, it writes
# and reads; what it writes and generates, we read and write. Needs Python 3.12 or newer and PyPI.
# just peer-siq [COUNT [SEED]]
source "$(dirname "$0")/lib.sh"
# A file that happens to lie beside a temporary one is no module of it.
export PYTHONSAFEPATH=1
count=${1:-20000}
seed=${2:-$RANDOM$RANDOM}
with_suou

peer=$(mktemp)
ours=$(mktemp)
theirs=$(mktemp)
trap 'rm -f "$peer" "$ours" "$theirs"' EXIT
cat >"$peer" <<'PY'
import random, sys
from suou.iding import Siq, SiqGen, SiqType, make_domain_hash

TYPES = {t.value: t for t in SiqType}
NAMES = 'example.com', 'localhost', 'xn--bcher-kva.example'


def code(n):
    """The type's number, which suou itself cannot find."""
    bits = 3 if n & 1 else 4 if n & 7 == 6 else 5
    return 1 << bits | n & (1 << bits) - 1


def line(n, name):
    s, q = Siq(n), code(n).bit_length() - 1
    return '\t'.join(map(str, (
        f'{s:d}', f'{s:x}', f'{s:o}', f'{s:b}', f'{s:c}', f'{s:0c}', f'{s:l}', f'{s:u}', s.to_did(),
        s.to_mastodon('example.com'), s.to_matrix('example.com'),
        n >> 56, s.shard_id(), n >> 16 & 0xffffffff, code(n), (n & 0xffff) >> q,
        name, make_domain_hash(name),
    )))


if sys.argv[1] == 'read':
    seen = 0
    for text in sys.stdin:
        words = text.rstrip('\n').split('\t')
        n = int(words[0])
        assert line(n, words[16]) == text.rstrip('\n'), (line(n, words[16]), text)
        assert Siq.from_did(words[8]) == n and Siq.from_did(words[7].upper()) == n, text
        assert Siq.from_bytes(n.to_bytes(14, 'big')) == n, text
        if int(words[14]) in TYPES:
            assert TYPES[int(words[14])].prepend(int(words[15])) == n & 0xffff, text
        seen += 1
    print(f'{seen} identifiers read by suou')
else:
    count, rng = int(sys.argv[2]), random.Random(int(sys.argv[3]))
    for _ in range(count // 2):
        name = ''.join(chr(rng.randrange(33, 127)) for _ in range(rng.randrange(1, 40)))
        print(line(rng.getrandbits(112) >> rng.choice((0, 0, 0, rng.randrange(112))), name))
    for index in range(count - count // 2):
        name, kind = rng.choice(NAMES), rng.choice(list(SiqType))
        n = SiqGen(name, shard_id=rng.randrange(1, 257)).generate_one(kind)
        made = line(n, name)
        assert made.split('\t')[14] == str(kind.value), made
        print(made)
PY

build_examples
program=$target/debug/examples/peer_siq
echo "$("$suou" --version), $count identifiers each way, seed $seed"
"$program" write "$count" "$seed" >"$ours"
"$suou" "$peer" read <"$ours"
"$suou" "$peer" write "$count" "$seed" >"$theirs"
"$program" read <"$theirs"
