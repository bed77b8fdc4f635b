"""Merges one document over another. Every key path keeps the place where it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from solenia_rules.rules.caps import is_id
from solenia_rules.rules.declared import SPOKEN, UNPLAYED_SECTIONS
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Document, Read
from solenia_rules.rules.spans import Place, Spans
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

OWN_KEYS = ("abstract", "extends", "remove")
"""Keys of one ruleset alone, which are never inherited."""
PLAIN_TABLES = ("title", "about", "seats")
"""Top-level tables that are no sections."""
_NAME = re.compile(r"\w+")
SOURCE_HINT = 'add source = "seed", "public" or "ours"'


@cache
def _names_of_the_language() -> frozenset[str]:
    """Names that have words even if no text uses them. A ruleset that was checked before needs nothing of the
    language, so it is imported late."""
    from solenia_rules.dsl.builtins import QUERIES, VERBS
    from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, SPECIAL_NAMES

    return frozenset((*VERBS, *QUERIES, *BUILT_IN_FIELDS, *SPECIAL_NAMES, "cell", "seat", "yes", "no", "done"))


@frozen
class Layer:
    """One ruleset by itself, or several laid together. Its document is its own and may be changed."""

    name: str
    document: Document = field(repr=False)
    places: dict[KeyPath, Place] = field(repr=False)
    sources: tuple[Source, ...] = field(repr=False)

    @property
    def spans(self) -> Spans:
        return Spans(self.sources[-1], self.places)


def join(name: str, reads: list[Read], problems: Problems) -> Layer:
    """Merge the parts of one ruleset; each thing stands in one part only."""
    first, *others = reads
    layer = Layer(name, first.document, dict(first.spans.places), tuple(r.source for r in reversed(reads)))
    for part in others:
        _join(layer.document, part.document, (), layer, part, problems)
    return layer


def _join(into: Document, part: Document, path: KeyPath, layer: Layer, read: Read, problems: Problems) -> None:
    for key, value in part.items():
        here = (*path, key)
        known = into.get(key)
        shared = (not path and key not in PLAIN_TABLES) or (len(path) == 1 and path[0] == "words")
        if known is None:
            into[key] = value
            _bring(value, here, read.spans, layer)
        elif shared and isinstance(known, dict) and isinstance(value, dict):
            _join(known, value, here, layer, read, problems)
        else:
            also = ((layer.spans.key(here), "given here already"),)
            problems.add("E034", f"{quoted(_dotted(here))} is given in two parts", read.spans.key(here), also=also)


def lay(lower: Layer, upper: Layer, problems: Problems, agreed: frozenset[KeyPath] = frozenset()) -> Layer:
    """Merge `upper` over `lower`: first what it removes is removed, then its keys replace those below or are added to
    them. `agreed`: what layers in between have removed, which need not exist any more."""
    merged = Layer(upper.name, lower.document, lower.places, (*lower.sources, *upper.sources))
    for key in OWN_KEYS:
        _forget(merged.document.pop(key, None), (key,), merged)
    before = _names_in(merged.document)
    removed = _remove(merged, upper, problems, agreed)
    _fall_silent(removed - _names_in(merged.document), merged, {})
    _lay(merged.document, upper.document, (), merged, upper, problems)
    _fall_silent(before - _names_in(merged.document), merged, upper.document)
    return merged


def spell_out(below: Document, upper: Layer, problems: Problems) -> None:
    """A plain number for a record of the base stands for its only number: `storage = 6` for the default of a parameter.

    The record keeps its source. A record with several numbers, or with none, has to say which one is meant.
    """
    for section, content, known in _sections_of_both(below, upper):
        for name, value in [*content.items()]:
            lower = known.get(name)
            if type(value) is not int or not isinstance(lower, dict):
                continue
            here = (section, name)
            numbers = [key for key, item in lower.items() if type(item) is int]
            if len(numbers) != 1:
                meant = " or ".join(f"`{name} = {{ {key} = {value}, ... }}`" for key in numbers)
                hint = f"say which number is meant: {meant}" if meant else "the record has no number to change"
                problems.add(
                    "E012", f"expected a table, found the number {value}", upper.spans.value(here), hint, path=here
                )
                del content[name]
                continue
            content[name] = {numbers[0]: value} | {key: lower[key] for key in ("source", "note") if key in lower}
            upper.places[*here, numbers[0]] = upper.places[here]


def _sections_of_both(below: Document, upper: Layer) -> Iterator[tuple[str, dict[str, object], dict[str, object]]]:
    """Sections of records that a layer and what is below it have: name, records of the layer, records below."""
    for section, content in upper.document.items():
        known = below.get(section)
        if section not in (*PLAIN_TABLES, *UNPLAYED_SECTIONS) and isinstance(known, dict) and isinstance(content, dict):
            yield section, content, known


def find_idle(below: Document, upper: Layer, problems: Problems) -> None:
    """Report records of a layer that only repeat the base."""
    for section, content, known in _sections_of_both(below, upper):
        for name, record in content.items():
            lower = known.get(name)
            if isinstance(record, dict) and isinstance(lower, dict) and _says_nothing(record, lower):
                hint = "remove it, or change something in it"
                message = f"{quoted(f'{section}.{name}')} changes nothing: the base says the same"
                problems.warn("W031", message, upper.spans.key((section, name)), hint, ())


def _says_nothing(record: Document, lower: Document) -> bool:
    """Whether everything except the source is the same below."""
    said = [key for key in record if key not in ("source", "note")]
    return bool(said) and all(key in lower and lower[key] == record[key] for key in said)


def _lay(into: Document, over: Document, path: KeyPath, merged: Layer, upper: Layer, problems: Problems) -> None:
    for key, value in over.items():
        here = (*path, key)
        known = into.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            is_record = len(here) == 2 and here[0] not in (*PLAIN_TABLES, *UNPLAYED_SECTIONS)
            if is_record and "source" not in value:
                where = upper.spans.key(here)
                problems.add("E019", f"{quoted(key)} is changed here without a `source` of its own", where, SOURCE_HINT)
            _lay(known, value, here, merged, upper, problems)
            if here in upper.places:
                merged.places[here] = upper.places[here]
        else:
            _forget(known, here, merged)
            into[key] = value
            _bring(value, here, upper.spans, merged)


def _bring(value: object, path: KeyPath, spans: Spans, layer: Layer) -> None:
    if path in spans.places:
        layer.places[path] = spans.places[path]
    for key, item in _items(value):
        _bring(item, (*path, key), spans, layer)


def _forget(value: object, path: KeyPath, layer: Layer) -> None:
    layer.places.pop(path, None)
    for key, item in _items(value):
        _forget(item, (*path, key), layer)


def _items(value: object) -> list[tuple[str | int, object]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _remove(merged: Layer, upper: Layer, problems: Problems, agreed: frozenset[KeyPath]) -> set[str]:
    """Remove what a layer removes; the names of the things among it."""
    removed = upper.document.get("remove", [])
    if not isinstance(removed, list):
        return set()  # the decoder says what is wrong with it
    gone = tuple(f"{_dotted(path)}." for path in agreed)
    silent = {path[1] for path in agreed if len(path) == 2}
    listed = [(index, item) for index, item in enumerate(removed) if isinstance(item, str)]
    for index, item in listed:
        section, *names = item.split(".")
        if not f"{item}.".startswith(gone) and not (section in SPOKEN and silent.intersection(names)):
            _remove_one(item, merged, upper.spans.value(("remove", index)), problems)
    paths = [item.split(".") for _, item in listed]
    return {path[1] for path in paths if len(path) == 2 and path[0] not in SPOKEN}


def _remove_one(dotted: str, merged: Layer, span: Span, problems: Problems) -> None:
    parts = dotted.split(".")
    if not 2 <= len(parts) <= 4 or not all(map(is_id, parts)) or parts[0] in PLAIN_TABLES:
        hint = "`remove` takes `section.id` or `section.id.key`"
        problems.add("E033", f"{quoted(dotted)} is not a record or a field of one", span, hint)
        return
    if parts[-1] == "source" and len(parts) == 3 and parts[0] not in SPOKEN:
        problems.add("E033", "the source of a record cannot be removed", span)
        return
    table: Document = merged.document
    for depth, part in enumerate(parts):
        if part not in table:
            nearest = did_you_mean(part, table)
            problems.add("E033", f"there is no {quoted('.'.join(parts[: depth + 1]))} to remove", span, nearest)
            return
        inner = table[part]
        if depth == len(parts) - 1:
            del table[part]
            _forget(inner, tuple(parts), merged)
        elif isinstance(inner, dict):
            table = inner
        else:
            problems.add("E033", f"{quoted('.'.join(parts[: depth + 1]))} has no parts to remove", span)
            return


def _fall_silent(gone: set[str], merged: Layer, kept: Document) -> None:
    """Remove the words and looks of names that nothing has any more, except those that `kept` gives: of removed things,
    and of phases and variables whose texts were replaced."""
    for path in (*(("words", language) for language, _names in _items(merged.document.get("words"))), ("look",)):
        names, own = _table_at(merged.document, path), _table_at(kept, path)
        for name in [
            name for name in names if name in gone and name not in own and name not in _names_of_the_language()
        ]:
            _forget(names.pop(name), (*path, name), merged)


def _table_at(document: Document, path: tuple[str | int, ...]) -> Document:
    found: object = document
    for key in path:
        found = found.get(str(key)) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _names_in(document: Document) -> set[str]:
    """Everything that could be a name: keys, and words of texts, without what is written for people."""
    found: set[str] = set()
    for section, content in document.items():
        if section not in (*UNPLAYED_SECTIONS, *OWN_KEYS, "title", "about"):
            found.add(section)
            _add_names(content, found)
    return found


def _add_names(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.update(_NAME.findall(value))
    for key, item in _items(value):
        if isinstance(key, str):
            found.add(key)
        if key != "note":
            _add_names(item, found)


def _dotted(path: KeyPath) -> str:
    return ".".join(map(str, path))
