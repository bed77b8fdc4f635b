"""The base class of all errors that this package raises on purpose."""

from __future__ import annotations


class Error(Exception):
    """Something a person did that cannot be done; a bug of ours is never one of these."""
