"""Answers the questions of `ids conform` (docs/protocol.md), one JSON object on a line."""

import json
import sys

import evently
import flax
import kuid
import luuid
import siq
import snowflake
from common import Clock, Random, Refused, Unsupported

FORMATS = {"flax": flax, "snowflake": snowflake, "kuid": kuid, "siq": siq, "luuid": luuid,
           "evently": evently}


def answer(ask: dict) -> dict:
    op = ask["op"]
    if op == "start":
        return {"protocol": "1", "name": "ids-python", "version": "1", "language": "Python",
                "formats": list(FORMATS)}
    if op == "stop":
        return {}
    if ask.get("format") not in FORMATS:
        raise Unsupported(f"no format {ask.get('format')!r}")
    format, layout, form = FORMATS[ask["format"]], ask.get("layout", ""), ask.get("form", "")
    if op in ("canonical", "verify"):
        if format is not evently:
            raise Unsupported(f"no {op} of {ask['format']}")
        return (verify if op == "verify" else canonical)(ask, form)
    if layout not in format.LAYOUTS:
        raise Unsupported(f"no layout {layout!r}")
    match op:
        case "parse":
            return {"bits": str(parse(format, layout, form, ask))}
        case "format":
            return write(format, layout, form, int(ask["bits"]), ask["as"])
        case "range":
            if not hasattr(format, "range_at"):
                raise Unsupported("no time")
            first, last = format.range_at(layout, int(ask["time"]))
            return {"first": str(first), "last": str(last)}
        case "generate":
            return {"steps": generate(format, layout, ask)}
    raise Unsupported(f"no op {op!r}")


def parse(format, layout: str, form: str, ask: dict) -> int:
    if "text" in ask:
        return format.parse(layout, form, ask["text"])
    if "bytes" in ask:
        data = bytes.fromhex(ask["bytes"])
        if form:
            return format.read_bytes(layout, form, data)
        bits = table(format, layout).from_bytes(data) if format is not luuid else from_bytes(data)
        return bits
    values = {name: int(value) for name, value in ask["fields"].items()}
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


def write(format, layout: str, form: str, bits: int, kind: str) -> dict:
    if kind == "text":
        return {"text": format.write(layout, form, bits)}
    check = luuid.check if format is luuid else table(format, layout).check
    if kind == "bytes":
        if form:
            return {"bytes": format.write_bytes(layout, form, bits).hex()}
        return {"bytes": table(format, layout).to_bytes(check(bits)).hex()}
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
    clock, random = Clock(), Random(bytes.fromhex(ask.get("rng", "")))
    generator, last, done = None, None, []
    for step in ask["steps"]:
        clock.reading = int(step.get("clock", clock.reading))
        call, count, ids, error = step["call"], int(step.get("count", "1")), [], None
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


def verify(ask: dict, form: str) -> dict:
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


def main() -> None:
    # The protocol is UTF-8, whatever the locale.
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            response = {"result": answer(ask)}
        except Refused as refused:
            response = {"error": fault(refused)}
        except Unsupported as unsupported:
            response = {"skipped": str(unsupported)}
        print(json.dumps({"seq": ask["seq"]} | response), flush=True)
        if ask["op"] == "stop":
            break


if __name__ == "__main__":
    main()
