"""Hashes of the domains that SIQ identifiers name."""

from ._native import domain_hash, domain_text

__all__ = ["domain_hash", "domain_text"]
