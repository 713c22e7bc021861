"""The exceptions of this package."""

from __future__ import annotations


class _Reason(Exception):
    """What an exception says beside its message."""

    def __init__(
        self,
        message: str,
        kind: str = "",
        index: int | None = None,
        field: str | None = None,
        until_ns: int | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.index = index
        self.field = field
        self.until_ns = until_ns
        self.row = row


class IdError(_Reason, ValueError):
    """A value is no identifier, or does not fit one."""

    kind: str
    """A stable lower-case name of what is wrong, such as `length`, `digit` or `range`."""
    index: int | None
    """The byte of the text, from 0, where it is wrong."""
    field: str | None
    """The field that is wrong."""
    until_ns: int | None
    """The first or last instant that would fit, in nanoseconds since the Unix epoch."""
    row: int | None
    """The place in a list or column, from 0."""


class GenerateError(_Reason, RuntimeError):
    """A generator issued no identifier. Its state is as before the call."""

    kind: str
    """A stable lower-case name of the reason, such as `wait`, `exhausted`, `forked` or `reentrant`."""
    until_ns: int | None
    """When the next identifier is available, in nanoseconds since the Unix epoch."""
