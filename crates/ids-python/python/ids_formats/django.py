"""A field of Django for identifiers.

    generator = FlaxId.generator()

    class Note(models.Model):
        id = IdField(FlaxId, primary_key=True, default=generator.generate)
        parent = IdField(FlaxId, null=True, blank=True)

A migration does not have the generator: it holds a clock and a state, and is the program's. So what a migration adds to
rows that there are is nullable, or the migration says how the rows get their identifiers.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms  # type: ignore[import-untyped, unused-ignore]
from django.core.exceptions import ValidationError  # type: ignore[import-untyped, unused-ignore]
from django.db import models  # type: ignore[import-untyped, unused-ignore]

from ._errors import IdError
from ._native import Generator, Id

__all__ = ["IdField", "IdFormField"]


class IdFormField(forms.CharField):  # type: ignore[misc, unused-ignore]
    """An identifier as its canonical text in a form. An empty one is None."""

    def __init__(self, id_class: type[Id], **kwargs: Any) -> None:
        self.id_class = id_class
        super().__init__(**{"max_length": id_class.text_width(), "empty_value": None, **kwargs})

    def prepare_value(self, value: Any) -> Any:
        return str(value) if isinstance(value, Id) else value

    def to_python(self, value: Any) -> Id | None:
        text = super().to_python(str(value) if isinstance(value, Id) else value)
        return None if text is None else _read(self.id_class, text)

    # These look at characters, of which an identifier has those of its text.
    def run_validators(self, value: Any) -> None:
        super().run_validators(self.prepare_value(value))


def _read(id_class: type[Id], value: Any) -> Id:
    try:
        return id_class(value)
    except (IdError, TypeError) as error:
        raise ValidationError(str(error), code=getattr(error, "kind", "type")) from error


class IdField(models.Field):  # type: ignore[type-arg, misc, unused-ignore]
    """Identifiers of a class in the column that its format has decided on, or as canonical text."""

    description = "an identifier"

    def __init__(self, id_class: type[Id], *args: Any, text: bool = False, **kwargs: Any) -> None:
        self.id_class = id_class
        self.text = text
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        if isinstance(getattr(self.default, "__self__", None), Generator):
            del kwargs["default"]
        if self.text:
            kwargs["text"] = True
        return name, path, [self.id_class, *args], kwargs

    def get_internal_type(self) -> str:
        if self.text:
            return "CharField"
        # Not UUIDField: Django would read the bytes that SQLite and MySQL have as text.
        return "BigIntegerField" if self.id_class.column() == "number" else "BinaryField"

    def db_type(self, connection: Any) -> str:
        vendor = connection.vendor
        if self.text:
            kind = "varchar" if vendor == "postgresql" else "char"
            collation = {"postgresql": ' COLLATE "C"', "mysql": " CHARACTER SET ascii COLLATE ascii_bin"}
            return f"{kind}({self.id_class.text_width()}){collation.get(vendor, '')}"
        column = self.id_class.column()
        if column == "number":
            # Not "integer" in SQLite: as a key that is the number of the row, made up where none is given.
            return "bigint"
        if vendor == "postgresql":
            return "uuid" if column == "uuid" else "bytea"
        width = 16 if column == "uuid" else self.id_class.width()
        return f"binary({width})" if vendor == "mysql" else "BLOB"

    def rel_db_type(self, connection: Any) -> str:
        return self.db_type(connection)

    def db_check(self, connection: Any) -> None:
        return None

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Id | None:
        if value is None:
            return None
        if isinstance(value, memoryview):
            value = bytes(value)
        if not self.text and isinstance(value, bytes) and self.id_class.column() == "uuid":
            value = UUID(bytes=value)
        return self.id_class(value)

    def to_python(self, value: Any) -> Id | None:
        if value is None or isinstance(value, self.id_class):
            return value
        return _read(self.id_class, value)

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        if value is None:
            return None
        return value if isinstance(value, self.id_class) else self.id_class(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        id = value if prepared else self.get_prep_value(value)
        if id is None:
            return None
        if self.text:
            return str(id)
        stored = id.to_column()
        if isinstance(stored, UUID) and connection.vendor != "postgresql":
            return stored.bytes
        return connection.Database.Binary(stored) if isinstance(stored, bytes) else stored

    def value_to_string(self, obj: Any) -> str:
        value = self.value_from_object(obj)
        return "" if value is None else str(value)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": IdFormField, "id_class": self.id_class, **kwargs})
