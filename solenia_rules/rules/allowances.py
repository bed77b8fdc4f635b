"""Warnings that an author accepts: `[allow.CODE]`. Each entry is about one thing, or about all records of a kind, and
has a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from solenia_rules.rules.declared import SECTIONS, UNPLAYED_SECTIONS, Declared
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import Allowance
from solenia_rules.rules.spans import Spans
from solenia_rules.rules.spoken import spoken
from solenia_rules.text.codes import CODES
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

UNUSED = "W611"
SPOKEN = ("W202", "W203", "W205", "W206", "W207", "W208")
WHOLE = "ruleset"
"""Warnings about words for people concern the whole ruleset, whatever their place."""
ALLOWED = tuple(code for code in CODES if code.startswith("W") and code != UNUSED)
"""Codes of warnings that can be allowed."""


def decode_allowances(reading: Reading, value: object, names: Declared) -> tuple[Allowance, ...]:
    if not isinstance(value, dict):
        reading.wrong("a table", value, ("allow",))
        return ()
    found: list[Allowance] = []
    for code, entries in value.items():
        if code not in ALLOWED:
            why = "is no warning: an error cannot be allowed" if code in CODES else "is the code of no warning"
            reading.at_key("E010", f"{quoted(code)} {why}", ("allow", code), did_you_mean(code, ALLOWED))
        elif not isinstance(entries, dict):
            reading.wrong("a table", entries, ("allow", code))
        else:
            found += _decode(reading, code, entries, names)
    return tuple(found)


def _decode(reading: Reading, code: str, entries: dict[str, object], names: Declared) -> Iterator[Allowance]:
    for at, why in entries.items():
        section, _, name = at.partition(".")
        path = ("allow", code, at)
        whole = at in ("ruleset", "seats", "estimate") or at in names.record_sections
        if section in UNPLAYED_SECTIONS or not (names.has(section, name) or whole):
            sections = [x for x in names.sections if x in SECTIONS or x in names.record_sections]
            known = [f"{x}.{name}" for x in sections if x not in UNPLAYED_SECTIONS for name in names.ids(x)]
            hint = did_you_mean(at, [*known, *names.record_sections]) or 'as in "verbs.NAME": what the finding is about'
            reading.at_key("E017", f"there is no {quoted(at)} that a warning could be about", path, hint)
        reason = spoken(reading, why, path)
        if reason is not None:
            yield Allowance(code, at, reason, span=reading.spans.key(path))


class Sieve:
    """Removes the warnings that are allowed."""

    def __init__(self, allowances: Iterable[Allowance], spans: Spans) -> None:
        self.allowances = {(one.code, one.at): one for one in allowances}
        self.spans = spans
        self.used: set[tuple[str, str]] = set()

    def sift(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        for diagnostic in diagnostics:
            subject = WHOLE if diagnostic.code in SPOKEN else self.subject(diagnostic.span)
            allowing = [(diagnostic.code, at) for at in (subject, subject.partition(".")[0])]
            used = [key for key in allowing if key in self.allowances]
            self.used.update(used[:1])
            if not used:
                yield diagnostic

    def subject(self, span: Span) -> str:
        """Section and id of what a place belongs to."""
        best: tuple[str | int, ...] = ()
        for path, (source, mark) in self.spans.places.items():
            if source.name == span.source.name and len(path) > len(best):
                within = mark.start <= span.start < max(mark.end, mark.start + 1)
                if within or (mark.key_end and mark.key_start <= span.start < mark.key_end):
                    best = path
        return ".".join(map(str, best[:2]))

    def unused(self, codes: Collection[str], files: Collection[str]) -> Iterator[Diagnostic]:
        """Allowances of these codes, in these files, for which no warning was found."""
        for key, one in self.allowances.items():
            if key not in self.used and one.code in codes and one.span.source.name in files:
                message = f"this allowance is not needed: no {one.code} is found at {quoted(one.at)}"
                yield Diagnostic(UNUSED, message, one.span, "remove it", "warning")
