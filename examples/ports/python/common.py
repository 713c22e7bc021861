"""What the formats share: refusals, layouts, positional digits, positions in time."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

NANOSECONDS = 1_000_000_000


class Refused(Exception):
    """The format refuses: a kind, and what it names (docs/vectors/README.md)."""

    def __init__(self, kind: str, *, index: int | None = None, field: str | None = None,
                 until: int | None = None):
        super().__init__(kind)
        self.kind, self.index, self.field, self.until = kind, index, field, until


class Unsupported(Exception):
    """This port does not have what is asked for."""


def number(text: str, sign: str = "") -> int:
    """A number of the protocol, which has one spelling only."""
    if type(text) is not str or not re.fullmatch(f"{sign}(0|[1-9][0-9]{{0,38}})", text) or text == "-0":
        raise Unsupported(f"no number {text!r}")
    if abs(int(text)) >> 128:
        raise Unsupported(f"no number of 128 bits: {text}")
    return int(text)


@dataclass(frozen=True)
class Field:
    """Some bits of a number. A fixed field has one value only."""

    name: str
    high: int
    low: int
    fixed: int | None = None

    @property
    def max(self) -> int:
        return (1 << self.high - self.low + 1) - 1

    def get(self, bits: int) -> int:
        return bits >> self.low & self.max

    def put(self, value: int) -> int:
        if value > self.max:
            raise Refused("range", field=self.name)
        return value << self.low


class Layout:
    """Fields that cover every bit of a number once, most significant first."""

    def __init__(self, name: str, bits: int, fields: Iterable[Field]):
        self.name, self.bits, self.fields = name, bits, tuple(fields)

    @classmethod
    def of_widths(cls, name: str, bits: int, *columns: tuple) -> "Layout":
        """From names and widths, and the value of a fixed field, top down."""
        fields, high = [], bits - 1
        for column, width, *fixed in columns:
            fields.append(Field(column, high, high - width + 1, *fixed))
            high -= width
        return cls(name, bits, fields)

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def check(self, bits: int) -> int:
        """The number itself, if it is an identifier of this layout."""
        if bits >> self.bits:
            raise Refused("too_large")
        for field in self.fields:
            if field.fixed is not None and field.get(bits) != field.fixed:
                raise Refused("fixed", field=field.name)
        return bits

    def pack(self, values: dict[str, int]) -> int:
        bits = 0
        for field in self.fields:
            if field.fixed is not None:
                bits |= field.put(field.fixed)
            elif field.name in values:
                bits |= field.put(values[field.name])
            else:
                raise Refused("missing", field=field.name)
        if unknown := values.keys() - {f.name for f in self.fields if f.fixed is None}:
            raise Unsupported(f"no field {unknown.pop()} to set")
        return bits

    def unpack(self, bits: int) -> dict[str, int]:
        return {field.name: field.get(bits) for field in self.fields}

    def to_bytes(self, bits: int) -> bytes:
        return bits.to_bytes(self.bits // 8)

    def from_bytes(self, data: bytes) -> int:
        if len(data) != self.bits // 8:
            raise Refused("length")
        return self.check(int.from_bytes(data))


class Digits:
    """Positional notation in an alphabet, of numbers of at most `bits` bits.

    `aliases` are bytes that are read as digits but never written. Texts are looked at as bytes of
    UTF-8, since places in them are counted so.
    """

    def __init__(self, alphabet: str, aliases: dict[str, str] | None = None):
        self.alphabet = alphabet.encode()
        self.values = {digit: value for value, digit in enumerate(self.alphabet)}
        for alias, digit in (aliases or {}).items():
            self.values.setdefault(ord(alias), self.values[ord(digit)])

    def width(self, bits: int) -> int:
        """The most digits that a number of this number of bits has."""
        width, most = 1, (1 << bits) - 1
        while most := most // len(self.alphabet):
            width += 1
        return width

    def encode(self, number: int, width: int = 1) -> str:
        digits = bytearray()
        while number:
            number, digit = divmod(number, len(self.alphabet))
            digits.append(self.alphabet[digit])
        digits.extend(self.alphabet[:1] * (width - len(digits)))
        return bytes(reversed(digits)).decode()

    def number(self, text: bytes, start: int = 0) -> int:
        """The number of any digits; `start` is where they stand in the whole text."""
        number = 0
        for index, digit in enumerate(text):
            if digit not in self.values:
                raise Refused("digit", index=start + index)
            number = number * len(self.alphabet) + self.values[digit]
        return number

    def decode_fixed(self, text: bytes, bits: int, start: int = 0) -> int:
        """A number written with as many digits as the largest one needs."""
        if len(text) != self.width(bits):
            raise Refused("length")
        return fits(self.number(text, start), bits)

    def decode(self, text: bytes, bits: int, start: int = 0) -> int:
        """A number written without leading zeros; zero is one digit."""
        if not 1 <= len(text) <= self.width(bits):
            raise Refused("length")
        number = self.number(text, start)
        if len(text) > 1 and self.values[text[0]] == 0:
            raise Refused("leading_zero", index=start)
        return fits(number, bits)


def fits(number: int, bits: int) -> int:
    if number >> bits:
        raise Refused("too_large")
    return number


DECIMAL = Digits("0123456789")
HEX = Digits("0123456789abcdef")
BASE32 = Digits("abcdefghijklmnopqrstuvwxyz234567")
BASE64URL = Digits("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
CROCKFORD = Digits("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


class Ticks:
    """A count of units since an epoch; all times are whole nanoseconds since the Unix epoch."""

    def __init__(self, epoch: int, last: int, per: tuple[int, int]):
        """`per` is a number of ticks, and how many nanoseconds they take."""
        self.epoch, self.last, (self.ticks, self.span) = epoch, last, per

    def at(self, time: int) -> int:
        if time < self.epoch:
            raise Refused("before_epoch", until=self.epoch)
        tick = (time - self.epoch) * self.ticks // self.span
        if tick > self.last:
            raise Refused("after_end", until=self.start(self.last))
        return tick

    def start(self, tick: int) -> int:
        # Rounded up, so that the start of a tick is in the tick.
        return self.epoch - (-tick * self.span // self.ticks)

    def count(self, time: int) -> int:
        """The whole ticks in a span of time."""
        return time * self.ticks // self.span


class Positions:
    """The order inside a generator: a tick and a number inside it, as one number that only grows.

    `next` is the first position that has not been given. Nothing else is remembered, so that a
    clock that steps back is no special case.
    """

    def __init__(self, ticks, bits: int, max_ahead: int | None, rolling: int = 0):
        self.ticks, self.bits, self.next = ticks, bits, 0
        self.ahead = 0 if max_ahead is None else ticks.count(max_ahead)
        self.roll = (1 << min(rolling, bits)) - 1
        # A position has 64 bits, and the very last of them is not given.
        self.last = min(ticks.last, (1 << 64 - bits) - 1)

    def take(self, now: int, count: int = 1) -> range:
        """`count` consecutive positions, or a refusal that changes nothing."""
        tick = self.ticks.at(now)
        if tick > self.last:
            raise Refused("after_end", until=self.ticks.start(self.last))
        first = max(self.next, tick << self.bits | self.next & self.roll)
        end = first + count
        if end > self.top(tick):
            most = self.top(0) - self.roll
            if count > most:
                raise Refused("too_many")
            if end - 1 >> self.bits > self.last or end >> 64:
                raise Refused("exhausted")
            due = (end - 1 >> self.bits) - self.ahead
            raise Refused("wait", until=self.ticks.start(max(due, 0)))
        self.next = end
        return range(first, end)

    def top(self, tick: int) -> int:
        """One past the last position that may be given in a tick of the clock."""
        last = min(tick + self.ahead, self.last)
        return min(last + 1 << self.bits, (1 << 64) - 1)


class Clock:
    """A clock that a script sets, in nanoseconds since the Unix epoch."""

    def __init__(self):
        self.reading = 0

    def now(self) -> int:
        if self.reading < 0:
            raise Refused("before_epoch", until=0)
        return self.reading


class Random:
    """A random source that gives these bytes and then fails."""

    def __init__(self, data: bytes):
        self.data, self.place = data, 0

    def word(self) -> int:
        """64 bits, the first byte least significant."""
        word = self.data[self.place:self.place + 8]
        if len(word) < 8:
            raise Refused("entropy")
        self.place += 8
        return int.from_bytes(word, "little")


def fill(count: int, generate: Callable[[], int]) -> list[int]:
    """As many as are available now: a refusal counts only if there is none at all."""
    ids = []
    for _ in range(count):
        try:
            ids.append(generate())
        except Refused:
            if not ids:
                raise
            break
    return ids
