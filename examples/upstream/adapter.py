"""What the adapters of Python libraries share: the loop of the protocol (docs/protocol.md).

An adapter answers with what its library does: where the library refuses, an error; where it has no such
thing, `skipped`. Nothing is mended. The port in examples/ports/python answers what is not a request at
all: that never reaches the library.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "ports" / "python"))

import respond
from common import Refused, Unsupported as Skip, number


def serve(name: str, version: str, formats: list[str], answer) -> None:
    def answered(ask: dict) -> dict:
        respond.known(ask)
        if ask["op"] == "start":
            if ask["protocol"] != "1":
                raise Skip("no such protocol")
            return {"protocol": "1", "name": name, "version": version, "language": "Python", "formats": formats}
        if ask["op"] == "stop":
            return {}
        try:
            return answer(ask)
        except Skip:
            raise
        except Exception:
            raise Refused("refused") from None

    respond.serve(answered)
