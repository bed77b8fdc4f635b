"""Writes values as a variant: a small file that extends the ruleset and passes `check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tomli_w

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.tune.settings import PARAMS, Setting, changes, variant_sections


def changed_numbers(rules: Ruleset, settings: Sequence[Setting], values: Sequence[int]) -> list[tuple[Setting, int]]:
    """Everything in which the variant differs: the values, and parameters that were set for the whole search."""
    varied = {one.path for one in settings}
    fixed = [
        (Setting((PARAMS, param.id), param.default, param.low, param.high), param.value)
        for param in rules.world.params
        if param.value != param.default and (PARAMS, param.id) not in varied
    ]
    declared: dict[tuple[str, ...], int] = {(PARAMS, param.id): param.default for param in rules.world.params}
    return [
        *fixed,
        *changes([Setting(s.path, declared.get(s.path, s.value), s.low, s.high) for s in settings], values),
    ]


def variant_text(
    name: str, base: str | None, rules: Ruleset, changed: Sequence[tuple[Setting, int]], notes: Sequence[str]
) -> str:
    """The whole file. Without a base it is a layer: it is put over several rulesets with `+`."""
    title = name.replace("_", " ").capitalize()
    head = {
        "ruleset": name,
        "language": rules.world.language,
        **({"extends": base} if base is not None else {"abstract": True}),
        "source": "ours",
        "title": {lang: f"{rules.titles.get(lang, rules.title)}: {title}" for lang in rules.world.languages},
    }
    sections: Mapping[str, object] = variant_sections(rules.text(), changed)
    comments = "".join(f"# {line}\n" for note in notes for line in note.splitlines())
    return comments + tomli_w.dumps({**head, **sections})
