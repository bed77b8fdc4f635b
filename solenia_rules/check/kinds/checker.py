"""The checker of kinds: the declarations of a world become checked texts, with all problems of names and kinds."""

from __future__ import annotations

from solenia_rules.check.kinds.lasting_rules import LastingRules
from solenia_rules.check.kinds.texts import Texts
from solenia_rules.checked.bundle_sets import MOST, members
from solenia_rules.checked.checked import Checked
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span


class Checker(Texts):
    """Runs over a world once."""

    def __init__(self, world: r.World) -> None:
        super().__init__(world)
        self.lasting = LastingRules(self)

    def run(self) -> Checked:
        self.check_queries()
        self._shown()
        for verb in self.world.verbs:
            self.named(verb.params)
            self.out.verbs[verb.id] = self.effect(verb.id, verb.effect, self.params(verb.params))
        for step in self.world.steps:
            self.out.steps.append((step.section, self.effect(f"{step.section}.{step.id}", step.effect, [])))
        self._counters()
        self._state()
        self._fields()
        self._whiles()
        for record in self.world.records:
            self._record(record)
        for rule in self.world.rules:
            self.out.rules[rule.id] = self.lasting.rules(f"rules.{rule.id}", rule.rules, None)
        if self.world.estimate is not None:
            self.out.estimate = self.value("estimate", self.world.estimate, k.NUMBER, [])
        self.out.diagnostics = self.problems.found
        return self.out

    # ---- declarations ----------------------------------------------------------------------

    def _shown(self) -> None:
        """A query that is shown at the table is a number."""
        for query in self.world.queries:
            text = self.out.queries.get(query.id)
            kind = None if text is None or text.value is None else text.value.kind
            if query.shown and kind is not None and kind.base != "number":
                message = f"`{query.id}` is shown at the table, so it must be a number, but it is a {kind}"
                hint = f"write `if {query.id} then 1 else 0`, or show a number" if kind.base == "test" else None
                self.problems.report("E301", message, query.span, hint if not query.params else None)

    def _counters(self) -> None:
        for counter in self.world.counters:
            if counter.limit is not None:
                made = self.value(f"counters.{counter.id}", counter.limit, k.NUMBER, [])
                if made is not None:
                    self.out.limits[counter.id] = made

    def _state(self) -> None:
        """State that begins as none says so in its kind."""
        for variable in self.world.state:
            kind = self.names.kind(variable.kind)
            if kind is None:
                what = f"no counter, or more than one, counts what `{variable.id}` holds: `{variable.kind}`"
                self.problems.report("E206", what, variable.span)
            elif kind.base == "bundle" and len(members(kind.of or "", self.names)) > MOST:
                self.problems.report("E321", f"there are more than {MOST} such bundles", variable.span)
            if kind is not None and kind.base in k.SINGLE and not kind.optional and variable.starts is None:
                hint = f"write `{variable.kind}?`" + ("" if kind.base == "seat" else ", or give it `starts`")
                self.problems.report(
                    "E301", f"`{variable.id}` begins as none, so its kind must be optional", variable.span, hint
                )

    def _fields(self) -> None:
        """A field that no record gives begins as none, and says so in its kind."""
        kinds: list[r.PieceKind | r.Board] = [p for p in self.world.pieces if p.id not in self.names.by_kind]
        for holder in [*kinds, *(b for b in self.world.boards if b.cells is None)]:
            for decl in holder.fields:
                kind = self.names.kind(decl.kind)
                if kind is None or decl.kind.endswith("?") or decl.starts is not None:
                    continue
                if isinstance(holder, r.Board) and _may_be_given(holder, decl.id, kind):
                    continue
                if kind.base == "list":
                    hint = f"a list is given by a record: write `{decl.kind}?`, or declare records"
                    self.problems.report("E301", f"`{decl.id}` has no first value", decl.span, hint)
                    continue
                if kind.base == "set":
                    hint = f"give it `starts`, or write `{decl.kind}?`, which begins empty"
                    self.problems.report("E301", f"`{decl.id}` has no first value", decl.span, hint)
                    continue
                if kind.base not in k.SINGLE:
                    continue
                hint = f"write `{decl.kind}?`" + ("" if kind.base == "seat" else ", or give it `starts`")
                self.problems.report(
                    "E301", f"`{decl.id}` begins as none, so its kind must be optional", decl.span, hint
                )

    def _whiles(self) -> None:
        holders: list[tuple[str, r.Text | None, Kind | None]] = []
        holders += [(p.id, p.active_while, k.piece(p.id)) for p in self.world.pieces]
        holders += [(c.id, c.active_while, k.cell(c.id)) for c in self.world.cells]
        holders += [(f"rules.{rule.id}", rule.active_while, None) for rule in self.world.rules]
        for key, text, this in holders:
            if text is not None:
                made = self.value(f"{key}.while", text, k.TEST, [], this)
                if made is not None:
                    self.out.active_while[key] = made

    def _record(self, record: r.Record) -> None:
        this = k.piece(record.kind) if record.kind in self.names.pieces else k.cell(record.kind)
        declared = {f.id: f for f in self.names.fields_of(record.kind)}
        for key, value, span in record.fields:
            if key not in declared:
                continue
            kind = self.names.kind(declared[key].kind)
            assert kind is not None, declared[key].kind
            self._field(record, key, declared[key].kind.rstrip("?"), kind, value, span, this)

    def _field(
        self, record: r.Record, key: str, spelled: str, kind: Kind, value: r.FieldValue, span: Span, this: Kind
    ) -> None:
        name = f"{record.id}.{key}"
        if kind.base in ("effect", "rules") or spelled in ("value", "test", "bundle"):
            if not isinstance(value, r.Text):
                if spelled in ("value", "test") and isinstance(value, int):
                    value = r.Text(str(value) if spelled == "value" else ("true" if value else "false"), span=span)
                else:
                    self.problems.report("E301", f"`{key}` holds a text of kind {kind.base}", span)
                    return
            if kind.base == "effect":
                self.out.held[record.id, key] = self.effect(name, value, [], this)
            elif kind.base == "rules":
                made = self.lasting.rules(name, value, this)
                self.out.held_by_field[record.id, key] = made
                self.out.held_rules.setdefault(record.id, []).extend(made)
            else:
                checked = self.value(name, value, kind.sure(), [], this)
                if checked is not None:
                    self.out.held[record.id, key] = checked
            return
        self._check_value(value, kind, span)

    def _check_value(self, value: r.FieldValue, kind: Kind, span: Span) -> None:
        """Reports a value of a record that does not fit the kind of its field."""
        if isinstance(value, tuple):
            return  # members of sets were checked when the file was read
        if kind.base == "number" and isinstance(value, int) and not isinstance(value, bool):
            if (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high):
                self.problems.report("E310", f"{value} is not within {kind.low}..{kind.high}", span)
            return
        if kind.base == "test" and isinstance(value, bool):
            return
        text = value.text if isinstance(value, r.Text) else value if isinstance(value, str) else None
        if text is not None:
            if (kind.optional and text == "none") or kind.base == "name":
                return
            if kind.base == "word" and kind.of is not None:
                words = self.names.word_kinds[kind.of].words
                if text not in words:
                    self.problems.unknown("E201", f"no {kind.of} is called", text, span, list(words))
                return
            if kind.base in ("piece", "cell"):
                return  # whether it exists was checked when the file was read
        spelled = text if text is not None else str(value).lower()
        found = f"`{spelled}`" if text is None else f"the text `{spelled}`"
        number = kind.base == "number" and spelled.removeprefix("-").isdecimal()
        bare = text is not None and (number or (kind.base == "test" and text in ("true", "false")))
        unquote = "remove the quotes" if bare else None
        self.problems.report("E301", f"expected a {kind}, found {found}", span, unquote)


def _may_be_given(board: r.Board, field: str, kind: Kind) -> bool:
    """Whether a field of every cell of a grid may have a value from the beginning: from the map, or a word on the
    pieces that are the rows."""
    if isinstance(board.rows, str):
        return kind.base == "word"
    if board.rows is None or board.columns is None:
        return False
    given = sum(content.field == field for content in board.contents)
    return given == board.rows * board.columns - len(set(board.impassable))
