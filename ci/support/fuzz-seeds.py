#!/usr/bin/env python3
"""Makes the fuzzers' first inputs: every text and every byte string of the vector files.

    ci/support/fuzz-seeds.py

Writes fuzz/corpus/TARGET/, which is not kept. Where a format has a vector file, its target gets that
file's; `base` gets them all.
"""

import hashlib
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "fuzz" / "corpus"


def inputs(row):
    """The texts of a row as bytes, and its byte strings."""
    given = [row.get("text"), row.get("json"), row.get("canonical"), *row.get("texts", [])]
    given += [row.get("input", {}).get(kind) for kind in ("text", "json", "event", "timestamp")]
    yield from (text.encode() for text in given if text is not None)
    digits = [row.get("bytes"), row.get("input", {}).get("bytes")]
    yield from (bytes.fromhex(text) for text in digits if text is not None)


def main():
    files = set((ROOT / "docs" / "vectors").glob("*.json"))
    for path in sorted(files - {ROOT / "docs" / "vectors" / "schema.json"}):
        seeds = {seed for row in json.loads(path.read_text())["rows"] for seed in inputs(row)}
        for target in [path.stem, "base"]:
            if not (ROOT / "fuzz" / "fuzz_targets" / f"{target}.rs").exists():
                continue
            folder = CORPUS / target
            folder.mkdir(parents=True, exist_ok=True)
            for seed in seeds:
                (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
            print(f"{target}: {len(seeds)} seeds from {path.name}")


if __name__ == "__main__":
    main()
