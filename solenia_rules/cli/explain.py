"""`solenia explain`: the rules of a game in sentences, and the pages of diagnostics."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.exits import FINE, WRONG_USAGE
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.text.codes import CODES
from solenia_rules.text.suggestions import closest
from solenia_rules.words.languages import LANGUAGES
from solenia_rules.words.tables.commands import TextKey

if TYPE_CHECKING:
    from solenia_rules.sentences.said import Said
    from solenia_rules.sentences.topics import Topic, Topics

CODE = re.compile(r"[EWew]\d{3}")
ID = re.compile(r"[a-z][a-z0-9_]*(\.[a-z]+[0-9]+[a-z]*)?")
SORTS: dict[str, TextKey] = {
    "section": "topics_section", "phase": "topics_phase", "step": "topics_step", "verb": "topics_verb",
    "query": "topics_query", "rules": "topics_rules", "counter": "topics_counter", "state": "topics_state",
    "history": "topics_history", "zone": "topics_zone", "board": "topics_board", "kind": "topics_kind",
    "record": "topics_record", "field": "topics_field", "words": "topics_words", "param": "topics_param",
}  # fmt: skip
"""Sorts of topics in the order of the overview, with their headings."""
PAGES = "_diagnostics"
LONGEST = 100
"""The most letters of a sentence of the overview on a terminal; files and other programs get whole sentences."""


@click.command()
@click.argument("what", metavar="NAME[:ID]|CODE")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of the sentences.")
def explain(what: str, lang: str | None) -> int:
    """Explain a ruleset in sentences that are made from the rules that run.

    NAME is a bundled name, a file, or layers as in game+mine; by itself it lists what can be explained. NAME:ID
    explains one thing: setup, play, scoring, result, a phase, step, verb, query, lasting rule, counter, state, history,
    zone, board, kind, record, field, word, parameter, or a cell such as field.b3. CODE, such as E104, shows the page
    of a message.
    """
    lang = lang or language_of_environment()
    if CODE.fullmatch(what):
        return _page(what.upper(), lang)
    from solenia_rules.api.loading import load

    spec, ident = split(what)
    told = load(spec).topics(lang)
    if ident is None:
        click.echo("\n".join(_overview(told, lang, LONGEST if sys.stdout.isatty() else None)))
        return FINE
    topic = told.topic(ident)
    if topic is None:
        click.echo(text("nothing_to_explain", lang, spec=spec, name=ident), err=True)
        near = closest(ident, [name for name, _sort in told.ids()])
        if near:
            click.echo(text("perhaps", lang, name=near), err=True)
        return WRONG_USAGE
    click.echo(capital(topic.title))
    click.echo("\n".join(lines((*topic.steps, *topic.users), told.g.patterns["colon"])))
    return FINE


def split(what: str) -> tuple[str, str | None]:
    """Split `game:id`; a colon inside a path is not a separator."""
    spec, colon, ident = what.rpartition(":")
    return (spec, ident) if colon and spec and ID.fullmatch(ident) and len(spec) > 1 else (what, None)


def lines(steps: tuple[Said, ...], colon: str, depth: int = 0, ends: bool = True) -> Iterator[str]:
    """The lines of a text, one sentence on each. The parts of a sentence that ends in a colon stand below it, with more
    indentation."""
    space = " " if colon.startswith(" ") else ""
    for step in steps:
        last = depth == 0 or (ends and step is steps[-1])
        if step.steps:
            end = f"{space}:"
        elif step.text.endswith((".", "!", "?")):
            end = ""
        else:
            end = "." if last else f"{space};"
        yield "  " * depth + (f"- {step.text}" if depth else capital(step.text)) + end
        yield from lines(step.steps, colon, depth + 1, last)


def capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _overview(told: Topics, lang: str, longest: int | None) -> Iterator[str]:
    """Every topic on a line, by sort; sentences longer than `longest` letters are cut."""
    found = told.ids()
    for sort, heading in SORTS.items():
        ids = [ident for ident, its_sort in found if its_sort == sort]
        if not ids:
            continue
        yield text(heading, lang)
        width = max(map(len, ids))
        for ident in ids:
            topic = told.topic(ident, sort)
            assert topic is not None
            line = _line(told, topic)
            if longest is not None and len(line) > longest:
                line = line[: longest - 1] + "…"
            yield f"  {ident:<{width}}  {line}"


def _line(told: Topics, topic: Topic) -> str:
    """A topic of the overview: sections by their steps, a phase that is a verb of another name by this verb, and others
    as a sentence."""
    match topic.sort:
        case "kind":
            return topic.title
        case "section" if topic.id != "result":
            steps = ", ".join(step.text for step in topic.steps)
            return steps if topic.title in (topic.id, steps) else told.g.say("entry", x=topic.title, y=steps)
        case "phase" if (verb := told.verb_of_phase(topic.id)) is not None and verb != topic.id:
            return f"→ {verb}"
        case _:
            return topic.line()


def _page(code: str, lang: str) -> int:
    """The page of a diagnostic as it stands."""
    if code not in CODES:
        click.echo(text("no_code", lang, code=code), err=True)
        near = closest(code, CODES)
        if near:
            click.echo(text("perhaps", lang, name=near), err=True)
        return WRONG_USAGE
    click.echo((pages() / f"{code}.md").read_text("utf-8").rstrip())
    return FINE


def pages() -> Traversable:
    """The folder of the pages: inside the installed package, else in the checkout around it."""
    package = files("solenia_rules")
    inside = package / PAGES
    if inside.is_dir() or not isinstance(package, Path):
        return inside
    return package.parent / "docs" / "diagnostics"
