"""Snowflake: 64 bits of time, node and sequence. Rules: crates/snowflake/FORMAT.md."""

from dataclasses import dataclass

from common import (BASE64URL, DECIMAL, HEX, Clock, Digits, Layout, Positions, Random,
                    Refused, Ticks, Unsupported, fits, number)

MS, S, US = 1_000_000, 10**9, 1_000


@dataclass(frozen=True)
class Flavour:
    """A division of the number, with a unit and an epoch (SNOW-1)."""

    layout: Layout
    ticks: Ticks
    form: str = "decimal"
    decode_only: bool = False

    @property
    def timestamp(self):
        return self.layout.field("timestamp")

    @property
    def sequence(self):
        names = ("sequence", "increment", "counter", "step")
        return next((f for f in self.layout.fields if f.name in names), None)

    @property
    def node(self):
        """The fields that say which node it is (SNOW-7)."""
        return [f for f in self.layout.fields
                if f.fixed is None and f not in (self.timestamp, self.sequence)]


def flavour(name: str, epoch: int, unit: int, *columns: tuple, **options) -> tuple[str, Flavour]:
    """The field `sign` is always 0 (SNOW-2), and so is `zero`."""
    columns = [(*column, 0) if column[0] in ("sign", "zero") else column for column in columns]
    layout = Layout.of_widths(name, 64, *columns)
    ticks = Ticks(epoch, layout.field("timestamp").max, (1, unit))
    return name, Flavour(layout, ticks, **options)


SIGN = ("sign", 1)
TWITTER = 1_288_834_974_657 * MS
SUOU = [("timestamp", 42), ("local", 5), ("shard", 5), ("counter", 12)]
SONYFLAKE = [SIGN, ("timestamp", 39), ("sequence", 8), ("machine", 16)]
BAIDU = 1_463_673_600 * S
YITTER = 1_582_136_402 * S

FLAVOURS = dict([
    # SNOW-40 to SNOW-51
    flavour("twitter", TWITTER, MS,
            SIGN, ("timestamp", 41), ("datacenter", 5), ("worker", 5), ("sequence", 12)),
    flavour("discord", 1_420_070_400 * S, MS,
            ("timestamp", 42), ("worker", 5), ("process", 5), ("increment", 12)),
    flavour("suou", 1_420_066_800 * S, MS, *SUOU),
    flavour("instagram", 1_314_220_021_721 * MS, MS,
            ("timestamp", 41), ("shard", 13), ("sequence", 10)),
    flavour("mastodon", 0, MS, ("timestamp", 48), ("tail", 16), decode_only=True),
    flavour("sonyflake-v1", 1_409_529_600 * S, 10 * MS, *SONYFLAKE),
    flavour("sonyflake-v2", 1_735_689_600 * S, 10 * MS, *SONYFLAKE),
    flavour("bwmarrin", TWITTER, MS, SIGN, ("timestamp", 41), ("node", 10), ("step", 12)),
    flavour("baidu", BAIDU, S, SIGN, ("timestamp", 28), ("worker", 22), ("sequence", 13)),
    flavour("yitter", YITTER, MS,
            ("timestamp", 52), ("worker", 6), ("sequence", 6), decode_only=True),
    flavour("tid", 0, US, SIGN, ("timestamp", 53), ("clock", 10), form="tid"),
    flavour("linkedin", 0, MS, SIGN, ("timestamp", 41), ("low", 22), decode_only=True),
    # Layouts of one's own (SNOW-7): those that the vectors use.
    flavour("suou-of-2015-utc", 1_420_070_400 * S, MS, *SUOU),
    flavour("suou-of-2020", 1_577_833_200 * S, MS, *SUOU),
    flavour("suou-of-2010", TWITTER, MS, *SUOU),
    flavour("sonyflake-12-10", 1_577_836_800 * S, MS,
            SIGN, ("timestamp", 41), ("sequence", 12), ("machine", 10)),
    flavour("baidu-29-21-13", BAIDU, S,
            SIGN, ("timestamp", 29), ("worker", 21), ("sequence", 13)),
    flavour("baidu-31-23-9", BAIDU, S, SIGN, ("timestamp", 31), ("worker", 23), ("sequence", 9)),
    flavour("baidu-41-10-12", BAIDU, S,
            SIGN, ("timestamp", 41), ("worker", 10), ("sequence", 12)),
    flavour("baidu-63", BAIDU, S, SIGN, ("timestamp", 63)),
    flavour("baidu-1-1-61", BAIDU, S, SIGN, ("timestamp", 1), ("worker", 1), ("sequence", 61)),
    flavour("yitter-6-10", YITTER, MS, ("timestamp", 48), ("worker", 6), ("sequence", 10)),
    flavour("yitter-10-12", 1_577_836_800 * S, MS,
            ("timestamp", 42), ("worker", 10), ("sequence", 12)),
    flavour("yitter-6-12", YITTER, MS, ("timestamp", 46), ("worker", 6), ("sequence", 12)),
    flavour("js-53", 1_735_689_600 * S, S,
            ("zero", 11), ("timestamp", 32), ("node", 8), ("sequence", 13)),
])
LAYOUTS = {name: flavour.layout for name, flavour in FLAVOURS.items()}

LETTERS = "abcdefghijklmnopqrstuvwxyz"
UPPER = {letter.upper(): letter for letter in LETTERS}
LOWER = {letter: letter.upper() for letter in LETTERS if letter not in "ilou"}

# SNOW-21 to SNOW-28 and SNOW-31: digits without leading zeros.
SHORT = {
    "decimal": DECIMAL,
    "hex": HEX,
    "base32": Digits("ybndrfg8ejkmcpqxot1uwisza345h769"),
    "base36": Digits("0123456789" + LETTERS, UPPER),
    "base58": Digits("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"),
    "shortcode": BASE64URL,
    "suou-b32l": Digits(LETTERS + "234567", UPPER),
}
# SNOW-26, SNOW-27, SNOW-29: as many digits as the largest number has.
LONG = {
    "crockford": (Digits("0123456789ABCDEFGHJKMNPQRSTVWXYZ",
                         LOWER | {"i": "1", "I": "1", "l": "1", "L": "1", "o": "0", "O": "0"}), 13),
    "tid": (Digits("234567" + LETTERS), 13),
    "suou-base64": (BASE64URL, 12),
}
TWICE = Digits("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def find(layout: str) -> Flavour:
    if layout not in FLAVOURS:
        raise Unsupported(f"no layout {layout!r}")
    return FLAVOURS[layout]


def parse(layout: str, form: str, text: str) -> int:
    kind = find(layout)
    form, data = form or kind.form, text.encode()
    if form in SHORT:
        bits = SHORT[form].decode(data, 64)
    elif form in LONG:
        digits, width = LONG[form]
        if len(data) != width:
            raise Refused("length")
        bits = fits(digits.number(data), 64)
    elif form == "suou-cb32":
        # SNOW-30: twice the number, so that the last digit is even.
        if len(data) != 13:
            raise Refused("length")
        twice = TWICE.number(data)
        if twice & 1:
            raise Refused("digit", index=12)
        bits = twice >> 1
    else:
        raise Unsupported(f"no form {form}")
    return kind.layout.check(bits)


def write(layout: str, form: str, bits: int) -> str:
    kind = find(layout)
    kind.layout.check(bits)
    form = form or kind.form
    if form in SHORT:
        return SHORT[form].encode(bits)
    if form in LONG:
        digits, width = LONG[form]
        return digits.encode(bits, width)
    if form == "suou-cb32":
        return TWICE.encode(bits * 2, 13)
    raise Unsupported(f"no form {form}")


def time(layout: str, bits: int) -> int:
    kind = find(layout)
    return kind.ticks.start(kind.timestamp.get(bits))


def range_at(layout: str, instant: int) -> tuple[int, int]:
    """SNOW-4: zeros, and ones, in all other fields that are not fixed."""
    kind = find(layout)
    first = kind.timestamp.put(kind.ticks.at(instant))
    last = first
    for field in kind.layout.fields:
        if field.fixed is not None:
            first |= field.put(field.fixed)
            last |= field.put(field.fixed)
        elif field != kind.timestamp:
            last |= field.put(field.max)
    return first, last


class Generator:
    """SNOW-60 to SNOW-68."""

    def __init__(self, layout: str, config: dict, clock: Clock, random: Random,
                 after: int | None = None):
        self.kind, self.clock = find(layout), clock
        if self.kind.decode_only:
            raise Refused("decode_only")
        if "numbered" in config:
            # SNOW-68: the lowest field has the number's lowest bits.
            rest = number(config.pop("numbered"))
            if any(field.name in config for field in self.kind.node):
                raise Unsupported("numbered and a field")
            for field in reversed(self.kind.node):
                config[field.name] = str(rest & field.max)
                rest //= field.max + 1
            if rest > 0:
                raise Refused("range", field="node")
        # SNOW-66: no defaults.
        self.base = 0
        for field in self.kind.node:
            if field.name not in config:
                raise Refused("missing", field=field.name)
            self.base |= field.put(number(config.pop(field.name)))
        max_ahead = config.pop("max_ahead", None)
        rolling = number(config.pop("rolling", "0"))
        sequence = self.kind.sequence
        self.width = 0 if sequence is None else sequence.high - sequence.low + 1
        self.positions = Positions(self.kind.ticks, self.width,
                                   None if max_ahead is None else number(max_ahead), rolling)
        if after is not None:
            # SNOW-64: whichever node made it.
            last = 0 if sequence is None else sequence.get(after)
            self.positions.next = (self.kind.timestamp.get(after) << self.width | last) + 1

    def generate(self) -> int:
        return self.reserve(1)[0]

    def reserve(self, count: int) -> list[int]:
        taken = self.positions.take(self.clock.now(), count)
        return [self.identifier(position) for position in taken]

    def identifier(self, position: int) -> int:
        bits = self.base | self.kind.timestamp.put(position >> self.width)
        if self.kind.sequence is not None:
            bits |= self.kind.sequence.put(position & self.kind.sequence.max)
        return bits
