"""SIQ: 112 bits of time, shard, domain, serial number and kind. Rules: crates/siq/FORMAT.md."""

import hashlib
import zlib

from common import (BASE32, BASE64URL, CROCKFORD, DECIMAL, HEX, Clock, Digits, Layout, Positions,
                    Random, Refused, Ticks, Unsupported, number)

# SIQ-1
HEAD = (("seconds", 40), ("fraction", 16), ("shard", 8), ("domain", 32))
LAYOUT = Layout.of_widths("siq", 112, *HEAD, ("tail", 16))
SPLIT = {width: Layout.of_widths(f"siq-{width}", 112, *HEAD,
                                 ("serial", 16 - width), ("qualifier", width))
         for width in (3, 4, 5)}
LAYOUTS = {layout.name: layout for layout in [LAYOUT, *SPLIT.values()]}
# SIQ-2: 1/65536 s, in 56 bits.
TICKS = Ticks(0, (1 << 56) - 1, (65_536, 10**9))
# SIQ-7: name, and code with its width in front.
KINDS = {
    "ternary": (3, 0b001), "multi": (3, 0b011), "manytomany": (3, 0b101), "content": (3, 0b111),
    "thread": (4, 0b0110), "message": (4, 0b1110),
    "user": (5, 0b00000), "tag": (5, 0b00010), "group": (5, 0b00100), "event": (5, 0b01000),
    "channel": (5, 0b01010), "invite": (5, 0b01100), "application": (5, 0b10000),
    "unassigned10010": (5, 0b10010), "collection": (5, 0b10100), "premium": (5, 0b11000),
    "unassigned11010": (5, 0b11010), "unassigned11100": (5, 0b11100),
}
OCTAL = Digits("01234567")
ANY_CASE = Digits("abcdefghijklmnopqrstuvwxyz234567",
                  {letter.upper(): letter for letter in "abcdefghijklmnopqrstuvwxyz"})
CROCKFORD_ANY = Digits("0123456789ABCDEFGHJKMNPQRSTVWXYZ",
                       {letter: letter.upper() for letter in "abcdefghjkmnpqrstvwxyz"})
DOMAIN = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]"
# SIQ-20
UUID = Layout.of_widths("siq-uuid", 128, ("zero", 10, 0), ("high", 38), ("version", 4, 8),
                        ("middle", 12), ("variant", 2, 2), ("low", 62))


def domain_hash(name: str) -> int:
    """SIQ-5"""
    for index, byte in enumerate(name.encode()):
        if byte > 0x7F:
            raise Refused("digit", index=index)
    if name in ("", "0"):
        return 0
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[-4:])


def with_local_id(name: str, local_id: int) -> int:
    """SIQ-6: eight bits take the place of the highest of the hash."""
    hashed = domain_hash(name)
    return hashed and hashed & 0x00FFFFFF | local_id << 24


def width_of(tail: int) -> int:
    """SIQ-8: how many bits the qualifier has."""
    return 3 if tail & 1 else 4 if tail & 7 == 0b110 else 5


def kind_of(name: str) -> tuple[int, int]:
    if name not in KINDS:
        raise Refused("unknown")
    return KINDS[name]


# Text


def checked(bits: int) -> str:
    """SIQ-14: a zero, the checksum of the 14 bytes, the number."""
    crc = zlib.crc32(bits.to_bytes(14))
    return BASE32.encode(crc << 112 | bits, 29)


def read_checked(digits: Digits, text: bytes, start: int) -> int:
    if len(text) != 29:
        raise Refused("length")
    number = digits.number(text, start)
    if number >> 144:
        raise Refused("digit", index=start)
    bits = number & (1 << 112) - 1
    if number >> 112 != zlib.crc32(bits.to_bytes(14)):
        raise Refused("checksum")
    return bits


def read_handle(text: str) -> int:
    """SIQ-16"""
    data = text.encode()
    if data[:1] != b"@":
        raise Refused("expected", index=0)
    bits = read_checked(BASE32, data[1:30], 1)
    rest = data[30:]
    if not rest:
        return bits
    if rest[:1] not in (b"@", b":"):
        raise Refused("expected", index=30)
    if len(rest) == 1:
        raise Refused("expected", index=31)
    for index, byte in enumerate(rest[1:]):
        if byte not in DOMAIN:
            raise Refused("expected", index=31 + index)
    return bits


def is_domain(text: str) -> bool:
    return text != "" and set(text.encode()) <= set(DOMAIN)


def read_uuid(text: bytes) -> int:
    if len(text) != 36:
        raise Refused("length")
    for index, byte in enumerate(text):
        if index in (8, 13, 18, 23):
            if byte != ord("-"):
                raise Refused("expected", index=index)
        elif byte not in HEX.values:
            raise Refused("digit", index=index)
    bits = UUID.check(HEX.number(text.replace(b"-", b"")))
    parts = UUID.unpack(bits)
    return parts["high"] << 74 | parts["middle"] << 62 | parts["low"]


def write_uuid(bits: int) -> str:
    number = UUID.pack({"high": bits >> 74, "middle": bits >> 62 & 0xFFF,
                        "low": bits & (1 << 62) - 1})
    digits = HEX.encode(number, 32)
    return "-".join(digits[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))


FORMS = ("", "did", "uri", "decimal", "hex", "octal", "base64", "base32", "crockford", "crockford0",
         "mastodon", "matrix", "uuid", "snowflake", "ulid")
# The names of what forms are told; those with a `?` may be missing.
ARGS = {"mastodon": "domain?", "matrix": "domain", "domain": "local_id?",
        "snowflake": "epoch domain kind", "ulid": "domain kind"}


def parse(layout: str, form: str, text: str, **args: str) -> int:
    data = text.encode()
    match form:
        case "" | "did":
            # SIQ-9
            for index, byte in enumerate(b"did:siq:"):
                if data[index:index + 1] != bytes([byte]):
                    raise Refused("expected", index=index)
            return read_checked(ANY_CASE, data[8:], 8)
        case "uri":
            return read_checked(ANY_CASE, data, 0)
        case "decimal" | "hex" | "octal" as name:
            return {"decimal": DECIMAL, "hex": HEX, "octal": OCTAL}[name].decode(data, 112)
        case "base64":
            # SIQ-11: the digits of 15 bytes.
            if len(data) != 20:
                raise Refused("length")
            return fits(BASE64URL.number(data))
        case "base32":
            if len(data) != 24:
                raise Refused("length")
            return fits(BASE32.number(data))
        case "crockford":
            return read_crockford(data, 0)
        case "crockford0":
            if data[:1] != b"0":
                raise Refused("expected", index=0)
            return read_crockford(data[1:], 1)
        case "mastodon" | "matrix":
            return read_handle(text)
        case "uuid":
            return read_uuid(data)
        case "domain" if args:
            return with_local_id(text, number_of(args["local_id"], 8))
        case "domain":
            return domain_hash(text)
        case "snowflake":
            epoch, domain, kind = number_of(args["epoch"], 128), domain_hash(args["domain"]), args["kind"]
            return from_snowflake(number_of(text, 64), epoch, domain, kind_of(kind))
        case "ulid":
            domain, kind = domain_hash(args["domain"]), args["kind"]
            return from_ulid(number_of(text, 128), domain, kind_of(kind))
    raise Unsupported(f"no form {form}")


def number_of(text: str, bits: int) -> int:
    """A number in the one spelling that it has."""
    if not (text.isascii() and text.isdigit() and str(int(text)) == text and int(text) >> bits == 0):
        raise Unsupported(f"no number {text!r}")
    return int(text)


def fits(number: int) -> int:
    if number >> 112:
        raise Refused("too_large")
    return number


def read_crockford(data: bytes, start: int) -> int:
    """SIQ-12: zero is the empty text."""
    if not data:
        return 0
    if len(data) > 23:
        raise Refused("length")
    number = CROCKFORD_ANY.number(data, start)
    if CROCKFORD_ANY.values[data[0]] == 0:
        raise Refused("leading_zero", index=start)
    return fits(number)


def write(layout: str, form: str, bits: int, **args: str) -> str:
    if form == "domain":
        if bits >> 32:
            raise Refused("too_large")
        return HEX.encode(bits, 8)
    if form not in FORMS:
        raise Unsupported(f"no form {form}")
    if form in ("mastodon", "matrix") and args and not is_domain(args["domain"]):
        raise Unsupported(f"no domain {args['domain']!r}")
    LAYOUT.check(bits)
    match form:
        case "" | "did" | "snowflake" | "ulid":
            return "did:siq:" + checked(bits)
        case "uri":
            return checked(bits)
        case "decimal":
            return DECIMAL.encode(bits)
        case "hex":
            return HEX.encode(bits)
        case "octal":
            return OCTAL.encode(bits)
        case "base64":
            return BASE64URL.encode(bits, 20)
        case "base32":
            return BASE32.encode(bits, 24)
        case "crockford":
            return CROCKFORD.encode(bits, 0)
        case "crockford0":
            return "0" + CROCKFORD.encode(bits, 0)
        case "mastodon" if args:
            return f"@{checked(bits)}@{args['domain']}"
        case "mastodon":
            return "@" + checked(bits)
        case "matrix":
            return f"@{checked(bits)}:{args['domain']}"
    return write_uuid(bits)


# Storage


def read_bytes(layout: str, form: str, data: bytes) -> int:
    """SIQ-17"""
    if form != "bytes16":
        raise Unsupported(f"no form {form}")
    if len(data) != 16:
        raise Refused("length")
    return fits(int.from_bytes(data))


def write_bytes(layout: str, form: str, bits: int) -> bytes:
    if form != "bytes16":
        raise Unsupported(f"no form {form}")
    return LAYOUT.check(bits).to_bytes(16)


def pack(layout: str, values: dict[str, int]) -> int:
    """A qualifier of a layout has as many bits as its code says (SIQ-8)."""
    bits = LAYOUTS[layout].pack(values)
    if layout != LAYOUT.name and width_of(bits) != int(layout[-1]):
        raise Refused("range", field="qualifier")
    return bits


def join(tick: int, shard: int, domain: int, tail: int) -> int:
    return tick << 56 | shard << 48 | domain << 16 | tail


def time(layout: str, bits: int) -> int:
    return TICKS.start(bits >> 56)


def range_at(layout: str, instant: int) -> tuple[int, int]:
    """SIQ-19"""
    tick = TICKS.at(instant)
    return tick << 56, tick << 56 | (1 << 56) - 1


# Migration


def from_snowflake(number: int, epoch: int, domain: int, kind: tuple[int, int]) -> int:
    """SIQ-25"""
    width, code = kind
    tick = TICKS.at(epoch + (number >> 22) * 1_000_000)
    node, sequence = number >> 12 & 0x3FF, number & 0xFFF
    if width == 5:
        # The serial number has 11 bits: the highest of the sequence goes to the time.
        tick += node >> 8 << 1 | sequence >> 11
    else:
        tick += node >> 8
    if tick > TICKS.last:
        raise Refused("after_end", until=TICKS.start(TICKS.last))
    return join(tick, node & 0xFF, domain, (sequence << width | code) & 0xFFFF)


def from_ulid(number: int, domain: int, kind: tuple[int, int]) -> int:
    """SIQ-26"""
    width, code = kind
    tick = (number >> 80 << 16) // 1000 + (number >> 74 & 0x3F)
    tail = number >> 50 & 0xFFFF
    return join(tick, number >> 66 & 0xFF, domain, tail >> width << width | code)


class Generator:
    """SIQ-21 to SIQ-24."""

    def __init__(self, layout: str, config: dict, clock: Clock, random: Random,
                 after: int | None = None):
        self.clock = clock
        self.domain = domain_hash(config.pop("domain"))
        self.shard = LAYOUT.field("shard").put(number(config.pop("shard"))) >> 48
        self.width, self.code = kind_of(config.pop("kind"))
        max_ahead = config.pop("max_ahead", None)
        self.positions = Positions(TICKS, 16 - self.width,
                                   None if max_ahead is None else number(max_ahead),
                                   number(config.pop("rolling", "0")))
        if after is not None:
            # SIQ-23
            serial = (after & 0xFFFF) >> self.width
            self.positions.next = (after >> 56 << 16 - self.width | serial) + 1

    def generate(self) -> int:
        return self.reserve(1)[0]

    def reserve(self, count: int) -> list[int]:
        serials = 16 - self.width
        ids = []
        for position in self.positions.take(self.clock.now(), count):
            serial = position & (1 << serials) - 1
            tail = serial << self.width | self.code
            ids.append(join(position >> serials, self.shard, self.domain, tail))
        return ids
