"""The numbers of a ruleset that `tune` may change: parameters, and numbers in records, queries and other entries. Each
has a range. A choice of values gives a changed ruleset to play, and a variant to write."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from math import prod

import tomli_w
from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.records import FieldDecl
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.lab.errors import LabError

PARAMS = "params"
_RANGE = re.compile(r"\s*(-?\d{1,9})\.\.(-?\d{1,9})\s*")
FORM = "write --vary NAME for a parameter, or --vary SECTION.ID.FIELD=LOW..HIGH for a number of a record"
NOT_NUMBERS = ("words", "look", "title", "about")
"""Sections without numbers that change a game."""


@frozen
class Setting:
    """A number of the ruleset, and the values that it may take."""

    path: tuple[str, ...]
    """`params`, and the name of the parameter; or section, id, field, and for a number in a list its place from 1."""
    value: int
    """As the ruleset has it."""
    low: int
    high: int

    @property
    def name(self) -> str:
        """What users write."""
        return self.path[1] if self.path[0] == PARAMS else ".".join(self.path)


def read_settings(rules: Ruleset, texts: Sequence[str]) -> tuple[Setting, ...]:
    """The settings that are named; without names, all parameters. Raises `LabError` for a name that does not exist or
    a range that is missing or too wide."""
    data = tomllib.loads(rules.text())
    if not texts:
        found = [Setting((PARAMS, p.id), p.value, p.low, p.high) for p in rules.world.params if p.low < p.high]
        if not found:
            known = _first(_numbers(data), 3) or ["SECTION.ID.FIELD"]
            raise LabError(
                f"{rules.id} has no parameters with a range; name numbers of records with their ranges, such as"
                f" --vary {known[0]}=1..9 (there are {', '.join(known)}, ...)"
            )
        return tuple(found)
    made = [_read(rules, data, text) for text in texts]
    twice = next((one.name for n, one in enumerate(made) if one.path in {other.path for other in made[:n]}), None)
    if twice is not None:
        raise LabError(f"--vary {twice}: it is named twice")
    return tuple(made)


def _read(rules: Ruleset, data: Mapping[str, object], text: str) -> Setting:
    name, equals, rest = text.partition("=")
    name = name.strip()
    asked = None
    if equals:
        found = _RANGE.fullmatch(rest)
        if found is None or int(found[1]) >= int(found[2]):
            raise LabError(f"--vary {text}: write a range such as {name or 'NAME'}=4..10, the lower number first")
        asked = int(found[1]), int(found[2])
    params = rules.params
    if name in params:
        param = params[name]
        low, high = asked or (param.low, param.high)
        if low < param.low or high > param.high:
            raise LabError(
                f"--vary {text}: {rules.id} allows {param.low} to {param.high} for {name}; give the parameter another"
                " `range` in a variant first"
            )
        if low == high:
            raise LabError(f"--vary {text}: {name} can only be {low}")
        return Setting((PARAMS, name), param.value, low, high)
    path = tuple(name.split("."))
    value = _at(data, path)
    if value is None:
        known = [*params, *_numbers(data)]
        hint = did_you_mean(name, known)
        raise LabError(f"--vary {text}: {rules.id} has no such number" + (f"; {hint}" if hint else "") + f"; {FORM}")
    allowed = _limits(rules, path)
    if asked is not None and allowed is not None and (asked[0] < allowed[0] or asked[1] > allowed[1]):
        raise LabError(f"--vary {text}: the rules allow {allowed[0]} to {allowed[1]} for {name}")
    limits = asked or allowed
    if limits is None:
        raise LabError(
            f"--vary {text}: the rules give no range for {name}, which is {value}; write one, such as"
            f" --vary {name}={max(0, value - 2)}..{value + 2}"
        )
    return Setting(path, value, *limits)


def _at(data: Mapping[str, object], path: Sequence[str]) -> int | None:
    """The number at a path; None if there is none."""
    if len(path) < 3 or path[0] in (PARAMS, *NOT_NUMBERS):
        return None
    found: object = data
    for part in path:
        if isinstance(found, Mapping):
            found = found.get(part)
        elif isinstance(found, list) and part.isdecimal() and 1 <= int(part) <= len(found):
            found = found[int(part) - 1]
        else:
            return None
    return found if type(found) is int else None


def _numbers(data: Mapping[str, object]) -> Iterator[str]:
    """The names of all numbers in records and other entries."""
    for section, entries in data.items():
        if section in (PARAMS, *NOT_NUMBERS) or not isinstance(entries, Mapping):
            continue
        for ident, fields in entries.items():
            for field, value in fields.items() if isinstance(fields, Mapping) else ():
                if type(value) is int:
                    yield f"{section}.{ident}.{field}"


def _first(names: Iterator[str], count: int) -> list[str]:
    return [name for name, _ in zip(names, range(count), strict=False)]


def _limits(rules: Ruleset, path: Sequence[str]) -> tuple[int, int] | None:
    """The range that the kind of a record's field gives, if it is one."""
    kinds: dict[str, tuple[FieldDecl, ...]] = {piece.id: piece.fields for piece in rules.world.pieces}
    kinds |= {cell.id: cell.fields for cell in rules.world.cells}
    kind = next((record.kind for record in rules.world.records if record.id == path[1]), None)
    declared = next((decl.kind for decl in kinds.get(kind or "", ()) if decl.id == path[2]), None)
    found = parse_kind(declared) if declared is not None else None
    return (found.low, found.high) if found is not None and found.is_range and found.low < found.high else None


def space(settings: Sequence[Setting]) -> int:
    """How many choices of values there are."""
    return prod(one.high - one.low + 1 for one in settings)


def with_values(text: str, settings: Sequence[Setting], values: Sequence[int]) -> str:
    """The text of the resolved rules with other values."""
    data: dict[str, object] = tomllib.loads(text)
    for setting, value in zip(settings, values, strict=True):
        _put(data, (*setting.path, "default") if setting.path[0] == PARAMS else setting.path, value)
    return tomli_w.dumps(data)


def _put(data: object, path: Sequence[str], value: int) -> None:
    for part in path[:-1]:
        data = data[part] if isinstance(data, dict) else data[int(part) - 1] if isinstance(data, list) else None
    if isinstance(data, dict):
        data[path[-1]] = value
    elif isinstance(data, list):
        data[int(path[-1]) - 1] = value


def changes(settings: Sequence[Setting], values: Sequence[int]) -> list[tuple[Setting, int]]:
    """The settings whose value is another one than in the ruleset."""
    return [(one, value) for one, value in zip(settings, values, strict=True) if value != one.value]


def variant_sections(text: str, changed: Sequence[tuple[Setting, int]]) -> dict[str, dict[str, object]]:
    """What a variant says: parameters as plain numbers, and of other entries the fields that differ."""
    data = tomllib.loads(with_values(text, [one for one, _value in changed], [value for _one, value in changed]))
    made: dict[str, dict[str, object]] = {}
    for setting, value in changed:
        section, ident, *rest = setting.path
        if section == PARAMS:
            made.setdefault(section, {})[ident] = value
            continue
        entry = made.setdefault(section, {}).setdefault(ident, {"source": "ours"})
        assert isinstance(entry, dict)
        entry[rest[0]] = data[section][ident][rest[0]]
    return made
