"""LUUID: 128 bits in the shape of a UUID, of a key and its group. Rules: crates/luuid/FORMAT.md."""

from common import HEX, Clock, Digits, Layout, Random, Refused, Unsupported, fill, number


def layout_of(name: str, version: int) -> Layout:
    """LUUID-1"""
    return Layout.of_widths(name, 128, ("key", 48), ("version", 4, version), ("group", 12),
                            ("variant", 4, 10), ("random", 60))


# LUUID-2: both are read, whatever the layout that is asked for.
V6, V8 = layout_of("luuid", 6), layout_of("luuid-v8", 8)
LAYOUTS = {V6.name: V6, V8.name: V8}
KEY, VERSION, GROUP, VARIANT, RANDOM = V6.fields
ANY_CASE = Digits("0123456789abcdef", {letter: letter.lower() for letter in "ABCDEF"})
HYPHENS = (8, 13, 18, 23)


def check(bits: int) -> int:
    if bits >> 128:
        raise Refused("too_large")
    if VERSION.get(bits) not in (6, 8):
        raise Refused("fixed", field="version")
    if VARIANT.get(bits) != 10:
        raise Refused("fixed", field="variant")
    return bits


def version_of(layout: str) -> Layout:
    if layout not in LAYOUTS:
        raise Unsupported(f"no layout {layout!r}")
    return LAYOUTS[layout]


def group_of(name: bytes) -> int:
    """LUUID-4: CRC-12, reflected."""
    register = 0xFFF
    for byte in name:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xF01 if register & 1 else 0)
    return register ^ 0xFFF


def uuid_digits(digits: Digits, text: bytes, start: int = 0) -> int:
    """36 characters with hyphens in the places of LUUID-6."""
    if len(text) != 36:
        raise Refused("length")
    for index, byte in enumerate(text):
        if index in HYPHENS:
            if byte != ord("-"):
                raise Refused("expected", index=start + index)
        elif byte not in digits.values:
            raise Refused("digit", index=start + index)
    return digits.number(text.replace(b"-", b""))


def decode(form: str, text: bytes) -> int:
    """A text of one form (LUUID-6, LUUID-7). All but the canonical one are read in either case."""
    match form:
        case "uuid":
            return check(uuid_digits(HEX, text))
        case "upper":
            return check(uuid_digits(ANY_CASE, text))
        case "hex":
            return check(ANY_CASE.decode_fixed(text, 128))
        case "braced":
            if len(text) != 38:
                raise Refused("length")
            if text[:1] != b"{":
                raise Refused("expected", index=0)
            if text[-1:] != b"}":
                raise Refused("expected", index=37)
            return check(uuid_digits(ANY_CASE, text[1:-1], 1))
        case "urn":
            if len(text) != 45:
                raise Refused("length")
            if text[:9].lower() != b"urn:uuid:":
                raise Refused("expected", index=0)
            return check(uuid_digits(ANY_CASE, text[9:], 9))
        case "published":
            return decode_published(text)
    raise Unsupported(f"no form {form}")


def decode_published(text: bytes) -> int:
    """9-3-4-4-12: a UUID whose first hyphen stands one place later."""
    if len(text) != 36:
        raise Refused("length")
    if text[9:10] != b"-":
        raise Refused("expected", index=9)
    data = bytearray(text)
    data[8], data[9] = data[9], data[8]
    try:
        return check(uuid_digits(ANY_CASE, bytes(data)))
    except Refused as error:
        # What stood at 8 has been looked at in place 9.
        error.index = 8 if error.index == 9 else error.index
        raise


def form_of(text: bytes) -> str:
    """LUUID-7: the length decides which form a text is of, and the place of the first hyphen."""
    if len(text) == 36 and text[9:10] == b"-" and text[8:9] != b"-":
        return "published"
    form = {32: "hex", 36: "upper", 38: "braced", 45: "urn"}.get(len(text))
    if form is None:
        raise Refused("length")
    return form


def parse_key(text: bytes) -> int:
    return HEX.decode(text, 48)


def parse_key_lenient(text: bytes) -> int:
    """LUUID-9: one hyphen before the last three or four digits."""
    for tail in (3, 4):
        head = len(text) - tail - 1
        if head > 0 and text[head] == ord("-"):
            if len(text) - 1 > 12:
                return parse_key(text)
            try:
                return parse_key(text[:head] + text[head + 1:])
            except Refused as error:
                if error.kind == "digit" and error.index >= head:
                    error.index += 1
                raise
        if head == 0 and text[0] == ord("-"):
            return parse_key(text)
    return parse_key(text)


def parse_group(text: bytes) -> int:
    if len(text) != 3:
        raise Refused("length")
    return HEX.number(text)


def parse_prefix(text: bytes) -> int:
    """LUUID-10: 18 characters without leading zeros and hyphens, back from the right."""
    if not 6 <= len(text) <= 18:
        raise Refused("length")
    if text[:1] == b"-":
        raise Refused("digit", index=0)
    whole = b"00000000-0000-0000"[:18 - len(text)] + text
    missing = 18 - len(text)
    for index, byte in enumerate(whole):
        if index in HYPHENS:
            if byte != ord("-"):
                raise Refused("expected", index=index - missing)
        elif byte not in HEX.values:
            raise Refused("digit", index=index - missing)
    if write_prefix(check_prefix(HEX.number(whole.replace(b"-", b"")))) != text.decode():
        raise Refused("leading_zero", index=0)
    return HEX.number(whole.replace(b"-", b""))


def check_prefix(bits: int) -> int:
    check(bits << 64 | 10 << 60)
    return bits


def write_prefix(bits: int) -> str:
    check_prefix(bits)
    digits = HEX.encode(bits, 16)
    key = digits[:12].lstrip("0") or "0"
    key = key if len(key) <= 4 else f"{key[:-4]}-{key[-4:]}"
    return f"{key}-{digits[12:]}"


def parse(layout: str, form: str, text: str) -> int:
    version_of(layout)
    data = text.encode()
    match form:
        case "key":
            return parse_key(data)
        case "key_lenient":
            return parse_key_lenient(data)
        case "group":
            return parse_group(data)
        case "name":
            return group_of(data)
        case "name_hex":
            return group_of(bytes.fromhex(text))
        case "prefix":
            return parse_prefix(data)
        case "lenient":
            return decode(form_of(data), data)
    return decode(form or "uuid", data)


def write(layout: str, form: str, bits: int) -> str:
    version_of(layout)
    match form:
        case "key" | "key_lenient" | "group" | "name" | "name_hex" | "prefix" if bits >> 64:
            raise Refused("too_large")
        case "key" | "key_lenient":
            KEY.put(bits)
            return HEX.encode(bits)
        case "group" | "name" | "name_hex":
            GROUP.put(bits)
            return HEX.encode(bits, 3)
        case "prefix":
            return write_prefix(bits)
    if form not in ("", "lenient", "uuid", "upper", "hex", "urn", "braced", "published"):
        raise Unsupported(f"no form {form}")
    digits = HEX.encode(check(bits), 32)
    first = 9 if form == "published" else 8
    text = "-".join(digits[a:b] for a, b in ((0, first), (first, 12), (12, 16), (16, 20), (20, 32)))
    match form:
        case "hex":
            return digits
        case "upper":
            return text.upper()
        case "urn":
            return f"urn:uuid:{text}"
        case "braced":
            return f"{{{text}}}"
    return text


class Generator:
    """LUUID-11 to LUUID-14."""

    def __init__(self, layout: str, config: dict, clock: Clock, random: Random,
                 after: int | None = None):
        self.layout, self.random = version_of(layout), random
        self.group = number(config.pop("group", "0"))
        GROUP.put(self.group)
        # LUUID-12: key 0 is never given.
        start, end = number(config.pop("start", "0")), number(config.pop("end", str(1 << 48)))
        KEY.put(max(end - 1, 0))
        self.next, self.end = max(start, 1), end
        rebase = config.pop("rebase", None)
        if rebase is not None:
            rebase = number(rebase)
            KEY.put(rebase)
        for last in (rebase, None if after is None else KEY.get(after)):
            # LUUID-14: only upwards.
            if last is not None:
                self.next = max(self.next, last + 1)

    def generate(self) -> int:
        # LUUID-13: the word first, so that a source that fails costs no key.
        word = self.random.word()
        if self.next >= self.end:
            raise Refused("exhausted")
        key, self.next = self.next, self.next + 1
        return self.layout.pack({"key": key, "group": self.group, "random": word >> 4})

    def reserve(self, count: int) -> list[int]:
        return fill(count, self.generate)
