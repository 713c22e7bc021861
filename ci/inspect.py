"""The labelled set, told by `ids inspect` and by other programs: right, wrong, silent, seconds, memory.

inspect.py IDS UUINFO IDT prints a table for docs/inspect.md.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SET = ROOT / "crates/ids-formats/tests/labelled.tsv"
NOW = "2026-12-01"
# Candidates closer than this cannot be told apart: docs/inspect.md.
LEAD = 5


def is_number(kind):
    return kind.startswith("snowflake") and kind not in ("snowflake tid", "snowflake instagram shortcode")


def group(kind):
    if is_number(kind):
        return "numbers"
    own = (ROOT / f"docs/vectors/{kind.split()[0]}.json").exists()
    return "this project" if own else "others"


def run(command, text):
    """Output, seconds, and the most memory in MiB of a run of a program."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as got:
        given.write(text)
        given.seek(0)
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=given, stdout=got, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - start
        got.seek(0)
        return got.read(), seconds, usage.ru_maxrss / 1024


def by_ids(program, texts):
    out, seconds, memory = run([program, "inspect", "--json", "--now", NOW], "\n".join(texts).encode())
    answers = []
    for line in out.splitlines():
        answer = json.loads(line)
        names = set()
        if answer.get("answer") not in (None, "nothing"):
            found = answer["candidates"]
            close = found if answer["answer"] == "several" else found[:1]
            for one in close:
                if one["score"] > found[0]["score"] - LEAD:
                    name = " ".join(filter(None, [one["format"], one.get("flavour")]))
                    names.add(name + " shortcode" if one["form"] == "shortcode" else name)
            if not is_number(next(iter(names))):
                first = found[0]
                name = " ".join(filter(None, [first["format"], first.get("flavour")]))
                names = {name + " shortcode" if first["form"] == "shortcode" else name}
        answers.append(names)
    return answers, seconds, memory


def by_idt(program, texts):
    out, seconds, memory = run([program, "inspect", "--json"], "\n".join(texts).encode())
    said = {}
    for one in json.loads(out):
        kind, version = one["id_type"], one.get("version")
        if kind == "uuid":
            kind = f"uuid v{version}"
        elif kind.startswith("uuid"):
            kind = "uuid " + kind.removeprefix("uuid").lstrip("-")
        said[one["input"]] = {kind}
    return [said.get(text, set()) for text in texts], seconds, memory


UUINFO = {
    "Nil UUID (all zeros)": "uuid nil",
    "Max UUID (all ones)": "uuid max",
    "Xid": "xid",
    "MongoDB ObjectId": "objectid",
    "Nano ID": "nanoid",
    "Stripe ID": "stripe",
    "TID (AT Protocol, Bluesky)": "snowflake tid",
}


def by_uuinfo(program, texts):
    """It reads one identifier in each run."""
    answers, seconds, memory = [], 0, 0
    for text in texts:
        out, took, used = run([program, "-o", "json", "-"], text.encode())
        seconds, memory = seconds + took, max(memory, used)
        try:
            one = json.loads(out)
        except ValueError:
            answers.append(set())
            continue
        kind, version = one["id_type"], one["version"] or ""
        if kind.startswith("UUID (RFC"):
            kind = f"uuid v{version.split()[0]}"
        elif kind == "CUID":
            kind = "cuid" if version == "1" else "cuid2"
        answers.append({UUINFO.get(kind, kind.lower())})
    return answers, seconds, memory


def main():
    programs = dict(zip(("ids", "uuinfo", "idt"), sys.argv[1:4], strict=True))
    lines = [line for line in SET.read_text().splitlines() if not line.startswith("#")]
    rows = [line.split("\t")[:2] for line in lines]
    texts = [text for text, _ in rows]
    print("| program | identifiers | right | wrong | silent | seconds for all | most memory |")
    print("|---|---|---|---|---|---|---|")
    wrong_ones = 0
    for name, ask in (("ids", by_ids), ("uuinfo", by_uuinfo), ("idt", by_idt)):
        answers, seconds, memory = ask(programs[name], texts)
        assert len(answers) == len(rows), f"{name}: {len(answers)} answers"
        for which in ("others", "numbers", "this project"):
            right = wrong = silent = 0
            for (text, kind), names in zip(rows, answers):
                if group(kind) != which:
                    continue
                # A program that says "Snowflake" of a number, and no more, is right.
                good = kind in names or (which == "numbers" and "snowflake" in names)
                right += good
                silent += not names
                wrong += bool(names) and not good
            if name == "ids":
                wrong_ones += wrong + silent
            print(f"| {name} | {which} | {right} | {wrong} | {silent} | {seconds:.2f} | {memory:.0f} MiB |")
    if wrong_ones * 100 > len(rows) * 3:
        sys.exit(f"ids is wrong or silent for {wrong_ones} of {len(rows)}")


if __name__ == "__main__":
    main()
