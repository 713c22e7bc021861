"""Reads all rows of a ledger and computes every id and column anew, with the port in Python: without this library.

checker.py FILE LEDGER      a ledger in an SQLite file
checker.py                  the rows that `psql` printed, from stdin: each line is a JSON object of one member, `ledger`,
                            `event` or `entity`; ids are hex digits with hyphens or without

Ends with 4 and the id of the first event that is wrong.
"""

import json
from pathlib import Path
import sqlite3
import sys

PORT = Path(__file__).parents[4] / "examples/ports/python"
sys.path.insert(0, str(PORT))
sys.dont_write_bytecode = True

from common import Refused
import evently


def wrong(id: str, what: str):
    print(f"wrong: {id}: {what}")
    sys.exit(4)


def of_sqlite(path: str, name: str) -> tuple:
    connection = sqlite3.connect(Path(path).absolute().as_uri() + "?mode=ro", uri=True)
    connection.row_factory = lambda cursor, row: {
        column[0]: value.hex() if isinstance(value, bytes) else value
        for column, value in zip(cursor.description, row)}
    ledgers = connection.execute("SELECT * FROM evently_ledger WHERE name = ?", (name,)).fetchall()
    number = (ledgers[0]["number"],)
    return (ledgers, connection.execute("SELECT * FROM evently_event WHERE ledger = ?", number).fetchall(),
            connection.execute("SELECT * FROM evently_entity WHERE ledger = ?", number).fetchall())


def of_psql(lines) -> tuple:
    rows = {"ledger": [], "event": [], "entity": []}
    for line in lines:
        for table, row in json.loads(line).items():
            for column in row.keys() & {"id", "previous", "head"}:
                row[column] = row[column] and row[column].replace("-", "")
            rows[table].append(row)
    return tuple(rows.values())


def entities_of(record: dict):
    for entity, keys in record["entities"].items():
        for key in keys if isinstance(keys, list) else [keys]:
            if isinstance(key, str):
                yield entity, key
            elif isinstance(key, bool):
                yield entity, json.dumps(key)


def check(ledgers: list, events: list, entities: list) -> int:
    previous, keys, found = None, set(), set()
    for row in sorted(events, key=lambda row: row["id"]):
        id, text = row["id"], row["record"]
        try:
            event = evently.Event(text, "doc5")
        except Refused as refused:
            wrong(id, f"its record is not valid: {refused.kind}")
        computed = event.genesis_id() if previous is None else event.id(int(previous, 16))
        if not id == event.recorded == f"{computed:032x}":
            wrong(id, f"the id of its record is {computed:032x}")
        if row["previous"] != previous:
            wrong(id, "the event before it is another")
        if previous is not None and id[:16] <= previous[:16]:
            wrong(id, "it is not later than the event before it")
        if row["event"] != event.values["event"]:
            wrong(id, "the column of its name has another")
        if row["append_key"] != event.values.get("appendKey"):
            wrong(id, "the column of its key has another")
        if row["append_key"] is not None and row["append_key"] in keys:
            wrong(id, "its key is there already")
        keys.add(row["append_key"])
        found |= {(entity, key, id) for entity, key in entities_of(json.loads(text, parse_int=str, parse_float=str))}
        previous = id
    stored = [(row["entity"], row["key"], row["id"]) for row in entities]
    if differ := set(stored) ^ found:
        wrong(min(id for _, _, id in differ), "its entities are others")
    if len(stored) != len(found):
        wrong("all", "an entity is there twice")
    [ledger] = ledgers
    if (ledger["head"], ledger["events"], ledger["profile"]) != (previous, len(events), "doc5"):
        wrong(ledger["head"], "the row of the ledger has another end")
    return len(events)


rows = of_sqlite(*sys.argv[1:]) if sys.argv[1:] else of_psql(sys.stdin)
print(f"{check(*rows)} events verified by Python")
