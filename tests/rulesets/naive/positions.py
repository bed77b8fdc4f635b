"""Positions made up for a test, as rulesets: a variant of summer whose setup lays everything out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.rulesets.naive.summer import CARD_COPIES, CARD_VALUES, Laid, Strip, tile_kind

MARKS = {card: number for number, card in enumerate(CARD_VALUES, start=1)}
"""A number on every card record, so that the setup can pick a card out of a deck."""


@dataclass
class Position:
    """What the first seat finds when its first turn begins; what is not told is as in any game."""

    strips: list[Strip]
    hands: list[list[str]]
    laid: list[Laid] = field(default_factory=list)
    goods: list[dict[str, int]] = field(default_factory=list)
    displays: dict[str, list[str]] = field(default_factory=dict)
    delivered: list[list[str]] = field(default_factory=list)
    """Tiles of each seat, in the order in which they were stowed."""
    without: list[str] = field(default_factory=list)
    """Tiles left in the box."""

    def text(self) -> str:
        return "\n".join([self.head(), *self.card_marks(), self.strip_step(), self.tile_step(), self.deal_step()])

    def write(self, folder: Path) -> Path:
        """The file of this position; a card or tile that lies in two places is a mistake of the test."""
        for seat, hand in enumerate(self.hands):
            used = Counter(hand + [laid.card for laid in self.laid if laid.owner == seat])
            assert all(used[card] <= CARD_COPIES[card] for card in used), used
        tiles = [tile for group in [*self.displays.values(), *self.delivered, self.without] for tile in group]
        assert len(tiles) == len(set(tiles)), tiles
        path = folder / "position.toml"
        path.write_text(self.text(), "utf-8")
        return path

    def head(self) -> str:
        removed = ", ".join(f'"tiles.{tile}", "words.en.{tile}"' for tile in self.without)
        return (
            'ruleset  = "position"\nlanguage = 1\nextends  = "summer"\nsource   = "ours"\n'
            + (f"remove   = [{removed}]\n" if removed else "")
            + '\n[title]\nen = "A position"\nfr = "Une position"\npl = "Pozycja"\n'
        )

    def card_marks(self) -> list[str]:
        kind = ["[pieces.card]", 'source = "ours"', 'fields = { mark = "number" }', "", "[cards]"]
        return kind + [f'{card} = {{ mark = {mark}, source = "ours" }}' for card, mark in MARKS.items()] + [""]

    def strip_step(self) -> str:
        lines = []
        for strip in self.strips:
            lines.append(f"set face of {strip.record} to {('front', 'back')[strip.face]}")
            lines.append(f"move {strip.record} to track")
        return step("lay_strips", [*lines, "move airship to sky(3, 3)"])

    def tile_step(self) -> str:
        lines = []
        for seat, tiles in enumerate(self.delivered):
            stowed = "; ".join(f"move {tile} to my pile; stow {tile}" for tile in tiles)
            lines.append(f"as seats {{ if place of me is {seat + 1} {{ {stowed} }} }}" if tiles else "")
        for tiles in self.displays.values():
            lines += [f"move {tile} to shown of {tile_kind(tile)}" for tile in tiles]
        return step("show_tiles", [*lines, "for side in sides { shuffle stack of side; refill side }"])

    def deal_step(self) -> str:
        lines = ["as seats {", "shuffle my deck"]
        for seat, hand in enumerate(self.hands):
            lines.append(f"if place of me is {seat + 1} {{")
            for laid in self.laid:
                if laid.owner == seat:
                    lines.append(f"move {card_of_deck(laid.card)} to sky({laid.cell[0]}, {laid.cell[1]})")
            lines += [f"move {card_of_deck(card)} to my hand" for card in hand]
            if seat < len(self.goods):
                lines += [f"gain {amount} {good}" for good, amount in self.goods[seat].items() if amount]
            lines.append("}")
        return step("deal", [*lines, "draw hand_size - count(my hand) from my deck to my hand", "}"])


def card_of_deck(card: str) -> str:
    return f"first(c in my deck where mark of c is {MARKS[card]})"


def step(name: str, lines: list[str]) -> str:
    body = "\n".join(line for line in lines if line)
    return f"[setup.{name}]\nsource = \"ours\"\neffect = '''\n{body}\n'''\n"
