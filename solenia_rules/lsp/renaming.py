"""Renames something in all files or not at all. Names that a base declares are not renamed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from solenia_rules.dsl.vocabulary import RESERVED
from solenia_rules.lsp.analysis import Analysis, Looks, survey
from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.finding import local_references
from solenia_rules.lsp.knowledge import Knowledge, learned_from
from solenia_rules.lsp.targets import Target
from solenia_rules.rules.caps import is_id
from solenia_rules.rules.files import MAIN, SCENARIOS, is_ruleset_file, open_bundle
from solenia_rules.rules.layers import is_abstract
from solenia_rules.rules.names import TAKEN
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import read
from solenia_rules.text.places import Source, Span

_EXTENDS = re.compile(r"""^[ \t]*extends[ \t]*=[ \t]*["']([a-z][a-z0-9_]*)["']""", re.MULTILINE)
UNTOLD = ("name", "ruleset")
"""Keys of scenarios whose values are texts for people or names of files."""


class Refused(Exception):
    """Renaming is refused; the message gives the reason."""


def renameable(question: Question) -> tuple[int, int]:
    """The word that would be renamed."""
    local = question.occurrence is not None and question.occurrence[0].bound is not None
    if not local:
        _check_own(question.known, _target(question), question.name)
    return question.word


def _target(question: Question) -> Target:
    if question.target is None:
        raise Refused("this is no name that the ruleset declares")
    return question.target


def own_files(path: Path) -> set[Path]:
    """The files of the ruleset that a file belongs to."""
    folder = path.resolve().parent
    if (folder / MAIN).is_file():
        return {file.resolve() for file in folder.iterdir() if is_ruleset_file(file.name)}
    return {path.resolve()}


def _check_own(known: Knowledge, target: Target, name: str) -> None:
    """Refuse if a base declares or mentions the name."""
    own = own_files(known.path)
    found = [mention for mention in known.mentions if mention.target == target]
    if not found or not (known.declarations(target) or target[0] == "phase"):
        raise Refused(f"nothing declares `{name}`")
    if known.made_by(target):
        raise Refused(f"`{name}` is a pattern, which makes several ids: change its text, and the names that it makes")
    if any(span.source.made for span in known.declarations(target)):
        raise Refused(f"`{name}` is made by a pattern: change the pattern")
    for mention in found:
        path = known.paths.get(mention.span.source.name)
        if path is None or path.resolve() not in own:
            raise Refused(f"`{name}` is a name of the base ({mention.span.source.name}): rename it there")


def rename(question: Question, new: str, before: Looks) -> dict[Path, list[Span]]:
    """File -> the places that change, for a name that may be given; raises `Refused`."""
    old = question.name
    if not is_id(new):
        raise Refused(f"`{new}` is not an id: a lower-case letter, then lower-case letters, digits or _")
    if new in RESERVED or new in TAKEN:
        raise Refused(f"`{new}` is a word of the language")
    if question.occurrence is not None and question.occurrence[0].bound is not None:
        places = {question.known.path: local_references(question)}
        _check_harmless(places, new, before, [question.known.path])
        return places
    target = _target(question)
    _check_own(question.known, target, old)
    if target[0] != "field" and question.known.targets.named(new) is not None:
        raise Refused(f"`{new}` is declared already")
    dependents = list(_dependents(question.known.path, before))
    places = _everywhere((question.known, *dependents), target, old, before.opened)
    _check_harmless(places, new, before, list(_concerned(question.known, dependents, places, new, before.opened)))
    return places


def _everywhere(
    knowledge: Iterable[Knowledge], target: Target, old: str, opened: dict[Path, str]
) -> dict[Path, list[Span]]:
    places: dict[Path, list[Span]] = {}
    for known in knowledge:
        for mention in known.mentions:
            path = known.paths.get(mention.span.source.name)
            if mention.target == target and path is not None:
                listed = places.setdefault(path.resolve(), [])
                if all((span.start, span.end) != (mention.span.start, mention.span.end) for span in listed):
                    listed.append(mention.span)
    for file in [file for path in list(places) for file in _scenarios(path)]:
        found = list(_in_scenarios(file, old, opened))
        if found:
            places[file] = found
    return places


def _concerned(
    known: Knowledge,
    dependents: list[Knowledge],
    places: dict[Path, list[Span]],
    new: str,
    opened: dict[Path, str],
) -> Iterator[Path]:
    """The rulesets whose texts change or that use the new name already. Rulesets that extend them have the same errors.
    Texts of an abstract ruleset are checked in a ruleset that completes it."""
    yield known.path
    whole = [other.path for other in dependents if not is_abstract(other.document)]
    judges = whole[:1] if is_abstract(known.document) else []
    word = re.compile(rf"\b{new}\b")
    for path in (other.path for other in dependents):
        own = own_files(path)
        if path in judges or not own.isdisjoint(places) or any(word.search(_text(file, opened)) for file in own):
            yield path


def _name(path: Path) -> str:
    return path.resolve().parent.name if (path.parent / MAIN).is_file() else path.stem


def _dependents(path: Path, before: Looks) -> Iterator[Knowledge]:
    """Rulesets beside it, or bundled with it, that extend it, directly or not."""
    opened = before.opened
    bundle = open_bundle()
    files: set[Path] = {file for file in path.resolve().parent.glob("*.toml") if is_ruleset_file(file.name)}
    files |= set(path.resolve().parent.glob(f"*/{MAIN}"))
    if bundle.holds(path):
        mains = (same.parts[0][1] for found in bundle.rulesets.values() for same in found)
        files |= {main.resolve() for main in mains if isinstance(main, Path)}
    bases = {file: _EXTENDS.search(_text(file, opened)) for file in sorted(files)}
    reached, waiting = set(), [_name(path)]
    while waiting:
        base = waiting.pop()
        for file, match in bases.items():
            if match is not None and match[1] == base and file not in reached:
                reached.add(file)
                waiting.append(_name(file))
    for file in sorted(reached):
        known = learned_from(survey(file, opened, before.shelf))
        if known is None:
            raise Refused(f"{file.name} extends this and has mistakes; fix them first")
        yield known


def _text(file: Path, opened: dict[Path, str]) -> str:
    try:
        return opened.get(file) or file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _scenarios(path: Path) -> list[Path]:
    folder = path.parent
    own = folder.glob(f"*{SCENARIOS}") if (folder / MAIN).is_file() else folder.glob(f"{path.stem}.*scenarios.toml")
    return sorted({file.resolve() for file in (*own, folder / f"{path.stem}{SCENARIOS}") if file.is_file()})


def _in_scenarios(file: Path, old: str, opened: dict[Path, str]) -> Iterator[Span]:
    """Keys and values that name it, as a whole word."""
    found = read(Source(str(file), _text(file, opened).replace("\r\n", "\n")), Problems())
    word = re.compile(rf"(?<![a-z0-9_]){old}(?![a-z0-9_])")
    for path, (source, mark) in found.spans.places.items() if found is not None else ():
        stretches = [(mark.key_start, mark.key_end)] if mark.key_end and path[-1] == old else []
        if source.text[mark.start : mark.start + 1] in ("'", '"') and path[-1] not in UNTOLD:
            stretches.append((mark.inner_start, mark.inner_end))
        for start, end in stretches:
            yield from (Span(source, match.start(), match.end()) for match in word.finditer(source.text, start, end))


def _check_harmless(places: dict[Path, list[Span]], new: str, before: Looks, concerned: list[Path]) -> None:
    """Check that renaming causes no new errors."""
    texts = dict(before.opened)
    for path, spans in places.items():
        text = spans[0].source.text
        for span in sorted(spans, key=lambda span: -span.start):
            text = text[: span.start] + new + text[span.end :]
        texts[path.resolve()] = text
    after = Looks(texts, before.shelf)
    for path in concerned:
        codes, then = _codes(before.at(path)), after.at(path)
        if codes != _codes(then):
            told = next((d.message for d in then.diagnostics if d.code not in codes), "something else is wrong")
            raise Refused(f"it would make a mistake in {path.name}: {told}")


def _codes(found: Analysis) -> Counter[str]:
    return Counter(diagnostic.code for diagnostic in found.diagnostics)
