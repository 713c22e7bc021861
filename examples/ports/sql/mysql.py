"""Answers the questions of `ids conform` (docs/protocol.md) by the functions that `ids sql --database mysql` has
put into MariaDB or MySQL: `mysql.py SOCKET`, as the user root. What is asked is checked as in the port to Python;
each answer is the database's."""

import json
import sys

import pack
from answers import serve, simple, texts
from libmariadb import Connection, Refused
from pack import Unsupported, bits_of, expression, unicode

# The last microsecond that a DATETIME holds.
END = 253402300799999999
# The arguments of the functions that put fields together, in their order.
ARGUMENTS = """
SELECT JSON_OBJECT('name', specific_name, 'argument', parameter_name) FROM information_schema.parameters
WHERE specific_schema = 'ids' AND specific_name LIKE '%make' AND ordinal_position > 0
ORDER BY specific_name, ordinal_position"""
# Why the last statement was refused.
WHY = "SELECT JSON_OBJECT('kind', @kind, 'field', @field)"
arguments: dict[str, list[str]] = {}


class Dialect:
    """How MariaDB and MySQL say what a layout's functions are asked."""

    def literal(self, text: str) -> str:
        escaped = unicode(text).replace("\\", "\\\\").replace("'", "''").replace("\0", "\\0")
        return f"_utf8mb4'{escaped}'"

    def instant(self, instant: int) -> str:
        if instant // 1000 > END:
            raise Unsupported("a DATETIME ends with the year 9999")
        return f"ids.to_time({instant // 1000})"

    def object(self, key: str, value: str) -> str:
        return f"JSON_OBJECT('{key}', {value})"

    def hex(self, data: str) -> str:
        return f"LOWER(HEX({data}))"

    def data(self, data: str) -> str:
        return f"X'{data}'"

    def to_data(self, id: str) -> str:
        return id

    def uuid(self, id: str) -> str:
        name = "text" if self.canonical == "uuid" else "uuid_text"
        return f"ids.{self.common}_{name}({id})"

    def given(self, fields: dict) -> str:
        names = arguments[f"{self.prefix}_make"]
        if fields.keys() != set(names):
            raise Unsupported(f"{self.prefix}_make has the arguments {', '.join(names)}")
        return ", ".join(str(fields[name]) for name in names)

    def nanoseconds(self, time: str) -> str:
        return f"CAST(ids.to_micros({time}) AS DECIMAL(65)) * 1000"

    def without_tail(self, fields: str) -> str:
        return f"JSON_REMOVE({fields}, '$.serial', '$.qualifier')"


class Format(Dialect, pack.Format):
    pass


class Snowflake(Dialect, pack.Snowflake):
    def from_number(self, bits: int) -> str:
        return self.number(super().from_number(bits))

    def number(self, id: str) -> str:
        return f"ids.{self.prefix}_check({id})"


class GlobalKuid(Dialect, pack.GlobalKuid):
    pass


class Siq(Dialect, pack.Siq):
    pass


class Luuid(Dialect, pack.Luuid):
    def text(self, form: str, id: str) -> str:
        if form == "name":
            return f"LPAD(LOWER(HEX(ids.fits('group', ids.to_unsigned({bits_of(id)}), 12))), 3, '0')"
        return super().text(form, id)


FORMATS = pack.formats(Format, Snowflake, GlobalKuid, Siq, Luuid)


def answer(database: Connection, ask: dict) -> dict:
    """The database's answer in the words of the protocol."""
    try:
        [found] = database.ask(f"SELECT {expression(ask, FORMATS)}")
    except Refused as refused:
        database.ask("GET DIAGNOSTICS CONDITION 1 @kind = CONSTRAINT_NAME, @field = COLUMN_NAME")
        [why] = map(json.loads, database.ask(WHY))
        if why["kind"] == "after_end" and ask["op"] == "format":
            return {"skipped": "a DATETIME ends with the year 9999"}
        if refused.state == "45000":
            return {"error": {key: value for key, value in why.items() if value}}
        if refused.state == "22003":
            # The value fits no number at all.
            return {"error": {"kind": "refused"}}
        raise SystemExit(f"{refused.state} {refused.message}: {ask}") from None
    result = json.loads(found)
    if isinstance(result.get("fields"), str):
        # MariaDB has no type for JSON.
        result["fields"] = json.loads(result["fields"])
    return {"result": texts(result)}


def respond(database: Connection, asks: list[tuple[dict, list]]) -> list[dict]:
    answers = []
    for ask, twice in asks:
        try:
            answers.append(simple(ask, twice) or answer(database, ask))
        except Unsupported as unsupported:
            answers.append({"skipped": str(unsupported)})
    return answers


def main() -> None:
    database = Connection(sys.argv[1])
    # Nothing depends on what a session has set: this one cuts off what does not fit a column.
    database.ask("SET sql_mode = '', time_zone = '+05:30'")
    for row in map(json.loads, database.ask(ARGUMENTS)):
        arguments.setdefault(row["name"], []).append(row["argument"])
    serve(lambda asks: respond(database, asks))


if __name__ == "__main__":
    main()
