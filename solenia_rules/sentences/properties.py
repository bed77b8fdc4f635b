"""Properties of things as noun phrases: fields, counters, queries of the ruleset, cells by number, records."""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.arithmetic import Arithmetic
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.speaker import FieldTerm, Speaker, holder_of, without_cell
from solenia_rules.words.phrases import NP, Noun
from solenia_rules.words.tables.sentences import NounKey, PatternKey


class Properties:
    """Noun phrases of what pieces, cells, seats and the ruleset have by name."""

    def __init__(self, speaker: Speaker, arithmetic: Arithmetic) -> None:
        self.v, self.g, self.arithmetic = speaker, speaker.g, arithmetic

    # ---- fields -------------------------------------------------------------------------------

    def field(self, term: FieldTerm, c: Context) -> NP:
        """`the worth of the token`"""
        noun, holder = self.v.field_noun(term), holder_of(term)
        if holder.kind.base == "seat":
            return self.v.owned(noun, holder, c)
        if isinstance(term, t.BuiltInField) and term.field in ("row", "column"):
            holder = without_cell(holder)
        several = noun.plural_only or term.kind.base == "set"
        head, pattern = self.g.np(noun, "the", several), noun.form("with")
        if pattern is not None:
            return head.then(self.g.attached(self.g.fill(pattern, {"it": self.holder(holder, term.field, c)})))
        return self.g.of(head, self.holder(holder, term.field, c))

    def holder(self, term: Term, field: str, c: Context) -> NP:
        """What has a field. The cell of a piece is called by its cell kind, if only one cell kind has the field."""
        kinds = [kind.id for kind in self.v.world.cells if any(f.id == field for f in kind.fields)]
        shared = any(f.id == field for board in self.v.world.boards for f in board.fields)
        piece = without_cell(term)
        if piece is not term and term.kind.of not in self.v.names.cells and len(kinds) == 1 and not shared:
            return self.g.of(self.g.np(self.v.noun(kinds[0]), "the"), self.v.np(piece, c))
        return self.v.np(term, c)

    # ---- single things --------------------------------------------------------------------------

    def single(self, term: t.Single, c: Context) -> NP:
        """The one piece of its kind, or the one of a seat or word."""
        noun = self.v.noun(term.piece_kind)
        if term.index is None:
            return self.g.np(noun, "the")
        if term.index.kind.base == "seat":
            return self.v.owned(noun, term.index, c)
        return self.g.of(self.g.np(noun, "the"), self.v.np(term.index, c))

    def record(self, term: t.Record, c: Context) -> NP:
        """A record by its title, and the seat that has it."""
        record = self.v.names.records[term.record]
        noun, title = self.v.noun(record.kind), self.g.title(record.id)
        if term.seat is None:
            return self.g.named(noun, title)
        if self.v.is_me(term.seat, c):
            return self.g.np(noun, self.v.whose(c)).then(self.g.say("quoted", x=title))
        return self.g.of(self.g.named(noun, title), self.v.np(term.seat, c))

    def board_cell(self, term: t.BoardCell, c: Context) -> NP:
        """A cell by its numbers, on a board that may be a seat's."""
        g, noun = self.g, self.v.noun(term.board)
        whole = g.np(noun, "the") if term.seat is None else self.v.owned(noun, term.seat, c)
        where, column = g.place(whole, "in"), self.v.np(term.column, c)
        head = g.np(self.v.noun_of_kind(term.kind), "the")
        if term.row is None:
            return head.then(g.say("numbered", n=column, board=where))
        offsets = self._offsets(term.row, term.column, c)
        if offsets:
            return head.then(offsets)
        known = self.v.number(term.row) is not None and self.v.number(term.column) is not None
        row = self.v.np(term.row, c)
        return head.then(g.attached(g.say("grid" if known else "grid of", row=row, column=column, board=where)))

    def _offsets(self, row: Term, column: Term, c: Context) -> str:
        """A cell by its distance from a piece: `1 row further than the token`."""
        from_row, from_column = _offset(row, "row"), _offset(column, "column")
        if from_row is None or from_column is None or from_row[0] != from_column[0]:
            return ""
        piece, said = self.v.np(from_row[0], c), list[str]()
        ways: tuple[tuple[NounKey, PatternKey, PatternKey, Term | None], ...] = (
            ("row", "rows after", "rows before", from_row[1]),
            ("column", "columns right", "columns left", from_column[1]),
        )
        for key, after, before, term in ways:
            by = 0 if term is None else self.v.number(term)
            if by is None:
                return ""
            if by:
                steps = self.g.count(abs(by), self.g.lexicon.engine(key))
                said.append(self.g.say(after if by > 0 else before, n=steps, x=piece))
        return f" {self.g.patterns['and']} ".join(said)

    # ---- counters -------------------------------------------------------------------------------

    def counter(self, term: t.Counter, c: Context) -> NP:
        """`the number of your points`, `the amount of ore in your store`"""
        g, noun = self.g, self.v.noun(term.counter)
        if term.seat is None:
            if term.word is None and noun.countable:
                return g.of(g.np(g.lexicon.engine("number of"), "the"), g.np(noun, "bare", True))
            if term.word is None:
                return g.np(noun, "the", noun.plural_only)
            return g.of(g.np(noun, "the", noun.plural_only), self.v.np(term.word, c))
        if term.word is not None:
            return self.held(noun, term.seat, self.v.np(term.word, c), c, "amount", "number of")
        things = self.v.owned(noun, term.seat, c, plural=noun.countable)
        if not noun.countable:
            return things
        return g.of(g.np(g.lexicon.engine("number of"), "the"), things)

    def held(self, noun: Noun, seat: Term, word: NP, c: Context, much: NounKey, many: NounKey) -> NP:
        """How much of a word a seat has: `the amount of ore in your store`, `the number of your fish from the lake`"""
        g = self.g
        if noun.countable:
            head = g.of(g.np(g.lexicon.engine(many), "the"), self.v.owned(noun, seat, c, True))
            return self.about(head, noun, word)
        return g.of(g.np(g.lexicon.engine(much), "the"), word).then(g.place(self.v.owned(noun, seat, c), "in"))

    def about(self, head: NP, noun: Noun, word: NP) -> NP:
        """Things that are counted by word, with the word."""
        pattern = noun.form("with")
        return (
            self.g.of(head, word) if pattern is None else head.then(self.g.attached(self.g.fill(pattern, {"it": word})))
        )

    # ---- queries --------------------------------------------------------------------------------

    def query(self, term: t.Query, c: Context) -> NP:
        """A query of the ruleset by its words, followed by its arguments."""
        g, query = self.g, self.v.names.queries[term.query]
        noun = self.v.noun(query.id)
        if self.v.is_me(term.me, c):
            noun = self.g.belonging(noun, self.v.whose(c))
        head = g.np(noun, "the", noun.plural_only or (term.kind.base == "set" and noun.countable))
        if self.v.counts_things(term.query, term.kind):
            head = g.of(g.np(g.lexicon.engine("number of"), "the"), g.np(noun, "bare", True))
        return self.with_arguments(head, noun, [p.id for p in query.params], term.given, c)

    def with_arguments(self, head: NP, noun: Noun, names: Sequence[str], given: Sequence[Term], c: Context) -> NP:
        """A query with its arguments: by the pattern of its words, else with `of`, else in brackets."""
        pattern = noun.form("with")
        if not given:
            return head if pattern is None else head.then(self.g.attached(self.g.fill(pattern, {})))
        apart = (pattern is None and len(given) > 1) or (pattern is not None and pattern.startswith("("))
        told = self.v.np if apart else self.arithmetic.part
        slots = {name: told(arg, c) for name, arg in zip(names, given, strict=True)}
        if pattern is not None:
            return head.then(self.g.attached(self.g.fill(pattern, slots)))
        if len(given) == 1:
            return self.g.of(head, next(iter(slots.values())))
        return head.then("(" + ", ".join(x.text for x in slots.values()) + ")")


def _offset(term: Term, axis: str) -> tuple[Term, Term | None] | None:
    """`row of cell of x + n`: x and n."""
    match term:
        case t.Arithmetic("+"):
            return _offset_of(term.left, axis, term.right)
        case t.Arithmetic("-"):
            return _offset_of(term.left, axis, t.Minus(term.right, term.kind))
        case _:
            return _offset_of(term, axis, None)


def _offset_of(base: Term, axis: str, added: Term | None) -> tuple[Term, Term | None] | None:
    match base:
        case t.BuiltInField(field, t.BuiltInField("cell", piece)) if field == axis:
            return piece, added
        case _:
            return None
