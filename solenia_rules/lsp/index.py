"""Lists every place in the files of a ruleset that names something declared: in texts of the language, keys and
values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.parser import Start, SyntaxProblem, shared_parser
from solenia_rules.lsp.occurrences import occurrences
from solenia_rules.lsp.targets import Target, Targets
from solenia_rules.lsp.writing import Writing, writing
from solenia_rules.rules.declared import HEAD, SECTIONS
from solenia_rules.rules.grid_ids import read_cell_id
from solenia_rules.rules.reader import Read
from solenia_rules.rules.toml_spans import KeyPath, Mark
from solenia_rules.text.places import Source, Span

_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_KINDS = (
    "fields", "params", "kind", "per", "of", "cells", "faces", "starts", "also", "rows", "links", "resets", "corners",
    "sides", "map",
)  # fmt: skip
"""Keys whose values name things."""
_UNTOLD = ("title", "about", "source", "note", "ruleset", "language", "extends")
MOST_TEXTS = 4096


@frozen
class Mention:
    """One place where a target is named."""

    target: Target
    span: Span
    declares: bool = False


@lru_cache(maxsize=MOST_TEXTS)
def _tree(text: str, start: Start) -> n.Tree | None:
    """Trees of texts that were seen before; places count from the beginning of the text."""
    try:
        return shared_parser().parse(text, start, Span(Source("", text), 0, len(text)))
    except SyntaxProblem:
        return None


def mentions(read: Read, targets: Targets, document: dict[str, object]) -> Iterator[Mention]:
    """Everything that one file names; `document`: all files laid together."""
    for path, (source, mark) in read.spans.places.items():
        text = source.text[mark.inner_start : mark.inner_end]
        found = writing(path, targets.names, document, text) if mark.literal else None
        if found is not None:
            yield from _in_text(found, source, mark, targets)
        else:
            yield from _in_toml(path, source, mark, targets)


def _in_text(found: Writing, source: Source, mark: Mark, targets: Targets) -> Iterator[Mention]:
    tree = _tree(found.text, found.start)
    if tree is None:
        return
    given = dict.fromkeys(name for name, _ in found.params)
    parts: list[tuple[n.Tree, n.LastingRule | None]] = [(tree, None)]
    if isinstance(tree, n.Rules):
        parts = [(n.Rules((rule,), span=rule.span), rule) for rule in tree.rules]
    for part, rule in parts:
        for occurrence in occurrences(part, given, targets.names):
            target = targets.of(occurrence, found, rule)
            if target is not None:
                span = occurrence.name.span
                place = Span(source, mark.inner_start + span.start, mark.inner_start + span.end)
                yield Mention(target, place)


def _in_toml(path: KeyPath, source: Source, mark: Mark, targets: Targets) -> Iterator[Mention]:
    if path[0] in _UNTOLD:
        return
    target, declares = _key_target(path, targets)
    if target is not None and mark.key_end:
        start, end = _bare(source.text, mark.key_start, mark.key_end)
        yield Mention(target, Span(source, start, end), declares)
    if source.text[mark.start : mark.start + 1] not in ("'", '"') or path[-1] in ("source", "note"):
        return
    if path[0] in ("words", "look"):
        return
    end = mark.inner_end
    if path[0] != "remove" and (board := read_cell_id(source.text[mark.inner_start : end])) is not None:
        end = mark.inner_start + len(board)
    for match in _ID.finditer(source.text, mark.inner_start, end):
        named = _value_target(path, match.group(), targets)
        if named is not None:
            declares = len(path) == 4 and path[2] == "words"
            yield Mention(named, Span(source, match.start(), match.end()), declares)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A key without its quotes."""
    return (start + 1, end - 1) if text[start : start + 1] in ("'", '"') else (start, end)


def _key_target(path: KeyPath, targets: Targets) -> tuple[Target | None, bool]:
    match path:
        case ("words", _, str(name)) | ("look", str(name)):
            return targets.named(name) or (("field", name) if name in targets.fields else None), False
        case ("seats", "fields", str(name)):
            return ("field", name), True
        case (str(section), str(name)) if section not in HEAD:
            return (section, name), True
        case ("pieces" | "cells" | "boards", _, "fields", str(name)):
            return ("field", name), True
        case ("verbs" | "queries", _, "params", str()):
            return path, True
        case (str(section), _, str(key)) if section not in SECTIONS and section not in HEAD and key in targets.fields:
            return ("field", key), False
        case _:
            return None, False


def _value_target(path: KeyPath, word: str, targets: Targets) -> Target | None:
    match path:
        case ("remove", int()):
            return targets.named(word)
        case (_, _, "plural"):
            return path
        case ("kinds", str(kind), "words", int()):
            return ("kinds", kind, "words", word)
        case (str(section), *_) if section not in SECTIONS and section not in HEAD:
            return targets.named(word)
        case (_, _, "resets") | (_, _, "fields", _, "resets"):
            return ("phase", word)
        case (_, *rest) if any(key in _KINDS for key in rest):
            return targets.named(word)
        case _:
            return None
