"""Identifiers in models of Pydantic, and so in FastAPI.

    class Message(BaseModel):
        id: Discord                        # from JSON: the canonical text
        old: Annotated[Discord, Numbers()]  # from JSON: a whole number too
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic_core import PydanticCustomError, core_schema as schema

from ._errors import IdError

if TYPE_CHECKING:
    from ._native import Id

__all__ = ["Numbers"]


class Numbers:
    """Takes whole numbers for identifiers too: `Annotated[Discord, Numbers()]`.

    A client that keeps numbers as binary64, as JavaScript does, has changed those above 2^53: they are other
    identifiers, or none. So a model takes no number unless it says so.
    """

    def __get_pydantic_core_schema__(self, source: type[Id], handler: Any) -> Any:
        return core_schema(source, numbers=True)


def core_schema(class_: type[Id], *, numbers: bool = False) -> Any:
    """In JSON an identifier is its canonical text. In Python it is an identifier, or what the class is made of but a
    number: a framework reads JSON by itself, and gives its values as those of Python. In strict mode it is an identifier
    or its text.
    """

    def read(value: Any) -> Id:
        try:
            return value if isinstance(value, class_) else class_(value)
        except IdError as error:
            raise _refused(str(error), error.kind, error.index) from None
        except TypeError as error:
            raise _refused(str(error)) from None

    def known(value: Any) -> Any:
        number = numbers and isinstance(value, int) and not isinstance(value, bool)
        if number or isinstance(value, (class_, str)):
            return value
        raise _refused(f"a {class_.__name__} is its canonical text, and not of type {type(value).__name__}")

    def strict(value: Any) -> Id:
        return read(known(value))

    def lax(value: Any) -> Id:
        return read(value) if isinstance(value, (bytes, bytearray, memoryview, UUID)) else strict(value)

    json: Any = schema.str_schema(max_length=class_.text_width())
    if numbers:
        json = schema.no_info_before_validator_function(known, schema.union_schema([json, schema.int_schema()]))
    plain = schema.no_info_plain_validator_function
    return schema.json_or_python_schema(
        json_schema=schema.no_info_after_validator_function(read, json),
        python_schema=schema.lax_or_strict_schema(lax_schema=plain(lax), strict_schema=plain(strict)),
        serialization=schema.plain_serializer_function_ser_schema(
            str, when_used="json", return_schema=schema.str_schema()
        ),
    )


def _refused(message: str, kind: str = "type", index: int | None = None) -> PydanticCustomError:
    return PydanticCustomError("identifier", "{message}", {"kind": kind, "index": index, "message": message})
