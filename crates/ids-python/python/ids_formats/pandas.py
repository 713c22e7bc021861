"""pandas: `df["id"].ids.discord.time`, and columns of identifiers. Importing this module adds `ids` to series.

Each class has its name there, such as `discord`, `flax` or `kuid_global`; `of` takes a class of your own. What is missing
stays so. `df["id"].astype("ids[discord]")` is a column of identifiers, which to_parquet writes as numbers or bytes.
"""

from __future__ import annotations

import builtins
from typing import Any, Self

import numpy as np
import pandas as pd  # type: ignore[import-untyped, unused-ignore]
from pandas.api import extensions, indexers  # type: ignore[import-untyped, unused-ignore]

from . import _frames
from ._native import Id, IdArray

__all__ = ["IdColumn", "IdDtype", "Ids"]


@extensions.register_extension_dtype
class IdDtype(extensions.ExtensionDtype):
    """The type of a column of identifiers: `IdDtype(Discord)`, or `"ids[discord]"`."""

    _metadata = ("_kind",)
    na_value = None

    def __init__(self, kind: builtins.type[Id]) -> None:
        self._kind = kind

    @property
    def type(self) -> builtins.type[Id]:
        return self._kind

    @property
    def name(self) -> str:
        known = (name for name, kind in _frames.CLASSES.items() if kind is self._kind)
        return f"ids[{next(known, self._kind.__name__)}]"

    @classmethod
    def construct_array_type(cls) -> Any:
        return IdColumn

    @classmethod
    def construct_from_string(cls, string: str) -> Self:
        if not isinstance(string, str):
            raise TypeError(f"'construct_from_string' expects a string, got {type(string)}")
        for name, kind in _frames.CLASSES.items():
            if string == f"ids[{name}]":
                return cls(kind)
        raise TypeError(f"Cannot construct a 'IdDtype' from '{string}'")

    def __from_arrow__(self, values: Any) -> IdColumn:
        return IdColumn._from_sequence(values, dtype=self)


class IdColumn(extensions.ExtensionArray):
    """Identifiers of one class in a column of pandas."""

    def __init__(self, data: Any, missing: Any, dtype: IdDtype) -> None:
        self._data, self._missing, self._dtype = data, missing, dtype

    @classmethod
    def _from_sequence(cls, scalars: Any, *, dtype: Any = None, copy: bool = False) -> Self:
        dtype = pd.api.types.pandas_dtype(dtype)
        if isinstance(scalars, cls) and scalars.dtype == dtype:
            return scalars.copy() if copy else scalars
        if isinstance(scalars, list) or getattr(scalars, "dtype", None) == object:
            # What says "missing" among objects is not None alone.
            scalars = pd.Series(scalars, dtype=object)
        ids = dtype.type.array(scalars)
        data = np.frombuffer(ids._packed, np.uint64 if dtype.type.width() == 8 else f"V{dtype.type.width()}")
        return cls(data.copy(), np.frombuffer(ids.missing, bool).copy(), dtype)

    @classmethod
    def _from_factorized(cls, values: Any, original: Self) -> Self:
        return cls._from_sequence(values, dtype=original.dtype)

    @classmethod
    def _concat_same_type(cls, to_concat: Any) -> Self:
        parts = list(to_concat)
        return cls(np.concatenate([part._data for part in parts]), np.concatenate([part._missing for part in parts]), parts[0].dtype)

    @property
    def ids(self) -> IdArray[Any]:
        """The identifiers as an `IdArray`."""
        return self._dtype.type.array(self._data, missing=self._missing)

    @property
    def dtype(self) -> IdDtype:
        return self._dtype

    @property
    def nbytes(self) -> int:
        return int(self._data.nbytes + self._missing.nbytes)

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Any:
        return iter(self.ids)

    def __getitem__(self, item: Any) -> Any:
        item = indexers.check_array_indexer(self, item)
        part = type(self)(np.atleast_1d(self._data[item]), np.atleast_1d(self._missing[item]), self._dtype)
        part._readonly = getattr(self, "_readonly", False)
        return part.ids[0] if pd.api.types.is_integer(item) else part

    def __setitem__(self, key: Any, value: Any) -> None:
        if getattr(self, "_readonly", False):
            raise ValueError("Cannot modify read-only array")
        alone = value is None or isinstance(value, (str, bytes)) or not pd.api.types.is_list_like(value)
        made = self._from_sequence([value] if alone else value, dtype=self._dtype)
        key = indexers.check_array_indexer(self, key)
        self._data[key] = made._data[0] if alone else made._data
        self._missing[key] = made._missing[0] if alone else made._missing

    def isna(self) -> Any:
        return self._missing.copy()

    def copy(self) -> Self:
        return type(self)(self._data.copy(), self._missing.copy(), self._dtype)

    def take(self, indices: Any, *, allow_fill: bool = False, fill_value: Any = None) -> Self:
        indices, source = np.asarray(indices, np.intp), self
        if allow_fill:
            if (indices < -1).any():
                raise ValueError("an index below -1 says nothing where missing ones are filled")
            if len(indices) and indices.max() >= len(self):
                raise IndexError("out of bounds")
            # The last one fills.
            fill = self._from_sequence([None if pd.isna(fill_value) else fill_value], dtype=self._dtype)
            source = self._concat_same_type([self, fill])
        return type(self)(source._data.take(indices), source._missing.take(indices), self._dtype)

    def _reduce(self, name: str, *, skipna: bool = True, keepdims: bool = False, **kwargs: Any) -> Any:
        if name not in ("min", "max"):
            return super()._reduce(name, skipna=skipna, keepdims=keepdims, **kwargs)
        known = self[~self._missing] if skipna else self
        whole = len(known) and not known._missing.any()
        found = known.take([getattr(known, f"arg{name}")()]) if whole else self._from_sequence([None], dtype=self._dtype)
        return found if keepdims else found[0]

    def value_counts(self, dropna: bool = True) -> Any:
        return pd.Series(np.asarray(self, object), dtype=object).value_counts(dropna=dropna)

    def _values_for_argsort(self) -> Any:
        # NumPy orders texts of bytes, and no bytes of another type.
        return self._data if self._data.dtype.kind == "u" else self._data.view(f"S{self._data.itemsize}")

    def _values_for_factorize(self) -> tuple[Any, Any]:
        return np.asarray(self, object), None

    def __arrow_array__(self, type: Any = None) -> Any:
        import pyarrow  # type: ignore[import-untyped, unused-ignore]

        return pyarrow.array(self.ids)

    def _compare(self, other: Any, name: str) -> Any:
        if isinstance(other, (pd.Series, pd.Index, pd.DataFrame)):
            return NotImplemented
        if isinstance(other, self._dtype.type):
            return self.ids._compared(other, name).copy()
        found = np.full(len(self), name == "not_equal")
        if pd.api.types.is_list_like(other):
            other = self._from_sequence(other, dtype=self._dtype)
            known = ~(self._missing | other._missing)
            found[known] = getattr(np, name)(self._values_for_argsort()[known], other._values_for_argsort()[known])
        elif name not in ("equal", "not_equal"):
            return NotImplemented
        return found

    def __eq__(self, other: Any) -> Any:  # type: ignore[override, unused-ignore]
        return self._compare(other, "equal")

    def __ne__(self, other: Any) -> Any:  # type: ignore[override, unused-ignore]
        return self._compare(other, "not_equal")

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, "less")

    def __le__(self, other: Any) -> Any:
        return self._compare(other, "less_equal")

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, "greater")

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, "greater_equal")


class Ids:
    """The identifiers of one class in a series."""

    def __init__(self, values: Any, kind: type[Id]) -> None:
        self._values, self._kind = values, kind

    def _series(self, values: Any) -> Any:
        return pd.Series(values, self._values.index, name=self._values.name)

    @property
    def array(self) -> IdArray[Any]:
        """The identifiers as an `IdArray`."""
        return self._kind.array(self._values)

    @property
    def time(self) -> Any:
        """The times: `datetime64[us, UTC]`."""
        return self._series(pd.DatetimeIndex(self.array.time, tz="UTC"))

    def field(self, name: str) -> Any:
        """A field: `UInt64`."""
        ids = self.array
        return self._series(pd.arrays.IntegerArray(np.array(ids.field(name, missing=0)), np.frombuffer(ids.missing, bool).copy()))

    def text(self, form: str | None = None) -> Any:
        """The texts of a form, the canonical one without a name: `string`."""
        return self._series(pd.array(self.array.texts(form), "string"))


@extensions.register_series_accessor("ids")
class _Namespace(_frames.Namespace):
    _ids = Ids
