"""Finds what was never asked, never offered, never taken, or never did anything in all games."""

from __future__ import annotations

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Acts
from solenia_rules.core.compiled import Program
from solenia_rules.tools.lab.holders import holder_of_span
from solenia_rules.tools.lab.record import Batch


@frozen
class Unused:
    never_asked: tuple[str, ...]
    never_offered: tuple[str, ...]
    never_taken: tuple[str, ...]
    never_did: tuple[str, ...]
    """Records with a text of their own that did nothing. Two kinds of records are left out: those that only change
    values, such as a price, because they leave no trace; and those that act through a verb, because the verb is
    counted."""


NOT_LOOKED = Unused((), (), (), ())
"""The result for games of which only the end was kept."""


def find_unused(rules: Ruleset, seats: int, batch: Batch) -> Unused:
    program = rules.executor(seats).program
    world = program.names.world
    known: dict[str, None] = {}
    silent: dict[str, None] = {}
    seen = {name.rpartition(" ")[0] + " " + name.rpartition(" ")[2].partition("=")[0] for name in batch.uses}
    for spec in program.outline.specs:
        holder = holder_of_span(world, spec.span, spec.function)
        if spec.labelled:
            options = [f"{holder} {label}" for label in spec.labels]
        elif spec.domain.startswith("word:"):
            words = program.names.word_kinds[spec.domain.removeprefix("word:")].words
            options = [f"{holder} {spec.name}={word}" for word in words]
        elif spec.domain in ("piece", "cell"):
            options = _alike(program, batch, f"{holder} {spec.name}=")
            if f"{holder} {spec.name}" not in seen and not _bare(program, spec.domain):
                silent[f"{holder} {spec.name}"] = None
        else:
            options = []
        if options and not any(option in batch.uses for option in options):
            silent[f"{holder} {spec.name}".strip()] = None
        else:
            known.update(dict.fromkeys(options))
    checked = rules.checked
    found = [(record, text.acts) for (record, _field), text in checked.held.items()]
    found += [(record, rule.body.acts) for record, held in checked.held_rules.items() for rule in held]
    silent_texts = {record for record, acts in found if _calls(acts)}
    effects = {record for record, acts in found if acts} - silent_texts
    return Unused(
        tuple(sorted(silent)),
        tuple(sorted(name for name in known if name not in batch.uses)),
        tuple(sorted(name for name, use in batch.uses.items() if not use.taken)),
        tuple(sorted(effects - set(batch.deeds))),
    )


def _calls(acts: Acts) -> bool:
    """Whether a text delegates work to verbs or other texts, which are counted instead."""
    return any(isinstance(act, (a.DoVerb, a.RunHeld)) for act in a.all_acts(acts))


def _alike(program: Program, batch: Batch, start: str) -> list[str]:
    """The options of all records of the offered kinds; for a kind with one piece per word, each word."""
    names = program.names
    found = [name.removeprefix(start).partition(".")[0] for name in batch.uses if name.startswith(start)]
    kinds = dict.fromkeys(names.records[name].kind for name in found if name in names.records)
    made = []
    for kind in kinds:
        per = names.pieces[kind].per if kind in names.pieces else None
        words = [f".{word}" for word in names.word_kinds[per].words] if per in names.word_kinds else [""]
        made += [f"{start}{record.id}{word}" for record in names.by_kind.get(kind, ()) for word in words]
    return made


def _bare(program: Program, domain: str) -> bool:
    """Whether the options are cells without a record: they have no names and are not counted."""
    return domain == "cell" and any(cell.record is None for cell in program.inventory.cells)
