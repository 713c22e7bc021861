"""A column type of SQLAlchemy 2 for identifiers.

    class Note(Base):
        __tablename__ = "note"
        id: Mapped[FlaxId] = mapped_column(IdType(FlaxId), primary_key=True)

Alembic writes the type and its imports into a migration where `env.py` has

    from ids_formats.sqlalchemy import render_item

    context.configure(..., render_item=render_item)
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import BigInteger, Dialect, LargeBinary, String, Uuid
from sqlalchemy.dialects import mysql
from sqlalchemy.types import TypeDecorator, TypeEngine

from ._native import Id

T = TypeVar("T", bound=Id)

__all__ = ["IdType", "render_item"]


class IdType(TypeDecorator[T], Generic[T]):
    """Identifiers of a class in the column that its format has decided on, or as canonical text."""

    impl = LargeBinary
    cache_ok = True

    def __init__(self, id_class: type[T], *, text: bool = False) -> None:
        super().__init__()
        self.id_class = id_class
        self.text = text

    def __repr__(self) -> str:
        text = ", text=True" if self.text else ""
        return f"IdType({self.id_class.__module__}.{self.id_class.__qualname__}{text})"

    @property
    def python_type(self) -> type[Any]:
        return self.id_class

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(self._column(dialect.name))

    def _column(self, dialect: str) -> TypeEngine[Any]:
        if self.text:
            # The texts sort as the identifiers do only where the column compares bytes.
            collation = {"postgresql": "C", "mysql": "ascii_bin", "mariadb": "ascii_bin"}.get(dialect)
            return String(self.id_class.text_width(), collation=collation)
        match self.id_class.column():
            case "number":
                return BigInteger()
            case "uuid" if dialect == "postgresql":
                return Uuid()
            case "uuid":
                return self._bytes(dialect, 16)
        return self._bytes(dialect, self.id_class.width())

    @staticmethod
    def _bytes(dialect: str, width: int) -> TypeEngine[Any]:
        return mysql.BINARY(width) if dialect in ("mysql", "mariadb") else LargeBinary(width)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        id = value if isinstance(value, self.id_class) else self.id_class(value)
        if self.text:
            return str(id)
        stored = id.to_column()
        return stored.bytes if isinstance(stored, UUID) and dialect.name != "postgresql" else stored

    def process_result_value(self, value: Any, dialect: Dialect) -> T | None:
        if value is None:
            return None
        if not self.text and self.id_class.column() == "uuid" and isinstance(value, (bytes, memoryview)):
            value = UUID(bytes=bytes(value))
        return self.id_class(bytes(value) if isinstance(value, memoryview) else value)


def render_item(kind: str, item: Any, autogen_context: Any) -> Any:
    """What Alembic writes for an `IdType`; False for all else, which Alembic writes by itself."""
    if kind != "type" or not isinstance(item, IdType):
        return False
    autogen_context.imports |= {f"import {module}" for module in (__name__, item.id_class.__module__)}
    return f"{__name__}.{item!r}"
