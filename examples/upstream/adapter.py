"""What the adapters of Python libraries share: the loop of the protocol (docs/protocol.md).

An adapter answers with what its library does: where the library refuses, an error; where it has no such
thing, `skipped`. Nothing is mended. A request that an adapter does not know never reaches its library.
"""

import json
import re
import sys


class Skip(Exception):
    """The library does not have what is asked for."""


COMMON = {"seq", "op", "format", "layout", "form"}
KEYS = {"parse": {"text", "bytes", "fields"}, "format": {"bits", "as"}, "range": {"time"},
        "generate": {"config", "rng", "steps"}}


def known(ask: dict) -> None:
    if ask["op"] not in KEYS or ask.keys() - COMMON - KEYS[ask["op"]]:
        raise Skip(f"no {ask['op']} of this")
    if not re.fullmatch("[0-9]+", ask.get("bits", "0")):
        raise Skip("no such number")
    for step in ask.get("steps", []):
        if step.keys() - {"clock", "call", "count"}:
            raise Skip("no such step")


def serve(name: str, version: str, formats: list[str], answer) -> None:
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            if ask["op"] == "start":
                if ask.keys() != {"seq", "op", "protocol"} or ask["protocol"] != "1":
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
