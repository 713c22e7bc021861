"""Columns: lists, NumPy's arrays, Arrow's arrays."""

import pytest

from ids_formats import Discord, EventlyId, FlaxId, IdError, KuidLocal, Luuid, Siq

TEXTS = [str(id) for id in FlaxId.generator(clock=1_700_000_000 * 10**9).fill(50)]
NUMBERS = [int(id) for id in Discord.generator(worker=1, process=2).fill(50)]


def test_lists():
    column = FlaxId.array(TEXTS)
    assert len(column) == 50 and list(column) == [FlaxId(text) for text in TEXTS] and column[-1] == column[49]
    assert column.texts() == TEXTS and FlaxId.array(column.texts("hex"), "hex").texts() == TEXTS
    assert column.to_bytes() == b"".join(bytes(id) for id in column)
    assert list(column.time_ns()) == [id.time_ns for id in column]
    assert list(column.field("random")) == [id.random for id in column]
    assert list(Discord.array(iter(NUMBERS))) == [Discord(number) for number in NUMBERS]
    assert list(FlaxId.array(list(column))) == list(column) and len(FlaxId.array([])) == 0
    for index in (50, -51):
        with pytest.raises(IndexError):
            column[index]
    with pytest.raises(TypeError, match="worker"):
        column.field("worker")
    with pytest.raises(AttributeError, match="no time"):
        Luuid.array([]).time_ns()
    with pytest.raises(IdError, match="2262") as caught:
        KuidLocal.array([0, 2**64 - 1]).time_ns()
    assert caught.value.row == 1


@pytest.mark.parametrize("kind, values, row", [
    (FlaxId, [*TEXTS, "x"], 50), (FlaxId, ["0" * 15 + "!"], 0), (Discord, [1, 2, -3], 2),
])
def test_a_wrong_value_names_its_row(kind, values, row):
    with pytest.raises(IdError) as caught:
        kind.array(values)
    assert caught.value.row == row


def test_numpy():
    numpy = pytest.importorskip("numpy")
    want = FlaxId.array(TEXTS)
    for column in (numpy.array(TEXTS, "S16"), numpy.array(TEXTS, "U16"), numpy.array(TEXTS, object),
                   numpy.frombuffer(want.to_bytes(), "V12"),
                   numpy.frombuffer(want.to_bytes(), "u1").reshape(-1, 12), numpy.array(TEXTS, "S20")):
        assert FlaxId.array(column).texts() == TEXTS, column.dtype
        assert FlaxId.array(column[::2]).texts() == TEXTS[::2], column.dtype
    for kind in ("u8", "i8", ">u8"):
        assert [int(id) for id in Discord.array(numpy.array(NUMBERS, kind))] == NUMBERS
    times = numpy.asarray(want.time_ns()).view("datetime64[ns]")
    assert str(times[0]).startswith("2023-11-14T22:13:20")
    for column, row in ((numpy.array([1, -1]), 1), (numpy.array([*TEXTS, "é"]), 50), (numpy.array([b"x"]), 0)):
        with pytest.raises(IdError) as caught:
            (Discord if column.dtype.kind == "i" else FlaxId).array(column)
        assert caught.value.row == row
    for values, reason, row in ((numpy.ma.masked_array([1, 2], mask=[0, 1]), "null", 1),
                                (numpy.zeros(3, "V0"), "length", 0), (numpy.zeros((2, 0), "u1"), "length", 0),
                                (numpy.array(["1", "\ud800"]), "utf8", 1)):
        with pytest.raises(IdError) as caught:
            Discord.array(values)
        assert (caught.value.kind, caught.value.row) == (reason, row)
    assert list(Discord.array(numpy.ma.masked_array([1, 2]))) == [Discord(1), Discord(2)]
    assert Discord(numpy.array([5], "u8")[0]) == Discord(5)
    for column in (numpy.zeros((2, 2)), numpy.array([1.5])):
        with pytest.raises(TypeError):
            Discord.array(column)


def test_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
        column = pyarrow.array(TEXTS, kind)
        assert FlaxId.array(column).texts() == TEXTS, kind
        assert FlaxId.array(column[7:30]).texts() == TEXTS[7:30], kind
    packed = [bytes(FlaxId(text)) for text in TEXTS]
    for kind in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary(12), pyarrow.binary_view()):
        column = pyarrow.array(packed, kind)
        assert FlaxId.array(column[3:]).texts() == TEXTS[3:], kind
    for kind in (pyarrow.int64(), pyarrow.uint64()):
        column = pyarrow.array(NUMBERS, kind)
        assert [int(id) for id in Discord.array(column[1:])] == NUMBERS[1:]
    chunks = pyarrow.chunked_array([TEXTS[:5], TEXTS[5:]])
    assert FlaxId.array(chunks).texts() == TEXTS
    uuids = pyarrow.array([EventlyId(7 << 64).uuid.bytes], pyarrow.binary(16)).cast(pyarrow.uuid())
    assert list(EventlyId.array(uuids)) == [EventlyId(7 << 64)]
    with pytest.raises(IdError) as caught:
        FlaxId.array(pyarrow.array([TEXTS[0], None]))
    assert (caught.value.kind, caught.value.row) == ("null", 1)
    for values, reason, row in ((pyarrow.array([1, -1]), "range", 1), (pyarrow.array([b""], pyarrow.binary(0)), "length", 0)):
        with pytest.raises(IdError) as caught:
            Discord.array(values)
        assert (caught.value.kind, caught.value.row) == (reason, row)
    with pytest.raises(TypeError, match="double"):
        FlaxId.array(pyarrow.array([1.5]))


def test_fields_that_not_every_identifier_has():
    made = Siq.generator(domain="example.com", shard=1, kind="user", clock=1_700_000_000 * 10**9).fill(3)
    column = Siq.array(made)
    assert list(column.field("shard")) == [1, 1, 1]
    assert list(column.field("qualifier")) == [id.qualifier for id in made]
