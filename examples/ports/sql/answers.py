"""What the answers of a database have in common: those that need none, and how lines come in and go out."""

import json
import os
import sys

from pack import FORMATS, protocol

# How many requests the database gets at once.
BATCH = 500


def texts(value):
    """The numbers of JSON as texts."""
    if isinstance(value, dict):
        return {key: texts(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [texts(inner) for inner in value]
    return str(value)


def simple(ask: dict, twice: list) -> dict | None:
    """An answer that needs no database."""
    if twice:
        return {"skipped": f"no key that stands twice: {twice[0]!r}"}
    protocol.known(ask)
    if ask["op"] == "start" and ask["protocol"] == "1":
        return {"result": {"protocol": "1", "name": "ids-sql", "version": "1", "language": "SQL",
                           "formats": list(FORMATS)}}
    return {"result": {}} if ask["op"] == "stop" else None


def serve(respond) -> None:
    """Answers the lines of the standard input, some at once, until one says `stop`."""
    rest = b""
    while block := os.read(0, 1 << 16):
        *lines, rest = (rest + block).split(b"\n")
        asks = [protocol.read(line.decode()) for line in lines]
        while asks:
            some, asks = asks[:BATCH], asks[BATCH:]
            for (ask, _), answer in zip(some, respond(some), strict=True):
                print(json.dumps({"seq": ask["seq"]} | answer))
                if answer == {"result": {}}:  # Only `stop` has this answer.
                    sys.stdout.flush()
                    return
            sys.stdout.flush()
