"""KUID: k-ordered, 64 bits inside a node and 96 across nodes. Rules: crates/kuid/FORMAT.md."""

from common import (BASE64URL, DECIMAL, HEX, Clock, Digits, Layout, Positions, Random, Refused, Unsupported, number)

MILLION = 1_000_000
# KUID-2: a second has 977 ticks of 1,024 microseconds.
PER_SECOND = 977

# KUID-1
LOCAL = Layout.of_widths("kuid-local", 64,
                         ("mega", 20), ("second", 20), ("fraction", 10), ("sequence", 14))
# KUID-6
GLOBAL = {
    drift: Layout.of_widths(f"kuid-global-{drift}", 96, ("mega", 20), ("window", 20 - drift),
                            ("node", 32), ("offset", drift), ("fraction", 10), ("sequence", 14))
    for drift in range(5, 11)
}
LAYOUTS = {layout.name: layout for layout in [LOCAL, *GLOBAL.values()]}
# KUID-11
DIGITS = Digits(".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
# What is read with a surplus (KUID-13) is written canonically.
ALPHABETS = {"": DIGITS, "base64": DIGITS, "surplus": DIGITS, "base64url": BASE64URL}


def drift_of(layout: str) -> int | None:
    """The drift of a layout of global identifiers."""
    if layout not in LAYOUTS:
        raise Unsupported(f"no layout {layout!r}")
    return None if layout == LOCAL.name else int(layout.rsplit("-")[-1])


def to_global(local: int, node: int, drift: int) -> int:
    """KUID-10: the node goes in at bit 24 + drift."""
    place = 24 + drift
    return local >> place << place + 32 | node << place | local & (1 << place) - 1


def to_local(bits: int, drift: int) -> tuple[int, int]:
    """The local identifier and the node."""
    place = 24 + drift
    local = bits >> place + 32 << place | bits & (1 << place) - 1
    return local, bits >> place & 0xFFFFFFFF


def fingerprint(name: str) -> int:
    """KUID-9: the hash of a name's bytes; versions up to 1.3.4 add one (KUID-8)."""
    data, place, hashed = name.encode(), 0, 0
    while place < len(data):
        value = data[place]
        place += 1
        if value in (0xC2, 0xC3) and place < len(data) and data[place] >> 6 == 0b10:
            value = (value & 3) << 6 | data[place] & 0x3F
            place += 1
        hashed = hashed * 16 + value & 0xFFFFFFFF
        top = hashed >> 28
        hashed = (hashed ^ top << 4) & 0x0FFFFFFF
    return hashed


class Ticks:
    """KUID-2: ticks of 1.024 ms, counted anew in each second, without gaps."""

    epoch = 0
    # The last tick that has a regular identifier: fraction 976 of the last second of the last
    # million whose number has 20 bits.
    last = (1 << 20) * MILLION * PER_SECOND - 1

    @staticmethod
    def at(time: int) -> int:
        if time < 0:
            raise Refused("before_epoch", until=0)
        second, nanos = divmod(time, 10**9)
        if second >= (1 << 20) * MILLION:
            raise Refused("after_end", until=Ticks.start(Ticks.last))
        return second * PER_SECOND + (nanos // 1000 >> 10)

    @staticmethod
    def start(tick: int) -> int:
        second, fraction = divmod(tick, PER_SECOND)
        return second * 10**9 + fraction * 1_024_000

    @staticmethod
    def count(time: int) -> int:
        second, nanos = divmod(time, 10**9)
        return second * PER_SECOND + min(nanos // 1_024_000, PER_SECOND - 1)


def local_at(tick: int, sequence: int) -> int:
    second, fraction = divmod(tick, PER_SECOND)
    mega, second = divmod(second, MILLION)
    return LOCAL.pack({"mega": mega, "second": second, "fraction": fraction, "sequence": sequence})


def parse(layout: str, form: str, text: str) -> int:
    drift, data = drift_of(layout), text.encode()
    # KUID-23
    if form == "hex":
        return HEX.decode_fixed(data, LAYOUTS[layout].bits)
    if form == "decimal":
        return DECIMAL.decode(data, LAYOUTS[layout].bits)
    alphabet = ALPHABETS.get(form)
    if alphabet is None:
        raise Unsupported(f"no form {form}")
    if drift is not None:
        # KUID-13: one more digit is surplus, and dropped.
        if len(data) != 16 and not (form == "surplus" and len(data) == 17):
            raise Refused("length")
        return alphabet.number(data) >> 6 * (len(data) - 16)
    if len(data) != 11:
        raise Refused("length")
    number = alphabet.number(data)
    if number & 3 and form != "surplus":
        raise Refused("digit", index=10)
    return number >> 2


def write(layout: str, form: str, bits: int) -> str:
    drift = drift_of(layout)
    alphabet = ALPHABETS.get(form)
    if alphabet is None and form not in ("hex", "decimal"):
        raise Unsupported(f"no form {form}")
    LAYOUTS[layout].check(bits)
    if form == "hex":
        return HEX.encode(bits, LAYOUTS[layout].bits // 4)
    if form == "decimal":
        return DECIMAL.encode(bits)
    # KUID-11: a local one has two zero bits on the right.
    return alphabet.encode(bits << 2, 11) if drift is None else alphabet.encode(bits, 16)


def read_bytes(layout: str, form: str, data: bytes) -> int:
    if form == "node-first" and (drift := drift_of(layout)):
        # KUID-21
        if len(data) != 12:
            raise Refused("length")
        return to_global(int.from_bytes(data[4:]), int.from_bytes(data[:4]), drift)
    raise Unsupported(f"no form {form}")


def write_bytes(layout: str, form: str, bits: int) -> bytes:
    if form == "node-first" and (drift := drift_of(layout)):
        local, node = to_local(GLOBAL[drift].check(bits), drift)
        return node.to_bytes(4) + local.to_bytes(8)
    raise Unsupported(f"no form {form}")


def time(layout: str, bits: int) -> int:
    """KUID-4: for all values of the fields, regular or not (KUID-5)."""
    drift = drift_of(layout)
    fields = LOCAL.unpack(bits if drift is None else to_local(bits, drift)[0])
    seconds = fields["mega"] * MILLION + fields["second"]
    return seconds * 10**9 + fields["fraction"] * 1_024_000


def range_at(layout: str, instant: int) -> tuple[int, int]:
    """KUID-17: exact for local identifiers, whole windows for global ones."""
    tick = Ticks.at(instant)
    first, last = local_at(tick, 0), local_at(tick, LOCAL.field("sequence").max)
    if (drift := drift_of(layout)) is None:
        return first, last
    low = (1 << 24 + drift) - 1
    return to_global(first & ~low, 0, drift), to_global(last | low, 0xFFFFFFFF, drift)


class Generator:
    """KUID-14 and KUID-15."""

    def __init__(self, layout: str, config: dict, clock: Clock, random: Random,
                 after: int | None = None):
        self.drift, self.clock = drift_of(layout), clock
        if self.drift is not None:
            if "drift" in config:
                self.drift = number(config.pop("drift"))
                if self.drift not in GLOBAL:
                    raise Refused("range", field="drift")
            self.node = node_of(config)
        max_ahead = config.pop("max_ahead", None)
        self.positions = Positions(Ticks, 14, None if max_ahead is None else number(max_ahead),
                                   number(config.pop("rolling", "0")))
        if after is not None:
            local = after if self.drift is None else to_local(after, self.drift)[0]
            self.positions.next = after_identifier(local)

    def generate(self) -> int:
        return self.reserve(1)[0]

    def reserve(self, count: int) -> list[int]:
        taken = self.positions.take(self.clock.now(), count)
        ids = [local_at(position >> 14, position & 0x3FFF) for position in taken]
        if self.drift is None:
            return ids
        return [to_global(local, self.node, self.drift) for local in ids]


def after_identifier(local: int) -> int:
    """KUID-5: the first position whose identifier is greater, also if this one is not regular."""
    fields = LOCAL.unpack(local)
    mega, second, fraction = fields["mega"], fields["second"], fields["fraction"]
    if second >= MILLION:
        return (mega + 1) * MILLION * PER_SECOND << 14
    if fraction >= PER_SECOND:
        return (mega * MILLION + second + 1) * PER_SECOND << 14
    tick = (mega * MILLION + second) * PER_SECOND + fraction
    return (tick << 14 | fields["sequence"]) + 1


def node_of(config: dict) -> int:
    """KUID-7: given, or hashed from a name."""
    if "node" in config:
        text = config.pop("node").encode()
        if len(text) != 8:
            raise Refused("length")
        return HEX.number(text)
    if "name" in config:
        return fingerprint(config.pop("name")) + 1
    if "name_1_3_5" in config:
        return fingerprint(config.pop("name_1_3_5"))
    raise Unsupported("no node in config")
