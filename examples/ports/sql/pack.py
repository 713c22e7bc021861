"""Which functions of the pack answer a request, and what the pack does not have."""

import json
import os
import pathlib
import re
import subprocess
import sys

# The checks of requests are those of the port to Python.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))

from common import Unsupported, number  # noqa: E402
import respond as protocol  # noqa: E402
import snowflake  # noqa: E402


def known() -> dict[str, list[dict]]:
    """What `ids info` says of each family: its formats."""
    command = [os.environ.get("IDS", "ids"), "info", "--json"]
    families: dict[str, list[dict]] = {}
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        families.setdefault(json.loads(line)["format"], []).append(json.loads(line))
    return families


# The last microsecond that a bigint holds.
END = (1 << 63) - 1


def unicode(text: str) -> str:
    """A text, if it is one of Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unsupported("a text of a database is UTF-8") from None
    return text


def name(text: str) -> str:
    if not re.fullmatch("[a-z_]+", text):
        raise Unsupported(f"no field {text!r}")
    return f'"{text}"'


def bits_of(id: str) -> str:
    """The number that an identifier is made from: that of another thing, such as a group."""
    return id[id.index("(") + 1:-1]


class Format:
    """The functions of a layout, of which `info` is what `ids info` says. Those of a flavour have a prefix of their own."""

    # What the function that puts fields together takes besides them.
    others: dict[str, int] = {}
    # What the other functions take at their end.
    drift = ""
    # Whether functions turn bytes into what a column has, and back: those of numbers do.
    converts = False

    def __init__(self, layout: str, info: dict, common: str):
        self.layout, self.info, self.prefix, self.common = layout, info, common, common
        self.canonical, self.is_number = info["canonical"], info["bits"] <= 64
        self.converts = self.converts or self.is_number
        # Whether identifiers may have bit 63, for which a bigint has no room.
        self.unsigned = info["bits"] == 64 and "always" not in info["fields"][0]

    # Each method gives an expression of SQL.

    def literal(self, text: str) -> str:
        if "\0" in text:
            raise Unsupported("a text of PostgreSQL has no U+0000")
        return "'" + unicode(text).replace("'", "''") + "'::text"

    def instant(self, instant: int) -> str:
        """A timestamptz. Its microseconds are enough: a tick has a whole number of them."""
        if instant // 1000 > END:
            raise Unsupported("a timestamptz ends in the year 294276")
        return f"ids.to_time('{instant // 1000}')"

    def object(self, key: str, value: str) -> str:
        return f"jsonb_build_object('{key}', {value})"

    def hex(self, data: str) -> str:
        return f"encode({data}, 'hex')"

    def from_number(self, bits: int) -> str:
        return f"ids.{self.common}_from_number({bits})"

    def number(self, id: str) -> str:
        return f"ids.{self.common}_{'check' if self.is_number else 'number'}({id})"

    def from_text(self, form: str, text: str, args: dict) -> str:
        self.only(form, self.canonical)
        return self.number(f"ids.{self.common}_from_text({self.literal(text)})")

    def uuid(self, id: str) -> str:
        return f"{id}::text"

    def data(self, data: str) -> str:
        if self.info["bits"] < 128:
            return f"'\\x{data}'::bytea"
        if len(data) != 32:
            raise Unsupported("a uuid has 16 bytes")
        return f"'{data}'::uuid"

    def to_data(self, id: str) -> str:
        return id if self.info["bits"] < 128 else f"uuid_send({id})"

    def given(self, fields: dict) -> str:
        """The arguments of a function that puts fields together."""
        return ", ".join(f"{name(field)} => '{value}'" for field, value in fields.items())

    def nanoseconds(self, time: str) -> str:
        return f"ids.to_micros({time}) * 1000::numeric"

    # What follows is the same for every database.

    def text(self, form: str, id: str) -> str:
        self.only(form, self.canonical)
        return self.uuid(id) if self.canonical == "uuid" else f"ids.{self.common}_text({id})"

    def from_bytes(self, data: str) -> str:
        return f"ids.{self.common}_from_bytes({self.data(data)})" if self.converts else self.data(data)

    def bytes(self, id: str) -> str:
        return f"ids.{self.common}_bytes({id})" if self.converts else self.to_data(id)

    def make(self, fields: dict) -> str:
        if both := fields.keys() & self.others.keys():
            raise Unsupported(f"the layout {self.layout} says {', '.join(both)}")
        return f"ids.{self.prefix}_make({self.given(fields | self.others)})"

    def fields(self, id: str) -> str:
        return f"ids.{self.prefix}_fields({id}{self.drift})"

    def time(self, id: str) -> str:
        self.timed()
        return self.nanoseconds(f"ids.{self.prefix}_time({id}{self.drift})")

    def bound(self, end: str, instant: int) -> str:
        self.timed()
        return self.number(f"ids.{self.prefix}_{end}({self.instant(instant)}{self.drift})")

    def timed(self) -> None:
        if "epoch" not in self.info:
            raise Unsupported("no time")

    def only(self, form: str, *forms: str) -> None:
        if form and form not in forms:
            raise Unsupported(f"no form {form}")


class Snowflake(Format):
    def __init__(self, layout: str, info: dict, common: str):
        super().__init__(layout, info, common)
        self.prefix = layout.replace("-", "_")

    def from_text(self, form: str, text: str, args: dict) -> str:
        self.only(form, *self.info["forms"])
        return self.number(f"ids.snowflake_from_text({self.literal(text)}, '{form or self.canonical}')")

    def text(self, form: str, id: str) -> str:
        self.only(form, *self.info["forms"])
        return f"ids.snowflake_text({id}, '{form or self.canonical}')"

    def new(self, config: dict, at: int) -> str:
        """The next identifier of a node, whose sequence is the adapter's."""
        config = dict(config)
        ahead = number(config.pop("max_ahead", "0")) // 1000
        fields = [] if "numbered" in config else snowflake.FLAVOURS[self.layout].node
        node = number(config.pop("numbered", "0"))
        for field in fields:
            value = number(config.pop(field.name, "no number"))
            if value > field.max:
                raise Unsupported("a node is one number")
            node = node * (field.max + 1) + value
        if config:
            raise Unsupported(f"no configuration {', '.join(config)}")
        if ahead > 1 << 60:
            raise Unsupported("an interval has an end")
        return f"ids.{self.prefix}_new({node}, 'public.conform_positions', '{ahead} microseconds', {self.instant(at)})"


class GlobalKuid(Format):
    def __init__(self, layout: str, info: dict, common: str):
        super().__init__(layout, info, common)
        self.others = {"drift": int(layout.rpartition("-")[2])}
        self.drift = f", {self.others['drift']}"


class Siq(Format):
    converts = True

    def from_text(self, form: str, text: str, args: dict) -> str:
        if form == "uuid":
            return self.number(f"ids.siq_from_uuid_text({self.literal(text)})")
        if form == "domain":
            local_id = args.get("local_id", "-1")
            if not re.fullmatch("-1|[0-9]{1,9}", local_id) or int(local_id) > 255:
                raise Unsupported(f"no local id {local_id!r}")
            return f"ids.siq_domain_of({self.literal(text)}, {local_id})"
        return super().from_text(form, text, args)

    def text(self, form: str, id: str) -> str:
        if form == "domain":
            return self.hex(f"ids.bytes({bits_of(id)}, 4)")
        return self.uuid(id) if form == "uuid" else super().text(form, id)

    def make(self, fields: dict) -> str:
        self.whole()
        return super().make(fields)

    def fields(self, id: str) -> str:
        self.whole()
        return self.without_tail(super().fields(id))

    def without_tail(self, fields: str) -> str:
        return f"to_jsonb({fields}) - 'serial' - 'qualifier'"

    def whole(self) -> None:
        if self.layout != "siq":
            raise Unsupported(f"no fields of {self.layout}: siq_fields knows by itself how the tail is split")

    def time(self, id: str) -> str:
        return f"ids.siq_nanoseconds({id})"

    def bound(self, end: str, instant: int) -> str:
        return self.number(f"ids.siq_{end}_nanoseconds({instant})")


class Luuid(Format):
    def __init__(self, layout: str, info: dict, common: str):
        super().__init__(layout, info, common)
        self.others = {"version": 8 if layout == "luuid-v8" else 6}

    def from_text(self, form: str, text: str, args: dict) -> str:
        if form == "name":
            return f"ids.luuid_group_of({self.literal(text)})"
        return super().from_text(form, text, args)

    def text(self, form: str, id: str) -> str:
        if form == "name":
            return f"lpad(to_hex(ids.fits('group', ids.to_bigint({bits_of(id)}), 12)), 3, '0')"
        return super().text(form, id)


def formats(plain: type, snowflake: type, kuid_global: type, siq: type, luuid: type) -> dict[str, dict[str, Format]]:
    """The layouts of each family. One that is not named here is plain, under its own name or none."""
    families = known()
    own = {
        "snowflake": {info["flavour"]: snowflake(info["flavour"], info, "snowflake") for info in families["snowflake"]},
        "kuid": {"kuid-local": plain("kuid-local", families["kuid"][0], "kuid")}
        | {layout: kuid_global(layout, families["kuid"][1], "kuid_global")
           for layout in (f"kuid-global-{drift}" for drift in range(5, 11))},
        "siq": {layout: siq(layout, families["siq"][0], "siq") for layout in ("siq", "siq-3", "siq-4", "siq-5")},
        "luuid": {layout: luuid(layout, families["luuid"][0], "luuid") for layout in ("luuid", "luuid-v8")},
    }
    return {name: own.get(name) or dict.fromkeys(("", name), plain(name, infos[0], name)) for name, infos in families.items()}


FORMATS = formats(Format, Snowflake, GlobalKuid, Siq, Luuid)


def layout_of(ask: dict, formats: dict = FORMATS) -> Format:
    layouts = formats.get(ask.get("format", ""), {})
    if ask.get("layout", "") not in layouts:
        raise Unsupported(f"no layout {ask.get('layout')!r} of {ask.get('format')!r}")
    return layouts[ask.get("layout", "")]


def expression(ask: dict, formats: dict = FORMATS) -> str:
    """What to select for a request."""
    layout = layout_of(ask, formats)
    form, args = ask.get("form", ""), ask.get("args", {})
    if ask["op"] not in ("parse", "format", "range"):
        raise Unsupported(f"no {ask['op']}")
    if args and (form != "domain" or set(args) != {"local_id"}):
        raise Unsupported(f"no args of the form {form!r}")
    if ask["op"] == "range":
        first, last = (layout.bound(end, number(ask["time"])) for end in ("first", "last"))
        return layout.object("first", f"{first}, 'last', {last}")
    if ask["op"] == "parse":
        if "text" in ask:
            found = layout.from_text(form, ask["text"], args)
        elif "bytes" in ask:
            layout.only(form)
            found = layout.number(layout.from_bytes(protocol.data(ask["bytes"]).hex()))
        else:
            fields = {field: number(value) for field, value in ask["fields"].items()}
            found = layout.number(layout.make(fields))
        return layout.object("bits", found)
    id = layout.from_number(number(ask["bits"]))
    match ask["as"]:
        case "text":
            written = layout.text(form, id)
        case "bytes":
            layout.only(form)
            written = layout.hex(layout.bytes(id))
        case "fields":
            written = layout.fields(id)
        case "time":
            written = layout.time(id)
        case other:
            raise Unsupported(f"no output {other!r}")
    return layout.object(ask["as"], written)
