"""Polars: `pl.col("id").ids.discord.time()`. Importing this module adds `ids` to expressions and to series.

Each class has its name there, such as `discord`, `flax` or `kuid_global`; `of` takes a class of your own. Expressions
stay lazy. What is missing stays null.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from . import _frames
from ._native import Id, IdArray

__all__ = ["Ids"]


class Ids:
    """The identifiers of one class in a column."""

    def __init__(self, values: Any, kind: type[Id]) -> None:
        self._values, self._kind = values, kind

    def _map(self, what: Callable[[IdArray[Any]], Any], dtype: Any) -> Any:
        def column(series: pl.Series) -> pl.Series:
            return pl.Series(values=what(self._kind.array(series))).cast(dtype).alias(series.name)

        if isinstance(self._values, pl.Series):
            return column(self._values)
        return self._values.map_batches(column, return_dtype=dtype, is_elementwise=True)

    def time(self) -> Any:
        """The times: `Datetime("us", "UTC")`."""
        return self._map(lambda ids: ids.arrow("time"), pl.Datetime("us", "UTC"))

    def field(self, name: str) -> Any:
        """A field: `UInt64`."""
        return self._map(lambda ids: ids.arrow(name), pl.UInt64)

    def text(self, form: str | None = None) -> Any:
        """The texts of a form, the canonical one without a name: `String`."""
        return self._map(lambda ids: ids.texts(form), pl.String)

    def stored(self) -> Any:
        """The identifiers themselves: `UInt64` where they have 64 bits, and else `Binary`."""
        return self._map(IdArray.arrow, pl.UInt64 if self._kind.width() == 8 else pl.Binary)


@pl.api.register_series_namespace("ids")
@pl.api.register_expr_namespace("ids")
class _Namespace(_frames.Namespace):
    _ids = Ids
