"""Answers `ids conform` through the installed package.

The lines of the protocol are those of the port in `examples/ports/python`; the formats are the package's.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples/ports/python"))

import ids_formats as ids
import respond
import snowflake
from common import Refused, Unsupported, number
from ids_formats import evently as events, luuid, siq


def asked(call, *args, **named):
    """What the package gives, or its error as the protocol has it."""
    try:
        return call(*args, **named)
    except (ids.IdError, ids.GenerateError) as error:
        raise Refused(error.kind, index=error.index, field=error.field,
                      until=error.until_ns) from None


def taken(random, count: int) -> bytes:
    """The next `count` bytes of a random source that ends."""
    found = random.data[random.place:random.place + count]
    if len(found) < count:
        raise Refused("entropy")
    random.place += count
    return found


class Layout:
    """The identifiers of one layout, as the adapter asks for them."""

    def __init__(self, kind: type[ids.Id], name: str):
        self.kind, self.name = kind, name

    def check(self, bits: int) -> int:
        return int(asked(self.kind, bits))

    def from_bytes(self, read: bytes) -> int:
        return int(asked(self.kind, read))

    def to_bytes(self, bits: int) -> bytes:
        return bytes(self.kind(bits))

    def unpack(self, bits: int) -> dict:
        several = self.name if self.kind in (ids.Siq, ids.Luuid) else None
        return self.kind(bits).fields(several)

    def pack(self, values: dict) -> int:
        more = {"layout": self.name} if self.kind is ids.Siq else {}
        if self.name == "luuid-v8":
            more = {"version": 8}
        try:
            return int(asked(self.kind.from_fields, **values, **more))
        except TypeError as error:
            raise Unsupported(str(error)) from None


class Format:
    """A format of the protocol."""

    def __init__(self, kinds: dict[str, type[ids.Id]]):
        self.LAYOUTS = {name: Layout(kind, name) for name, kind in kinds.items()}
    def kind(self, layout: str) -> type[ids.Id]:
        return self.LAYOUTS[layout].kind

    def form(self, layout: str, form: str) -> str | None:
        if form and form not in self.kind(layout).forms():
            raise Unsupported(f"no form {form!r}")
        return form or None

    def parse(self, layout: str, form: str, text: str) -> int:
        return int(asked(self.kind(layout).parse, text, self.form(layout, form)))

    def write(self, layout: str, form: str, bits: int) -> str:
        return asked(self.kind(layout), bits).text(self.form(layout, form))

    def check(self, bits: int) -> int:
        return next(iter(self.LAYOUTS.values())).check(bits)

    def pack(self, layout: str, values: dict) -> int:
        return self.LAYOUTS[layout].pack(values)


class Timed(Format):
    """A format with a time inside, and with generators."""

    def __init__(self, kinds: dict[str, type[ids.Id]]):
        super().__init__(kinds)
        self.Generator = lambda *given: Generated(self, *given)

    def time(self, layout: str, bits: int) -> int:
        return self.kind(layout)(bits).time_ns

    def range_at(self, layout: str, time: int) -> tuple[int, int]:
        kind = self.kind(layout)
        return int(asked(kind.first_at, time)), int(asked(kind.last_at, time))


class Generated:
    """A generator under a script."""

    NUMBERS = ("numbered", "rolling", "max_ahead", "drift", "group", "start", "end", "rebase", "shard", "local_id")
    NAMES = {"numbered": "node", "rebase": "after_key"}

    def __init__(self, format: Format, layout: str, config: dict, clock, random, after: int | None):
        name = next(name for name, found in FORMATS.items() if found is format)
        kind = format.kind(layout)
        is_random = kind in PLAIN or name == "luuid"
        fields = kind(0).fields() if name == "snowflake" else ()
        node = {key: number(config.pop(key)) for key in list(config) if key in fields}
        given = {"node": node} if node else {}
        for key in list(config):
            value = config.pop(key)
            given[self.NAMES.get(key, key)] = number(value) if key in self.NUMBERS else value
        if "max_ahead" in given:
            seconds, rest = divmod(given["max_ahead"], 10**9)
            given["max_ahead"] = min(seconds, 2**64 - 1) if rest == 0 else seconds + rest / 1e9
        if is_random:
            given["rng"] = lambda count: taken(random, count)
        if name == "luuid":
            given["version"] = 8 if layout == "luuid-v8" else 6
            start, end = given.pop("start", None), given.pop("end", None)
            given["keys"] = luuid.Keys.counter() if start is end is None else range(start, end)
        else:
            given["clock"] = lambda: clock.reading
        if name == "kuid" and "drift" in given:
            kind = asked(kind.with_drift, min(given.pop("drift"), 2**32 - 1))
        if after is not None:
            given["after"] = asked(kind, after)
        try:
            self.made = asked(kind.generator, **given)
            # Of these, the protocol's step has what there is.
            self.step = self.made.fill if is_random else self.made.reserve
        except TypeError as error:
            raise Unsupported(str(error)) from None

    def generate(self) -> int:
        return int(asked(self.made.generate))

    def reserve(self, count: int) -> list[int]:
        return [int(id) for id in asked(self.step, min(count, 2**64 - 1))]


class Luuid(Format):
    """LUUIDs, their keys, groups, names and prefixes."""

    Generator = None
    READ = {"key": luuid.parse_key, "group": luuid.parse_group, "name": luuid.group_of,
            "prefix": luuid.parse_prefix, "key_lenient": lambda text: luuid.parse_key(text, lenient=True),
            "name_hex": lambda text: luuid.group_of(respond.data(text)),
            "lenient": lambda text: ids.Luuid.parse_lenient(text, inside=False)[0]}
    WRITTEN = {"key": luuid.key_text, "key_lenient": luuid.key_text, "group": luuid.group_text,
               "name": luuid.group_text, "name_hex": luuid.group_text, "prefix": luuid.prefix_text}

    def __init__(self):
        super().__init__({"luuid": ids.Luuid, "luuid-v8": ids.Luuid})
        self.Generator = lambda *given: Generated(self, *given)

    def parse(self, layout: str, form: str, text: str) -> int:
        if form in self.READ:
            return int(asked(self.READ[form], text))
        return super().parse(layout, form, text)

    def write(self, layout: str, form: str, bits: int) -> str:
        if form not in self.WRITTEN:
            return super().write(layout, "" if form == "lenient" else form, bits)
        if bits >> 64:
            raise Refused("too_large")
        try:
            return asked(self.WRITTEN[form], bits)
        except OverflowError:
            raise Refused("range") from None


class Siq(Timed):
    """SIQ identifiers, handles, domains, and identifiers of other formats."""

    ARGS = respond.siq.ARGS

    def parse(self, layout: str, form: str, text: str, **args: str) -> int:
        match form:
            case "mastodon" | "matrix":
                return int(asked(ids.Siq.parse_handle, text)[0])
            case "domain":
                local = number(args["local_id"]) if args else None
                if local is not None and local > 255:
                    raise Unsupported(f"no local_id {local}")
                return asked(siq.domain_hash, text, local)
            case "snowflake":
                bits, epoch = number(text), number(args["epoch"])
                if bits >> 64:
                    raise Unsupported(f"no number of 64 bits: {bits}")
                return int(asked(ids.Siq.from_snowflake, bits, epoch, args["domain"], args["kind"]))
            case "ulid":
                return int(asked(ids.Siq.from_ulid, number(text), args["domain"], args["kind"]))
        return super().parse(layout, form, text)

    def write(self, layout: str, form: str, bits: int, **args: str) -> str:
        if form == "domain":
            if bits >> 32:
                raise Refused("too_large")
            return siq.domain_text(bits)
        id = asked(ids.Siq, bits)
        if form in ("mastodon", "matrix"):
            domain = args.get("domain")
            if domain == "":
                raise Unsupported("no domain is empty")
            try:
                return id.handle(form, domain or "")
            except ids.IdError:
                raise Unsupported(f"no domain {domain!r}") from None
        # Ways in, not out: what came of it is written canonically.
        return id.text(self.form(layout, "" if form in ("snowflake", "ulid") else form))

    def read_bytes(self, layout: str, form: str, read: bytes) -> int:
        if form != "bytes16":
            raise Unsupported(f"no form {form!r} of bytes")
        return int(asked(ids.Siq.from_bytes16, read))

    def write_bytes(self, layout: str, form: str, bits: int) -> bytes:
        if form != "bytes16":
            raise Unsupported(f"no form {form!r} of bytes")
        return asked(ids.Siq, bits).to_bytes16()


class Kuid(Timed):
    """KUIDs; those of many nodes have bytes of an older version, too."""

    def read_bytes(self, layout: str, form: str, read: bytes) -> int:
        return int(asked(self.global_of(layout, form).from_node_first, read))

    def write_bytes(self, layout: str, form: str, bits: int) -> bytes:
        return asked(self.global_of(layout, form), bits).to_node_first()

    def global_of(self, layout: str, form: str) -> type[ids.KuidGlobal]:
        kind = self.kind(layout)
        if form != "node-first" or not issubclass(kind, ids.KuidGlobal):
            raise Unsupported(f"no form {form!r} of bytes")
        return kind


class Evently(Timed):
    """Ids of events, canonical forms, ledgers."""

    def __init__(self):
        super().__init__({"": ids.EventlyId, "evently": ids.EventlyId})
        del self.Generator

    def parse(self, layout: str, form: str, text: str) -> int:
        if form == "lenient":
            return int(asked(lambda text: ids.EventlyId.parse_lenient(text, inside=False), text)[0])
        return super().parse(layout or "evently", form, text)

    def write(self, layout: str, form: str, bits: int) -> str:
        return super().write(layout or "evently", "" if form == "lenient" else form, bits)

    CANONICAL = {"": {}, "ecmascript": {"numbers": "ecmascript"}, "last-wins": {"duplicates": "last-wins"}}

    def canonical(self, json: str, form: str) -> str:
        if form not in self.CANONICAL:
            raise Unsupported(f"no form {form!r}")
        return asked(events.canonicalize, json, **self.CANONICAL[form]).decode()

    def parse_timestamp(self, text: str) -> int:
        return asked(events.parse_timestamp, text)

    def format_timestamp(self, micros: int) -> str:
        return asked(events.timestamp_text, micros)

    def Event(self, json: str, profile: str) -> SimpleNamespace:
        def of(previous: int | None = None) -> int:
            before = None if previous is None else ids.EventlyId(previous)
            try:
                body, id = asked(events.event_id, json, before, profile=profile)
            except TypeError as error:
                raise Unsupported(str(error)) from None
            event.body = body.decode()
            return int(id)

        event = SimpleNamespace(body="", genesis_id=of, id=of)
        return event

    def verify(self, lines: list[str], after: int | None) -> SimpleNamespace:
        trusted = None if after is None else ids.EventlyId(after)
        # The protocol asks about lines, of which none is wrong; a ledger of none is not valid.
        if not lines:
            return SimpleNamespace(failure=None, events=0, profile=None, head=None)
        found = events.verify("\n".join(lines), after=trusted)
        return SimpleNamespace(failure=found.failure and found.failure.kind, events=found.events,
                               profile=found.profile, head=found.head and str(found.head))


KNOWN = {flavour(0).layout: flavour for flavour in ids.Snowflake.__subclasses__()}


def own(name: str) -> type[ids.Snowflake]:
    """A class of a layout that the package does not know, as the port describes it."""
    flavour = snowflake.FLAVOURS[name]
    fields = [(field.name, field.high - field.low + 1) for field in flavour.layout.fields]
    return ids.Snowflake.define(name, fields, epoch=flavour.ticks.epoch, unit=flavour.ticks.span / flavour.ticks.ticks / 1e9,
                                sequence=flavour.sequence and flavour.sequence.name)


# Formats without methods of their own.
PLAIN = [kind for kind in ids.Id.__subclasses__()
         if kind not in (ids.Siq, ids.KuidLocal, ids.KuidGlobal, ids.Luuid, ids.EventlyId, ids.Snowflake)]
FORMATS = {kind(0).layout: Timed({"": kind, kind(0).layout: kind}) for kind in PLAIN} | {
    "snowflake": Timed({name: KNOWN.get(name) or own(name) for name in snowflake.LAYOUTS}),
    "kuid": Kuid({respond.kuid.LOCAL.name: ids.KuidLocal}
                 | {layout.name: ids.KuidGlobal.with_drift(drift)
                    for drift, layout in respond.kuid.GLOBAL.items()}),
    "siq": Siq({name: ids.Siq for name in respond.siq.LAYOUTS}),
    "luuid": Luuid(),
    "evently": Evently(),
}
respond.FORMATS, respond.luuid, respond.evently = FORMATS, FORMATS["luuid"], FORMATS["evently"]

if __name__ == "__main__":
    respond.serve(respond.answer)
