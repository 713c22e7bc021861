"""What the adapters of Python libraries share: the loop of the protocol (docs/protocol.md).

An adapter answers with what its library does: where the library refuses, an error; where it has no such
thing, `skipped`. Nothing is mended. The port in examples/ports/python answers what is not a request at
all: that never reaches the library.
"""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "ports" / "python"))

from common import Unsupported as Skip, number
from respond import known, read


def serve(name: str, version: str, formats: list[str], answer) -> None:
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        ask, twice = read(line)
        try:
            if twice:
                raise Skip(f"no key that stands twice: {twice[0]}")
            known(ask)
            if ask["op"] == "start":
                if ask["protocol"] != "1":
                    raise Skip("no such protocol")
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
        if response == {"result": {}}:
            break
