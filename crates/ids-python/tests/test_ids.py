"""Identifiers of every class: texts, numbers, bytes, fields, times, errors."""

import copy
import inspect
import math
import pickle
from array import array
from datetime import datetime, timedelta, timezone
from uuid import UUID

import pytest

import ids_formats as ids

CASES = [  # class, canonical text, number, width, another form and its text, time
    (ids.FlaxId, "0RdKJcxqVBiAiQr0", 0x05CA55528F7680CB8BB9BDC1, 12, "hex", "05ca55528f7680cb8bb9bdc1",
     1_444_939_825_807_000_000),
    (ids.Discord, "175928847299117063", 175928847299117063, 8, "hex", "271065ac1020007",
     1_462_015_105_796_000_000),
    (ids.Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62", 0x23122E6AA1A78928EF27AB7C62, 16, "braced",
     "{00000023-122e-6aa1-a789-28ef27ab7c62}", None),
    (ids.EventlyId, "0005cd7556b05092aecc815daa77f99c", 0x0005CD7556B05092AECC815DAA77F99C, 16, "uuid",
     "0005cd75-56b0-5092-aecc-815daa77f99c", 1_633_278_732_816_530_000),
    (ids.KuidLocal, ".5.tXbhdV.3", None, 8, "base64url", "AGA5intpgAE", None),
]


@pytest.mark.parametrize("kind, text, number, width, form, other, time", CASES)
def test_one_identifier_in_every_shape(kind, text, number, width, form, other, time):
    id = kind(text)
    assert str(id) == text == id.text() == f"{id}"
    assert repr(id) == f"{kind.__name__}('{text}')"
    if number is not None:
        assert int(id) == number
    assert len(bytes(id)) == width == kind.width()
    assert int.from_bytes(bytes(id)) == int(id)
    assert id.text(form) == f"{id:{form}}" == other
    for same in (kind(int(id)), kind(bytes(id)), kind(bytearray(bytes(id))), kind(memoryview(bytes(id) * 2)[:width]), kind(id), kind.parse(other, form),
                 pickle.loads(pickle.dumps(id)), copy.deepcopy(id)):
        assert same == id and hash(same) == hash(id) and type(same) is kind
    found, met = kind.parse_lenient(other)
    assert (found, met) == (id, form)
    if time is not None:
        assert id.time_ns == time
        assert id.time == datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=time // 1000)


def test_what_programs_put_round_an_identifier_is_taken_off():
    for kind, text, written, form in [
        (ids.Discord, '"175928847299117063",', "175928847299117063", "punctuation quotes decimal"),
        (ids.Discord, "\\x0271065ac1020007", "175928847299117063", "hexadecimal hex"),
        (ids.FlaxId, "'0RdKJcxqVBiAiQr0'", "0RdKJcxqVBiAiQr0", "quotes base64"),
        (ids.EventlyId, "X'0005CD7556B05092AECC815DAA77F99C'", "0005cd7556b05092aecc815daa77f99c", "hexadecimal hex"),
    ]:
        found, met = kind.parse_lenient(text)
        assert (str(found), met) == (written, form)
        with pytest.raises(ids.IdError):
            kind.parse_lenient(text, inside=False)
    # A float has lost what it was.
    with pytest.raises(ids.IdError) as error:
        ids.Discord.parse_lenient("175928847299117063.0")
    assert error.value.kind == "rounded"


def test_all_classes_read_what_they_write():
    for name in ids.__all__:
        kind = getattr(ids, name)
        if not isinstance(kind, type) or not issubclass(kind, ids.Id) or kind in (ids.Id, ids.Snowflake):
            continue
        id = kind(0x23122E6AA1A78928EF27AB7C62) if kind is ids.Luuid else kind(bytes(kind.width()))
        for form in kind.forms():
            try:
                text = id.text(form)
            except TypeError as error:
                assert "only read" in str(error)
                continue
            if text:
                assert kind.parse(text, form) == id, (name, form)
        assert kind.column() in ("number", "uuid", "bytes")


def test_order_and_equality():
    low, high = ids.FlaxId(1), ids.FlaxId(2**64)
    assert low < high and low <= high and high > low and low != high and len({low, high, ids.FlaxId(1)}) == 2
    assert ids.Discord(1) != ids.Twitter(1) and ids.Discord(1) != 1
    with pytest.raises(TypeError):
        ids.Discord(1) < ids.Twitter(1)
    with pytest.raises(TypeError, match="discord"):
        ids.Twitter(ids.Discord(1))


@pytest.mark.parametrize("kind, value, reason, index", [
    (ids.FlaxId, "0RdKJcxqVBiAiQr!", "digit", 15),
    (ids.FlaxId, "0RdKJcxqVBiAiQr", "length", 15),
    (ids.FlaxId, bytes(11), "length", 11),
    (ids.FlaxId, 2**96, "too_large", None),
    (ids.FlaxId, -1, "negative", None),
    (ids.FlaxId, 2**200, "too_large", None),
    (ids.Discord, "0175928847299117063", "leading_zero", 0),
    (ids.Discord, "18446744073709551616", "too_large", None),
    (ids.FlaxId, "0R\xb5\ud800", "utf8", 4),
])
def test_what_is_no_identifier(kind, value, reason, index):
    with pytest.raises(ids.IdError) as caught:
        kind(value)
    assert isinstance(caught.value, ValueError)
    assert caught.value.kind == reason
    assert caught.value.index == index
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.kind, str(again)) == (reason, str(caught.value))


@pytest.mark.parametrize("value", [None, 1.5, [], UUID(int=0)])
def test_what_a_class_is_not_made_of(value):
    with pytest.raises(TypeError):
        ids.FlaxId(value)


def test_a_buffer_of_wider_values_is_not_read():
    for read in (ids.FlaxId, ids.FlaxId.array):
        with pytest.raises(TypeError, match="a buffer of bytes is wanted"):
            read(memoryview(array("I", [1, 2, 3])))


def test_a_range_begins_before_its_end():
    with pytest.raises(ids.IdError, match="start is after end"):
        ids.Discord.range(1_600_000_000 * 10**9, 1_500_000_000 * 10**9)


def test_classes_without_a_format():
    for kind in (ids.Id, ids.Snowflake):
        with pytest.raises(TypeError):
            kind(1)


def test_uuids_both_ways():
    for kind, text in ((ids.Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62"),
                       (ids.EventlyId, "0005cd75-56b0-5092-aecc-815daa77f99c")):
        assert kind(UUID(text)).uuid == UUID(text) == kind(UUID(text)).to_column()
    made = ids.Siq.generator(domain="example.com", shard=1, kind="user", clock=1_700_000_000 * 10**9).generate()
    assert ids.Siq(made.uuid) == made and made.uuid.version == 8
    assert ids.Siq.from_bytes16(made.to_bytes16()) == made
    with pytest.raises(AttributeError, match="uuid"):
        ids.FlaxId(1).uuid
    assert not hasattr(ids.FlaxId(1), "uuid") and "time" in dict(inspect.getmembers(ids.Discord(1)))


def test_fields():
    id = ids.FlaxId.from_fields(timestamp=7, random=9)
    assert (id.timestamp, id.random, id.fields()) == (7, 9, {"timestamp": 7, "random": 9})
    with pytest.raises(AttributeError):
        id.worker
    with pytest.raises(TypeError, match="worker"):
        ids.FlaxId.from_fields(timestamp=7, random=9, worker=1)
    for fields, kind, field in (({"timestamp": 1}, "missing", "random"),
                                ({"timestamp": 2**40, "random": 0}, "range", "timestamp"),
                                ({"timestamp": -1, "random": 0}, "range", "timestamp")):
        with pytest.raises(ids.IdError) as caught:
            ids.FlaxId.from_fields(**fields)
        assert (caught.value.kind, caught.value.field) == (kind, field)
    # A layout that is named does not have another's version.
    for fields in ({"version": 7}, {"layout": "luuid-v8", "version": 6}):
        with pytest.raises(ids.IdError) as caught:
            ids.Luuid.from_fields(key=1, group=0, random=0, **fields)
        assert (caught.value.kind, caught.value.field) == ("range", "version")


def test_instants():
    utc = datetime(2016, 4, 30, 11, 18, 25, 796000, tzinfo=timezone.utc)
    east = utc.astimezone(timezone(timedelta(hours=2)))
    first = ids.Discord.first_at(utc)
    assert first == ids.Discord.first_at(east) == ids.Discord.first_at(1_462_015_105_796_000_000)
    assert first <= ids.Discord("175928847299117063") <= ids.Discord.last_at(utc)
    with pytest.raises(ids.IdError, match="time zone") as caught:
        ids.Discord.first_at(datetime(2016, 4, 30))
    assert caught.value.kind == "naive"
    with pytest.raises(ids.IdError) as caught:
        ids.Discord.first_at(0)
    assert (caught.value.kind, caught.value.until_ns) == ("before_epoch", 1_420_070_400 * 10**9)
    with pytest.raises(ids.IdError) as caught:
        ids.Discord.first_at(-(2**200))
    assert caught.value.kind == "before_epoch"
    with pytest.raises(TypeError):
        ids.Discord.first_at("2016-04-30")
    with pytest.raises(AttributeError, match="no time"):
        ids.Luuid("00000023-122e-6aa1-a789-28ef27ab7c62").time
    last = ids.KuidLocal(2**64 - 1)
    assert last.time_ns > 10**20
    with pytest.raises(ids.IdError, match="time_ns") as caught:
        last.time
    assert caught.value.kind == "datetime"


def test_columns_of_numbers_end():
    assert ids.Discord(2**63 - 1).to_column() == 2**63 - 1
    with pytest.raises(ids.IdError, match="9223372036854775807"):
        ids.Discord(2**63).to_column()


def test_the_same_definition_gives_the_same_class():
    def define(unit=1, fields=(("timestamp", 42), ("node", 22))):
        return ids.Snowflake.define("Same", list(fields), epoch=0, unit=unit)

    assert define() is define()
    assert define() is not define(unit=2)
    for _ in range(2):
        with pytest.raises(ValueError, match="63"):
            define(fields=[("timestamp", 63)])


@pytest.mark.parametrize("id", [ids.FlaxId("0RdKJcxqVBiAiQr0"), ids.Discord(175928847299117063), ids.Discord(2**64 - 1)])
def test_no_float_is_made_of_an_identifier(id):
    for make in (float, complex, math.sqrt, lambda id: array("d", [id])):
        with pytest.raises(TypeError, match="53 bits"):
            make(id)


def test_of_a_float_the_error_says_what_is_left():
    left = ("a float keeps 53 bits of a number: 2 digits are lost, the id lies between 175928847299117040 and "
            "175928847299117072, made 2016-04-30T11:18:25.796Z")
    for make in (ids.Discord, ids.Discord.parse, ids.Discord.parse_lenient, lambda number: ids.Discord.array([number])):
        with pytest.raises(TypeError) as caught:
            make(175928847299117063.0)
        assert left in str(caught.value)
        for wrong in (1.0, 0.5, -1e300, 1e300, float("nan"), float("inf")):
            with pytest.raises(TypeError):
                make(wrong)


def test_true_is_no_number_of_an_identifier():
    for make in (ids.Discord, ids.FlaxId, lambda value: ids.Discord.array([value])):
        for wrong in (True, False):
            with pytest.raises(TypeError, match="bool"):
                make(wrong)


class UserId(ids.FlaxId):
    __slots__ = ()


Mine = ids.Snowflake.define("Mine", [("sign", 1), ("timestamp", 41), ("node", 10), ("sequence", 12)],
                            epoch=datetime(2024, 1, 1, tzinfo=timezone.utc), unit=timedelta(milliseconds=1),
                            sequence="sequence", module=__name__)


def test_classes_of_a_program():
    id = UserId("0RdKJcxqVBiAiQr0")
    assert type(UserId.parse(str(id))) is type(pickle.loads(pickle.dumps(id))) is UserId
    assert type(UserId.generator().generate()) is UserId
    made = Mine.generator(node=3, clock=1_750_000_000 * 10**9).generate()
    assert made.fields() == {"sign": 0, "timestamp": 45932800000, "node": 3, "sequence": 0}
    assert pickle.loads(pickle.dumps(made)) == made
    for fields, reason in (([("timestamp", 63)], "63"), ([("a", 64)], "timestamp"), ([("timestamp", 255)], "255"),
                           ([("timestamp", 300)], "timestamp has 1 to 64 bits, not 300"),
                           ([("timestamp", -1)], "the width of a field is not negative")):
        with pytest.raises(ValueError, match=reason):
            ids.Snowflake.define("Wrong", fields, epoch=0, unit=1)
    for name, field, which in (("a\x1b[31m", "timestamp", "the flavour"), ("", "timestamp", "the flavour"),
                               ("Wrong", "time\nstamp", "field 1")):
        with pytest.raises(ValueError, match=f"{which}: a name is an ASCII letter"):
            ids.Snowflake.define(name, [(field, 64)], epoch=0, unit=1, timestamp=field)
    with pytest.raises(ValueError):
        ids.Snowflake.define("Wrong", [("timestamp", 64)], epoch=0, unit=0)
    with pytest.raises(ValueError):
        ids.Snowflake.define("Wrong", [("timestamp", 64)], epoch=0, unit=10**11)


def test_kuids():
    local = ids.KuidLocal(".5.tXbhdV.3")
    wide = local.to_global(7)
    assert type(wide) is ids.KuidGlobal and wide.to_local() == local and wide.node == 7
    assert wide.second == local.second
    narrow = local.to_global(7, drift=5)
    assert type(narrow) is ids.KuidGlobalDrift5 is ids.KuidGlobal.with_drift(5)
    assert ids.KuidGlobal.from_node_first(wide.to_node_first()) == wide
    with pytest.raises(ids.IdError) as caught:
        ids.KuidGlobal.with_drift(11)
    assert caught.value.field == "drift"


def test_siq():
    id = ids.Siq.from_snowflake(175928847299117063, 1_420_070_400 * 10**9, "example.com", "user")
    assert id.kind == "user" and id.domain == ids.siq.domain_hash("example.com")
    handle = id.handle("mastodon", "example.com")
    assert ids.Siq.parse_handle(handle) == (id, "example.com")


def test_the_base_of_all_classes_makes_none():
    for kind in (ids.Id, type("Own", (ids.Id,), {})):
        with pytest.raises(TypeError, match="is of no format"):
            kind(5)
