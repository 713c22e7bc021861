"""Evently's events and ledgers: canonical forms, chains, verification, files."""

from ._native import (
    Chain,
    Failure,
    Ledger,
    Report,
    canonicalize,
    event_id,
    parse_timestamp,
    timestamp_text,
    verify,
    verify_file,
)

__all__ = [
    "Chain",
    "Failure",
    "Ledger",
    "Report",
    "canonicalize",
    "event_id",
    "parse_timestamp",
    "timestamp_text",
    "verify",
    "verify_file",
]
