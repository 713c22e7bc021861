"""Columns of NumPy and Arrow as buffers that the native part reads."""

from __future__ import annotations

import sys
from typing import Any

from ._errors import IdError

Column = tuple[str, Any, int, Any]
"""What the values are, their bytes, a width, and where they begin."""


def column(values: Any) -> Column | list[Any] | None:
    """The buffers of a column of NumPy or Arrow; None for what is read value by value, or these values as a list."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        return _numpy(numpy, values)
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        return _arrow(values)
    return None


def _bytes(numpy: Any, values: Any) -> Any:
    return memoryview(numpy.ascontiguousarray(values).reshape(-1).view(numpy.uint8))


def _none(row: int) -> IdError:
    return IdError(f"row {row}: a null is no identifier; drop nulls first", "null", row=row)


def _negative(row: int, value: Any) -> IdError:
    return IdError(f"row {row}: {value} is negative, and no identifier", "range", row=row)


def _filled(rows: int, width: int) -> None:
    """Rows without bytes are no identifiers; without this they were no rows."""
    if rows and not width:
        raise IdError("row 0: it has no bytes", "length", 0, row=0)


def _numpy(numpy: Any, values: Any) -> Column | None:
    if isinstance(values, numpy.ma.MaskedArray):
        masked = numpy.ma.getmaskarray(values).reshape(-1)
        if masked.any():
            raise _none(int(masked.argmax()))
        values = values.data
    kind, width = values.dtype.kind, values.dtype.itemsize
    if values.ndim == 2 and kind == "u" and width == 1:
        _filled(*values.shape)
        return "bytes", _bytes(numpy, values), values.shape[1], None
    if values.ndim != 1:
        raise TypeError(f"an array of {values.ndim} dimensions is no column")
    _filled(len(values), width)
    if kind == "u":
        return "numbers", _bytes(numpy, values.astype(numpy.uint64)), 8, None
    if kind == "i":
        negative = values < 0
        if negative.any():
            row = int(negative.argmax())
            raise _negative(row, values[row])
        return "numbers", _bytes(numpy, values.astype(numpy.uint64)), 8, None
    if kind == "S":
        return "texts", _bytes(numpy, values), width, None
    if kind == "V" and values.dtype.fields is None:
        return "bytes", _bytes(numpy, values), width, None
    if kind == "U":
        native = values.astype(values.dtype.newbyteorder("="), copy=False)
        return "wide texts", _bytes(numpy, native), width, None
    return None


def _arrow(values: Any) -> Column | list[Any]:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

    if not isinstance(values, (pyarrow.Array, pyarrow.ChunkedArray)):
        stream = not hasattr(values, "__arrow_c_array__")
        values = pyarrow.chunked_array(values) if stream else pyarrow.array(values)
    values = _plain(pyarrow, values)
    if isinstance(values, pyarrow.ChunkedArray):
        values = values.combine_chunks()
        if isinstance(values, pyarrow.ChunkedArray):
            values = pyarrow.concat_arrays(values.chunks)
    if pyarrow.types.is_floating(values.type):  # for the error that says what a float has lost
        floats: list[Any] = values.to_pylist()
        return floats
    if values.null_count:
        row = values.is_null().index(True).as_py()
        raise _none(row)
    kind, types = values.type, pyarrow.types
    if isinstance(values, pyarrow.ExtensionArray):  # Arrow's uuid among them
        values, kind = values.storage, values.storage.type
    if types.is_string_view(kind) or types.is_binary_view(kind):
        kind = pyarrow.large_string() if types.is_string_view(kind) else pyarrow.large_binary()
        values = values.cast(kind)
    if types.is_null(kind):  # Arrow's type of a column without a value
        return "bytes", b"", 1, None
    if types.is_integer(kind):
        try:
            values = values.cast(pyarrow.uint64())
        except pyarrow.ArrowInvalid:
            row, value = next((row, value) for row, value in enumerate(values.to_pylist()) if value < 0)
            raise _negative(row, value) from None
        return "numbers", _cut(values.buffers()[1], values.offset, len(values), 8), 8, None
    if types.is_fixed_size_binary(kind):
        width = kind.byte_width
        _filled(len(values), width)
        return "bytes", _cut(values.buffers()[1], values.offset, len(values), width), width, None
    large = types.is_large_string(kind) or types.is_large_binary(kind)
    text = types.is_string(kind) or types.is_large_string(kind)
    if not (large or text or types.is_binary(kind)):
        raise TypeError(f"a column of {kind} has no identifiers")
    width, (_, offsets, data) = 8 if large else 4, values.buffers()
    places = _cut(offsets, values.offset, len(values) + 1, width)
    return "text parts" if text else "byte parts", memoryview(data or b"").cast("B"), width, places


def _plain(pyarrow: Any, values: Any) -> Any:
    """The values themselves, of a column that has each of them once."""
    kind, types = values.type, pyarrow.types
    if not (types.is_dictionary(kind) or types.is_run_end_encoded(kind)):
        return values
    if isinstance(values, pyarrow.ChunkedArray):
        if not values.num_chunks:
            return pyarrow.array([], kind.value_type)
        return pyarrow.chunked_array([_plain(pyarrow, chunk) for chunk in values.chunks])
    if types.is_dictionary(kind):
        return values.dictionary_decode()
    from pyarrow import compute  # type: ignore[import-untyped, unused-ignore]

    return compute.run_end_decode(values)


def _cut(buffer: Any, offset: int, count: int, width: int) -> Any:
    return memoryview(buffer or b"").cast("B")[offset * width : (offset + count) * width]
