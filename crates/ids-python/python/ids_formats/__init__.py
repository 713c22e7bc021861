"""Sortable identifiers, exactly as their formats say.

>>> from ids_formats import FlaxId
>>> FlaxId("0RdKJcxqVBiAiQr0").time
datetime.datetime(2015, 10, 15, 20, 10, 25, 807000, tzinfo=datetime.timezone.utc)
"""

from collections.abc import Sequence as _Sequence

from . import evently, luuid, siq
from ._errors import GenerateError, IdError
from ._native import (
    Baidu,
    Bwmarrin,
    Discord,
    EventlyId,
    FlaxId,
    Generator,
    Id,
    IdArray,
    Instagram,
    KuidGlobal,
    KuidGlobalDrift5,
    KuidGlobalDrift6,
    KuidGlobalDrift7,
    KuidGlobalDrift9,
    KuidGlobalDrift10,
    KuidLocal,
    Linkedin,
    Luuid,
    Mastodon,
    Siq,
    Snowflake,
    SonyflakeV1,
    SonyflakeV2,
    Suou,
    Tid,
    Twitter,
    Yitter,
    __version__,
)

__all__ = [
    "Baidu",
    "Bwmarrin",
    "Discord",
    "EventlyId",
    "FlaxId",
    "GenerateError",
    "Generator",
    "Id",
    "IdArray",
    "IdError",
    "Instagram",
    "KuidGlobal",
    "KuidGlobalDrift10",
    "KuidGlobalDrift5",
    "KuidGlobalDrift6",
    "KuidGlobalDrift7",
    "KuidGlobalDrift9",
    "KuidLocal",
    "Linkedin",
    "Luuid",
    "Mastodon",
    "Siq",
    "Snowflake",
    "SonyflakeV1",
    "SonyflakeV2",
    "Suou",
    "Tid",
    "Twitter",
    "Yitter",
    "__version__",
    "evently",
    "luuid",
    "siq",
]

_Sequence.register(IdArray)
