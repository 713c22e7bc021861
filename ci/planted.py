"""Plants bugs in the Python port, one in each copy of it, and asks `ids conform` to find them.

A bug that no row of the vectors finds is a missing row. Usage: planted.py IDS [--bless]
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).parent.parent
PORT = ROOT / "examples" / "ports" / "python"
TABLE = ROOT / "docs" / "planted.md"

# Format, rule that is broken, file, what stands there, what is put there, what that is.
BUGS = [
    ("flax", "FLAX-1", "flax.py", '("timestamp", 40), ("random", 56)', '("timestamp", 41), ("random", 55)', "a bit moves from the random part to the time"),
    ("flax", "FLAX-2", "flax.py", "1_420_070_400", "1_420_074_000", "the epoch in another time zone"),
    ("flax", "FLAX-2", "common.py", "tick = (time - self.epoch) * self.ticks // self.span", "tick = round((time - self.epoch) * self.ticks / self.span)", "time in floating point"),
    ("flax", "FLAX-3", "common.py", 'raise Refused("before_epoch", until=self.epoch)\n        tick', "time = self.epoch\n        tick", "an instant before the epoch is taken for it"),
    ("flax", "FLAX-4", "common.py", 'if bits >> self.bits:\n            raise Refused("too_large")', "if False:\n            pass", "numbers that are too large are written"),
    ("flax", "FLAX-4", "respond.py", '    check(bits)\n    if kind == "fields":', '    if kind == "fields":', "fields and a time of a number that is too large"),
    ("flax", "FLAX-5", "flax.py", '"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abc', '".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abc', "KUID's alphabet"),
    ("flax", "FLAX-6", "common.py", "if len(text) != self.width(bits):", "if len(text) > self.width(bits):", "shorter texts are read"),
    ("flax", "FLAX-8", "common.py", 'return int.from_bytes(word, "little")', 'return int.from_bytes(word, "big")', "random bytes in the other order"),
    ("flax", "FLAX-8", "flax.py", '{"timestamp": tick, "random": word >> 8}', '{"timestamp": tick, "random": word & RANDOM.max}', "the lower bits of the random word"),
    ("flax", "FLAX-10", "flax.py", "(word >> 32) + 1", "(word >> 32)", "a step of zero"),
    ("flax", "FLAX-11", "flax.py", "if random > RANDOM.max:", "if random > RANDOM.max + 1:", "the random part carries into the time"),
    ("flax", "FLAX-12", "flax.py", "if tick_of_last - self.ahead > tick:", "if tick_of_last - self.ahead > tick + 1:", "one millisecond ahead of the clock"),
    ("flax", "FLAX-13", "flax.py", " or after is not None", "", "a restart forgets the order"),
    ("flax", "FLAX-14", "common.py", 'if len(word) < 8:\n            raise Refused("entropy")', "word = word.ljust(8, b\"\\0\")", "a random source that fails gives zeros"),
    ("flax", "FLAX-15", "flax.py", "return HEX.decode_fixed(data, 96)", "return HEX.decode_fixed(data.lower(), 96)", "upper case is read as hex"),
    ("snowflake", "SNOW-1", "common.py", "return bits.to_bytes(self.bits // 8)", 'return bits.to_bytes(self.bits // 8, "little")', "bytes in the other order"),
    ("snowflake", "SNOW-2", "snowflake.py", '(*column, 0) if column[0] in ("sign", "zero")', '(*column, 0) if column[0] in ("zero",)', "the sign may be set"),
    ("snowflake", "SNOW-2", "respond.py", '    check(bits)\n    if kind == "fields":', '    if kind == "fields":', "fields and a time of a number whose sign is set"),
    ("snowflake", "SNOW-4", "snowflake.py", "last |= field.put(field.max)", "last |= field.put(field.max >> 1)", "a range that ends too soon"),
    ("snowflake", "SNOW-5", "common.py", 'raise Refused("after_end", until=self.start(self.last))\n        return tick', "tick &= self.last\n        return tick", "time wraps around"),
    ("snowflake", "SNOW-20", "common.py", 'if len(text) > 1 and self.values[text[0]] == 0:', "if False:", "leading zeros are read"),
    ("snowflake", "SNOW-21", "common.py", "        if not 1 <= len(text) <= self.width(bits):", "        text = text.removesuffix(b\"\\n\")\n        if not 1 <= len(text) <= self.width(bits):", "a line feed after the digits is read over"),
    ("snowflake", "SNOW-23", "snowflake.py", "ybndrfg8ejkmcpqxot1uwisza345h769", "ybndrfg8ejkmcpqxot1uwisza345h796", "two digits of the alphabet swapped"),
    ("snowflake", "SNOW-25", "snowflake.py", '"123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"', '"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"', "Bitcoin's base 58"),
    ("snowflake", "SNOW-26", "snowflake.py", '"i": "1", "I": "1", ', "", "an alias is missing"),
    ("snowflake", "SNOW-30", "snowflake.py", "if twice & 1:", "if False:", "a bit of the last digit is dropped"),
    ("snowflake", "SNOW-40", "snowflake.py", '("datacenter", 5), ("worker", 5)', '("worker", 5), ("datacenter", 5)', "Twitter's node fields swapped"),
    ("snowflake", "SNOW-42", "snowflake.py", "1_420_066_800", "1_420_070_400", "suou's epoch in UTC"),
    ("snowflake", "SNOW-45", "snowflake.py", 'SONYFLAKE = [SIGN, ("timestamp", 39), ("sequence", 8), ("machine", 16)]', 'SONYFLAKE = [SIGN, ("timestamp", 39), ("machine", 16), ("sequence", 8)]', "the sequence below the machine"),
    ("snowflake", "SNOW-45", "snowflake.py", 'flavour("sonyflake-v1", 1_409_529_600 * S, 10 * MS', 'flavour("sonyflake-v1", 1_409_529_600 * S, MS', "another flavour's unit"),
    ("snowflake", "SNOW-60", "common.py", "first = max(self.next, tick << self.bits | self.next & self.roll)", "first = tick << self.bits | self.next & self.roll", "the same identifier twice"),
    ("snowflake", "SNOW-61", "common.py", 'due = (end - 1 >> self.bits) - self.ahead', "due = end - 1 >> self.bits", "a wait that is too long"),
    ("snowflake", "SNOW-62", "common.py", "last = min(tick + self.ahead, self.last)", "last = self.last", "runs ahead of the clock without end"),
    ("snowflake", "SNOW-63", "common.py", 'if end - 1 >> self.bits > self.last or end >> 64:\n                raise Refused("exhausted")', "if False:\n                pass", "waits for a tick that never comes"),
    ("snowflake", "SNOW-64", "snowflake.py", "<< self.width | last) + 1", "<< self.width | last)", "a restart repeats the last identifier"),
    ("snowflake", "SNOW-65", "common.py", "self.roll = (1 << min(rolling, bits)) - 1", "self.roll = 0", "no rolling start"),
    ("snowflake", "SNOW-65", "common.py", "min(rolling, bits)", "rolling", "a rolling start wider than the tick"),
    ("snowflake", "SNOW-66", "snowflake.py", 'raise Refused("missing", field=field.name)', 'config[field.name] = "0"', "a default for the node"),
    ("snowflake", "SNOW-67", "common.py", 'if count > most:\n                raise Refused("too_many")', "if False:\n                pass", "a wait for a block that never fits"),
    ("snowflake", "SNOW-67", "common.py", "        end = first + count\n", "        end = first + count\n        if count > 2 << self.bits:\n            raise Refused(\"too_many\")\n", "no block over three ticks"),
    ("snowflake", "SNOW-68", "snowflake.py", "for field in reversed(self.kind.node):", "for field in self.kind.node:", "the node's number split from the wrong end"),
    ("snowflake", "SNOW-68", "snowflake.py", 'if rest > 0:\n                raise Refused("range", field="node")', "if False:\n                pass", "a number with more bits than the node has"),
    ("kuid", "KUID-2", "kuid.py", "PER_SECOND = 977", "PER_SECOND = 976", "a second of 976 ticks"),
    ("kuid", "KUID-4", "kuid.py", 'fields["fraction"] * 1_024_000', 'fields["fraction"] * 1_000_000', "ticks of a millisecond"),
    ("kuid", "KUID-6", "kuid.py", "place = 24 + drift\n    return local >> place", "place = 32\n    return local >> place", "one drift for all"),
    ("kuid", "KUID-8", "kuid.py", 'fingerprint(config.pop("name")) + 1', 'fingerprint(config.pop("name"))', "the hash of 1.3.5 for a name of 1.3.4"),
    ("kuid", "KUID-8", "kuid.py", "if value in (0xC2, 0xC3)", "if value in (0xC2,)", "one of two lead bytes of Latin-1"),
    ("kuid", "KUID-11", "kuid.py", "alphabet.encode(bits << 2, 11)", "alphabet.encode(bits, 11)", "the surplus bits on the left"),
    ("kuid", "KUID-12", "kuid.py", 'if number & 3 and form != "surplus":', "if False:", "surplus bits are dropped silently"),
    ("kuid", "KUID-13", "kuid.py", "return alphabet.number(data) >> 6 * (len(data) - 16)", "return alphabet.number(data[:16])", "the digit that is dropped may be any byte"),
    ("kuid", "KUID-15", "kuid.py", "        second, nanos = divmod(time, 10**9)\n        return second * PER_SECOND + min(nanos // 1_024_000, PER_SECOND - 1)", "        return time // 1_024_000", "a time ahead divided by 1.024 ms"),
    ("kuid", "KUID-17", "kuid.py", "to_global(last | low, 0xFFFFFFFF, drift)", "to_global(last, 0xFFFFFFFF, drift)", "a range that ends inside its window"),
    ("kuid", "KUID-23", "kuid.py", "return DECIMAL.decode(data, LAYOUTS[layout].bits)", "return DECIMAL.decode(data, 96)", "a local identifier of more than 64 bits in decimal"),
    ("siq", "SIQ-2", "common.py", "return self.epoch - (-tick * self.span // self.ticks)", "return self.epoch + tick * self.span // self.ticks", "the start of a tick rounded down"),
    ("siq", "SIQ-5", "siq.py", "digest()[-4:]", "digest()[:4]", "the first bytes of the hash"),
    ("siq", "SIQ-5", "siq.py", 'if name in ("", "0"):', 'if name == "":', "0 is hashed"),
    ("siq", "SIQ-6", "siq.py", "return with_local_id(text, number_of(args[\"local_id\"], 8))", "return domain_hash(text)", "the local id is not looked at"),
    ("siq", "SIQ-8", "siq.py", "4 if tail & 7 == 0b110 else 5", "5", "qualifiers of four bits are not known"),
    ("siq", "SIQ-12", "siq.py", "return CROCKFORD.encode(bits, 0)", "return CROCKFORD.encode(bits, 1)", "zero as one digit"),
    ("siq", "SIQ-14", "siq.py", 'if number >> 112 != zlib.crc32(bits.to_bytes(14)):\n        raise Refused("checksum")', "pass", "the checksum is not checked"),
    ("siq", "SIQ-15", "siq.py", "return read_checked(ANY_CASE, data, 0)", "return read_checked(BASE32, data, 0)", "upper case is refused"),
    ("siq", "SIQ-16", "siq.py", "0123456789.-_:[]", "0123456789.-_:", "no domain that is an address of IPv6"),
    ("siq", "SIQ-17", "siq.py", "return fits(int.from_bytes(data))", "return int.from_bytes(data[2:])", "two bytes are ignored"),
    ("siq", "SIQ-20", "siq.py", '("variant", 2, 2)', '("variant", 2, 3)', "the variant of Microsoft"),
    ("siq", "SIQ-23", "siq.py", "<< 16 - self.width | serial) + 1", "<< 16 - self.width | serial)", "a restart repeats the last identifier"),
    ("siq", "SIQ-25", "siq.py", "if width == 5:", "if False:", "the highest bit of a sequence is lost"),
    ("luuid", "LUUID-2", "luuid.py", "not in (6, 8)", "not in (6, 7, 8)", "version 7 is read"),
    ("luuid", "LUUID-3", "common.py", 'if value > self.max:\n            raise Refused("range", field=self.name)', "value &= self.max", "values are cut off"),
    ("luuid", "LUUID-4", "luuid.py", "0xF01 if register & 1", "0xF03 if register & 1", "another polynomial"),
    ("luuid", "LUUID-4", "luuid.py", "            return group_of(data)", "            return group_of(__import__(\"unicodedata\").normalize(\"NFC\", text).encode())", "a name is normalised"),
    ("luuid", "LUUID-6", "luuid.py", "return check(uuid_digits(HEX, text))", "return check(uuid_digits(ANY_CASE, text))", "upper case is read"),
    ("luuid", "LUUID-7", "luuid.py", 'text[9:10] == b"-" and text[8:9] != b"-"', "False", "the published form is not read"),
    ("luuid", "LUUID-7", "luuid.py", 'if text[:9].lower() != b"urn:uuid:":', 'if text[:9] not in (b"urn:uuid:", b"URN:UUID:"):', "no prefix in mixed case"),
    ("luuid", "LUUID-7", "luuid.py", "    return decode(form or \"uuid\", data)", "    return decode(form_of(data) if form else \"uuid\", data)", "a text of another form is read"),
    ("luuid", "LUUID-10", "luuid.py", 'key = digits[:12].lstrip("0") or "0"', 'key = digits[:12].lstrip("0")', "key 0 has no digit"),
    ("luuid", "LUUID-11", "luuid.py", '"random": word >> 4', '"random": word & RANDOM.max', "the lower bits of the random word"),
    ("luuid", "LUUID-12", "luuid.py", "self.next, self.end = max(start, 1), end", "self.next, self.end = start, end", "key 0 is given"),
    ("luuid", "LUUID-14", "luuid.py", "self.next = max(self.next, last + 1)", "self.next = last + 1", "a key is given twice"),
    ("evently", "EVENTLY-1", "evently.py", '("sign", 1, 0), ("timestamp", 63)', '("sign", 1), ("timestamp", 63)', "the sign may be set"),
    ("evently", "EVENTLY-3", "evently.py", "return self.chained(previous & 0xFFFFFFFF, ", "return self.chained(previous & 0xFFFFFFFC, ", "the version of the ledger before is cleared"),
    ("evently", "EVENTLY-5", "evently.py", "return LAYOUT.check(UPPER.decode_fixed(data, 128))", "return LAYOUT.check(ANY_CASE.decode_fixed(data, 128))", "lower case is read as upper"),
    ("evently", "EVENTLY-8", "evently.py", 'SPACE = " \\t\\n\\r"', 'SPACE = " \\t\\n\\r\\f"', "a form feed is white space"),
    ("evently", "EVENTLY-9", "evently.py", "ordered = sorted(members, key=lambda member: member[0])", 'ordered = sorted(members, key=lambda member: member[0].encode("utf-16-be", "surrogatepass"))', "keys in the order of UTF-16"),
    ("evently", "EVENTLY-10", "evently.py", r'(f"\\u{ord(c):04x}" if c < " " else c)', r'(f"\\u{ord(c):04x}" if c < " " or c > "\x7e" else c)', "other characters are escaped"),
    ("evently", "EVENTLY-11", "evently.py", "scale = max(0, len(fraction) - power)", 'scale = max(0, len(fraction.rstrip("0")) - power)', "zeros after the point are dropped"),
    ("evently", "EVENTLY-11", "evently.py", 'sign = sign if significant else ""', "pass", "a negative zero"),
    ("evently", "EVENTLY-11", "evently.py", "before = len(significant) - len(fraction) + power if significant else 0", "before = len(significant) - len(fraction) + power", "a zero with a large exponent is refused"),
    ("evently", "EVENTLY-12", "evently.py", "before > 131_072", "before > 400_000_000", "numbers without bound"),
    ("evently", "EVENTLY-12", "evently.py", 'digits = exponent.lstrip("+-").lstrip("0")', 'digits = exponent.lstrip("+-")', "zeros of an exponent count as its digits"),
    ("evently", "EVENTLY-13", "evently.py", 'raise Refused("duplicate_key")', "pass", "the last of equal keys counts"),
    ("evently", "EVENTLY-13", "evently.py", 'self.fail("nul")', "pass", "U+0000 is taken"),
    ("evently", "EVENTLY-13", "evently.py", "if not 0xDC00 <= low < 0xE000:", "if not 0xDC00 <= low <= 0xE000:", "U+E000 is the second half of a pair"),
    ("evently", "EVENTLY-13", "evently.py", 'if unit == 0:\n            self.fail("nul")', 'if unit == 0 and self.depth < 2:\n            self.fail("nul")', "U+0000 is taken below the first level"),
    ("evently", "EVENTLY-14", "evently.py", "DEPTH, EXPANSION = 128", "DEPTH, EXPANSION = 129", "one level deeper"),
    ("evently", "EVENTLY-14", "evently.py", "        if self.expansion > EXPANSION:", "        if False:", "no limit of what exponents add"),
    ("evently", "EVENTLY-14", "evently.py", "return self.nested(self.object)", "return self.object()", "objects do not count as levels"),
    ("evently", "EVENTLY-15", "evently.py", 'seconds -= offset if zone[0] == "+" else -offset', 'seconds += offset if zone[0] == "+" else -offset', "the offset the wrong way"),
    ("evently", "EVENTLY-15", "evently.py", "        seconds = (datetime.fromisoformat(fixed) - EPOCH) // timedelta(seconds=1)", "        leap = fixed[5:10] == \"02-29\" and int(fixed[:4]) % 4 == 0\n        day = fixed[:5] + \"02-28\" + fixed[10:] if leap else fixed\n        seconds = (datetime.fromisoformat(day) - EPOCH) // timedelta(seconds=1) + 86400 * leap", "every fourth year has a leap day"),
    ("evently", "EVENTLY-15", "evently.py", "        if hours > 23 or minutes > 59:", "        if hours > 23 or minutes > 59 or zone == \"-00:00\":", "no offset of minus zero"),
    ("evently", "EVENTLY-15", "evently.py", "            scanner.string()\n            return parse_timestamp(scanner.text[start + 1:scanner.place - 1])", "            return parse_timestamp(scanner.string())", "an escaped timestamp is read"),
    ("evently", "EVENTLY-17", "evently.py", "(name + time if self.profile == \"v1\" else time + name)", "(name + time)", "the ledger id before the timestamp"),
    ("evently", "EVENTLY-18", "evently.py", "0x82F63B78", "0xEDB88320", "the CRC-32 of zlib"),
    ("evently", "EVENTLY-19", "evently.py", "ledger = crc32c(covered) & ~3", "ledger = crc32c(covered)", "the version in the ledger id"),
    ("evently", "EVENTLY-22", "evently.py", "(len(member[0].encode()), member[0])", "member[0]", "keys not in the order of their length"),
    ("evently", "EVENTLY-22", "evently.py", "(len(member[0].encode()), member[0])", "(len(member[0]), member[0])", "keys in the order of their length in characters"),
    ("evently", "EVENTLY-23", "evently.py", "if count <= point <= 21:", "if count <= point <= 20:", "ECMAScript's notation begins too soon"),
    ("evently", "EVENTLY-23", "evently.py", "    value = float(source)\n", "    value = float(source)\n    if abs(value) < 1e-307:\n        from fractions import Fraction\n        value = int(Fraction(source) / Fraction(5e-324)) * 5e-324\n", "the smallest numbers are cut off"),
    ("evently", "EVENTLY-24", "evently.py", "self.recorded = scanner.text[start + 1:scanner.place - 1]", "self.recorded = content", "an escaped id is read"),
    ("evently", "EVENTLY-25", "evently.py", 'raise Refused("not_monotonic")', "pass", "time may stand still"),
    ("evently", "EVENTLY-25", "evently.py", "            return profile, check(record, profile, head)", "            try:\n                return profile, check(record, profile, head)\n            except Refused as refused:\n                if refused.kind != \"not_monotonic\":\n                    raise\n                return profile, int(Event(record, profile).recorded, 16)", "the trusted id does not count for the order"),
    ("evently", "EVENTLY-26", "evently.py", "        scanner.sorted(others)\n", "", "other fields are not looked at"),
]


def plant(ids: str, bug: tuple) -> tuple[list[dict], str]:
    """The failing rows of a copy of the port with this bug; and what is wrong with the bug."""
    format, rule, file, old, new, _ = bug
    source = (PORT / file).read_text()
    if source.count(old) != 1:
        return [], f"{file} has {source.count(old)} places like {old!r}"
    with tempfile.TemporaryDirectory() as folder:
        port = shutil.copytree(PORT, pathlib.Path(folder) / "port", ignore=shutil.ignore_patterns("__pycache__"))
        (port / file).write_text(source.replace(old, new))
        command = [ids, "conform", "--format", format, "--report", "json", "--", sys.executable, port / "respond.py"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 4):
        return [], f"ids conform ended with {run.returncode}: {run.stderr}"
    lines = [json.loads(line) for line in run.stdout.split("\n") if line]
    return [line for line in lines if line.get("verdict") == "fail"], ""


def main() -> int:
    ids, bless = sys.argv[1], "--bless" in sys.argv[2:]
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda bug: plant(ids, bug), BUGS))
    table, missed = [], []
    for (format, rule, _, _, _, what), (rows, wrong) in zip(BUGS, results, strict=True):
        if wrong or not rows:
            missed.append(f"{rule}: {what}: {wrong or 'no row catches it'}")
            continue
        # A row of the rule itself says most.
        own = [row for row in rows if row["rule"] == rule]
        first = (own or rows)[0]
        by = f"`{first['row']}` ({first['rule']})"
        table.append(f"| {rule} | {what} | {by} | {len(rows)} |")
    print("\n".join(table))
    for line in missed:
        print(f"MISSED {line}", file=sys.stderr)
    head, _, _ = TABLE.read_text().partition("| rule |")
    text = head + "| rule | bug | caught by | rows in all |\n|---|---|---|---|\n" + "\n".join(table) + "\n"
    if bless:
        TABLE.write_text(text)
    elif not missed and text != TABLE.read_text():
        print("docs/planted.md is not what is found: just planted --bless", file=sys.stderr)
        return 1
    print(f"{len(table)} of {len(BUGS)} bugs are caught", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
