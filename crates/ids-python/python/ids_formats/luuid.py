"""Keys, groups and prefixes of LUUIDs: their numbers and texts."""

from ._native import (
    Keys,
    group_of,
    group_text,
    key_text,
    parse_group,
    parse_key,
    parse_prefix,
    prefix_text,
)

__all__ = [
    "Keys",
    "group_of",
    "group_text",
    "key_text",
    "parse_group",
    "parse_key",
    "parse_prefix",
    "prefix_text",
]
