"""Patterns of records: one entry of a section of records stands for many.

The key of a pattern has variables in braces, and its `for` says what they run over: `"{suit}_{rank}" = { for = { suit =
"suits", rank = "1..13" }, ... }`. A pattern is expanded before its layer is laid over others, so that everything after
that sees plain records, and a variant changes or removes each of them by its id. The places of a record that was made
are those of its pattern. Texts of the effects language are copied as they stand; they read the fields of `this`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from solenia_rules.rules import caps, keys
from solenia_rules.rules.braces import BRACES, HOLDS, HOLE, RUNS, NoValue
from solenia_rules.rules.declared import SECTIONS, declared
from solenia_rules.rules.merger import PLAIN_TABLES, Layer
from solenia_rules.rules.pattern_filling import Filling, Value, fill, fill_all, filled, kind_of
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Document
from solenia_rules.rules.text_fields import text_fields
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean, named_or_listed

MOST = 1000
"""The most records that one pattern may make."""
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_WORDS = re.compile(r"([a-z][a-z0-9_]*)\.\.([a-z][a-z0-9_]*)")
_LATER = re.compile(r"(from|after) ([a-z][a-z0-9_]*)")
_CODE = "E040"


@frozen
class _Pattern:
    """A pattern of one section, and what its fields may not be filled with."""

    section: str
    key: str
    content: Document
    texts: frozenset[str]
    """Fields that hold texts of the effects language."""

    @property
    def path(self) -> KeyPath:
        return (self.section, self.key)


def expand(below: Document, layer: Layer, problems: Problems) -> None:
    """Put the records that patterns of a layer stand for into its document. `below`: what the layer is laid over."""
    found = [
        (section, content)
        for section, content in layer.document.items()
        if isinstance(content, dict) and section not in (*SECTIONS, *PLAIN_TABLES)
        if any(_is_pattern(key, value) for key, value in content.items())
    ]
    keys_of_patterns = [key for _s, content in found for key, value in content.items() if _is_pattern(key, value)]
    _refuse_unspoken(keys_of_patterns, layer, problems)
    if not found:
        return
    words = _words_of(below) | _words_of(layer.document)
    fields = text_fields([below, layer.document])
    for section, content in found:
        made: Document = {}
        texts = frozenset(field for field, start in fields.get(section, {}).items() if start is not None)
        for key, value in content.items():
            if not _is_pattern(key, value) or not isinstance(value, dict):
                made[key] = value
                continue
            pattern = _Pattern(section, key, value, texts)
            records = _records(pattern, words, layer, problems)
            _check_new(pattern, records, made, content, layer, problems)
            _speak(pattern, records, words, below, layer)
            for name, values in records.items():
                made[name] = filled(value, Filling(values, words), texts)
                _place(value, pattern.path, (section, name), layer, f"{section}.{name}")
        layer.document[section] = made


def _refuse_unspoken(patterns: list[str], layer: Layer, problems: Problems) -> None:
    """Words under the key of a pattern that the layer does not have."""
    for language, spoken in _table(layer.document.get("words")).items():
        for key in [key for key in _table(spoken) if "{" in key and key not in patterns]:
            hint = named_or_listed(key, patterns, "the patterns are")
            place = layer.spans.key(("words", language, key))
            problems.add("E014", f"no pattern of records has the key {quoted(key)}", place, hint)
            if isinstance(spoken, dict):
                del spoken[key]


def _is_pattern(key: str, value: object) -> bool:
    return "{" in key or (isinstance(value, dict) and RUNS in value)


def _words_of(document: Document) -> dict[str, tuple[str, ...]]:
    """The words of each kind, by the name of the kind and by its plural."""
    known = declared(document).words
    found = {kind: tuple(words) for kind, words in known.items()}
    kinds = document.get("kinds")
    for kind, entry in kinds.items() if isinstance(kinds, dict) else ():
        plural = entry.get("plural") if isinstance(entry, dict) else None
        if isinstance(plural, str) and kind in found:
            found[plural] = found[kind]
    return found


# ---- what a pattern makes ------------------------------------------------------------------


def _records(
    pattern: _Pattern, words: Mapping[str, tuple[str, ...]], layer: Layer, problems: Problems
) -> dict[str, dict[str, Value]]:
    """Id -> the values of the variables; nothing if the pattern is wrong, which is reported."""
    runs = pattern.content.get(RUNS)
    if not isinstance(runs, dict) or not runs:
        hint = 'say what its variables run over: for = { suit = "suits", rank = "1..13" }'
        problems.add(_CODE, f"the pattern {quoted(pattern.key)} has no `for`", layer.spans.key(pattern.path), hint)
        return {}
    ranges = _ranges(pattern, runs, words, layer, problems)
    if ranges is None:
        return {}
    named = {name for hole in HOLE.finditer(pattern.key) for name in hole.groups()[::2] if name is not None}
    unused = [name for name in runs if name not in named]
    if unused:
        message = f"the key of the pattern does not use `{unused[0]}`, so several records would have one id"
        hint = f"write {{{unused[0]}}} in the key"
        problems.add(_CODE, message, layer.spans.key((*pattern.path, RUNS, unused[0])), hint)
        return {}
    strange = _unknown_hole(pattern, runs)
    if strange is not None:
        known = ", ".join(f"`{{{name}}}`" for name in runs)
        message = f"{quoted(strange)} names no variable of the pattern"
        problems.add(_CODE, message, layer.spans.key(pattern.path), f"its variables are {known}; {HOLDS}")
        return {}
    values_inside = _values(pattern)
    past = _past_the_end(pattern, ranges, words)
    if past is not None:
        hint = 'let the variable run over fewer words: low = "first_word..last_word"'
        problems.add(_CODE, f"`{past}` is past the end of its kind of words", layer.spans.key(pattern.path), hint)
        return {}
    made: dict[str, dict[str, Value]] = {}
    for values in _combined(ranges):
        for inside in values_inside:
            try:
                Filling(values, words).worked_out(inside)
            except NoValue as problem:
                message = f"{quoted(inside)} has no value: {problem}"
                problems.add(_CODE, message, layer.spans.key(pattern.path), HOLDS)
                return {}
        name = str(fill(pattern.key, Filling(values, words)))
        if not caps.is_id(name):
            hint = "the variables of the key are those of its `for`"
            problems.add(
                _CODE, f"the pattern makes {quoted(name)}, which is not an id", layer.spans.key(pattern.path), hint
            )
            return {}
        if name in made:
            problems.add(_CODE, f"the pattern makes `{name}` twice", layer.spans.key(pattern.path))
            return {}
        if len(made) == MOST:
            message = f"the pattern makes more than {MOST} records"
            problems.add(_CODE, message, layer.spans.key(pattern.path))
            return {}
        made[name] = values
    return made


_Range: TypeAlias = tuple[str, Sequence[Value], str, int]
"""A variable, its list, the variable before it whose value its own values begin at, and how far after that value."""


def _ranges(
    pattern: _Pattern, runs: Document, words: Mapping[str, tuple[str, ...]], layer: Layer, problems: Problems
) -> list[_Range] | None:
    found: list[_Range] = []
    for name, given in runs.items():
        path = (*pattern.path, RUNS, name)
        if not caps.is_id(name):
            problems.add("E014", f"{quoted(name)} is not an id", layer.spans.key(path))
            return None
        one = _range(name, given, found, words)
        if one is None:
            known = [*words, *(f"{way} {earlier[0]}" for earlier in found for way in ("from", "after"))]
            hint = did_you_mean(given, known) if isinstance(given, str) else None
            hint = hint or keys.RUNS_OVER
            what = quoted(given) if isinstance(given, str) else "this"
            problems.add(_CODE, f"`{name}` cannot run over {what}", layer.spans.value(path), hint)
            return None
        found.append(one)
    return found


def _range(name: str, given: object, before: Sequence[_Range], words: Mapping[str, tuple[str, ...]]) -> _Range | None:
    if not isinstance(given, str):
        return None
    numbers, later = _RANGE.fullmatch(given), _LATER.fullmatch(given)
    if numbers:
        low, high = int(numbers[1]), int(numbers[2])
        return (name, range(low, high + 1), "", 0) if low <= high else None
    if later:
        known = next((one for one in before if one[0] == later[2]), None)
        return None if known is None else (name, known[1], known[0], int(later[1] == "after"))
    if given in words:
        return name, words[given], "", 0
    part = _WORDS.fullmatch(given)
    kind = kind_of(part[1], words) if part else ()
    if not part or part[2] not in kind or kind.index(part[1]) > kind.index(part[2]):
        return None
    return name, kind[kind.index(part[1]) : kind.index(part[2]) + 1], "", 0


def _past_the_end(pattern: _Pattern, ranges: Sequence[_Range], words: Mapping[str, tuple[str, ...]]) -> str | None:
    """A hole such as `{low + 2}` for which a word of `low` has no second word after it in its kind."""
    for hole in _holes([pattern.key, *(value for key, value in pattern.content.items() if key not in pattern.texts)]):
        name, sign, other = hole.groups()
        run = next((values for known, values, _start, _after in ranges if known == name), ())
        for value in run if sign and other.isdigit() else ():
            if isinstance(value, str) and Filling({name: value}, words).value(hole) is None:
                return hole[0]
    return None


def _unknown_hole(pattern: _Pattern, runs: Document) -> str | None:
    """Braces in a field that no variable fills; texts of the language have braces of their own."""
    values = (value for key, value in pattern.content.items() if key not in (*pattern.texts, RUNS, "note"))
    for value in _strings(list(values)):
        for found in BRACES.finditer(value):
            hole = HOLE.fullmatch(found[0])
            if hole is not None and not {x for x in hole.groups()[::2] if x is not None and not x.isdigit()} <= set(
                runs
            ):
                return found[0]
    return None


def _values(pattern: _Pattern) -> list[str]:
    """The braces in the key and fields of a pattern that hold more than a variable that is counted on."""
    fields = (value for key, value in pattern.content.items() if key not in (*pattern.texts, RUNS, "note"))
    found = (hole[0] for text in _strings([pattern.key, *fields]) for hole in BRACES.finditer(text))
    return list(dict.fromkeys(hole for hole in found if HOLE.fullmatch(hole) is None))


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _strings(item)
        case dict():
            yield from _strings([*value.values()])


def _holes(value: object) -> Iterator[re.Match[str]]:
    for text in _strings(value):
        yield from HOLE.finditer(text)


def _combined(ranges: Sequence[_Range]) -> Iterator[dict[str, Value]]:
    """All values of the variables together; the last variable changes first."""
    if not ranges:
        yield {}
        return
    *before, (name, values, start, after) = ranges
    for known in _combined(before):
        first = values.index(known[start]) + after if start else 0
        for value in values[first:]:
            yield {**known, name: value}


def _check_new(
    pattern: _Pattern,
    records: dict[str, dict[str, Value]],
    made: Document,
    content: Document,
    layer: Layer,
    problems: Problems,
) -> None:
    """A record that a pattern makes is given nowhere else in the same layer."""
    for name in [name for name in records if name in made or name in content]:
        del records[name]
        also = ((layer.spans.key((pattern.section, name)), "given here"),)
        hint = "a variant may change it; in the same file, leave it out of the pattern"
        where = layer.spans.key(pattern.path)
        problems.add(_CODE, f"the pattern makes `{name}`, which is given already", where, hint, also)


def _place(value: object, old: KeyPath, new: KeyPath, layer: Layer, made: str) -> None:
    """What a pattern says of a record stands where the pattern stands, in a source that names the record."""
    if old in layer.places:
        source, mark = layer.places[old]
        layer.places[new] = (evolve(source, made=made), mark)
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = [*value.items()]
    elif isinstance(value, list):
        inner = [*enumerate(value)]
    for key, item in inner:
        if key != RUNS or len(old) > 2:
            _place(item, (*old, key), (*new, key), layer, made)


# ---- words ---------------------------------------------------------------------------------


def _speak(
    pattern: _Pattern,
    records: Mapping[str, Mapping[str, Value]],
    words: Mapping[str, tuple[str, ...]],
    below: Document,
    layer: Layer,
) -> None:
    """Words under the key of a pattern are those of all its records, with the words of the values in their holes."""
    for language, spoken in _table(layer.document.get("words")).items():
        if not isinstance(spoken, dict) or pattern.key not in spoken:
            continue
        given = spoken.pop(pattern.key)
        known = {**_table(_table(below.get("words")).get(language)), **spoken}
        for name, values in records.items():
            if name not in spoken:
                spoken[name] = fill_all(given, Filling(values, words, known))
                _place(given, ("words", language, pattern.key), ("words", language, name), layer, f"words.{name}")


def _table(value: object) -> Document:
    return value if isinstance(value, dict) else {}
