"""Pydantic's view of the classes of identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Id


def core_schema(class_: type[Id]) -> Any:
    """In Python: an identifier, or what the class is made of. In JSON: the canonical text."""
    from pydantic_core import PydanticCustomError, core_schema as schema

    from ._errors import IdError

    def read(value: Any) -> Id:
        try:
            return value if isinstance(value, class_) else class_(value)
        except IdError as error:
            context = {"kind": error.kind, "index": error.index, "message": str(error)}
            raise PydanticCustomError("identifier", "{message}", context) from None
        except TypeError as error:
            context = {"kind": "type", "index": None, "message": str(error)}
            raise PydanticCustomError("identifier", "{message}", context) from None

    text = schema.str_schema(max_length=class_.text_width())
    return schema.json_or_python_schema(
        json_schema=schema.no_info_after_validator_function(read, text),
        python_schema=schema.no_info_plain_validator_function(read),
        serialization=schema.plain_serializer_function_ser_schema(
            str, when_used="json", return_schema=schema.str_schema()
        ),
    )
