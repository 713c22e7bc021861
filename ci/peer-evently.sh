#!/usr/bin/env bash
# Exchanges ledgers of random events with an implementation in Python, which has its own JSON parser,
# decimal numbers and checksum: what either writes, in random spellings, the other verifies.
# just peer-evently [COUNT [SEED]]
source "$(dirname "$0")/lib.sh"
# A file that happens to lie beside a temporary one is no module of it.
export PYTHONSAFEPATH=1
count=${1:-20000}
seed=${2:-$RANDOM$RANDOM}
python=${PYTHON:-python3}

peer=$(mktemp)
ledger=$(mktemp)
trap 'rm -f "$peer" "$ledger"' EXIT
cat >"$peer" <<'PY'
import datetime, decimal, json, random, sys

TABLE = []
for index in range(256):
    for _ in range(8):
        index = index >> 1 ^ (0x82F63B78 if index & 1 else 0)
    TABLE.append(index)


def crc32c(text):
    checksum = 0xFFFFFFFF
    for byte in text.encode():
        checksum = checksum >> 8 ^ TABLE[(checksum ^ byte) & 255]
    return checksum ^ 0xFFFFFFFF


class Number(str):
    """A number as it is spelled."""


def canonical(value):
    if isinstance(value, Number):
        number = decimal.Decimal(value)
        # Zero has its scale, but neither a sign nor more than one digit before the point.
        if not number:
            number = decimal.Decimal((0, (0,), min(number.as_tuple().exponent, 0)))
        return format(number, 'f')
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return '[' + ','.join(map(canonical, value)) + ']'
    if isinstance(value, dict):
        return '{' + ','.join(f'{canonical(key)}:{canonical(value[key])}' for key in sorted(value)) + '}'
    return {None: 'null', True: 'true', False: 'false'}[value]


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MICROSECOND = datetime.timedelta(microseconds=1)


class Chain:
    """Computes ids one after the other."""

    def __init__(self):
        self.head = None

    def id(self, event, micros):
        body = event['event'] + ''.join(canonical(event[part]) for part in ('entities', 'meta', 'data'))
        time = f'{micros:016x}'
        if self.head is None:
            self.ledger = f'{crc32c(body + time) & 0xFFFFFFFC:08x}'
            self.head = time + '00000000' + self.ledger
        self.head = f'{time}{crc32c(body + time + self.ledger + self.head):08x}{self.ledger}'
        return self.head


def read():
    chain, count = Chain(), 0
    for line in sys.stdin.buffer.read().decode().split('\n')[:-1]:
        event = json.loads(line, parse_int=Number, parse_float=Number)
        time = datetime.datetime.fromisoformat(event['timestamp'].replace('Z', '+00:00'))
        found = chain.id(event, (time - EPOCH) // MICROSECOND)
        assert found == event['eventId'], (found, line)
        count += 1
    print(f'{count} events verified by Python')


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def string(self):
        def character():
            kind = self.rng.randrange(4)
            if kind == 0:
                return self.rng.choice('"\\/\n\t\b\f\r\x01\x1f\x7fé～🌲\ue000\u2028')
            if kind == 1:
                point = self.rng.randrange(1, 0x110000)
                return '?' if 0xD800 <= point < 0xE000 else chr(point)
            return self.rng.choice('abB19_')

        return ''.join(character() for _ in range(self.rng.randrange(10)))

    def number(self):
        text = self.rng.choice(('', '-')) + str(self.rng.getrandbits(self.rng.randrange(1, 80)))
        if self.rng.randrange(2):
            text += '.' + ''.join(self.rng.choice('0059') for _ in range(self.rng.randrange(1, 12)))
        if self.rng.randrange(3) == 0:
            text += self.rng.choice(('e', 'E', 'e+', 'e-', 'E-0')) + str(self.rng.choice((0, 1, 2, 9, 21, 300)))
        return Number(text)

    def value(self, depth):
        kind = self.rng.randrange(5 if depth == 0 else 7)
        if kind == 0:
            return self.rng.choice((None, True, False))
        if kind < 3:
            return self.number()
        if kind < 5:
            return self.string()
        if kind == 5:
            return [self.value(depth - 1) for _ in range(self.rng.randrange(5))]
        return self.object(depth)

    def object(self, depth):
        return {self.string(): self.value(depth - 1) for _ in range(self.rng.randrange(6))}

    def space(self):
        return self.rng.choice(('', '', '', ' ', '\t', ' \r '))

    def spell(self, value):
        if isinstance(value, Number):
            return value
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=self.rng.randrange(2))
        if isinstance(value, list):
            return '[' + ','.join(self.space() + self.spell(item) for item in value) + self.space() + ']'
        if isinstance(value, dict):
            members = list(value.items())
            self.rng.shuffle(members)
            return '{' + ','.join(
                f'{self.space()}{self.spell(key)}{self.space()}:{self.space()}{self.spell(item)}'
                for key, item in members
            ) + self.space() + '}'
        return canonical(value)


def write(count, seed):
    maker, chain, micros = Maker(seed), Chain(), 0
    for _ in range(count):
        micros += 1 + maker.rng.getrandbits(40)
        event = {
            'event': maker.string(), 'entities': maker.object(3), 'meta': maker.object(3),
            'data': maker.value(4), 'extra': maker.value(2),
            'timestamp': (EPOCH + micros * MICROSECOND).isoformat(timespec='microseconds'),
        }
        event['eventId'] = chain.id(event, micros)
        # These two are never spelled with escapes.
        ids = {name: event.pop(name) for name in ('timestamp', 'eventId')}
        line = maker.spell(event)
        sys.stdout.buffer.write((line[:-1] + ''.join(f',"{k}":"{v}"' for k, v in ids.items()) + '}\n').encode())


if sys.argv[1] == 'read':
    read()
else:
    write(int(sys.argv[2]), int(sys.argv[3]))
PY

build_examples
build_ids
program=$target/debug/examples/peer_evently
echo "$("$python" --version), $count events each way, seed $seed"
"$program" "$count" "$seed" >"$ledger"
"$python" "$peer" read <"$ledger"
"$python" "$peer" write "$count" "$seed" >"$ledger"
"$ids" ledger verify --profile doc5 "$ledger"

# Ledgers that other programs have written: a folder of *.ndjson.
ledgers=${EVENTLY_LEDGERS:-../shared/data}
compgen -G "$ledgers/*.ndjson" >/dev/null || cannot 'EVENTLY_LEDGERS names no folder of ledgers of other programs'
# Also in the tables of the original, and by the functions in PostgreSQL.
IDS_SERVERS=1 EVENTLY_LEDGERS=$(realpath "$ledgers") \
    workspace_tests --test all --test functions --test stores -- --ignored --nocapture ledgers_of_others
