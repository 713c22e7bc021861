"""Answers the questions of `ids conform` (docs/protocol.md), one JSON object on a line."""

import json
import re
import sys

import evently
import flax
import kuid
import luuid
import siq
import snowflake
from common import Clock, Random, Refused, Unsupported, number

FORMATS = {"flax": flax, "snowflake": snowflake, "kuid": kuid, "siq": siq, "luuid": luuid,
           "evently": evently}

# The keys of each operation, besides `seq` and `op`; it has to have those of one text, but for the ones
# with a `?`.
PLACE = "format layout?"
KEYS = {
    "start": ["protocol"], "stop": [""], "range": [f"{PLACE} time"],
    "parse": [f"{PLACE} form? args? text", f"{PLACE} form? args? bytes", f"{PLACE} fields"],
    "format": [f"{PLACE} form? args? bits as"], "generate": [f"{PLACE} config? rng steps"],
    "canonical": [f"{PLACE} form? json", f"{PLACE} timestamp", f"{PLACE} event profile? previous?"],
    "verify": [f"{PLACE} lines after?"],
}
TYPES = {"args": dict, "fields": dict, "config": dict, "lines": list, "steps": list}


def known(ask: dict) -> None:
    """What this program does not know it skips, rather than guess what the rest means."""
    number(ask["seq"])
    if str(ask.get("op")) not in KEYS:
        raise Unsupported(f"no op {ask.get('op')!r}")
    if not any(fits(ask.keys() - {"seq", "op"}, keys.split()) for keys in KEYS[ask["op"]]):
        raise Unsupported(f"no {ask['op']} of the keys {', '.join(ask)}")
    for key, value in ask.items():
        members = value if type(value) is list else value.values() if type(value) is dict else []
        if type(value) is not TYPES.get(key, str):
            raise Unsupported(f"no such {key}")
        if key != "steps" and not all(type(member) is str for member in members):
            raise Unsupported(f"no such {key}")
    if any(ask.get(key) == "" for key in ("layout", "form", "profile")):
        raise Unsupported("no name is empty")
    if ask.keys() & {"form", "args"} and ask.get("as") in ("fields", "time"):
        raise Unsupported(f"no form of {ask['as']}")
    if ask.get("steps") == []:
        raise Unsupported("no steps")
    for step in ask.get("steps", []):
        if type(step) is not dict or not fits(step.keys(), ["clock?", "call", "count?"]):
            raise Unsupported("no such step")
        if step["call"] not in ("generate", "reserve", "resume", "restart"):
            raise Unsupported(f"no call {step['call']!r}")


def fits(found: set, keys: list[str]) -> bool:
    """Whether these are the keys, of which those with a `?` may be missing."""
    needed = {key for key in keys if not key.endswith("?")}
    return needed <= found <= {key.rstrip("?") for key in keys}


def data(text: str) -> bytes:
    if not re.fullmatch("([0-9a-f]{2})*", text):
        raise Unsupported(f"no bytes {text!r}")
    return bytes.fromhex(text)


def answer(ask: dict) -> dict:
    known(ask)
    op = ask["op"]
    if op == "start":
        if ask["protocol"] != "1":
            raise Unsupported(f"no protocol {ask['protocol']!r}")
        return {"protocol": "1", "name": "ids-python", "version": "1", "language": "Python",
                "formats": list(FORMATS)}
    if op == "stop":
        return {}
    if ask.get("format") not in FORMATS:
        raise Unsupported(f"no format {ask.get('format')!r}")
    format, layout, form = FORMATS[ask["format"]], ask.get("layout", ""), ask.get("form", "")
    if layout not in format.LAYOUTS:
        raise Unsupported(f"no layout {layout!r}")
    if op in ("canonical", "verify"):
        if format is not evently:
            raise Unsupported(f"no {op} of {ask['format']}")
        return verify(ask) if op == "verify" else canonical(ask, form)
    args = ask.get("args", {})
    if not fits(args.keys(), getattr(format, "ARGS", {}).get(form, "").split()):
        raise Unsupported(f"no form {form!r} of the args {', '.join(args)}")
    match op:
        case "parse":
            return {"bits": str(parse(format, layout, form, args, ask))}
        case "format":
            return write(format, layout, form, args, number(ask["bits"]), ask["as"])
        case "range":
            if not hasattr(format, "range_at"):
                raise Unsupported("no time")
            first, last = format.range_at(layout, number(ask["time"]))
            return {"first": str(first), "last": str(last)}
        case "generate":
            return {"steps": generate(format, layout, ask)}
    raise Unsupported(f"no op {op!r}")


def parse(format, layout: str, form: str, args: dict, ask: dict) -> int:
    if "text" in ask:
        return format.parse(layout, form, ask["text"], **args)
    if "bytes" in ask:
        read = data(ask["bytes"])
        if form:
            if not hasattr(format, "read_bytes"):
                raise Unsupported(f"no form {form!r} of bytes")
            return format.read_bytes(layout, form, read)
        return table(format, layout).from_bytes(read) if format is not luuid else from_bytes(read)
    values = {name: number(value) for name, value in ask["fields"].items()}
    if hasattr(format, "pack"):
        return format.pack(layout, values)
    return table(format, layout).pack(values)


def from_bytes(data: bytes) -> int:
    """A LUUID of either version."""
    if len(data) != 16:
        raise Refused("length")
    return luuid.check(int.from_bytes(data))


def table(format, layout: str):
    return format.LAYOUTS[layout]


def write(format, layout: str, form: str, args: dict, bits: int, kind: str) -> dict:
    if kind == "text":
        return {"text": format.write(layout, form, bits, **args)}
    check = luuid.check if format is luuid else table(format, layout).check
    if kind == "bytes":
        if form:
            if not hasattr(format, "write_bytes"):
                raise Unsupported(f"no form {form!r} of bytes")
            return {"bytes": format.write_bytes(layout, form, bits).hex()}
        return {"bytes": table(format, layout).to_bytes(check(bits)).hex()}
    if kind not in ("fields", "time"):
        raise Unsupported(f"no output {kind!r}")
    check(bits)
    if kind == "fields":
        fields = table(format, layout).unpack(bits)
        return {"fields": {name: str(value) for name, value in fields.items()}}
    if not hasattr(format, "time"):
        raise Unsupported("no time")
    return {"time": str(format.time(layout, bits))}


def generate(format, layout: str, ask: dict) -> list[dict]:
    """A generator under a scripted clock; a restart makes another one."""
    if not hasattr(format, "Generator"):
        raise Unsupported("no generator")
    clock, random = Clock(), Random(data(ask["rng"]))
    generator, last, done = None, None, []
    for step in ask["steps"]:
        clock.reading = number(step["clock"], "-?") if "clock" in step else clock.reading
        call, count, ids, error = step["call"], number(step.get("count", "1")), [], None
        if call == "resume" and last is None:
            raise Unsupported("nothing to resume after")
        try:
            if call in ("resume", "restart"):
                after = last if call == "resume" else None
                generator = make(format, layout, ask, clock, random, after)
            elif generator is None:
                generator = make(format, layout, ask, clock, random, None)
            if call == "reserve":
                ids = generator.reserve(count)
            elif call == "generate":
                for _ in range(count):
                    ids.append(generator.generate())
        except Refused as refused:
            error = fault(refused)
        last = ids[-1] if ids else last
        result = {"ids": [str(bits) for bits in ids]}
        done.append(result | {"error": error} if error else result)
    return done


def make(format, layout: str, ask: dict, clock: Clock, random: Random, after: int | None):
    config = dict(ask.get("config", {}))
    generator = format.Generator(layout, config, clock, random, after)
    if config:
        raise Unsupported(f"no key {next(iter(config))!r} of config")
    return generator


def canonical(ask: dict, form: str) -> dict:
    if "json" in ask:
        return {"canonical": evently.canonical(ask["json"], form)}
    if "timestamp" in ask:
        micros = evently.parse_timestamp(ask["timestamp"])
        return {"micros": str(micros), "written": evently.format_timestamp(micros)}
    event = evently.Event(ask["event"], ask.get("profile", "doc5"))
    previous = ask.get("previous")
    bits = event.genesis_id() if previous is None else event.id(evently.parse("", "", previous))
    return {"body": event.body, "event_id": evently.write("", "", bits)}


def verify(ask: dict) -> dict:
    after = ask.get("after")
    verdict = evently.verify(ask["lines"], None if after is None else evently.parse("", "", after))
    result = {"valid": verdict.failure is None, "events": str(verdict.events),
              "profile": verdict.profile, "head": verdict.head}
    if verdict.failure:
        result["failure"] = {"kind": verdict.failure}
    return result


def fault(refused: Refused) -> dict:
    named = {"index": refused.index, "field": refused.field, "until": refused.until}
    return {"kind": refused.kind} | {key: str(value) for key, value in named.items()
                                     if value is not None}


def read(line: str) -> tuple[dict, list[str]]:
    """A request, and the keys that stand twice in an object of it: Python keeps the last of them."""
    twice = []

    def members(pairs: list) -> dict:
        found = [key for key, _ in pairs]
        twice.extend(key for key in found if found.count(key) > 1)
        return dict(pairs)

    return json.loads(line, object_pairs_hook=members), twice


def serve(answer) -> None:
    """Answers the requests of the standard input, one in a line."""
    # The protocol is UTF-8, whatever the locale.
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        ask, twice = read(line)
        try:
            if twice:
                raise Unsupported(f"no key that stands twice: {twice[0]!r}")
            response = {"result": answer(ask)}
        except Refused as refused:
            response = {"error": fault(refused)}
        except Unsupported as unsupported:
            response = {"skipped": str(unsupported)}
        print(json.dumps({"seq": ask["seq"]} | response), flush=True)
        if response == {"result": {}}:  # Only `stop` has this answer.
            break


if __name__ == "__main__":
    serve(answer)
