"""The topics that can be explained: sections, phases, verbs, queries, rules, kinds and records, by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from attrs import evolve, frozen

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Acts, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import ME
from solenia_rules.rules import records as r
from solenia_rules.rules.grid_ids import read_cell_id
from solenia_rules.sentences.beginnings import Beginnings
from solenia_rules.sentences.choices import Choices
from solenia_rules.sentences.declared import Declared, FieldHolder
from solenia_rules.sentences.endings import Endings
from solenia_rules.sentences.explainer import Explainer
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.things import Things
from solenia_rules.words.tables.sentences import PatternKey

SECTIONS = ("setup", "play", "scoring", "result")


class Identified(Protocol):
    """Something that a ruleset declares."""

    @property
    def id(self) -> str: ...


def _ids(group: Iterable[Identified]) -> Iterator[str]:
    return (one.id for one in group)


@frozen
class Topic:
    """One thing explained: its steps as sentences without end, in order."""

    id: str
    sort: str
    """section, phase, step, verb, query, rules, counter, state, history, zone, board, kind, record, field, words, word,
    param, cell or branch. If several things have this id, the sort of the first one."""
    title: str
    steps: tuple[Said, ...]
    users: tuple[Said, ...]
    """One sentence that names the rules that use a declared thing, if there are any."""
    _line: str

    def line(self) -> str:
        """The whole topic on one line, without the rules that use it."""
        return self._line


class Topics:
    """Everything a ruleset explains, in one language."""

    def __init__(self, checked: Checked, lang: str) -> None:
        self.checked, self.world = checked, checked.names.world
        self.explainer = Explainer(checked, lang)
        self.g = self.explainer.g
        self.beginnings = Beginnings(checked, self.g, self.plain)
        self.endings = Endings(checked, self.explainer)
        self.choices = Choices(checked, self.explainer)
        self.declared = Declared(checked, self.explainer.values, self.beginnings)
        self.things = Things(checked, self.explainer, self.declared, self.choices, self.counter, self.field)
        self._ids = self._all_ids()

    def ids(self) -> list[tuple[str, str]]:
        """Ids with their sorts, in the order of a rulebook. Sections, phases, steps, lasting rules and fields may have
        the name of another thing."""
        return list(self._ids)

    def _all_ids(self) -> dict[tuple[str, str], None]:
        found: dict[tuple[str, str], None] = {}
        for section in SECTIONS:
            begins = section == "setup" and self.beginnings.of_game()
            if begins or section == "result" or any(step.section == section for step in self.world.steps):
                found[section, "section"] = None
        phases = self.phases()
        holders: tuple[FieldHolder, ...] = (*self.world.pieces, *self.world.cells, *self.world.boards)
        fields = [field.id for holder in holders for field in holder.fields]
        groups: tuple[tuple[Iterable[str], str], ...] = (
            (phases, "phase"), (_ids(self.world.steps), "step"), (_ids(self.world.verbs), "verb"),
            (_ids(self.world.queries), "query"), (_ids(self.world.rules), "rules"),
            (_ids(self.world.counters), "counter"), (_ids(self.world.declared_state), "state"),
            (_ids(self.world.histories), "history"), (_ids(self.world.zones), "zone"),
            (_ids(self.world.boards), "board"), (_ids((*self.world.pieces, *self.world.cells)), "kind"),
            (_ids(self.world.records), "record"), ((*fields, *self.checked.names.seat_fields), "field"),
            (_ids(self.world.kinds), "words"), (_ids(self.world.params), "param"),
        )  # fmt: skip
        for idents, sort in groups:
            for ident in idents:
                if not (sort == "verb" and ident in phases and self.verb_of_phase(ident) == ident):
                    found[ident, sort] = None
        return found

    def topic(self, ident: str, sort: str | None = None) -> Topic | None:
        """The topic with this id, or None. Without a sort, several things with one id are told one after the other."""
        sorts = [one for name, one in self._ids if name == ident] if sort is None else [sort]
        sorts = sorts or self.things.sorts(ident)
        if not sorts:
            return None
        steps = tuple(said for one in sorts for said in self._told(ident, one))
        users = tuple(dict.fromkeys(said for one in sorts for said in self.things.users(ident, one)))
        return Topic(ident, sorts[0], self.title(ident, sorts[0]), steps, users, self.explainer.line(steps))

    def title(self, ident: str, sort: str) -> str:
        if sort == "section":
            return self.g.patterns[self.g.patterns.key(f"section {ident}")]
        if sort in ("counter", "state", "zone", "board"):
            return self.g.finish(self.beginnings.named(ident, self.things.each_of(ident)))
        return self.g.finish(self.plain(ident) if sort == "cell" else self.g.title(ident))

    def _told(self, ident: str, sort: str) -> Iterator[Said]:
        e, checked = self.explainer, self.checked
        match sort:
            case "section":
                if ident == "setup" and (first := self.beginnings.of_game()):
                    yield Said(self.g.patterns["game begins"], first)
                for step, (section, text) in zip(self.world.steps, checked.steps, strict=True):
                    if section == ident:
                        yield Said(self.g.title(step.id), e.effect(text))
                if ident == "result":
                    yield from self.endings.during_play()
                    yield from self.endings.at_the_end()
            case "phase":
                reset = self.beginnings.of_phase(ident)
                if reset is not None:
                    yield reset
                verb = self.verb_of_phase(ident)
                if verb is not None:
                    yield from e.effect(checked.verbs[verb])
                else:
                    yield from self._cases(ident)
            case "step":
                for step, (_section, text) in zip(self.world.steps, checked.steps, strict=True):
                    if step.id == ident:
                        yield from e.effect(text)
            case "verb":
                yield from e.effect(checked.verbs[ident])
            case "query":
                yield from self._query(checked.names.queries[ident])
            case "rules":
                if f"rules.{ident}" in checked.active_while:
                    yield self._while(checked.active_while[f"rules.{ident}"])
                yield from e.lasting(checked.rules[ident], False)
            case "branch":
                yield from self.choices.branch(ident)
            case "history":
                yield from self._history(next(one for one in self.world.histories if one.id == ident))
            case "kind":
                yield from self._kind(ident)
            case "record":
                yield from self._record(checked.names.records[ident])
            case _:
                yield from self.things.told(ident, sort)

    def _cases(self, phase: str) -> Iterator[Said]:
        """What each statement of a phase does; those that do the same are told once."""
        cases = dict.fromkeys(steps for _place, steps in self._statements(phase))
        if len(cases) == 1:
            yield from next(iter(cases))
        else:
            yield from (Said(self.g.say("case", n=str(n)), steps) for n, steps in enumerate(cases, 1))

    def _statements(self, phase: str) -> Iterator[tuple[tuple[str, int], tuple[Said, ...]]]:
        """Each statement of a phase: its place, and what it does."""
        e = self.explainer
        for act, text, me in self.phases()[phase]:
            steps = e.finished(e.tellers.block(act.body, evolve(e.context(text), me=me), "you"))
            yield (act.span.source.name, act.span.start), steps

    def case_of(self, phase: str, place: tuple[str, int] | None) -> str | None:
        """`case 2`: the case under which a statement of a phase is told; None if the phase has only one."""
        if self.verb_of_phase(phase) is not None:
            return None
        statements = dict(self._statements(phase))
        cases = list(dict.fromkeys(statements.values()))
        steps = None if place is None else statements.get(place)
        return None if steps is None or len(cases) == 1 else self.g.say("case", n=str(cases.index(steps) + 1))

    def _query(self, query: r.Query) -> Iterator[Said]:
        if query.table is not None:
            low = self.checked.names.kind(query.params[0].kind)
            first = 0 if low is None or low.low is None else low.low
            told = [str(first + i) for i in range(len(query.table))]
            told[-1] = self.g.say("or more", n=told[-1])
            if first > 0:
                told[0] = self.g.say("or less", n=told[0])
            yield Said(", ".join(f"{n} → {value}" for n, value in zip(told, query.table, strict=True)))
        elif query.id in self.checked.queries:
            text = self.checked.queries[query.id]
            assert text.value is not None
            if text.value.kind.base == "test":
                yield from self.explainer.when(text)
            else:
                yield from self.explainer.cases(text)
        else:
            yield Said(self.g.title(query.id))

    def counter(self, counter: r.Counter) -> Iterator[Said]:
        """The first value of a counter, its limit, and what happens above it."""
        if counter.starts or counter.resets is not None:
            yield Said(self.beginnings.first(str(counter.starts), counter.resets))
        if counter.id in self.checked.limits:
            several = "seat" in counter.per and len(counter.per) > 1
            key: PatternKey = "limit lost" if counter.past_limit == "lost" else "limit chosen" if several else "limit"
            limit = self.explainer.value(self.checked.limits[counter.id])
            yield Said(self.g.finish(self.g.say(key, n=limit)))

    def _history(self, history: r.History) -> Iterator[Said]:
        """What makes two positions equal, and what happens if the history is full."""
        kept = [self.g.title(name) for name in history.keeps if name != "me"]
        kept += [self.g.patterns["history me"]] if "me" in history.keeps else []
        yield Said(self.g.finish(self.g.say("history keeps", what=", ".join(kept))))
        full: PatternKey = "history draw" if history.when_full == "draw" else "history oldest"
        yield Said(self.g.finish(self.g.say(full, n=str(history.most))))

    def _while(self, text: CheckedText) -> Said:
        return Said(self.g.finish(self.g.say("holds while", test=self.explainer.test(text))))

    def _kind(self, ident: str) -> Iterator[Said]:
        if ident in self.checked.active_while:
            yield self._while(self.checked.active_while[ident])
        each = self.for_each_word(ident)
        if each:
            yield Said(each)
        for record in self.checked.names.by_kind.get(ident, []):
            yield Said(self.g.title(record.id), tuple(self._record(record)))

    def for_each_word(self, ident: str) -> str:
        """For pieces that exist for every word of a kind: these words."""
        kind = self.checked.names.pieces.get(ident)
        words = self.checked.names.word_kinds.get((kind.per or "") if kind is not None else "")
        if words is None:
            return ""
        listed = ", ".join(self.g.title(word) for word in words.words)
        each = self.g.np(self.g.lexicon.noun(words.id), "each")
        same = ident in self.checked.names.by_kind
        return self.g.finish(self.g.say("same for each" if same else "one for each", x=each, words=listed))

    def _record(self, record: r.Record) -> Iterator[Said]:
        """The steps of a record: its fields, its texts in sentences, its faces, and its number of copies."""
        for field, value, _span in record.fields:
            steps = self.field(record, field, value)
            if steps:
                title = self.g.title(field, isinstance(value, tuple))
                if len(steps) == 1 and not steps[0].steps:
                    yield Said(self.g.finish(self.g.say("entry", x=title, y=steps[0].text)))
                else:
                    yield Said(title, steps)
        engine = self.g.lexicon.engine
        for side, face in ((engine("front"), record.front), (engine("back"), record.back)):
            if face is not None:
                shown = ", ".join(self._face_cell(cell) for cell in face)
                yield Said(self.g.say("entry", x=side.forms["one"], y=shown))
        if record.copies > 1:
            yield Said(self.g.say("entry", x=self.g.patterns["copies"], y=str(record.copies)))

    def _face_cell(self, cell: str | tuple[tuple[str, r.Scalar], ...]) -> str:
        if isinstance(cell, str):
            return self.g.title(cell)
        told = (self.g.say("entry", x=self.g.title(key), y=self.plain(value)) for key, value in cell)
        return " / ".join(told) or "–"

    def plain(self, value: r.Scalar) -> str:
        if isinstance(value, bool):
            return self.g.patterns["yes" if value else "no"]
        if isinstance(value, int):
            return str(value)
        board = read_cell_id(value)
        return self.g.title(value) if board is None else f"{self.g.title(board)} {value.partition('.')[2]}"

    def is_bundle(self, record: str, field: str) -> bool:
        """Whether a held text is a price, which glyphs show better than words."""
        text = self.checked.held.get((record, field))
        return text is not None and text.value is not None and text.value.kind.base == "bundle"

    def field(self, record: r.Record, field: str, value: r.FieldValue) -> tuple[Said, ...]:
        """What one field of a record says."""
        key = (record.id, field)
        if key in self.checked.held_by_field:
            return self.explainer.lasting(self.checked.held_by_field[key], True)
        if key in self.checked.held:
            text = self.checked.held[key]
            return self.explainer.effect(text) if text.value is None else self.explainer.cases(text)
        if isinstance(value, tuple):
            return (Said(", ".join(self.plain(one.text) for one in value) or "–"),)
        return (Said(self.plain(value.text if isinstance(value, r.Text) else value)),)

    # ---- phases -----------------------------------------------------------------------------------

    def phases(self) -> dict[str, list[tuple[a.Phase, CheckedText, int]]]:
        """The statements of each phase, the text that each stands in, and the variable of the seat that acts there."""
        found: dict[str, list[tuple[a.Phase, CheckedText, int]]] = {}

        def follow(acts: Acts, text: CheckedText, me: int) -> None:
            for act in acts:
                if isinstance(act, a.Phase):
                    found.setdefault(act.name, []).append((act, text, me))
                for block in a.blocks_of(act):
                    follow(block, text, act.var if isinstance(act, a.As) else me)

        for text in self.texts():
            follow(text.acts, text, ME)
        return found

    def verb_of_phase(self, phase: str) -> str | None:
        """The verb of the ruleset that every statement of a phase consists of, if there is one."""
        verbs: set[str | None] = set()
        for act, _text, _me in self.phases()[phase]:
            match act.body:
                case (a.DoVerb(verb),):
                    verbs.add(verb)
                case _:
                    verbs.add(None)
        only = verbs.pop() if len(verbs) == 1 else None
        return only if only in self.checked.names.verbs else None

    def texts(self) -> Iterator[CheckedText]:
        """Every checked text except those of lasting rules."""
        checked = self.checked
        yield from (text for _section, text in checked.steps)
        for group in (checked.verbs, checked.queries, checked.held, checked.active_while, checked.limits):
            yield from group.values()
