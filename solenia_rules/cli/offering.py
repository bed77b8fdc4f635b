"""The answers on offer as they are listed under the table, each with what is typed for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from solenia_rules.cli.answers import Offer, keys_of
from solenia_rules.cli.grid import MARK
from solenia_rules.cli.looks import Looks
from solenia_rules.cli.places import name_place

if TYPE_CHECKING:
    from solenia_rules import Option
    from solenia_rules.cli.scene import Offered

LISTED = 10
"""How many options are listed one below the other; more stand in columns."""


def offers_of(options: Sequence[Option], offered: Sequence[Offered], looks: Looks) -> list[Offer]:
    """Options with what is typed for them; of those that are called the same, with the place of what they mean."""
    told = zip(options, offered, strict=True)
    labels = [option.text(looks.lang) + ("" if lies.shows is None else f" {lies.shows}") for option, lies in told]
    made = []
    for option, label, key, lies in zip(options, labels, keys_of(labels), offered, strict=True):
        shared = lies.at is not None and labels.count(label) > 1
        made.append(Offer(option.id, f"{label} ({name_place(lies.at, looks)})" if lies.at and shared else label, key))
    return made


def draw_offers(offers: Sequence[Offer], facts: Sequence[Text], width: int) -> RenderableType:
    """One below the other with what should be read of them; in columns where there are many, or bare numbers."""
    longest = max(len(offer.key) for offer in offers)
    lines = []
    for offer, fact in zip(offers, facts, strict=True):
        key = Text(f"[{offer.key:>{longest}}]", style=MARK)
        line = Text.assemble(key, "" if offer.key == offer.label else f" {offer.label}")
        if fact:
            line.append("  ").append_text(fact)
            line.truncate(width - 1, overflow="ellipsis")
        lines.append(line)
    numbers = sum(offer.key == offer.label for offer in offers)
    if numbers == len(lines) or (len(lines) > LISTED and not any(facts)):
        return Columns(lines, column_first=not numbers, padding=(0, 1 if numbers else 3))
    return Group(*lines)
