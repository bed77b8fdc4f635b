"""`solenia new`: writes a small game, or a variant of a game with a first scenario, as a file with comments."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE
from solenia_rules.cli.schema import FOLDER, ruleset_text, scenarios_text
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.caps import is_id
from solenia_rules.rules.files import SCENARIOS, open_bundle
from solenia_rules.rules.records import FieldValue, Text
from solenia_rules.words.languages import IDS, LANGUAGES

if TYPE_CHECKING:
    from solenia_rules.rules.records import Record, World

_SOURCE = 'source = "ours"'
SHOWN_OPTIONS = 3
"""How many options the first scenario names."""
SHOWN_RECORDS = 3
"""How many sections of records the file gives an example of."""


@click.command()
@click.argument("name")
@click.option("--from", "base", metavar="NAME", help="The game that a variant changes; without it, a game of its own.")
def new(name: str, base: str | None) -> int:
    """Write NAME.toml with comments: a small game that can be played at once, or with --from a variant of another game
    and a first scenario."""
    lang = language_of_environment()
    if not is_id(name):
        raise click.UsageError(text("new_name", lang, name=name))
    if name in open_bundle().rulesets:
        raise click.UsageError(text("new_bundled", lang, name=name))
    path, beside = Path(f"{name}.toml"), Path(f"{name}{SCENARIOS}")
    if base is None:
        write_new(path, game_text(name), lang)
        click.echo(text("new_empty", lang, path=path))
        return FINE
    rules = sr.load(base)
    base = _name_of(base, lang)
    if path.exists() or beside.exists():
        raise click.UsageError(text("save_exists", lang, path=path if path.exists() else beside))
    write_schemas(name, rules.world, lang)
    write_new(path, variant_text(name, base, dict(rules.titles), rules.world), lang)
    write_new(beside, scenario_text(name, rules), lang)
    click.echo(text("new_written", lang, path=path, beside=beside))
    return FINE


def game_text(name: str) -> str:
    """A game with one counter, turns of one choice, and a winner."""
    title = name.replace("_", " ").capitalize()
    return f'''# {title}: a game that can be played at once. docs/tutorial.md shows how such a game grows.
# Check it with: solenia check {name}.toml     Play it with: solenia play {name}.toml
ruleset  = "{name}"
language = 1
source   = "ours"                      # every entry says where it comes from: "seed", "public" or "ours"
seats    = {{ range = [2, 4] }}
title    = {{ en = "{title}" }}
about    = {{ en = "A game that is being invented." }}

# What is counted: here the stars of each player, which are the score.
[counters]
star = {{ plural = "stars", per = ["seat"], score = true, source = "ours" }}

# What happens: three rounds, in which each player takes a turn.
[play.turns]
source = "ours"
effect = 'repeat 3 {{ as seats {{ phase turn {{ take_turn }} }} }}'

# A verb of this game: what a player does in a turn.
[verbs.take_turn]
source = "ours"
effect = 'choose small {{ gain 1 star }} or large {{ gain 2 stars }}'

# Who wins.
[result.best]
source = "ours"
effect = 'win all(s in seats where stars of s is max(stars of t for t in seats))'
'''


def _name_of(base: str, lang: str) -> str:
    """The name by which a variant in this folder extends a game. Names are looked up beside the file first."""
    if is_id(base):
        return base
    file = Path(base)
    if not is_id(file.stem) or file.suffix != ".toml" or file.resolve().parent != Path.cwd().resolve():
        raise click.UsageError(text("new_elsewhere", lang, name=base))
    return file.stem


def write_new(path: Path, content: str, lang: str) -> None:
    """A path at which no file exists yet."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(content)
    except FileExistsError:
        raise click.UsageError(text("save_exists", lang, path=path)) from None
    except OSError as problem:
        raise click.UsageError(text("cannot_write", lang, path=path, reason=problem.strerror)) from None


def write_schemas(name: str, world: World, lang: str) -> None:
    """Write the schemas that the `#:schema` lines of the two files name. Only this command writes them, so existing
    ones are replaced."""
    made = {f"{name}.schema.json": ruleset_text(world, None), f"{name}.scenarios.schema.json": scenarios_text(world)}
    for file, content in made.items():
        path = Path(FOLDER, file)
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, "utf-8", newline="\n")
        except OSError as problem:
            raise click.UsageError(text("cannot_write", lang, path=path, reason=problem.strerror)) from None


def scenario_text(name: str, rules: sr.Ruleset) -> str:
    """One scenario that passes while nothing is changed: the first question."""
    game = sr.new_game(rules, seats=rules.seats[0], seed=1, position={})
    lines = [
        f"#:schema ./{FOLDER}/{name}.scenarios.schema.json",
        f"# Scenarios of {name}: what must be so. Play them with: solenia test {name}.toml",
        "# docs/scenarios.md says how to sketch a position (given) and what can be looked at (then).",
        f"seats = {game.seats}",
        "seed  = 1",
        "",
        "[[scenario]]",
        'name = "the game begins"',
    ]
    if game.decision is None:
        return "\n".join([*lines, "then = { over = true }"]) + "\n"
    ids = [option.id for option in game.decision.options]
    shown = ", ".join(f'"{id_}"' for id_ in [*ids[:SHOWN_OPTIONS], *(["..."] if len(ids) > SHOWN_OPTIONS else [])])
    return "\n".join([*lines, f"then = {{ asked = {game.decision.seat + 1}, offered = [{shown}] }}"]) + "\n"


def variant_text(name: str, base: str, titles: dict[str, str], world: World) -> str:
    """The whole file. Lines that are commented out are as in the base, so removing a `#` changes nothing yet."""
    own_title = name.replace("_", " ").capitalize()
    lines = [
        f"#:schema ./{FOLDER}/{name}.schema.json",
        f"# {own_title}: a variant of {titles.get('en', base)}. What is not given here is as in `{base}`.",
        "# Below, lines with # and no space after it are rules: take the # away and change them.",
        f"# Check it with: solenia check {name}.toml     Play it with: solenia play {name}.toml",
        f"# Try its scenarios with: solenia test {name}.toml     Lay it over another base with: BASE+{name}.toml",
        "# The first line is for editors. When you declare kinds or fields of your own, write the schema again with:",
        f"#   solenia schema {name}.toml -o {FOLDER}/{name}.schema.json",
        f'ruleset  = "{name}"',
        f"language = {world.language}",
        f'extends  = "{base}"',
        'source   = "ours"                      # where it comes from: "seed", "public" or "ours"',
        *_removal(world),
        "",
        "[title]",
        *(f'{lang} = "{titles.get(lang, base)}: {own_title}"' for lang in world.languages),
        *_params(world),
        *_records(world),
        *_rules(world),
        *_steps(world),
        *_words(world),
    ]
    return "\n".join(lines) + "\n"


def _removal(world: World) -> list[str]:
    examples = _examples(world)
    if not examples:
        return []
    section, record = examples[0]
    return [
        "",
        "# Remove something of the base by its section and id (here, above the first section):",
        f'#remove = ["{section}.{record.id}"]',
    ]


def _params(world: World) -> list[str]:
    if not world.params:
        return []
    widest = max(len(param.id) for param in world.params)
    notes = {origin.path: f"  # {origin.note}" for origin in world.provenance if origin.note}
    return [
        "",
        "# Numbers that can be set; also at the command line: solenia play ... --params NAME=N",
        "#[params]",
        *(
            f'#{p.id:<{widest}} = {{ default = {p.default}, range = [{p.low}, {p.high}], source = "ours" }}'
            + notes.get(f"params.{p.id}", "")
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


def _rules(world: World) -> list[str]:
    """A rule that never applies, so that it changes nothing yet."""
    score = next((counter for counter in world.counters if counter.score), None)
    if not world.verbs or score is None:
        return []
    longest = max(world.verbs, key=lambda verb: len(verb.effect.text))
    return [
        "",
        "# Add to what happens without changing a text: a rule hangs on a verb of the base. Its verbs are",
        *(f"#   {line}" for line in wrap(", ".join(verb.id for verb in world.verbs), 100)),
        "#[rules.my_rule]",
        '#source = "ours"',
        f"#rules  = 'after {longest.id} by anyone where false {{ gain 1 {score.id} }}'",
    ]


def _words(world: World) -> list[str]:
    examples = _examples(world)
    if not examples:
        return []
    name = examples[0][1].id
    others = " and ".join(f"[words.{lang}]" for lang in LANGUAGES if lang != IDS)
    return [
        "",
        f"# What people read, by id, in each language (also in {others}).",
        f"#[words.{IDS}]",
        f'#{name} = "{world.words.get(IDS, {}).get(name, {}).get("one", name)}"',
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


def _toml(value: FieldValue) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Text):
        return f"'{value.text}'"
    return f'"{value}"'
