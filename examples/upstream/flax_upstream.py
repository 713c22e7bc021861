"""python-flax-id as a responder: it writes texts and makes identifiers, and has no decoder."""

import importlib.metadata
import random

import flax_id
from flax_id import flax_id as library

from adapter import Skip, number, serve


class Words:
    """Stands for the library's random source: the upper bits of the script's words."""

    def __init__(self, data: bytes):
        self.data, self.clock = data, 0

    def getrandbits(self, bits: int) -> int:
        word, self.data = self.data[:8], self.data[8:]
        if len(word) < 8 and self.clock >= 1_420_070_400 * 10**9:
            raise Skip("no random source that fails")
        # Where the script expects a refusal before anything is drawn, any bits will do.
        return int.from_bytes(word, "little") >> 64 - bits


def answer(ask: dict) -> dict:
    if ask["format"] != "flax" or ask.keys() & {"layout", "form", "args"}:
        raise Skip("no such format, layout or form")
    if ask["op"] == "format" and ask["as"] == "text":
        return {"text": flax_id.base64_lex_encode(number(ask["bits"]))}
    if ask["op"] == "generate":
        if ask.get("config"):
            raise Skip("no such generator")
        words = Words(bytes.fromhex(ask["rng"]))
        random.getrandbits = words.getrandbits
        clock, steps = 0, []
        for step in ask["steps"]:
            words.clock = clock = int(step.get("clock", clock))
            if step["call"] != "generate":
                raise Skip(f"no {step['call']}")
            ids = [library.get_flax_id_num(clock / 1e9) for _ in range(int(step.get("count", 1)))]
            steps.append({"ids": [str(bits) for bits in ids]})
        return {"steps": steps}
    raise Skip("no decoder" if ask["op"] == "parse" else f"no {ask['op']} of this")


if __name__ == "__main__":
    serve("python-flax-id", importlib.metadata.version("python-flax-id"), ["flax"], answer)
