"""Planted mistakes: a valid ruleset with one layer that is wrong, and whether the checker says so."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from solenia_rules.api.looking import look
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.findings.check import find_by_play

HERE = Path(__file__).parent
WRITTEN = ("blind", "known")
"""Files of mistakes that somebody wrote; those of the first were made without looking at the checker."""


STATIC = tuple(f"E{n}" for n in (0, 1, 2, 3))
TOLD_BY: dict[str, tuple[str, ...]] = {
    "misspelt": (*STATIC, "W202", "W201"),
    "mistyped": STATIC,
    "misapplied": (*STATIC, "E4", "E5", "W501", "W6"),
    "no_op_variant": ("W032", "W609"),
    "soft_lock": ("E601", "E603", "E402"),  # E402: whether a seat with hidden pieces is stuck would tell what they are
    "endless": ("E604",),
    "unreachable": ("E508", "W504", "W601", "W602", "W603", "W605"),
    "dominated": ("W606",),
    "never_taken": ("W606", "W607"),
    "unused": ("W201",),
    "without_effect": ("W031", "W604"),
    "trigger_cycle": ("E502", "E503", "E504"),
    "trigger_order": ("W502",),
    "conversion": ("W608",),
    "leak": ("E4", "E605", "E211"),
    "words": ("W203", "E011"),
    "range": ("E013", "E037", "E602", "W505", "W610"),
}
"""Kind of mistake -> beginnings of the codes that would tell of it; any other finding is luck and does not count."""


@frozen
class Mistake:
    """`layer` over the ruleset `over`. `about`: names that a finding of it would say."""

    name: str
    kind: str
    over: str
    what: str
    about: tuple[str, ...]
    layer: str


def written_mistakes(file: str) -> list[Mistake]:
    read = tomllib.loads((HERE / f"{file}.toml").read_text(encoding="utf-8"))["mistake"]
    return [
        Mistake(f"{file}_{number}", one["kind"], one["over"], one["what"], tuple(one["about"]), one["layer"])
        for number, one in enumerate(read, 1)
    ]


def plant(mistake: Mistake, folder: Path) -> Path:
    """The file of the wrong variant."""
    head = [f'ruleset = "{mistake.name}"', "language = 1", f'extends = "{mistake.over}"', 'source = "ours"']
    if "title" not in tomllib.loads(mistake.layer):
        head.append('title = { en = "A mistake", fr = "Une erreur", pl = "Błąd" }')
    path = folder / f"{mistake.name}.toml"
    path.write_text("\n".join([*head, mistake.layer]), encoding="utf-8")
    return path


def check_all(spec: str, games: int, seed: int = 0) -> tuple[Diagnostic, ...]:
    """What `solenia check --play` says."""
    looked = look(spec)
    if looked.rules is None or any(diagnostic.severity == "error" for diagnostic in looked.diagnostics):
        return looked.diagnostics
    return find_by_play(spec, games, seed, doubts=looked.diagnostics)


def telling(mistake: Mistake, path: Path, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings that speak of the mistake: by its names, or by standing in its layer."""
    return [
        d
        for d in found
        if d.code.startswith(TOLD_BY[mistake.kind])
        and (
            d.span.source.name.endswith(path.name)
            or any(name in f"{d.message} {d.span.text}" for name in mistake.about)
        )
    ]
