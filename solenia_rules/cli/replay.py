"""`solenia replay`: shows a saved game again, with the rule behind every step."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.exits import FINE, PROBLEMS
from solenia_rules.cli.saves import changed_since, looked_into
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from solenia_rules.api.trace import Step

AROUND = 12
"""Steps that are shown at a time at a terminal."""


@click.command()
@click.argument("save", metavar="SAVE")
@click.option("--trace", "traced", is_flag=True, help="With the rule behind each step, its place, and what it changed.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="The first step.")
@click.option("--to", "last", type=click.IntRange(min=1), help="The last step.")
@click.option("--grep", metavar="TEXT", help="Only steps whose line contains this text.")
@click.option("--seat", type=click.IntRange(min=1), help="Only what this seat may know, counted from 1.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language (default: that of the machine).")
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
def replay(
    save: str,
    traced: bool,
    first: int,
    last: int | None,
    grep: str | None,
    seat: int | None,
    lang: str | None,
    form: str,
) -> int:
    """Print a saved game from its setup on, one step on each line. With --trace at a terminal you can step, search and
    jump.

    Exit code 0: printed, 1: the save cannot be read, 2: wrong usage.
    """
    lang = lang or language_of_environment()
    game = looked_into(save, seat, lang)
    if game is None:
        return PROBLEMS
    if traced and (path := changed_since(save, game)) is not None:
        click.echo(text("save_apart", lang, path=path), err=True)
    lines = [Told(step, seat, lang, traced) for step in game.trace()]
    lines = [line for line in lines if line.text is not None]
    narrowed = first > 1 or last is not None or grep is not None
    chosen = [
        line
        for line in lines
        if first <= line.step.number <= (last or line.step.number) and (grep is None or line.holds(grep))
    ]
    if form == "json":
        click.echo(json.dumps([line.as_json() for line in chosen], ensure_ascii=False, indent=1))
    elif traced and not narrowed and sys.stdin.isatty() and sys.stdout.isatty():
        browse(lines, lang)
    else:
        for line in chosen:
            click.echo(line.line())
    return FINE


class Told:
    """A step as a seat may see it, or the whole step."""

    def __init__(self, step: Step, seat: int | None, lang: str, traced: bool) -> None:
        self.step = step
        self.lang = lang
        self.traced = traced
        known = seat is None or step.event.known_to(seat - 1)
        self.text = step.text(lang) if seat is None else step.event.text_for(seat - 1, lang)
        self.changed = step.changed(lang) if known else ""

    def line(self) -> str:
        parts = [f"{self.step.number:>5} {self.step.answers:>4}  {self.text}"]
        if self.traced:
            if self.changed:
                parts.append(f"({self.changed})")
            if self.step.rule:
                parts.append(f"| {self.step.rule} | {self.step.place}")
        return "  ".join(parts)

    def holds(self, part: str) -> bool:
        whole = f"{self.text} {self.changed} {self.step.rule} {self.step.place}"
        return part.casefold() in whole.casefold()

    def as_json(self) -> dict[str, object]:
        made: dict[str, object] = {
            "step": self.step.number,
            "answers": self.step.answers,
            "kind": self.step.event.kind,
            "text": self.text,
        }
        if self.traced:
            made |= {"changed": self.changed, "rule": self.step.rule, "place": self.step.place}
            made["cause"] = self.step.event.cause
        return made


def browse(lines: Sequence[Told], lang: str) -> None:
    """Show the steps one page at a time. What the user types moves on, back, to a step, to an answer, or to a step that
    contains a text."""
    at = 0
    click.echo(text("trace_help", lang))
    while lines:
        for line in lines[at : at + AROUND]:
            click.echo(line.line())
        try:
            typed = input(f"{at + 1}/{len(lines)} > ").strip()
        except EOFError:
            return
        if typed in ("q", "quit"):
            return
        found = target(lines, at, typed)
        if found is None:
            click.echo(text("trace_nothing", lang, what=typed) if typed.lstrip("/?") else text("trace_help", lang))
        else:
            at = found


def target(lines: Sequence[Told], at: int, typed: str) -> int | None:
    """Where to go: Enter on, `b` back, a number to that step, `a N` to answer N, `/text` and `?text` to a search."""
    end = max(0, len(lines) - 1)
    if typed in ("", "n"):
        return min(at + AROUND, end)
    if typed == "b":
        return max(0, at - AROUND)
    if typed.isascii() and typed.isdigit():
        number = int(typed[:9])
        return next((i for i, line in enumerate(lines) if line.step.number >= number), end)
    word, _, rest = typed.partition(" ")
    if word == "a" and rest.isascii() and rest.isdigit():
        return next((i for i, line in enumerate(lines) if line.step.answers >= int(rest[:9])), end)
    if typed.startswith("/") and len(typed) > 1:
        return next((i for i in range(at + 1, len(lines)) if lines[i].holds(typed[1:])), None)
    if typed.startswith("?") and len(typed) > 1:
        return next((i for i in range(at - 1, -1, -1) if lines[i].holds(typed[1:])), None)
    return None
