"""Sortable identifiers, exactly as their formats say.

>>> from ids_formats import FlaxId
>>> FlaxId("0RdKJcxqVBiAiQr0").time
datetime.datetime(2015, 10, 15, 20, 10, 25, 807000, tzinfo=datetime.timezone.utc)
"""

from collections.abc import Sequence as _Sequence

from . import evently, luuid, siq
from ._errors import GenerateError, IdError
from ._native import *
from ._native import __all__ as __all__, __version__

__all__ += ("GenerateError", "IdError", "__version__", "evently", "luuid", "siq")

_Sequence.register(IdArray)
