"""What the editor of the page asks: mistakes with hints that can be applied, completion, hover, definitions, renaming,
formatting and the outline. The answers come from the code of the language server."""

from __future__ import annotations

from pathlib import Path

from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.completing import complete
from solenia_rules.lsp.finding import base_file, definitions, references
from solenia_rules.lsp.formatting import misformatted
from solenia_rules.lsp.hovering import hover
from solenia_rules.lsp.knowledge import Knowledge, learned_from
from solenia_rules.lsp.renaming import Refused, rename, renameable
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.files import SCENARIOS
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import read
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, number_in, text_in
from solenia_rules.studio.offsets import Units
from solenia_rules.text.codes import CODES
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span
from solenia_rules.text.printable import printable
from solenia_rules.text.repairs import repair


class Editing:
    """Answers about the texts of one draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    # ---- mistakes ---------------------------------------------------------------------------------

    def diagnose(self, asked: Asked) -> Json:
        """The mistakes of a file and of the ruleset of the draft: errors first, those of the file before others."""
        name = text_in(asked, "file")
        main = self.draft.main if self.draft.rulesets else name
        looks = {one: self.draft.look(one) for one in (name, main)}
        told = [
            self._told(diagnostic, one, look.paths) for one, look in looks.items() for diagnostic in look.diagnostics
        ]
        told.sort(key=lambda one: (one["severity"] != "error", one["file"] != name))
        kept: list[Json] = [one for at, one in enumerate(told) if one not in told[:at]]
        return {"file": name, "diagnostics": kept, "good": looks[main].rules is not None}

    def _told(self, diagnostic: Diagnostic, own: str, paths: dict[str, Path]) -> dict[str, Json]:
        fix = repair(diagnostic)
        also: list[Json] = [
            {**self._place(span, own, paths), "label": printable(label)} for span, label in diagnostic.also
        ]
        return {
            **self._place(diagnostic.span, own, paths),
            "severity": diagnostic.severity,
            "code": diagnostic.code,
            "title": CODES.get(diagnostic.code, ""),
            "message": printable(diagnostic.told),
            "hint": printable(diagnostic.hint) if diagnostic.hint else "",
            "fix": {**self._place(fix.span, own, paths), "write": fix.text} if fix is not None else None,
            "also": also,
        }

    def _place(self, span: Span, own: str, paths: dict[str, Path]) -> dict[str, Json]:
        """A place for the page. What has no place in a file is reported at the beginning of the checked file."""
        path = paths.get(span.source.name)
        if path is None or not span.source.text:
            return {"file": own, "from": 0, "to": 0, "line": 1}
        start, end = self.draft.range(span)
        return {"file": self.draft.name(path), "from": start, "to": end, "line": span.line}

    # ---- questions about a place ------------------------------------------------------------------

    def _question(self, asked: Asked) -> Question | None:
        name = text_in(asked, "file")
        known = self.draft.known(name)
        if known is None:
            return None
        text = self.draft.texts[name]
        return Question(text, Units(text).taken(number_in(asked, "at")), known)

    def complete(self, asked: Asked) -> Json:
        question = self._question(asked)
        if question is None:
            return {"from": number_in(asked, "at"), "offers": []}
        start, found = complete(question)
        offers: list[Json] = [
            {"label": offer.label, "kind": offer.kind, "detail": offer.detail, "rank": offer.rank} for offer in found
        ]
        return {"from": Units(question.text).given(start), "offers": offers}

    def hover(self, asked: Asked) -> Json:
        question = self._question(asked)
        told = hover(question, text_in(asked, "lang", "en")) if question is not None else None
        if question is None or told is None:
            return None
        units = Units(question.text)
        return {"from": units.given(question.word[0]), "to": units.given(question.word[1]), "text": told}

    def define(self, asked: Asked) -> Json:
        """The declarations of the name at a place; those of a base are in files that can only be read."""
        question = self._question(asked)
        if question is None:
            return []
        base = base_file(question)
        if base is not None:
            return [{"file": self.draft.name(base), "from": 0, "to": 0, "line": 1}]
        return self._listed(definitions(question), question.known)

    def refer(self, asked: Asked) -> Json:
        question = self._question(asked)
        return self._listed(references(question, True), question.known) if question is not None else []

    def _listed(self, spans: list[Span], known: Knowledge) -> list[Json]:
        made: list[Json] = []
        own = self.draft.name(known.path)
        for span in spans:
            path = known.paths.get(span.source.name, known.path if span.source.name == str(known.path) else None)
            if path is not None:
                made.append(self._place(span, own, {span.source.name: path}))
        return made

    def read_base(self, asked: Asked) -> Json:
        """The text of a file that is not of the draft."""
        wanted = text_in(asked, "file")
        for name in self.draft.texts:
            known = self.draft.known(name)
            for shown, path in known.paths.items() if known is not None else ():
                if self.draft.name(path) == wanted and known is not None and shown in known.reads:
                    return {"file": wanted, "text": known.reads[shown].source.text}
        raise Refusal(f"there is no file `{wanted}`")

    # ---- changes ----------------------------------------------------------------------------------

    def renameable(self, asked: Asked) -> Json:
        question = self._question(asked)
        if question is None:
            raise Refusal("fix the mistakes of this file first")
        try:
            start, end = renameable(question)
        except Refused as reason:
            raise Refusal(str(reason)) from None
        units = Units(question.text)
        return {"from": units.given(start), "to": units.given(end), "name": question.name}

    def rename(self, asked: Asked) -> Json:
        """The edits that give a name everywhere; by file."""
        name, text = text_in(asked, "file"), self.draft.texts[text_in(asked, "file")]
        before = self.draft.looks()
        known = learned_from(before.at(self.draft.path(name)))
        if known is None:
            raise Refusal("fix the mistakes of this file first")
        new = text_in(asked, "new")
        try:
            places = rename(Question(text, Units(text).taken(number_in(asked, "at")), known), new, before)
        except Refused as reason:
            raise Refusal(str(reason)) from None
        made: dict[str, Json] = {}
        for path, spans in places.items():
            edits: list[Json] = []
            for span in spans:
                start, end = self.draft.range(span)
                edits.append({"from": start, "to": end, "write": new})
            made[self.draft.name(path)] = edits
        return made

    def format(self, asked: Asked) -> Json:
        name = text_in(asked, "file")
        if name.endswith(SCENARIOS):
            return []
        text, known = self.draft.texts[name], self.draft.known(name)
        units = Units(text)
        found = misformatted(text, str(self.draft.path(name)), known.document if known is not None else None)
        return [{"from": units.given(at.start), "to": units.given(at.end), "write": at.text} for at in found]

    # ---- the outline ------------------------------------------------------------------------------

    def outline(self, asked: Asked) -> Json:
        """The sections of a file and their records, with their places; empty if the file is not TOML."""
        name = text_in(asked, "file")
        source = Source(name, self.draft.texts[name])
        problems = Problems()
        try:
            found = read(source, problems)
        except RulesetError:
            found = None
        if found is None:
            return []
        units = self.draft.units(source)
        sections: dict[str, dict[str, Json]] = {}
        entries: dict[str, list[Json]] = {}
        for path, (_, mark) in sorted(found.spans.places.items(), key=lambda entry: entry[1][1].key_start):
            section = str(path[0])
            inside = found.document.get(section)
            if len(path) > 2 or not isinstance(inside, (dict, list)):
                continue
            at = units.given(mark.key_start if mark.key_end else mark.start)
            if section not in sections:
                entries[section] = []
                sections[section] = {"name": section, "at": at, "entries": entries[section]}
            if len(path) == 2:
                entries[section].append({"name": self._entry_name(inside, path[1]), "at": at})
        return list(sections.values())

    def _entry_name(self, inside: object, key: str | int) -> str:
        """The id of a record; the name of a scenario."""
        if isinstance(inside, list) and isinstance(key, int):
            entry = inside[key]
            named = entry.get("name") if isinstance(entry, dict) else None
            return named if isinstance(named, str) else str(key + 1)
        return str(key)
