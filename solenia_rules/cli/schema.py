"""`solenia schema`: the JSON Schema of ruleset and scenario files, for editors that know TOML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.exits import FINE
from solenia_rules.cli.texts import language_of_environment, text

if TYPE_CHECKING:
    from solenia_rules.rules.reader import Document
    from solenia_rules.rules.records import World

FOLDER = ".solenia"
"""The folder, beside rulesets made by `new`, with the files that their `#:schema` lines name."""


@click.command()
@click.argument("name", required=False, metavar="[NAME|PATH]")
@click.option("--scenarios", is_flag=True, help="Write the schema of scenario files.")
@click.option("-o", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def schema(name: str | None, scenarios: bool, output: Path | None) -> int:
    """The JSON Schema of rulesets; with a NAME that of the ruleset and of variants over it, with its own fields.

    Run it again after a variant declares kinds, fields or parameters of its own.
    """
    from solenia_rules.rules.resolver import resolve

    world, document = None, None
    if name is not None:
        found = resolve(name, allow_abstract=True)
        world, document = found.world, found.document
    made = scenarios_text(world) if scenarios else ruleset_text(world, document)
    if output is None:
        click.echo(made, nl=False)
        return FINE
    try:
        output.write_text(made, "utf-8", newline="\n")
    except OSError as problem:
        lang = language_of_environment()
        raise click.UsageError(text("cannot_write", lang, path=output, reason=problem.strerror)) from None
    return FINE


def ruleset_text(world: World | None, document: Document | None) -> str:
    from solenia_rules.rules.schema import general_schema, schema_of

    return _text(general_schema() if world is None else schema_of(world, document or {}))


def scenarios_text(world: World | None) -> str:
    from solenia_rules.tools.scenarios.schema import scenario_schema

    return _text(scenario_schema(world))


def _text(made: dict[str, object]) -> str:
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"
