"""`solenia print`: a rulebook or a player aid of a ruleset as one page."""

from __future__ import annotations

import click


@click.command("print")
def print_rules() -> int:
    """x"""
    return 0
