"""Data frames: pandas and Polars, each with and without pyarrow."""

import importlib
import importlib.util
import io
import pickle
from datetime import datetime, timezone

import pytest

import ids_formats as ids
from ids_formats import Discord, EventlyId, FlaxId, IdError, KuidGlobal, KuidLocal, Luuid, Siq, Snowflake, Twitter

Mine = Snowflake.define("Mine", [("timestamp", 52), ("node", 12)], epoch=0, unit=1, module=__name__)
TEXTS = ["175928847299117063", "175928847299117064", "1575730700781494272"]
NUMBERS = [int(text) for text in TEXTS]
LOW = Discord(NUMBERS[1])
KINDS = [FlaxId, Discord, Siq, KuidLocal, KuidGlobal, Luuid, EventlyId, Mine]
TIME = datetime(2016, 4, 30, 11, 18, 25, 796000, timezone.utc)


def some(kind):
    """Two identifiers of a class, the greater one first."""
    if kind in (Luuid, Siq):
        return [Luuid("00000023-122e-6aa1-a789-28ef27ab7c62"), Luuid("00000022-122e-6aa1-a789-28ef27ab7c62")] if kind is Luuid else [
            Siq.generator(domain="example.com", shard=1, kind="user", clock=clock * 10**9).generate() for clock in (1_700_000_001, 1_700_000_000)]
    return [kind(1 << 44), kind(7)]


def has(name):
    return importlib.util.find_spec(name) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_identifier_stays_missing(kind):
    first, second = some(kind)
    for column in (kind.array([first, None, second]), kind.array(iter([str(first), None, bytes(second)])),
                   kind.array(kind.array([first, first, second]).to_bytes(), missing=b"\0\1\0"),
                   kind.array([first, "what is not read", second], missing=memoryview(b"\0\1\0").cast("?")),
                   kind.array(kind.array([first, first, second]).to_bytes(), missing=b"\0\7\0")):
        assert list(column) == [first, None, second] and len(column) == 3 and column[1] is None
        assert column.missing == b"\0\1\0" and column.texts() == [str(first), None, str(second)]
        assert column == kind.array([first, None, second]) != kind.array([first, second, second])
        assert None in column and column.index(None) == 1 and column.count(None) == 1 and column.index(second) == 2
        assert list(column[::-1]) == [second, None, first] == list(reversed(column))
        assert list(column[1:]) == [None, second] and column[2:].missing == b"\0" and kind.array(column) == column
        again = pickle.loads(pickle.dumps(column))
        assert again == column and again.missing == column.missing
        for call in (column.to_bytes, lambda: column.field(next(iter(first.fields())))):
            with pytest.raises(IdError, match="row 1") as caught:
                call()
            assert (caught.value.kind, caught.value.row) == ("null", 1)
        name = next(iter(first.fields()))
        assert list(column.field(name, missing=5)) == [first.fields()[name], 5, second.fields()[name]]
        if kind is not Luuid:
            with pytest.raises(IdError, match="row 1"):
                column.time_ns()
            assert list(column.time_ns(missing=-1)) == [first.time_ns, -1, second.time_ns]
    assert column[:0].missing == b"" and kind.array([None]) != kind.array([])
    with pytest.raises(ValueError, match="as many rows"):
        kind.array([first], missing=b"\0\0")
    with pytest.raises(ValueError, match="as many rows"):
        kind.array(bytes(first), missing=b"\0\0")


@pytest.mark.parametrize("kind", KINDS)
def test_numpy(kind):
    numpy = pytest.importorskip("numpy")
    first, second = some(kind)
    column = kind.array([first, None, second])
    assert numpy.asarray(column).tolist() == [first, None, second]
    assert kind.array(numpy.asarray(column)) == column
    for column in (kind.array([first, second]), numpy.asarray(kind.array([first, second])), numpy.array([first, second])):
        for found, want in ((column < first, [False, True]), (column <= second, [False, True]), (column > second, [True, False]),
                            (column >= first, [True, False]), (second < column, [True, False]), (first >= column, [True, True])):
            assert isinstance(found, numpy.ndarray) and found.dtype == bool and found.tolist() == want
    for column in (numpy.asarray(column), numpy.array([str(first), str(second)]), numpy.array([bytes(second), b"x"], object)):
        assert (column == first).tolist() == [column[0] == str(first) or column[0] == first, False]
    with pytest.raises(TypeError):
        kind.array([first]) < 5
    with pytest.raises(TypeError):
        kind.array([first]) < Twitter(5)
    assert kind.array([first]) != first and (kind.array([]) < first).tolist() == []
    if kind is Luuid:
        return
    time = kind.array([first, None]).time
    assert time.dtype == "datetime64[us]" and numpy.isnat(time).tolist() == [False, True]
    assert int(time.astype("int64")[0]) == first.time_ns // 1000


def test_numpy_compares_numbers():
    numpy = pytest.importorskip("numpy")
    for kind in ("i8", "u8", ">i8"):
        column = numpy.array(NUMBERS, kind)
        assert (column >= LOW).tolist() == (LOW <= column).tolist() == [False, True, True]
        assert (column == LOW).tolist() == (LOW == column).tolist() == [False, True, False] and (column != LOW).sum() == 2
    assert (numpy.array([-1, 5]) < Discord(2**64 - 1)).tolist() == [True, True]
    assert (numpy.array(NUMBERS).reshape(1, 3) >= LOW).tolist() == [[False, True, True]]
    with pytest.raises(TypeError, match="53 bits"):
        numpy.array(NUMBERS, float) >= LOW
    assert (numpy.array(NUMBERS, float) == LOW).tolist() == [False] * 3
    assert (numpy.array(["x", TEXTS[1]]) == LOW).tolist() == [False, False]
    with pytest.raises(IdError, match="row 0"):
        numpy.array(["x", TEXTS[1]]) >= LOW
    with pytest.raises(TypeError):
        numpy.array(NUMBERS) + LOW
    for number in (numpy.uint64(5), numpy.int64(5), numpy.float64(5), 5):
        assert not (number == Discord(5) or Discord(5) == number) and number != Discord(5)
        with pytest.raises(TypeError):
            number < Discord(6)
        with pytest.raises(TypeError):
            Discord(6) > number
    masked = numpy.ma.masked_array([5, -7, 6], mask=[0, 1, 0])
    assert list(Discord.array(masked)) == [Discord(5), None, Discord(6)]


def library(name):
    @pytest.fixture(name=name)
    def found():
        module = pytest.importorskip(name)
        importlib.import_module(f"ids_formats.{name}")
        return module

    return found


pandas, polars = library("pandas"), library("polars")


def columns(pandas):
    """Columns of the same identifiers, the second one missing where that may be."""
    yield pandas.Series(NUMBERS)
    yield pandas.Series(NUMBERS, dtype="uint64")
    yield pandas.Series(TEXTS)
    yield pandas.Index(NUMBERS)
    missing = [NUMBERS[0], None, NUMBERS[2]]
    texts = [TEXTS[0], None, TEXTS[2]]
    for kind in ("Int64", "UInt64"):
        yield pandas.Series(missing, dtype=kind)
    for kind in ("string", object, "category"):
        yield pandas.Series(texts, dtype=kind)
    yield pandas.Series([None if number is None else Discord(number) for number in missing])
    yield pandas.Series(missing, dtype="ids[discord]")
    if has("pyarrow"):
        for kind in ("int64[pyarrow]", "uint64[pyarrow]"):
            yield pandas.Series(missing, dtype=kind)
        yield pandas.Series(texts, dtype="string[pyarrow]")


def test_pandas(pandas):
    for column in columns(pandas):
        want = [None if lacks else Discord(number) for lacks, number in zip(column.isna(), NUMBERS, strict=True)]
        assert list(Discord.array(column)) == want, column.dtype
        if not isinstance(column, pandas.Series):
            continue
        column = column.set_axis([7, 8, 9]).rename("id")
        time = column.ids.discord.time
        assert str(time.dtype) == "datetime64[us, UTC]" and time.isna().tolist() == column.isna().tolist()
        assert time[7] == TIME and time.index.tolist() == [7, 8, 9] and time.name == "id"
        field = column.ids.discord.field("increment")
        assert str(field.dtype) == "UInt64" and field[7] == 7 and field.isna().tolist() == column.isna().tolist()
        text = column.ids.discord.text("hex")
        assert text[7] == f"{Discord(NUMBERS[0]):hex}" and text.isna().tolist() == column.isna().tolist()
        assert list(column.astype("ids[discord]")) == want
        assert column.ids.of(Discord).array == Discord.array(column)
    with pytest.raises(TypeError, match="53 bits"):
        Discord.array(pandas.Series([NUMBERS[0], None]))
    assert len(Discord.array(pandas.Series([], dtype=object))) == 0
    assert "flax" in dir(column.ids) and "kuid_global" in dir(column.ids)
    with pytest.raises(AttributeError, match="discord"):
        column.ids.discrd


@pytest.mark.parametrize("kind", ["int64", "uint64", "Int64", "str", "string", "ids[discord]", "int64[pyarrow]", "string[pyarrow]", "ids"])
def test_pandas_filters_by_an_identifier(pandas, kind):
    if "pyarrow" in kind:
        pytest.importorskip("pyarrow")
    if kind == "str" and pandas.__version__ < "3":
        pytest.skip("texts are objects there")
    column = [Discord(number) for number in NUMBERS] if kind == "ids" else pandas.Series(NUMBERS).astype(kind)
    df = pandas.DataFrame({"id": column})
    for found, want in ((df.id >= LOW, [1, 2]), (df.id > LOW, [2]), (df.id < LOW, [0]), (df.id <= LOW, [0, 1]), (df.id == LOW, [1]), (df.id != LOW, [0, 2])):
        assert df[found].index.tolist() == want
    low, high = Discord.range(TIME, datetime(2020, 1, 1, tzinfo=timezone.utc))
    assert len(df[(df.id >= low) & (df.id < high)]) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_of_identifiers_in_pandas(pandas, kind):
    first, second = some(kind)
    dtype = ids.pandas.IdDtype(kind)
    column = pandas.Series([first, None, second, first], dtype=dtype, name="id")
    assert list(column) == [first, None, second, first] and column.isna().tolist() == [False, True, False, False]
    assert column.dtype == dtype and column.dtype != (Twitter and ids.pandas.IdDtype(Twitter)) and str(first) in repr(column)
    assert list(column.sort_values()) == [second, first, first, None] and list(column.dropna().unique()) == [first, second]
    assert list(pandas.concat([column, column[:1]])) == [*column, first] and list(column[column > second]) == [first, first]
    assert list(column.reindex([3, 9])) == [first, None] and column.value_counts()[first] == 2
    assert (column == column).tolist() == [True, False, True, True] and (column == "x").tolist() == [False] * 4
    assert (column >= pandas.Series([second] * 4, dtype=dtype)).tolist() == [True, False, True, True]
    assert (column != str(first)).all() and list(column.fillna(second)) == [first, second, second, first]
    assert (column.min(), column.max(), column.argmin(), column.min(skipna=False), column[:0].max()) == (second, first, 2, None, None)
    with pytest.raises(TypeError):
        column.sum()
    with pytest.raises(TypeError):
        pandas.Series([True], dtype=dtype)
    with pytest.raises(TypeError):
        column < 5
    with pytest.raises(TypeError):
        column < Twitter(5)
    changed = column.copy()
    changed[0], changed[2] = None, str(first)
    assert list(changed) == [None, None, first, first] and column[0] == first
    with pytest.raises(IdError):
        changed[0] = "x"
    for missing in (None, pandas.NA, float("nan")):
        changed[2] = first
        changed[2] = missing
        assert changed[2] is None and list(column.where(column == second, missing)) == [None, None, second, None]
        assert list(pandas.Series([first, missing], dtype=object).astype(dtype)) == [first, None]
    joined = pandas.DataFrame({"id": column, "a": range(4)}).merge(pandas.DataFrame({"id": pandas.Series([second], dtype=dtype)}))
    assert joined.a.tolist() == [2] and pickle.loads(pickle.dumps(column)).equals(column)
    assert column.groupby(column).size()[first] == 2 and column.astype(object)[0] == first
    assert list(column[::-1]) == [first, second, None, first] and list(column[::2]) == [first, second] and repr(column[::-1])
    assert (column[::-1] == first).tolist() == [True, False, False, True] and list(column[::-1].unique()) == [first, second, None]
    if not has("pyarrow"):
        return
    import pyarrow
    from pyarrow import parquet

    file = io.BytesIO()
    pandas.DataFrame({"id": column}).to_parquet(file)
    stored = parquet.read_table(file).column("id")
    width = kind.width()
    assert stored.type == (pyarrow.uint64() if width == 8 else pyarrow.binary(width)) and stored.null_count == 1
    assert stored[0].as_py() == (int(first) if width == 8 else bytes(first))
    if kind is not Mine:  # which pandas has no name for
        assert pandas.read_parquet(file).id.equals(column)
    assert list(kind.array(pyarrow.array(kind.array(column)))) == list(column)


def test_a_timestamp_of_pandas_has_nanoseconds(pandas):
    nanos = Siq.first_at(1_700_000_000_123_456_789).time_ns
    assert Siq.first_at(pandas.Timestamp(nanos, tz="UTC")) == Siq.first_at(nanos) != Siq.first_at(nanos // 1000 * 1000)


def test_the_name_of_a_type_of_pandas(pandas):
    for name in ("ids[flax]", "ids[kuid_local]", "ids[sonyflake_v1]", "ids[evently]", "ids[kuid_global_drift5]"):
        assert str(pandas.Series([], dtype=name).dtype) == name
    for name in ("ids[flex]", "ids", "ids[]"):
        with pytest.raises(TypeError):
            pandas.Series([], dtype=name)


def test_polars(polars):
    missing, texts = [NUMBERS[0], None, NUMBERS[2]], [TEXTS[0], None, TEXTS[2]]
    for column in (polars.Series("id", missing), polars.Series("id", missing, polars.UInt64), polars.Series("id", texts),
                   polars.Series("id", texts, polars.Categorical), polars.Series("id", texts, polars.Enum([TEXTS[2], TEXTS[0]])), polars.Series("id", [n and bytes(Discord(n)) for n in missing]),
                   polars.concat([polars.Series("id", missing[:1]), polars.Series(missing[1:])], rechunk=False)):
        assert list(Discord.array(column)) == [Discord(NUMBERS[0]), None, Discord(NUMBERS[2])], column.dtype
        assert column.ids.discord.time().to_list()[:2] == [TIME, None]
        lazy = polars.LazyFrame({"id": column}).with_columns(
            time=polars.col("id").ids.discord.time(), increment=polars.col("id").ids.discord.field("increment"),
            hex=polars.col("id").ids.discord.text("hex"), stored=polars.col("id").ids.discord.stored(), node=polars.col("id").ids.of(Mine).field("node"))
        assert isinstance(lazy, polars.LazyFrame)
        assert lazy.collect_schema()["time"] == polars.Datetime("us", "UTC")
        found = lazy.collect()
        assert found.schema == lazy.collect_schema() and found["time"].to_list()[:2] == [TIME, None]
        assert found["increment"].to_list()[:2] == [7, None] and found["stored"].to_list() == missing
        assert found["hex"].to_list()[:2] == [f"{Discord(NUMBERS[0]):hex}", None] and found["node"][0] == NUMBERS[0] & 0xFFF
    assert Discord.array(polars.Series([], dtype=polars.Null)).texts() == []
    assert Discord.array(polars.Series([*NUMBERS, None], dtype=polars.Int128)).texts() == [*map(str, NUMBERS), None]
    numbers = polars.DataFrame({"id": NUMBERS})
    assert numbers.filter(polars.col("id") >= LOW)["id"].to_list() == NUMBERS[1:]
    for wrong, kind, row in (([5, -1], "negative", 1), (["5", "x"], "digit", 1)):
        with pytest.raises(IdError) as caught:
            Discord.array(polars.Series(wrong))
        assert (caught.value.kind, caught.value.row) == (kind, row)
    with pytest.raises(TypeError, match="Float64"):
        Discord.array(polars.Series([1.5]))
    with pytest.raises(AttributeError, match="discord"):
        polars.col("id").ids.discrd


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_of_identifiers_in_polars(polars, kind):
    first, second = some(kind)
    column = kind.array([first, None, second])
    series = polars.Series("id", column.arrow())
    stored = [int(first), None, int(second)] if kind.width() == 8 else [bytes(first), None, bytes(second)]
    assert series.to_list() == stored and kind.array(series) == column and kind.array(column.arrow()) == column
    file = io.BytesIO()
    polars.DataFrame({"id": series}).write_parquet(file)
    file.seek(0)
    assert kind.array(polars.read_parquet(file)["id"]) == column
    assert kind.array(polars.Series([first, None, second], dtype=polars.Object)) == column
    if kind is not Luuid:
        assert polars.Series(column.arrow("time")).dtype == polars.Datetime("us", "UTC")
    assert polars.DataFrame({"id": [str(first), None]}).select(polars.col("id").ids.of(kind).stored())["id"].to_list() == stored[:2]
