"""`solenia sources`: lists where each record of a ruleset comes from, with notes and places."""

from __future__ import annotations

import json
from typing import Literal, TypeAlias

import click
from attrs import frozen

from solenia_rules.cli.exits import FINE
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.decoder import ORIGINS
from solenia_rules.rules.origin import Origin
from solenia_rules.rules.resolver import Resolved, resolve
from solenia_rules.text.places import Span
from solenia_rules.words.tables.commands import TextKey

Form: TypeAlias = Literal["human", "json"]
FORMATS: tuple[Form, ...] = ("human", "json")
TITLES: dict[Origin, TextKey] = {"seed": "source_seed", "public": "source_public", "ours": "source_ours"}


@frozen
class Entry:
    """A record, or the ruleset itself, which has no section."""

    section: str
    id: str
    source: Origin
    note: str | None
    place: Span


@click.command()
@click.argument("spec", metavar="NAME|PATH")
@click.option("--only", type=click.Choice(ORIGINS), help="Only records from this source.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="The output format.")
def sources(spec: str, only: Origin | None, form: Form) -> int:
    """List the records of a ruleset, or of layers as in game+mine, by source: the rulebook, public texts, or our
    own."""
    resolved = resolve(spec, allow_abstract=True)
    found = [entry for entry in entries_of(resolved) if only in (None, entry.source)]
    click.echo(as_json(resolved.id, found) if form == "json" else as_text(found, language_of_environment()))
    return FINE


def entries_of(resolved: Resolved) -> list[Entry]:
    """Everything that has a source, in the order of the file."""
    found = []
    for origin in resolved.world.provenance:
        section, _, id_ = origin.path.rpartition(".")
        place = resolved.spans.key((section, id_) if section else (origin.path,))
        found.append(Entry(section, id_ if section else resolved.id, origin.source, origin.note, place))
    return found


def as_text(entries: list[Entry], lang: str) -> str:
    """By source, then by section, with the notes under what they are about."""
    lines: list[str] = []
    counts = []
    for source in ORIGINS:
        group = [entry for entry in entries if entry.source == source]
        if not group:
            continue
        counts.append(f"{text(TITLES[source], lang)}: {len(group)}")
        lines += [f"{text(TITLES[source], lang)} ({source})", ""]
        for section in dict.fromkeys(entry.section for entry in group):
            inner = [entry for entry in group if entry.section == section]
            lines.append(f"  {f'[{section}]' if section else text('source_whole', lang)} {len(inner)}")
            width = max(len(entry.id) for entry in inner)
            for entry in inner:
                place = f"{entry.place.source.name}:{entry.place.line}:{entry.place.column}"
                lines.append(f"    {entry.id:<{width}}  {place}")
                lines += [f"    {'':<{width}}    {entry.note}"] if entry.note else []
        lines.append("")
    return "\n".join([*lines, ", ".join(counts)])


def as_json(name: str, entries: list[Entry]) -> str:
    counts = {source: sum(entry.source == source for entry in entries) for source in ORIGINS}
    records = [
        {
            "section": entry.section or None,
            "id": entry.id,
            "source": entry.source,
            "note": entry.note,
            "file": entry.place.source.name,
            "line": entry.place.line,
            "column": entry.place.column,
        }
        for entry in entries
    ]
    return json.dumps({"ruleset": name, "counts": counts, "records": records}, indent=2, ensure_ascii=False)
