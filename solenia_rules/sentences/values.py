"""Values as noun phrases: what a checked term stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.kinds import Kind
from solenia_rules.sentences.arithmetic import Arithmetic
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.grammar import Grammar, How
from solenia_rules.sentences.phrases import NP, Noun, plain

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked
    from solenia_rules.sentences.bundles import Bundles
    from solenia_rules.sentences.clauses import Clauses
    from solenia_rules.sentences.sets import Sets

FIELDS = ("cell", "owner", "row", "column", "face", "shows", "place")


class Values:
    """Noun phrases of terms."""

    def __init__(self, checked: Checked, grammar: Grammar) -> None:
        self.checked, self.g = checked, grammar
        self.world = checked.names.world
        self.arithmetic = Arithmetic(self)
        self.clauses: Clauses
        self.sets: Sets
        self.bundles: Bundles

    # ---- nouns ---------------------------------------------------------------------------

    def noun(self, ident: str) -> Noun:
        return self.g.lexicon.noun(ident)

    def noun_of_kind(self, kind: Kind) -> Noun:
        """The word for things of a kind."""
        if kind.base == "set" and kind.member is not None:
            return self.noun_of_kind(kind.member)
        names = self.checked.names
        match kind.base:
            case "piece" | "word" if kind.of is not None:
                return self.noun(kind.of)
            case "cell" if kind.of in names.cells:
                return self.noun(kind.of or "")
            case "cell":
                return self.g.lexicon.engine("cell")
            case "piece":
                return self.g.lexicon.engine("piece")
            case "seat":
                return self.g.lexicon.engine("seat")
            case "face":
                return self.g.lexicon.engine("face")
            case "resource" | "word":
                return self.g.lexicon.engine("resource")
            case "number" | "test":
                return self.g.lexicon.engine("number")
            case _:
                return self.g.lexicon.engine("thing")

    def noun_of_variable(self, name: str, kind: Kind) -> Noun:
        """Words for the name a text gives something, or those of its kind."""
        if self.g.lexicon.has(name):
            return self.noun(name)
        if kind.base in ("number", "bundle", "test", "none", "name"):
            return self.noun(name) if len(name) > 1 else self.noun_of_kind(kind)
        return self.noun_of_kind(kind)

    def by_name(self, name: str, kind: Kind) -> NP:
        """`the cell “spot”`"""
        noun = self.noun_of_variable(name, kind)
        return self.g.named(noun, name.replace("_", " "), kind.base == "set" and noun.countable)

    # ---- who ------------------------------------------------------------------------------

    def is_me(self, term: Term, c: Context) -> bool:
        return term.op == "var" and term.data[0] == c.me

    def whose(self, c: Context) -> How:
        """How what belongs to the seat that acts is told."""
        return "own" if c.doing and self.g.reflexive else "your" if c.person == "you" else "their"

    def owned(self, noun: Noun, seat: Term, c: Context, plural: bool = False) -> NP:
        """`your hand`, `the hand of the next player`"""
        if self.is_me(seat, c):
            return self.g.np(noun, self.whose(c), plural)
        return self.g.of(self.g.np(noun, "the", plural), self.np(seat, c))

    # ---- values -----------------------------------------------------------------------------

    def np(self, term: Term, c: Context) -> NP:
        """The noun phrase of any value."""
        g = self.g
        match term.op:
            case "const":
                return self._const(term)
            case "none":
                return g.np(g.lexicon.engine("none"), "bare")
            case "var":
                return self.variable(term, c)
            case "param":
                return plain(str(self.checked.names.params[str(term.data[0])].value))
            case "field" | "held_test" | "seat_field" | "builtin_field":
                return self.field(term, c)
            case "counter":
                return self._counter(term, c)
            case "state":
                noun = self.noun(str(term.data[0]))
                return self.owned(noun, term.args[0], c) if term.args else g.np(noun, "the")
            case "single":
                noun = self.noun(str(term.data[0]))
                return self._of_index(noun, term, c)
            case "record":
                return self._record(term, c)
            case "board_cell":
                return self._cell_of(term, c)
            case "zone" | "board" | "cells" | "pieces" | "owned" | "words" | "seats" | "others" | "union":
                return self.sets.np(term, c)
            case "difference" | "listed" | "map":
                return self.sets.np(term, c)
            case "phrase":
                return self.sets.phrase(term, c)
            case "query":
                return self.query(term, c)
            case "builtin":
                return self.sets.builtin(term, c)
            case "arith" | "minus":
                return self.arithmetic.np(term, c)
            case "if":
                test, then, other = term.args
                said = self.clauses.test(test, c.asking())
                x, y = self.arithmetic.bracketed(then, c) if then.op == "if" else self.np(then, c), self.np(other, c)
                cases = {k: g.say("if value", x=x.case(k), y=y.case(k), test=said) for k in {*x.cases, *y.cases}}
                return NP(g.say("if value", x=x.text, y=y.text, test=said), cases, x.gender, x.plural, listing=True)
            case "place":
                return self.np(term.args[0], c)
            case "resource":
                return g.np(self.noun(str(term.data[0])), "a", True)
            case "resource_word":
                return self.np(term.args[0], c)
            case "amount_in":
                return self.bundles.part(term, c)
            case "counter_bundle" | "amount" | "amount_of" | "amount_free":
                return self.bundles.np(term, c)
            case "bundle_add" | "bundle_subtract" | "bundle_scale":
                return self.bundles.np(term, c)
            case "compare" | "equal" | "in" | "not" | "and" | "or" | "active":
                return plain(g.say("whether", test=self.clauses.test(term, c.asking())))
            case _:
                raise AssertionError(term.op)

    def number(self, term: Term) -> int | None:
        """A number that is known when the rules are told."""
        match term.op:
            case "const" if term.kind.base == "number":
                return int(str(term.data[0]))
            case "param":
                return self.checked.names.params[str(term.data[0])].value
            case "minus":
                inner = self.number(term.args[0])
                return None if inner is None else -inner
            case "arith":
                a, b = (self.number(x) for x in term.args)
                if a is None or b is None:
                    return None
                match term.data[0]:
                    case "+":
                        return a + b
                    case "-":
                        return a - b
                    case "*":
                        return a * b
                    case _:
                        return a // b if b > 0 else None
            case _:
                return None

    def _const(self, term: Term) -> NP:
        g, value = self.g, term.data[0]
        match term.kind.base:
            case "word":
                words = self.checked.names.word_kinds[term.kind.of or ""].words
                noun = self.noun(words[int(str(value))])
                return g.np(noun, "the" if g.lang == "fr" and not _is_name(noun) else "bare")
            case "face":
                return g.np(g.lexicon.engine("back" if value else "front"), "the")
            case "test":
                return plain(g.patterns["yes" if value else "no"])
            case "name":
                names = [text for text, number in self.checked.names.atoms.items() if number == value]
                return plain(g.say("quoted", x=g.title(names[0]) if names else str(value)))
            case _:
                return plain(str(value), plural=value != 1)

    def variable(self, term: Term, c: Context) -> NP:
        number = int(str(term.data[0]))
        g = self.g
        if number in c.said:
            return c.said[number]
        if number == c.me:
            return g.you if c.person == "you" else g.np(g.lexicon.engine("seat"), "this")
        if number == t.THIS:
            return g.np(self.noun_of_kind(term.kind), "this")
        if number == t.IT:
            return g.np(g.lexicon.engine("it"), "the")
        if number == t.ACTOR:
            return g.np(g.lexicon.engine("seat"), "this")
        name = c.names.get(number) or term.span.text
        noun = self.noun_of_variable(name, term.kind)
        if term.kind.base == "number" and noun.countable and noun.id != "number":
            number_of = g.np(g.lexicon.engine("number of"), "given" if number in c.given else "the")
            return g.of(number_of, g.np(noun, "bare", True))
        return g.np(noun, "given" if number in c.given else "the", term.kind.base == "set" or noun.plural_only)

    def field(self, term: Term, c: Context) -> NP:
        """`the worth of the token`"""
        noun, holder = self.field_noun(term), term.args[0]
        if holder.kind.base == "seat":
            return self.owned(noun, holder, c)
        if term.op == "builtin_field" and term.data[0] in ("row", "column") and _lies(holder):
            holder = holder.args[0]
        several = noun.plural_only or term.kind.base == "set"
        head, pattern = self.g.np(noun, "the", several), noun.form("with")
        if pattern is not None:
            return head.then(self.g.fill(pattern, {"it": self.holder(holder, str(term.data[0]), c)}))
        return self.g.of(head, self.holder(holder, str(term.data[0]), c))

    def holder(self, term: Term, field: str, c: Context) -> NP:
        """What has a field; where a piece lies is called by the only sort of cells that has it."""
        names = self.checked.names
        sorts = [kind.id for kind in self.world.cells if any(f.id == field for f in kind.fields)]
        shared = any(f.id == field for board in self.world.boards for f in board.fields)
        if _lies(term) and term.kind.of not in names.cells and len(sorts) == 1 and not shared:
            return self.g.of(self.g.np(self.noun(sorts[0]), "the"), self.np(term.args[0], c))
        return self.np(term, c)

    def field_noun(self, term: Term) -> Noun:
        name = str(term.data[0])
        if term.op == "builtin_field" and not (name == "cell" and self.g.lexicon.has(name)):
            return self.g.lexicon.engine(name)
        return self.noun(name)

    def _cell_of(self, term: Term, c: Context) -> NP:
        """A cell by its numbers, on a board that may be a seat's."""
        g, board = self.g, self.checked.names.boards[str(term.data[0])]
        noun, args = self.noun(board.id), term.args
        whole = g.np(noun, "the")
        if board.per == "seat":
            whole, args = self.owned(noun, args[0], c), args[1:]
        numbers, where = [self.np(x, c) for x in args], g.place(whole, "in")
        head = g.np(self.noun_of_kind(term.kind), "the")
        if len(numbers) == 1:
            return head.then(g.say("numbered", n=numbers[0], board=where))
        offsets = self._offsets(args, c)
        if offsets:
            return head.then(offsets)
        if any(self.number(x) is None for x in args):
            return head.then(g.say("grid of", row=numbers[0], column=numbers[1], board=where))
        return head.then(g.say("grid", row=numbers[0], column=numbers[1], board=where))

    def _offsets(self, args: tuple[Term, ...], c: Context) -> str:
        """A cell by its way from a piece: `1 row further than the token`."""
        from_row, from_column = _offset(args[0], "row"), _offset(args[1], "column")
        if from_row is None or from_column is None or from_row[0] != from_column[0]:
            return ""
        piece, said = self.np(from_row[0], c), list[str]()
        for key, after, before, term in (
            ("row", "rows after", "rows before", from_row[1]),
            ("column", "columns right", "columns left", from_column[1]),
        ):
            by = 0 if term is None else self.number(term)
            if by is None:
                return ""
            if by:
                steps = self.g.count(abs(by), self.g.lexicon.engine(key))
                said.append(self.g.say(after if by > 0 else before, n=steps, x=piece))
        return f" {self.g.patterns['and']} ".join(said)

    def _of_index(self, noun: Noun, term: Term, c: Context) -> NP:
        if not term.args:
            return self.g.np(noun, "the")
        if term.args[0].kind.base == "seat":
            return self.owned(noun, term.args[0], c)
        return self.g.of(self.g.np(noun, "the"), self.np(term.args[0], c))

    def _record(self, term: Term, c: Context) -> NP:
        record = self.checked.names.records[str(term.data[0])]
        named = self.g.named(self.noun(record.kind), self.g.title(record.id))
        return self.g.of(named, self.np(term.args[0], c)) if term.args and not self.is_me(term.args[0], c) else named

    def _counter(self, term: Term, c: Context) -> NP:
        g = self.g
        name, has_seat, has_word = term.data
        noun = self.noun(str(name))
        if not has_seat and not has_word:
            return g.np(noun, "the")
        if not has_seat:
            return g.of(g.np(noun, "the", noun.plural_only), self.np(term.args[0], c))
        if has_word:
            return self.held(noun, term.args[0], self.np(term.args[1], c), c, "amount", "number of")
        things = self.owned(noun, term.args[0], c, plural=noun.countable)
        if not noun.countable:
            return things
        return g.of(g.np(g.lexicon.engine("number of"), "the"), things)

    def held(self, noun: Noun, seat: Term, word: NP, c: Context, much: str, many: str) -> NP:
        """How much of a word a seat has: `the amount of ore in your store`, `the number of your fish from the lake`"""
        g = self.g
        if noun.countable:
            head = g.of(g.np(g.lexicon.engine(many), "the"), self.owned(noun, seat, c, True))
            return self.about(head, noun, word)
        return g.of(g.np(g.lexicon.engine(much), "the"), word).then(g.place(self.owned(noun, seat, c), "in"))

    def about(self, head: NP, noun: Noun, word: NP) -> NP:
        """Things counted by word, and which word it is."""
        pattern = noun.form("with")
        return self.g.of(head, word) if pattern is None else head.then(self.g.fill(pattern, {"it": word}))

    def query(self, term: Term, c: Context) -> NP:
        """A query of the ruleset by its words; what it is about follows them."""
        g = self.g
        query = self.checked.names.queries[str(term.data[0])]
        noun, args = self.noun(query.id), term.args[1:]
        if self.is_me(term.args[0], c):
            noun = self.g.belonging(noun, self.whose(c))
        plural = noun.plural_only
        head = g.np(noun, "the", plural)
        if self.countable(term):
            head = g.of(g.np(g.lexicon.engine("number of"), "the"), g.np(noun, "bare", True))
        return self.with_arguments(head, noun, [p.id for p in query.params], args, c)

    def countable(self, term: Term) -> bool:
        """Whether a query counts things that its words name: `pairs`."""
        if term.op != "query" or term.kind.base != "number":
            return False
        return self.noun(str(term.data[0])).countable

    def with_arguments(self, head: NP, noun: Noun, names: list[str], args: tuple[Term, ...], c: Context) -> NP:
        if not args:
            return head
        pattern = noun.form("with")
        apart = (pattern is None and len(args) > 1) or (pattern is not None and pattern.startswith("("))
        told = self.np if apart else self.arithmetic.part
        slots = {name: told(arg, c) for name, arg in zip(names, args, strict=True)}
        if pattern is not None:
            return head.then(self.g.fill(pattern, slots))
        if len(args) == 1:
            return self.g.of(head, next(iter(slots.values())))
        return head.then("(" + ", ".join(x.text for x in slots.values()) + ")")


def _is_name(noun: Noun) -> bool:
    """Whether a word is written as a name, with a capital letter: French gives names no article."""
    return (noun.form("one", "other") or "")[:1].isupper()


def _offset(term: Term, axis: str) -> tuple[Term, Term | None] | None:
    """`row of cell of x + n`: x and n."""
    added: Term | None = None
    if term.op == "arith" and term.data[0] in ("+", "-"):
        added = term.args[1] if term.data[0] == "+" else t.Minus(term.args[1], term.kind)
        term = term.args[0]
    if term.op == "builtin_field" and term.data[0] == axis and _lies(term.args[0]):
        return term.args[0].args[0], added
    return None


def _lies(term: Term) -> bool:
    """A piece is in the row in which its cell is."""
    return term.op == "builtin_field" and term.data[0] == "cell"
