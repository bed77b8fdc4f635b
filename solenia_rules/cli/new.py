"""`solenia new`: a variant of a game, begun as a commented file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.exits import exit_code
from solenia_rules.cli.main import FINE, language_of_environment
from solenia_rules.cli.texts import LANGUAGES, text
from solenia_rules.rules.caps import is_id
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.records import Text

if TYPE_CHECKING:
    from solenia_rules.rules.records import Record, World

_SOURCE = 'source = "ours"'
SHOWN_RECORDS = 3
"""How many sections of records the file gives an example of."""


@click.command()
@click.argument("name")
@click.option("--from", "base", required=True, metavar="NAME", help="The game that the variant changes.")
def new(name: str, base: str) -> int:
    """Write NAME.toml, a variant of another game, with comments that say how to change it."""
    lang = language_of_environment()
    if not is_id(name):
        raise click.UsageError(text("new_name", lang, name=name))
    if name in open_bundle().rulesets:
        raise click.UsageError(text("new_bundled", lang, name=name))
    path = Path(f"{name}.toml")
    try:
        rules = sr.load(base)
    except sr.RulesetError as problem:
        click.echo(str(problem), err=True)
        return exit_code(problem.diagnostics)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(variant_text(name, base, dict(rules.titles), rules.world))
    except FileExistsError:
        raise click.UsageError(text("save_exists", lang, path=path)) from None
    except OSError as problem:
        raise click.UsageError(text("cannot_write", lang, path=path, reason=problem.strerror)) from None
    click.echo(text("new_written", lang, path=path))
    return FINE


def variant_text(name: str, base: str, titles: dict[str, str], world: World) -> str:
    """The whole file. What is commented out is as in the base, so that taking away a # changes nothing yet."""
    own_title = name.replace("_", " ").capitalize()
    lines = [
        f"# {own_title}: a variant of {titles.get('en', base)}. What is not said here is as in `{base}`.",
        "# Lines with # and no space after it are rules: take the # away and change them.",
        f"# Look at it with: solenia check {name}.toml     Play it with: solenia play {name}.toml",
        f'ruleset  = "{name}"',
        f"language = {world.language}",
        f'extends  = "{base}"',
        'source   = "ours"                      # where it comes from: "seed", "public" or "ours"',
        *_removal(world),
        "",
        "[title]",
        *(f'{lang} = "{titles.get(lang, base)}: {own_title}"' for lang in LANGUAGES),
        *_params(world),
        *_records(world),
        *_steps(world),
    ]
    return "\n".join(lines) + "\n"


def _removal(world: World) -> list[str]:
    examples = _examples(world)
    if not examples:
        return []
    section, record = examples[0]
    return [
        "",
        "# Take something of the base away by its section and id (here, above the first section):",
        f'#remove = ["{section}.{record.id}"]',
    ]


def _params(world: World) -> list[str]:
    if not world.params:
        return []
    widest = max(len(param.id) for param in world.params)
    return [
        "",
        "# Numbers that can be set; also at the command line: solenia play ... --params NAME=N",
        "#[params]",
        *(
            f'#{p.id:<{widest}} = {{ default = {p.default}, range = [{p.low}, {p.high}], source = "ours" }}'
            for p in world.params
        ),
    ]


def _records(world: World) -> list[str]:
    lines: list[str] = []
    for section, record in _examples(world):
        fields = [f"{id_} = {_toml(value)}" for id_, value, _ in record.fields]
        lines += [f"#[{section}]", f"#{record.id} = {{ {', '.join([*fields, _SOURCE])} }}"]
    if not lines:
        return []
    return [
        "",
        "# Change a record by giving the fields that differ; a new id adds a record, which needs all its fields.",
        *lines,
    ]


def _steps(world: World) -> list[str]:
    if not world.verbs:
        return []
    verb = min(world.verbs, key=lambda verb: len(verb.effect.text))
    return [
        "",
        "# Change a verb, query or step of the game by giving its text anew (docs/language.md explains the texts).",
        f"#[verbs.{verb.id}]",
        '#source = "ours"',
        *(f"#{line}" for line in f"effect = '''\n{verb.effect.text.strip()}\n'''".splitlines()),
    ]


def _examples(world: World) -> list[tuple[str, Record]]:
    """The first record with fields of each section, by the name of the section."""
    plurals = {piece.id: piece.plural or piece.id for piece in world.pieces}
    plurals |= {cell.id: cell.plural or cell.id for cell in world.cells}
    first: dict[str, Record] = {}
    for record in world.records:
        # An inline table cannot hold a text of several lines.
        if record.fields and record.kind in plurals and "\n" not in "".join(_toml(v) for _, v, _ in record.fields):
            first.setdefault(plurals[record.kind], record)
    return list(first.items())[:SHOWN_RECORDS]


def _toml(value: int | bool | str | Text) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Text):
        return f"'{value.text}'"
    return f'"{value}"'
