"""Flax: 96 bits of time and randomness, in 16 characters that sort. Rules: crates/flax-id/FORMAT.md."""

from common import (DECIMAL, HEX, Clock, Digits, Layout, Random, Refused, Ticks, Unsupported, fill, number)

# FLAX-1
LAYOUT = Layout.of_widths("flax", 96, ("timestamp", 40), ("random", 56))
LAYOUTS = {"": LAYOUT, "flax": LAYOUT}
TIMESTAMP, RANDOM = LAYOUT.fields
# FLAX-2: milliseconds since 2015.
TICKS = Ticks(1_420_070_400 * 10**9, TIMESTAMP.max, (1, 1_000_000))
# FLAX-5
DIGITS = Digits("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")


def parse(layout: str, form: str, text: str) -> int:
    """FLAX-6: 16 digits, and nothing else; FLAX-15: the other forms."""
    data = text.encode()
    match form:
        case "" | "base64":
            return DIGITS.decode_fixed(data, 96)
        case "hex":
            return HEX.decode_fixed(data, 96)
        case "decimal":
            return DECIMAL.decode(data, 96)
    raise Unsupported(f"no form {form}")


def write(layout: str, form: str, bits: int) -> str:
    """FLAX-5, FLAX-15."""
    match form:
        case "" | "base64":
            return DIGITS.encode(LAYOUT.check(bits), 16)
        case "hex":
            return HEX.encode(LAYOUT.check(bits), 24)
        case "decimal":
            return DECIMAL.encode(LAYOUT.check(bits))
    raise Unsupported(f"no form {form}")


def time(layout: str, bits: int) -> int:
    return TICKS.start(TIMESTAMP.get(bits))


def range_at(layout: str, instant: int) -> tuple[int, int]:
    """FLAX-2: all random parts of the millisecond."""
    tick = TICKS.at(instant)
    return LAYOUT.pack({"timestamp": tick, "random": 0}), \
        LAYOUT.pack({"timestamp": tick, "random": RANDOM.max})


class Generator:
    """FLAX-8, or FLAX-9 to FLAX-14 if it is monotonic."""

    def __init__(self, layout: str, config: dict, clock: Clock, random: Random,
                 after: int | None = None):
        self.clock, self.random = clock, random
        # FLAX-13: one that goes on after an identifier keeps to its order.
        self.monotonic = config.pop("monotonic", None) is not None or after is not None
        self.ahead = TICKS.count(number(config.pop("max_ahead", "0")))
        self.last = after

    def generate(self) -> int:
        return self.step(TICKS.at(self.clock.now()))

    def reserve(self, count: int) -> list[int]:
        """One reading of the clock for all of them."""
        tick = TICKS.at(self.clock.now())
        return fill(count, lambda: self.step(tick))

    def step(self, tick: int) -> int:
        word = self.random.word()
        if not self.monotonic or self.last is None or TIMESTAMP.get(self.last) < tick:
            # FLAX-8, FLAX-9
            self.last = LAYOUT.pack({"timestamp": tick, "random": word >> 8})
            return self.last
        tick_of_last = TIMESTAMP.get(self.last)
        # FLAX-10: a step of 1 to 2^32.
        random = RANDOM.get(self.last) + (word >> 32) + 1
        if random > RANDOM.max:
            # FLAX-11: spent; the next millisecond, if one may be ahead of the clock.
            tick_of_last, random = tick_of_last + 1, word >> 8
            if tick_of_last > TIMESTAMP.max:
                raise Refused("exhausted")
        # FLAX-12
        if tick_of_last - self.ahead > tick:
            raise Refused("wait", until=TICKS.start(tick_of_last - self.ahead))
        self.last = LAYOUT.pack({"timestamp": tick_of_last, "random": random})
        return self.last
