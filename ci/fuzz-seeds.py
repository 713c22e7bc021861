#!/usr/bin/env python3
"""Makes the fuzzers' first inputs: every text and every byte string of the vector files.

    ci/fuzz-seeds.py

Writes fuzz/corpus/TARGET/, which is not kept. Where a format has a vector file, its target gets that
file's; `formats`, `inspect` and `types` get them all, `ledger` the records, and `protocol` what a row asks, as lines of the protocol.
"""

import hashlib
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "fuzz" / "corpus"


def inputs(row):
    """The texts of a row as bytes, and its byte strings."""
    given = [row.get("text"), row.get("json"), row.get("canonical"), *row.get("texts", [])]
    given += [row.get("input", {}).get(kind) for kind in ("text", "json", "event", "timestamp")]
    yield from (text.encode() for text in given if text is not None)
    digits = [row.get("bytes"), row.get("input", {}).get("bytes")]
    yield from (bytes.fromhex(text) for text in digits if text is not None)


def requests(row, format):
    """What a row asks of a program that speaks the protocol, one line each."""
    at = {"format": format, **{key: row[key] for key in ("layout", "form", "args") if key in row}}
    given = {**row.get("input", {}), **row}
    for kind in ("text", "bytes", "fields"):
        if kind in given:
            yield {"op": "parse", **at, kind: given[kind]}
    if "bits" in given:
        for what in ("text", "bytes", "fields", "time"):
            yield {"op": "format", **at, "bits": given["bits"], "as": what}
    for kind in ("json", "event", "timestamp"):
        if kind in given:
            yield {"op": "canonical", **at, kind: given[kind]}
    if row["op"] == "event":
        told = {key: row[key] for key in ("profile", "previous") if key in row}
        yield {"op": "canonical", **at, **told, "event": row["json"]}
    if row["op"] == "range":
        yield {"op": "range", **at, "time": row["time"]}
    if "steps" in row:
        steps = [{key: step[key] for key in ("clock", "call", "count") if key in step} for step in row["steps"]]
        yield {"op": "generate", **at, "config": row.get("config", {}), "rng": row.get("rng", ""), "steps": steps}
    if "lines" in row:
        yield {"op": "verify", **at, "lines": row["lines"]}


def lines(row, format):
    """Those requests, numbered, and answers to them."""
    for ask in requests(row, format):
        yield json.dumps({"seq": "1", **ask}, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if "error" in row:
        yield json.dumps({"seq": "1", "error": row["error"]}).encode()
    if "fields" in row:
        yield json.dumps({"seq": "1", "result": {"fields": row["fields"]}}).encode()


def main():
    files = set((ROOT / "docs" / "vectors").glob("*.json"))
    for path in sorted(files - {ROOT / "docs" / "vectors" / "schema.json"}):
        read = json.loads(path.read_text())
        rows = read["rows"]
        seeds = {seed for row in rows for seed in inputs(row)}
        records = {record.encode() for row in rows for record in row.get("lines", [])}
        asked = {line for row in rows for line in lines(row, read["format"])}
        targets = {path.stem: seeds, "formats": seeds, "inspect": seeds, "types": seeds, "ledger": records, "protocol": asked}
        for target, found in targets.items():
            if not found or not (ROOT / "fuzz" / "fuzz_targets" / f"{target}.rs").exists():
                continue
            folder = CORPUS / target
            folder.mkdir(parents=True, exist_ok=True)
            for seed in found:
                (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
            print(f"{target}: {len(found)} seeds from {path.name}")


if __name__ == "__main__":
    main()
