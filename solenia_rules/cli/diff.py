"""`solenia diff`: the differences between two rulesets, and between the games played with them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, PROBLEMS, exit_code
from solenia_rules.cli.saves import restore_save
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.resolver import resolve
from solenia_rules.tools.versions.fields import Change, compare, suggested
from solenia_rules.tools.versions.games import Parting, Script, first_partings
from solenia_rules.words.languages import LANGUAGES

if TYPE_CHECKING:
    from solenia_rules import Ruleset


MOST_WORDING = 8
"""Changes of the wording that are listed unless all are asked for."""


@click.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option("--games", type=click.IntRange(0, 10_000), default=0, help="Compare this many games with random answers.")
@click.option("--seats", type=click.IntRange(min=1), help="How many seats those games have (default: the fewest).")
@click.option("--save", "saves", multiple=True, metavar="SAVE", help="Compare the answers of a saved game.")
@click.option("--all", "everything", is_flag=True, help="List every change of the wording.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the sentences.")
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
def diff(
    before: str,
    after: str,
    games: int,
    seats: int | None,
    saves: tuple[str, ...],
    everything: bool,
    lang: str | None,
    form: str,
) -> int:
    """Compare two rulesets: names, paths, or layers as in game+mine.

    Prints for each field whether the rules change or only their wording, which part of the version number should
    change, and at which decision the games of the two differ.

    Exit code 0: they play the same, 1: they play differently, or one cannot be loaded, 2: wrong usage.
    """
    lang = lang or language_of_environment()
    try:
        rules = sr.load(before), sr.load(after)
        changes = compare(resolve(before).document, resolve(after).document)
        scripts = [_script(name, lang) for name in saves]
    except sr.RulesetError as problem:
        click.echo(str(problem), err=True)
        return exit_code(problem.diagnostics)
    except sr.Error as problem:
        click.echo(str(problem), err=True)
        return PROBLEMS
    count = seats or max(rules[0].seats[0], rules[1].seats[0])
    if games and any(count not in found.seats for found in rules):
        raise click.UsageError(text("seats_of_both", lang, n=count))
    scripts += [Script(f"seed {seed}", count, seed) for seed in range(games)]
    partings = first_partings(*rules, scripts)
    if form == "json":
        click.echo(_json(changes, partings))
    else:
        for line in _human(rules, changes, partings, lang, everything):
            click.echo(line)
    same = all(change.sort == "wording" for change in changes) and not any(found for _script, found in partings)
    return FINE if same else PROBLEMS


def _script(name: str, lang: str) -> Script:
    game = restore_save(name, lang)
    if game.position is not None:
        raise sr.SaveError(f"{name} began from a sketch; games are compared from their setup")
    return Script(name, game.seats, game.seed, game.answers)


def _human(
    rules: tuple[Ruleset, Ruleset],
    changes: Sequence[Change],
    partings: Sequence[tuple[Script, Parting | None]],
    lang: str,
    everything: bool,
) -> Iterator[str]:
    for sort, head in (("rules", "Rules:"), ("wording", "Wording:")):
        ours = [change for change in changes if change.sort == sort]
        if ours:
            yield head
        told: set[str] = set()
        shown = ours if everything or sort == "rules" else ours[:MOST_WORDING]
        for change in shown:
            yield f"  {change.name} ({change.bump})"
            yield from (f"    - {line}" for line in _lines(change.before))
            yield from (f"    + {line}" for line in _lines(change.after))
            if sort == "rules" and len(change.path) > 1 and change.path[1] not in told:
                told.add(change.path[1])
                yield from _sentences(rules, change.path[1], lang)
        if len(shown) < len(ours):
            yield f"  and {len(ours) - len(shown)} more (--all)"
    counted = {sort: sum(change.sort == sort for change in changes) for sort in ("rules", "wording")}
    if not changes:
        yield "No difference in the files."
    else:
        what = "The rules change" if counted["rules"] else "Wording only"
        step = suggested(tuple(changes))
        numbers = f"{counted['rules']} in the rules, {counted['wording']} in the wording"
        yield f"{what}: {numbers}; suggested: {step} version."
    if partings:
        yield from _games(partings)


def _sentences(rules: tuple[Ruleset, Ruleset], ident: str, lang: str) -> Iterator[str]:
    """The sentences of both rulesets, generated from their texts."""
    topics = [sr.explain(found, ident, lang) for found in rules]
    said = [None if topic is None else topic.line() for topic in topics]
    if said[0] != said[1]:
        for sign, line in zip("-+", said, strict=True):
            if line:
                yield f"    {sign} says: {line}"


def _games(partings: Sequence[tuple[Script, Parting | None]]) -> Iterator[str]:
    apart = [found for _script, found in partings if found is not None]
    yield f"Games: {len(partings)} compared, {len(apart)} part."
    if apart:
        first = apart[0]
        yield f"  first: {first.script.name}, after {first.answers} answers: {first.what}"
        yield f"    - {first.before}"
        yield f"    + {first.after}"
        yield from (f"    because of: {rule}" for rule in first.rules)


def _lines(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return value.strip("\n").split("\n")
    return [json.dumps(value, ensure_ascii=False)]


def _json(changes: Sequence[Change], partings: Sequence[tuple[Script, Parting | None]]) -> str:
    made = {
        "rules_change": any(change.sort == "rules" for change in changes),
        "suggested": suggested(tuple(changes)),
        "changes": [
            {"path": list(x.path), "sort": x.sort, "bump": x.bump, "before": x.before, "after": x.after}
            for x in changes
        ],
        "games": [
            {"game": script.name, "parts": found is not None}
            | ({} if found is None else {"answers": found.answers, "what": found.what, "before": found.before,
                                         "after": found.after, "rules": list(found.rules)})
            for script, found in partings
        ],
    }  # fmt: skip
    return json.dumps(made, ensure_ascii=False, indent=1)
