"""Errors in requests to the lab."""

from __future__ import annotations

from solenia_rules.api.errors import Error


class LabError(Error):
    """Raised for a bot, metric, record or file that does not exist or does not fit."""


class MissingExtra(LabError, ImportError):
    """Raised when an optional library is not installed; the message says how to install it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs more libraries: pip install 'solenia-rules[{extra}]'")
