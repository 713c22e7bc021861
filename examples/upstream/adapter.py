"""What the adapters of Python libraries share: the loop of the protocol (docs/protocol.md).

An adapter answers with what its library does: where the library refuses, an error; where it has no such
thing, `skipped`. Nothing is mended.
"""

import json
import sys


class Skip(Exception):
    """The library does not have what is asked for."""


def serve(name: str, version: str, formats: list[str], answer) -> None:
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            if ask["op"] == "start":
                result = {"protocol": "1", "name": name, "version": version, "language": "Python",
                          "formats": formats}
            elif ask["op"] == "stop":
                result = {}
            else:
                result = answer(ask)
            response = {"result": result}
        except Skip as skip:
            response = {"skipped": str(skip)}
        except Exception:
            response = {"error": {"kind": "refused"}}
        print(json.dumps({"seq": ask["seq"]} | response), flush=True)
        if ask["op"] == "stop":
            break
