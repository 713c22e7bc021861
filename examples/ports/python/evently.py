"""Evently: ids of events, the canonical form that they cover, ledgers. Rules: crates/evently-id/FORMAT.md."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
import math
import re

from common import HEX, Digits, Layout, Refused, Ticks, Unsupported

# EVENTLY-1
LAYOUT = Layout.of_widths("evently", 128, ("sign", 1, 0), ("timestamp", 63), ("checksum", 32),
                          ("ledger", 30), ("version", 2))
LAYOUTS = {"": LAYOUT, "evently": LAYOUT}
TIMESTAMP = LAYOUT.field("timestamp")
# EVENTLY-2
TICKS = Ticks(0, TIMESTAMP.max, (1, 1000))
ANY_CASE = Digits("0123456789abcdef", {letter: letter.lower() for letter in "ABCDEF"})
UPPER = Digits("0123456789ABCDEF")
HYPHENS = (8, 13, 18, 23)


# Text


def parse(layout: str, form: str, text: str) -> int:
    data = text.encode()
    match form:
        case "" | "hex":
            # EVENTLY-4
            return LAYOUT.check(HEX.decode_fixed(data, 128))
        case "upper":
            return LAYOUT.check(UPPER.decode_fixed(data, 128))
        case "uuid":
            return decode_uuid(data)
        case "lenient":
            # EVENTLY-5: either case, and the form of a UUID.
            if len(data) == 36:
                return decode_uuid(data)
            return LAYOUT.check(ANY_CASE.decode_fixed(data, 128))
    raise Unsupported(f"no form {form}")


def decode_uuid(data: bytes) -> int:
    if len(data) != 36:
        raise Refused("length")
    for index, byte in enumerate(data):
        if index in HYPHENS:
            if byte != ord("-"):
                raise Refused("expected", index=index)
        elif byte not in ANY_CASE.values:
            raise Refused("digit", index=index)
    return LAYOUT.check(ANY_CASE.number(data.replace(b"-", b"")))


def write(layout: str, form: str, bits: int) -> str:
    if form not in ("", "hex", "upper", "uuid", "lenient"):
        raise Unsupported(f"no form {form}")
    digits = HEX.encode(LAYOUT.check(bits), 32)
    if form == "uuid":
        return "-".join(digits[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))
    return digits.upper() if form == "upper" else digits


def time(layout: str, bits: int) -> int:
    return TICKS.start(TIMESTAMP.get(bits))


def range_at(layout: str, instant: int) -> tuple[int, int]:
    tick = TICKS.at(instant)
    return tick << 64, tick << 64 | (1 << 64) - 1


# Canonical JSON, EVENTLY-8 to EVENTLY-14


@dataclass(frozen=True)
class Number:
    """A number as the source writes it."""

    source: str


SPACE = " \t\n\r"
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}
DEPTH, EXPANSION = 128, 16 << 20


class Scanner:
    """JSON from its source text. Objects are lists of pairs, so that no key is lost."""

    def __init__(self, text: str, numbers: str = "positional", last_wins: bool = False):
        self.text, self.place, self.depth = text, 0, 0
        self.numbers, self.last_wins, self.expansion = numbers, last_wins, 0

    def fail(self, kind: str = "syntax", place: int | None = None):
        place = self.place if place is None else place
        raise Refused(kind, index=len(self.text[:place].encode()))

    def peek(self) -> str:
        return self.text[self.place:self.place + 1]

    def space(self) -> None:
        while self.peek() and self.peek() in SPACE:
            self.place += 1

    def expect(self, character: str) -> None:
        if self.peek() != character:
            self.fail()
        self.place += 1

    def document(self) -> str:
        self.space()
        value = self.value()
        self.space()
        if self.place < len(self.text):
            self.fail()
        return value

    def value(self) -> str:
        """The canonical text of the next value."""
        match self.peek():
            case '"':
                return quote(self.string())
            case "{":
                return self.nested(self.object)
            case "[":
                return self.nested(self.array)
            case "t" | "f" | "n":
                for word in ("true", "false", "null"):
                    if self.text.startswith(word, self.place):
                        self.place += len(word)
                        return word
            case character if character and character in "-0123456789":
                return self.number()
        return self.fail()

    def nested(self, inner) -> str:
        if self.depth == DEPTH:
            self.fail("depth")
        self.depth += 1
        value = inner()
        self.depth -= 1
        return value

    def array(self) -> str:
        items = []
        self.place += 1
        self.space()
        if self.peek() == "]":
            self.place += 1
            return "[]"
        while True:
            items.append(self.value())
            self.space()
            if self.peek() != ",":
                break
            self.place += 1
            self.space()
        self.expect("]")
        return f"[{','.join(items)}]"

    def object(self) -> str:
        return render(self.members())

    def members(self) -> list[tuple[str, str]]:
        """The members of the object that is next, sorted (EVENTLY-9)."""
        members = []
        self.place += 1
        self.space()
        if self.peek() == "}":
            self.place += 1
            return members
        while True:
            start = self.place
            key = self.key()
            members.append((key, self.value(), start))
            self.space()
            if self.peek() != ",":
                break
            self.place += 1
            self.space()
        if self.peek() != "}":
            self.fail()
        found = self.sorted(members)
        self.place += 1
        return found

    def key(self) -> str:
        if self.peek() != '"':
            self.fail()
        key = self.string()
        self.space()
        self.expect(":")
        self.space()
        return key

    def sorted(self, members: list) -> list[tuple[str, str]]:
        # Python compares texts by code point.
        ordered = sorted(members, key=lambda member: member[0])
        for first, second in zip(ordered, ordered[1:]):
            if first[0] == second[0] and not self.last_wins:
                raise Refused("duplicate_key")
        return list({key: value for key, value, _ in ordered}.items())

    def string(self) -> str:
        """What a string holds; its opening quote is next."""
        self.place += 1
        content = []
        while True:
            plain = PLAIN.match(self.text, self.place)
            content.append(plain.group())
            self.place = plain.end()
            if self.peek() == '"':
                self.place += 1
                return "".join(content)
            if self.peek() != "\\":
                self.fail()
            content.append(self.escape())

    def escape(self) -> str:
        character = self.text[self.place + 1:self.place + 2]
        if character in ESCAPES and character:
            self.place += 2
            return ESCAPES[character]
        unit, length = self.unit(self.place), 6
        if unit == 0:
            self.fail("nul")
        if 0xDC00 <= unit < 0xE000:
            self.fail("lone_surrogate")
        if 0xD800 <= unit < 0xDC00:
            low = self.unit(self.place + 6, alone="lone_surrogate")
            if not 0xDC00 <= low < 0xE000:
                self.fail("lone_surrogate")
            unit, length = 0x10000 + (unit - 0xD800 << 10) + (low - 0xDC00), 12
        self.place += length
        return chr(unit)

    def unit(self, place: int, alone: str = "syntax") -> int:
        escape = self.text[place:place + 6]
        if not re.fullmatch(r"\\u[0-9a-fA-F]{4}", escape, re.ASCII):
            self.fail(alone)
        return int(escape[2:], 16)

    def number(self) -> str:
        match = NUMBER.match(self.text, self.place)
        if not match:
            self.fail()
        start, self.place = self.place, match.end()
        if self.peek() and self.peek() in "0123456789.eE+-":
            self.fail()
        try:
            if self.numbers == "ecmascript":
                return ecmascript(match.group())
            written = positional(match.group())
        except Refused as refused:
            refused.index = len(self.text[:start].encode())
            raise
        self.expansion += max(len(written) - len(match.group()), 0)
        if self.expansion > EXPANSION:
            self.fail("too_large", start)
        return written


def render(members: list[tuple[str, str]]) -> str:
    return "{" + ",".join(f"{quote(key)}:{value}" for key, value in members) + "}"


def quote(text: str) -> str:
    """EVENTLY-10"""
    short = {value: f"\\{key}" for key, value in ESCAPES.items() if key != "/"}
    return '"' + "".join(
        short.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in text) + '"'


def positional(source: str) -> str:
    """EVENTLY-11 and EVENTLY-12: the exact decimal value, with the scale of the source."""
    sign, source = ("-", source[1:]) if source[0] == "-" else ("", source)
    mantissa, _, exponent = source.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = exponent.lstrip("+-").lstrip("0")
    if len(digits) > 9:
        raise Refused("number_range")
    power = int(exponent or "0")
    significant = (whole + fraction).lstrip("0")
    scale = max(0, len(fraction) - power)
    # How many digits stand before the point.
    before = len(significant) - len(fraction) + power if significant else 0
    if before > 131_072 or scale > 16_383:
        raise Refused("number_range")
    zeros = max(0, power - len(fraction))
    digits = (significant + "0" * zeros if significant else "").rjust(scale + 1, "0")
    whole, fraction = digits[:len(digits) - scale], digits[len(digits) - scale:]
    sign = sign if significant else ""
    return sign + whole + ("." + fraction if scale else "")


def ecmascript(source: str) -> str:
    """EVENTLY-23: as ECMAScript prints the nearest binary64."""
    value = float(source)
    if math.isinf(value):
        raise Refused("number_range")
    if value == 0:
        return "0"
    # Python and ECMAScript agree in the shortest digits, and differ in where they put the point.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or "0")
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    sign, count = "-" if value < 0 else "", len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    tail = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"


def checked(text: str) -> str:
    """EVENTLY-13: a byte order mark is no white space."""
    return text


def canonical(text: str, form: str = "") -> str:
    if form not in ("", "ecmascript", "last-wins"):
        raise Unsupported(f"no form {form}")
    numbers = "ecmascript" if form == "ecmascript" else "positional"
    return Scanner(text, numbers, form == "last-wins").document()


# Timestamps, EVENTLY-15


STAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", re.ASCII)
EPOCH = datetime(1970, 1, 1)


def parse_timestamp(text: str) -> int:
    """Microseconds since the Unix epoch."""
    match = STAMP.fullmatch(text)
    if not match:
        raise Refused("timestamp")
    fixed, fraction, zone = match.groups()
    fraction = (fraction or "").ljust(9, "0")
    if int(fraction[6:]):
        raise Refused("timestamp")
    try:
        # Python knows years from 1 on, and none of the others is since the Unix epoch.
        seconds = (datetime.fromisoformat(fixed) - EPOCH) // timedelta(seconds=1)
    except ValueError:
        raise Refused("timestamp") from None
    if zone != "Z":
        hours, minutes = int(zone[1:3]), int(zone[4:])
        if hours > 23 or minutes > 59:
            raise Refused("timestamp")
        offset = hours * 3600 + minutes * 60
        seconds -= offset if zone[0] == "+" else -offset
    if not 0 <= seconds <= 253_402_300_799:
        raise Refused("timestamp")
    return seconds * 1_000_000 + int(fraction[:6])


def format_timestamp(micros: int) -> str:
    """In UTC with no, three or six digits of fraction."""
    seconds, micros = divmod(micros, 1_000_000)
    text = (EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
    if micros % 1000:
        return f"{text}.{micros:06}Z"
    return f"{text}.{micros // 1000:03}Z" if micros else f"{text}Z"


# Hashing, EVENTLY-16 to EVENTLY-23


def crc32c_table() -> list[int]:
    table = []
    for index in range(256):
        for _ in range(8):
            index = index >> 1 ^ (0x82F63B78 if index & 1 else 0)
        table.append(index)
    return table


CRC32C = crc32c_table()


def crc32c(text: str) -> int:
    """EVENTLY-18"""
    register = 0xFFFFFFFF
    for byte in text.encode():
        register = CRC32C[(register ^ byte) & 0xFF] ^ register >> 8
    return register ^ 0xFFFFFFFF


PROFILES = ("doc5", "doc4", "pg", "v1")
NAMES = ("event", "entities", "entity", "key", "meta", "data", "timestamp", "eventId", "appendKey")
BODY = {"v1": ("entity", "key", "event", "meta", "data")}
OBJECTS, STRINGS = ("entities", "meta"), ("event", "entity", "key", "eventId", "appendKey")


class Event:
    """A record: the fields that the id covers in canonical form, the timestamp, the stored id."""

    def __init__(self, text: str, profile: str):
        if profile not in PROFILES:
            raise Unsupported(f"no profile {profile!r}")
        self.profile = profile
        self.order = BODY.get(profile, ("event", "entities", "meta", "data"))
        foreign = ("entities",) if profile == "v1" else ("entity", "key")
        self.values, self.recorded = {}, None
        scanner = Scanner(text, "ecmascript" if profile == "v1" else "positional")
        self.scan(scanner, foreign)
        for name in (*self.order, "timestamp"):
            if name not in self.values:
                raise Refused("missing_field")
        self.timestamp = self.values["timestamp"]
        self.body = "".join(self.values[name] for name in self.order)

    def scan(self, scanner: Scanner, foreign: tuple) -> None:
        scanner.space()
        if scanner.peek() != "{":
            scanner.document()
            raise Refused("bad_field")
        scanner.place += 1
        scanner.space()
        if scanner.peek() == "}":
            raise Refused("missing_field")
        seen, others = set(), []
        while True:
            start = scanner.place
            key = scanner.key()
            if key in NAMES:
                if key in seen:
                    scanner.fail("duplicate_key", start)
                seen.add(key)
            if key in NAMES and key not in foreign:
                self.values[key] = self.value(scanner, key)
            else:
                scanner.value()
                others.append((key, "", start))
            scanner.space()
            if scanner.peek() != ",":
                break
            scanner.place += 1
            scanner.space()
        scanner.expect("}")
        scanner.space()
        if scanner.peek():
            scanner.fail()
        # EVENTLY-26: other fields are looked at for this much.
        scanner.sorted(others)

    def value(self, scanner: Scanner, name: str):
        """A field's own value; strings are written as what they hold."""
        start = scanner.place
        if name == "appendKey" and scanner.peek() != '"':
            # EVENTLY-31: then it is a field like any other.
            return scanner.value()
        if name in OBJECTS and scanner.peek() != "{" or \
                name in (*STRINGS, "timestamp") and scanner.peek() != '"':
            scanner.value()
            scanner.fail("bad_field", start)
        if name in STRINGS:
            content = scanner.string()
            if name == "eventId":
                # As it stands between its quotes (EVENTLY-24).
                self.recorded = scanner.text[start + 1:scanner.place - 1]
            return content
        if name == "timestamp":
            scanner.string()
            return parse_timestamp(scanner.text[start + 1:scanner.place - 1])
        return scanner.value()

    def id(self, previous: int) -> int:
        """After an id, in its ledger."""
        return self.chained(previous & 0xFFFFFFFF, HEX.encode(previous, 32))

    def genesis_id(self) -> int:
        """EVENTLY-19 to EVENTLY-23: as the first event of its ledger."""
        if self.profile == "pg":
            meta, data = (spaced(self.values[name]) for name in ("meta", "data"))
            self.body = self.values["event"] + self.values["entities"] + meta + data
        covered = self.body
        if self.profile in ("doc5", "pg"):
            covered += f"{self.timestamp:016x}"
        ledger = crc32c(covered) & ~3
        time = 0 if self.profile == "v1" else self.timestamp
        before = f"{time:016x}{ledger:016x}"
        if self.profile == "pg":
            before = str(crc32c(before))
        return self.chained(ledger, before)

    def chained(self, ledger: int, previous: str) -> int:
        """EVENTLY-17"""
        time, name = f"{self.timestamp:016x}", f"{ledger:08x}"
        feed = (name + time if self.profile == "v1" else time + name) + previous
        return self.timestamp << 64 | crc32c(self.body + feed) << 32 | ledger


def spaced(text: str) -> str:
    """EVENTLY-22: canonical JSON as the database prints it."""
    scanner = Database(text)
    return scanner.document()


class Database(Scanner):
    """Prints with spaces, and with keys in the order of their length and then of their bytes."""

    def array(self) -> str:
        items = []
        self.place += 1
        while self.peek() != "]":
            items.append(self.value())
            if self.peek() == ",":
                self.place += 1
        self.place += 1
        return f"[{', '.join(items)}]"

    def object(self) -> str:
        members = sorted(self.members(), key=lambda member: (len(member[0].encode()), member[0]))
        return "{" + ", ".join(f"{quote(key)}: {value}" for key, value in members) + "}"


# Verification, EVENTLY-24 to EVENTLY-27


@dataclass
class Verdict:
    events: int
    failure: str | None
    profile: str | None
    head: str | None


def verify(lines: list[str], after: int | None = None) -> Verdict:
    head, profile, events = after, None, 0
    # A line may hold line feeds of its own, and the last one may be empty.
    records = "\n".join(lines).split("\n")
    if records and records[-1] == "":
        records.pop()
    for record in records:
        try:
            if profile is None:
                profile, head = decide(record, head)
            else:
                head = check(record, profile, head)
        except Refused as refused:
            return Verdict(events, refused.kind, profile, shown(head))
        events += 1
    return Verdict(events, None, profile, shown(head))


def shown(head: int | None) -> str | None:
    return None if head is None else HEX.encode(head, 32)


def decide(record: str, head: int | None) -> tuple[str, int]:
    """The profile under which the first record's id is right."""
    worst = None
    for profile in PROFILES if head is None else ("doc5", "v1"):
        try:
            return profile, check(record, profile, head)
        except Refused as refused:
            # A profile whose fields the record has says more.
            if worst is None or refused.kind == "mismatch" != worst.kind:
                worst = refused
    raise worst


def check(record: str, profile: str, head: int | None) -> int:
    event = Event(record, profile)
    if event.recorded is None:
        raise Refused("missing_field")
    expected = event.genesis_id() if head is None else event.id(head)
    if event.recorded != HEX.encode(expected, 32):
        raise Refused("mismatch")
    if head is not None and head >> 64 >= expected >> 64:
        raise Refused("not_monotonic")
    return expected
