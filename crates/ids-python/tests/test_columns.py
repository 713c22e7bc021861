"""Columns: lists, NumPy's arrays, Arrow's arrays."""

import copy
import json
import pickle
from collections.abc import Sequence

import pytest

import ids_formats as ids
from ids_formats import Discord, EventlyId, FlaxId, IdError, KuidLocal, Luuid, Siq, Snowflake, Twitter


class UserId(FlaxId):
    __slots__ = ()


Mine = Snowflake.define("Mine", [("timestamp", 52), ("node", 12)], epoch=0, unit=1, module=__name__)
TEXTS = [str(id) for id in FlaxId.generator(clock=1_700_000_000 * 10**9).fill(50)]
LUUID = 0x23122E6AA1A78928EF27AB7C62
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


@pytest.mark.parametrize("kind", [FlaxId, UserId, Discord, Mine, Siq, Luuid, EventlyId, KuidLocal])
def test_an_array_is_a_sequence(kind):
    ids = [kind(Luuid(number).to_column()) for number in (LUUID, LUUID + 5, LUUID + 1)] if kind is Luuid else [
        kind(number) for number in (1 << 63, 5, 7)]
    column = kind.array(ids)
    assert isinstance(column, Sequence) and len(column) == 3 and column and not kind.array([])
    assert list(column) == ids == list(iter(column)) and list(reversed(column)) == ids[::-1]
    # pandas takes what has no such method for one value.
    assert list(column.__iter__()) == ids
    for part in (slice(1, None), slice(None, None, -1), slice(-1, 0, -2), slice(5, 9), slice(None)):
        assert list(column[part]) == ids[part] and type(column[part]) is type(column)
    assert ids[1] in column and ids[1] not in column[:1] and str(ids[1]) not in column and Twitter(5) not in column
    assert column.index(ids[2]) == column.index(ids[2], -1) == 2 and column.count(ids[0]) == 1
    for missing in (ids[0], None):
        with pytest.raises(ValueError):
            column.index(missing, 1)
    assert column == kind.array(ids) and column != column[:2] and column != ids and column[:0] == kind.array([])
    with pytest.raises(TypeError, match="unhashable"):
        hash(column)
    for same in (pickle.loads(pickle.dumps(column)), copy.copy(column), copy.deepcopy(column), kind.array(column),
                 kind.array(column.to_bytes()), kind.array(bytearray(column.to_bytes())),
                 kind.array(memoryview(column.to_bytes())),
                 kind.array(memoryview(column.to_bytes()).cast("B", (3, len(column.to_bytes()) // 3)))):
        assert same == column and type(same[0]) is kind
    for index in (2**70, -(2**70), 3):
        with pytest.raises(IndexError):
            column[index]
    with pytest.raises(TypeError):
        column["1"]
    assert repr(column) == f"<IdArray of 3 {kind.__name__}>"


def test_arrays_of_two_formats_are_not_equal():
    assert Discord.array([1]) != Twitter.array([1]) and FlaxId.array(TEXTS) == UserId.array(TEXTS)
    with pytest.raises(TypeError):
        Discord.array(Twitter.array([1]))
    with pytest.raises(IdError) as caught:
        FlaxId.array(bytes(13))
    assert (caught.value.kind, caught.value.index) == ("length", 13)


@pytest.mark.parametrize("kind, values, row", [
    (FlaxId, [*TEXTS, "x"], 50), (FlaxId, ["0" * 15 + "!"], 0), (Discord, [1, 2, -3], 2),
])
def test_a_wrong_value_names_its_row(kind, values, row):
    with pytest.raises(IdError) as caught:
        kind.array(values)
    assert caught.value.row == row


def test_a_value_of_another_type_names_its_row():
    with pytest.raises(TypeError) as other:
        Discord.array([5, 1.5])
    assert other.value.row == 1


class Boastful:
    """It has one value, and says that it has more than any memory."""

    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length

    def __iter__(self):
        return iter([5])


@pytest.mark.parametrize("length", [2**47, 2**60, 2**63 - 1])
def test_more_than_memory_has_is_a_memory_error(length):
    for values in (range(length), Boastful(length)):
        with pytest.raises(MemoryError):
            Discord.array(values)


def test_numpy():
    numpy = pytest.importorskip("numpy")
    want = FlaxId.array(TEXTS)
    for column in (numpy.array(TEXTS, "S16"), numpy.array(TEXTS, "U16"), numpy.array(TEXTS, object),
                   numpy.frombuffer(want.to_bytes(), "V12"),
                   numpy.frombuffer(want.to_bytes(), "u1").reshape(-1, 12), numpy.array(TEXTS, "S20")):
        assert FlaxId.array(column).texts() == TEXTS, column.dtype
        assert FlaxId.array(column[::2]).texts() == TEXTS[::2], column.dtype
    for order in "<>":
        assert FlaxId.array(numpy.array(TEXTS, f"{order}U18")).texts() == TEXTS
    for kind in ("u8", "i8", ">u8"):
        assert [int(id) for id in Discord.array(numpy.array(NUMBERS, kind))] == NUMBERS
    times = numpy.asarray(want.time_ns()).view("datetime64[ns]")
    assert str(times[0]).startswith("2023-11-14T22:13:20")
    for column, row in ((numpy.array([1, -1]), 1), (numpy.array([*TEXTS, "é"]), 50), (numpy.array([b"x"]), 0)):
        with pytest.raises(IdError) as caught:
            (Discord if column.dtype.kind == "i" else FlaxId).array(column)
        assert caught.value.row == row
    for values, reason, row in ((numpy.zeros(3, "V0"), "length", 0), (numpy.zeros((2, 0), "u1"), "length", 0), (numpy.array(["1", "\ud800"]), "utf8", 1)):
        with pytest.raises(IdError) as caught:
            Discord.array(values)
        assert (caught.value.kind, caught.value.row) == (reason, row)
    assert list(Discord.array(numpy.ma.masked_array([1, 2]))) == [Discord(1), Discord(2)]
    assert Discord(numpy.array([5], "u8")[0]) == Discord(5)
    for texts in (["1", "1\0" + "2" * 70], ["1", "9" * 70], ["1", "\U0001f600"], ["1", ""]):
        wide, listed = [], []
        for column, found in ((numpy.array(texts), wide), (texts, listed)):
            with pytest.raises(IdError) as caught:
                Discord.array(column)
            found += [str(caught.value), caught.value.kind, caught.value.index, caught.value.row]
        assert wide == listed
    for column in (numpy.zeros((2, 2)), numpy.array([1.5])):
        with pytest.raises(TypeError):
            Discord.array(column)


def test_numpy_has_an_array_without_a_copy():
    numpy = pytest.importorskip("numpy")
    column = Discord.array(NUMBERS)
    found = numpy.asarray(column)
    assert found.dtype == numpy.uint64 and found.tolist() == NUMBERS and not found.flags.writeable
    assert numpy.shares_memory(found, numpy.asarray(column)) and Discord.array(found) == column
    wide = FlaxId.array(TEXTS)
    found = numpy.asarray(wide)
    assert found.dtype == "V12" and found.tobytes() == wide.to_bytes() and FlaxId.array(found) == wide
    assert numpy.asarray(Siq.array([1])).dtype == "V14" and len(numpy.asarray(FlaxId.array([]))) == 0
    again = numpy.asarray(column[::2])
    del column
    assert again.tolist() == NUMBERS[::2]


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
    for values, reason, row in ((pyarrow.array([1, -1]), "negative", 1), (pyarrow.array([b""], pyarrow.binary(0)), "length", 0)):
        with pytest.raises(IdError) as caught:
            Discord.array(values)
        assert (caught.value.kind, caught.value.row) == (reason, row)
    packed = pyarrow.array([TEXTS[1], TEXTS[0], TEXTS[1]])
    for column in (packed.dictionary_encode(), pyarrow.chunked_array([packed, packed[:1]]).dictionary_encode(),
                   pyarrow.chunked_array([packed.dictionary_encode(), pyarrow.array(TEXTS).dictionary_encode()]),
                   pyarrow.chunked_array([], pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
                   pyarrow.RunEndEncodedArray.from_arrays([2, 3], TEXTS[:2])):
        assert FlaxId.array(column).texts() == column.to_pylist()
    assert len(FlaxId.array(pyarrow.array([]))) == len(FlaxId.array(pyarrow.chunked_array([], pyarrow.null()))) == 0
    numbers = pyarrow.array([5, 6, 5]).dictionary_encode()
    assert list(Discord.array(numbers[1:])) == [Discord(6), Discord(5)]
    for column in (pyarrow.array([TEXTS[0], None]), pyarrow.array([TEXTS[0], TEXTS[0], None]).dictionary_encode(),
                   pyarrow.DictionaryArray.from_arrays([0, 1], [TEXTS[0], None]), pyarrow.array([None, TEXTS[0], None])[1:],
                   pyarrow.RunEndEncodedArray.from_arrays([2, 3], [TEXTS[0], None]), pyarrow.array([None, None]),
                   pyarrow.array([None], "string").dictionary_encode(), pyarrow.chunked_array([packed, pyarrow.array([None], "string")])):
        assert FlaxId.array(column).texts() == column.to_pylist()
    assert list(Discord.array(pyarrow.array([5, None, 7], "int32"))) == [Discord(5), None, Discord(7)]
    assert pyarrow.array(__import__("numpy").asarray(Discord.array(NUMBERS))).to_pylist() == NUMBERS
    with pytest.raises(TypeError, match="Float64"):
        FlaxId.array(pyarrow.array([1.5]))
    with pytest.raises(TypeError, match="2 digits are lost, the id lies between 175928847299117040 and"):
        Discord.array(pyarrow.array([None, 175928847299117063.0]))


def test_fields_that_not_every_identifier_has():
    made = Siq.generator(domain="example.com", shard=1, kind="user", clock=1_700_000_000 * 10**9).fill(3)
    column = Siq.array(made)
    assert list(column.field("shard")) == [1, 1, 1]
    assert list(column.field("qualifier")) == [id.qualifier for id in made]


@pytest.mark.parametrize("id", [ids.FlaxId("0RdKJcxqVBiAiQr0"), ids.Discord("175928847299117063"), ids.Discord(2**64 - 1)])
def test_frames_have_no_floats_of_identifiers(id):
    polars = pytest.importorskip("polars")
    for make in (lambda: polars.Series([id]), lambda: polars.Series([id, None]), lambda: polars.DataFrame({"id": [id]})["id"]):
        try:
            assert make().to_list()[0] in (id, int(id)) and not make().dtype.is_float()
        except (TypeError, OverflowError):
            assert int(id) > 2**63  # what polars has no integers for
    assert polars.Series(type(id).array([id]).texts()).to_list() == [str(id)]


def test_pandas_writes_the_texts():
    pandas = pytest.importorskip("pandas")
    made = ids.FlaxId("0RdKJcxqVBiAiQr0")
    column = pandas.Series([made, made])
    with pytest.raises(TypeError, match="53 bits"):
        column.astype(float)
    for written in (column.to_json(orient="values", default_handler=str), column.astype(str).to_json(orient="values")):
        assert json.loads(written) == [str(made)] * 2
    assert str(made) in column.to_csv()


def test_what_the_caller_says_to_be_missing_adds_to_what_the_column_says():
    numpy, pyarrow = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    masked = numpy.ma.array([5, 6, 7], mask=[True, False, False])
    for values in ([None, 6, 7], pyarrow.array([None, 6, 7], pyarrow.uint64()), masked):
        for mask in (b"\0\0\1", numpy.array([True, False, False])[::-1]):
            assert Discord.array(values, missing=mask).texts() == [None, "6", None]
        with pytest.raises(ValueError, match="rows"):
            Discord.array(values, missing=b"\0")
    # Often what stands for a missing one is negative.
    for values in (numpy.array([-1, 6, -1]), pyarrow.array([-1, 6, -1])):
        assert Discord.array(values, missing=b"\1\0\1").texts() == [None, "6", None]
        with pytest.raises(IdError, match="row 2"):
            Discord.array(values, missing=b"\1\0\0")
    for mask in (numpy.array([1]), numpy.zeros((2, 4), bool), [True] * 8):
        with pytest.raises(TypeError, match="missing has a bool"):
            Discord.array([5] * 8, missing=mask)


def test_a_text_is_no_column():
    with pytest.raises(TypeError, match="no column"):
        Discord.array("175928847299117063")
