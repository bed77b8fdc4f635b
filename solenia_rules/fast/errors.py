"""Errors of compiling to machine code and of running it."""

from __future__ import annotations


class Unsupported(Exception):
    """Raised when a program cannot be compiled to machine code; the message says why."""


class Fault(Exception):
    """Raised when rules exceed a limit of the machine code; plain Python has no such limits."""
