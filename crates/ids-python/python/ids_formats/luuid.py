"""Keys, groups and prefixes of LUUIDs: their numbers and texts."""

from ._native import (
    group_of,
    group_text,
    key_text,
    parse_group,
    parse_key,
    parse_prefix,
    prefix_text,
)

__all__ = [
    "group_of",
    "group_text",
    "key_text",
    "parse_group",
    "parse_key",
    "parse_prefix",
    "prefix_text",
]
