"""Columns of NumPy, Arrow, pandas and Polars as what the native part reads."""

from __future__ import annotations

import sys
from typing import Any

from ._errors import IdError

Column = tuple[str, Any, int, Any]
"""What the values are, the values or their bytes, a width, and a mask of the missing ones where there are some."""


def column(values: Any, width: int) -> Column:
    """What a column is read of: `values` for what is read value by value, `arrow` for what Arrow's interface gives.

    Identifiers have this width.
    """
    if isinstance(values, str):
        raise TypeError("a str is one text, and no column: its characters would be read as identifiers")
    if isinstance(values, (bytes, bytearray, memoryview)):
        # The length of a memoryview is that of its first dimension.
        count = memoryview(values).nbytes
        if count % width:
            raise IdError(f"{count} bytes: each identifier has {width}, and the last one less", "length", count)
        return "bytes", values, width, None
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if pandas is not None and isinstance(values, (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)):
        return _pandas(pandas, numpy, values)
    if numpy is not None and isinstance(values, numpy.ndarray):
        return _numpy(numpy, values)
    # Polars hands these on with a buffer too many, or, in older versions, without what they stand for; objects as the
    # addresses that they have; and numbers of 128 bits as a type of its own.
    if str(getattr(values, "dtype", "")).startswith(("Null", "Categorical", "Enum", "Object", "Int128", "UInt128")):
        return "values", values, 0, None
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        return "arrow", values, 0, None
    if numpy is not None and hasattr(values, "__array__"):
        return _numpy(numpy, numpy.asarray(values))
    return "values", values, 0, None


def _bytes(numpy: Any, values: Any) -> Any:
    return memoryview(numpy.ascontiguousarray(values).reshape(-1).view(numpy.uint8))


def _mask(numpy: Any, mask: Any) -> Any:
    return _bytes(numpy, mask) if mask.any() else None


def _filled(rows: int, width: int) -> None:
    """Rows without bytes are no identifiers; without this they were no rows."""
    if rows and not width:
        raise IdError("row 0: it has no bytes", "length", 0, row=0)


def _numpy(numpy: Any, values: Any, missing: Any = None) -> Column:
    if isinstance(values, numpy.ma.MaskedArray):
        missing = _mask(numpy, numpy.ma.getmaskarray(values))
        values = values.data
    kind, width = values.dtype.kind, values.dtype.itemsize
    if values.ndim == 2 and kind == "u" and width == 1:
        _filled(*values.shape)
        return "bytes", _bytes(numpy, values), values.shape[1], missing
    if values.ndim != 1:
        raise TypeError(f"an array of {values.ndim} dimensions is no column")
    _filled(len(values), width)
    if kind == "i":
        return "signed", _bytes(numpy, values.astype(numpy.int64)), 8, missing
    if kind == "u":
        return "unsigned", _bytes(numpy, values.astype(numpy.uint64)), 8, missing
    if kind == "S":
        return "texts", _bytes(numpy, values), width, missing
    if kind == "V" and values.dtype.fields is None:
        return "bytes", _bytes(numpy, values), width, missing
    if kind == "U" and len(values):
        native = numpy.ascontiguousarray(values, values.dtype.newbyteorder("="))
        characters = native.view(numpy.uint32)
        # Others are in no identifier: read one by one, they are refused.
        if characters.max() < 128:
            return "texts", _bytes(numpy, characters.astype(numpy.uint8)), width // 4, missing
    return "values", values, 0, missing


def _pandas(pandas: Any, numpy: Any, values: Any) -> Column:
    """A column of pandas: what pyarrow keeps, NumPy's numbers with a mask, or objects."""
    values = getattr(values, "array", values)
    if hasattr(values, "ids"):
        return "values", values.ids, 0, None
    if isinstance(values, pandas.arrays.ArrowExtensionArray):
        return "arrow", values.__arrow_array__(), 0, None
    missing = _mask(numpy, values.isna())
    if values.dtype.kind in "iu" and hasattr(values.dtype, "numpy_dtype"):
        return _numpy(numpy, values.to_numpy(values.dtype.numpy_dtype, na_value=0), missing)
    return "values", values.to_numpy(object), 0, missing


COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")


def compared(ufunc: Any, method: str, inputs: tuple[Any, ...]) -> Any:
    """How each value of a column of NumPy compares with an identifier."""
    from ._native import Id

    import numpy

    name, swapped = ufunc.__name__, isinstance(inputs[0], Id)
    if method != "__call__" or name not in COMPARISONS or len(inputs) != 2 or all(isinstance(one, Id) for one in inputs):
        return NotImplemented
    id, values = inputs if swapped else inputs[::-1]
    values = numpy.asarray(values)
    if not values.ndim:  # one number of NumPy, which is as one of Python
        return (values.item() == id) == (name == "equal") if name in COMPARISONS[:2] else NotImplemented
    if values.dtype.kind in "iu":
        return ufunc(*((int(id), values) if swapped else (values, int(id))))
    if swapped:
        name = {"less": "greater", "less_equal": "greater_equal", "greater": "less", "greater_equal": "less_equal"}.get(name, name)
    try:
        found = type(id).array(values.reshape(-1))._compared(id, name)
    except (IdError, TypeError):
        if name not in COMPARISONS[:2]:
            raise
        found = numpy.array([(value == id) == (name == "equal") for value in values.reshape(-1).tolist()], bool)
    return found.reshape(values.shape)
