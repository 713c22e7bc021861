"""What the adapters of Python libraries share: the loop of the protocol (docs/protocol.md).

An adapter answers with what its library does: where the library refuses, an error; where it has no such
thing, `skipped`. Nothing is mended. A request that an adapter does not know never reaches its library.
"""

import json
import re
import sys


class Skip(Exception):
    """The library does not have what is asked for."""


COMMON = {"seq", "op", "format", "layout"}
KEYS = {"parse": {"text", "bytes", "fields", "form", "args"}, "format": {"bits", "as", "form", "args"},
        "range": {"time"}, "generate": {"config", "rng", "steps"}}


def known(ask: dict) -> None:
    if ask["op"] not in KEYS or ask.keys() - COMMON - KEYS[ask["op"]]:
        raise Skip(f"no {ask['op']} of this")
    if any(not re.fullmatch("0|[1-9][0-9]*", number) for number in (ask["seq"], ask.get("bits", "0"))):
        raise Skip("no such number")
    if "" in (ask.get("layout"), ask.get("form")):
        raise Skip("no name is empty")
    if ask["op"] == "generate" and not ("rng" in ask and ask.get("steps")):
        raise Skip("no script without steps and a random source")
    for step in ask.get("steps", []):
        if step.keys() - {"clock", "call", "count"}:
            raise Skip("no such step")


def read(line: str) -> tuple[dict, list[str]]:
    """A request, and the keys that stand twice in an object of it: Python keeps the last of them."""
    twice = []

    def members(pairs: list) -> dict:
        keys = [key for key, _ in pairs]
        twice.extend(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    return json.loads(line, object_pairs_hook=members), twice


def serve(name: str, version: str, formats: list[str], answer) -> None:
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        ask, twice = read(line)
        try:
            if twice:
                raise Skip(f"no key that stands twice: {twice[0]}")
            if ask["op"] == "start":
                if ask.keys() != {"seq", "op", "protocol"} or ask["protocol"] != "1" or not ask["seq"].isdecimal():
                    raise Skip("no such protocol")
                result = {"protocol": "1", "name": name, "version": version, "language": "Python",
                          "formats": formats}
            elif ask["op"] == "stop":
                result = {}
            else:
                known(ask)
                result = answer(ask)
            response = {"result": result}
        except Skip as skip:
            response = {"skipped": str(skip)}
        except Exception:
            response = {"error": {"kind": "refused"}}
        print(json.dumps({"seq": ask["seq"]} | response), flush=True)
        if ask["op"] == "stop":
            break
