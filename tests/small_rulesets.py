"""The text of a small ruleset for a test: a head, one counter for the score, and one step of play."""

from __future__ import annotations


def small_ruleset(name: str, seats: tuple[int, int], play: str, counter: str = "point", more: str = "") -> str:
    """A ruleset with a counter that seats score with; `more`: further sections."""
    low, high = seats
    return f"""
ruleset  = "{name}"
language = 1
source   = "ours"
seats    = {{ range = [{low}, {high}] }}
title    = {{ en = "{name.capitalize()}" }}

[counters]
{counter} = {{ plural = "{counter}s", per = ["seat"], score = true, source = "ours" }}
{more}
[play.turns]
source = "ours"
effect = '''
{play}
'''
"""
