"""The classes by the names that data frames have for them: `discord`, `flax`, `kuid_global`, `sonyflake_v1`, ..."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from . import _native
from ._native import Id

CLASSES: dict[str, type[Id]] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().removesuffix("_id"): found
    for name, found in vars(_native).items()
    if isinstance(found, type) and issubclass(found, Id) and name not in ("Id", "Snowflake")
}


class Namespace:
    """`ids` of a column: each class by its name, such as `discord`, and a class of your own by `of`."""

    _ids: ClassVar[type[Any]]

    def __init__(self, values: Any) -> None:
        self._values = values

    def of(self, kind: type[Id]) -> Any:
        """The identifiers of a class, such as one of `Snowflake.define`."""
        return self._ids(self._values, kind)

    def __getattr__(self, name: str) -> Any:
        if name not in CLASSES:
            raise AttributeError(f"no class of identifiers has the name {name}: there are {', '.join(CLASSES)}")
        return self.of(CLASSES[name])

    def __dir__(self) -> list[str]:
        return [*CLASSES, "of"]
