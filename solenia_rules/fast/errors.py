"""Why a program cannot be run as machine code."""

from __future__ import annotations


class Unsupported(Exception):
    """What cannot be made machine code of, and why."""


class Fault(Exception):
    """Rules went past what the accelerator has room for; plain Python has no such bounds."""
