"""Random JSON as `ids respond` writes it in profile pg, and as PostgreSQL prints jsonb.

Usage: postgres.py IDS URL COUNT SEED
"""

import base64
import json
import random
import subprocess
import sys

PIECES = ["a", "b", "Z", "é", "漢", "😀", "\x7f", "\u2028", "/", "\\/", "\\n", "\\u0041", "\\u00e9", "\\ud83d\\ude00",
          "\\\"", "\\\\", "\\u001f", "\\b", "\\f", "\uffff", " "]


def string(rng: random.Random) -> str:
    return '"' + "".join(rng.choice(PIECES) for _ in range(rng.randrange(6))) + '"'


def number(rng: random.Random) -> str:
    text = rng.choice(["", "-"]) + str(rng.getrandbits(rng.randrange(1, 120)))
    if rng.random() < 0.5:
        text += "." + "0" * rng.randrange(4) + str(rng.getrandbits(rng.randrange(1, 40)))
    if rng.random() < 0.3:
        text += rng.choice(["e", "E", "e+", "e-", "E-0"]) + str(rng.randrange(60))
    return text


def value(rng: random.Random, depth: int) -> str:
    space = rng.choice(["", "", "", " ", "\t", "  "])
    match rng.randrange(5 if depth == 0 else 9):
        case 0:
            text = rng.choice(["true", "false", "null"])
        case 1 | 2:
            text = number(rng)
        case 3 | 4:
            text = string(rng)
        case 5 | 6:
            text = "[" + ",".join(value(rng, depth - 1) for _ in range(rng.randrange(5))) + "]"
        case _:
            members = {}
            for _ in range(rng.randrange(6)):
                key = string(rng)
                members[json.loads(key)] = key + space + ":" + value(rng, depth - 1)
            text = "{" + ",".join(members.values()) + "}"
    return space + text + space


def main() -> int:
    ids, url, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    values = [value(rng, 4) for _ in range(count)]

    rows = "".join(text.replace("\\", "\\\\").replace("\t", "\\t") + "\n" for text in values)
    script = "create table j (n serial, t text);\ncopy j (t) from stdin;\n" + rows + "\\.\n" \
        "select replace(encode(convert_to(t::jsonb::text, 'UTF8'), 'base64'), E'\\n', '') from j order by n;\n"
    printed = subprocess.run(["psql", "-d", url, "-X", "-qAt", "-v", "ON_ERROR_STOP=1"],
                             input=script, capture_output=True, text=True, check=False)
    if printed.returncode:
        print(printed.stderr, file=sys.stderr)
        return 1

    def ask(seq: int, text: str) -> str:
        event = '{"event":"","entities":{},"meta":{},"timestamp":"2020-01-01T00:00:00Z","data":' + text + "}"
        return json.dumps({"seq": str(seq), "op": "canonical", "format": "evently", "profile": "pg", "event": event})

    questions = "\n".join(ask(seq, text) for seq, text in enumerate(values, 1)) + "\n"
    answers = subprocess.run([ids, "respond"], input=questions, capture_output=True, text=True, check=True)
    ours = [json.loads(line) for line in answers.stdout.split("\n") if line]
    theirs = printed.stdout.split()
    assert len(ours) == len(theirs) == count, (len(ours), len(theirs))
    wrong = 0

    for text, answer, encoded in zip(values, ours, theirs, strict=True):
        expected = "{}{}" + base64.b64decode(encoded).decode()
        if answer.get("result", {}).get("body") != expected:
            wrong += 1
            if wrong <= 5:
                print(f"{text!r}\n  {answer}\n  {expected!r}", file=sys.stderr)
    print(f"{count - wrong} of {count} values are printed alike, seed {seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
