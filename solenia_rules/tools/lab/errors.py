"""What can be wrong with what somebody asked of the lab."""

from __future__ import annotations

from solenia_rules.api.errors import Error


class LabError(Error):
    """A bot, metric, record or file that does not exist or does not fit."""


class MissingExtra(LabError):
    """A library that is not installed with the base; the message says how to install it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs more libraries: pip install 'solenia-rules[{extra}]'")
