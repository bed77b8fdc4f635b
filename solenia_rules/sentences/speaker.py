"""What the parts of the walk over the checked tree share: nouns for names and kinds, and the interface of the walk.

Values, sets, bundles and tests contain one another, so their sentences do too. Each part (`arithmetic`, `properties`,
`sets`, `bundles`, `clauses`) asks a `Speaker` for what it does not tell itself; `values` implements the speaker.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeAlias, assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.kinds import Kind
from solenia_rules.sentences.context import Context
from solenia_rules.words.grammar import Grammar, How
from solenia_rules.words.phrases import NP, Noun

FieldTerm: TypeAlias = t.Field | t.HeldValue | t.BuiltInField | t.SeatField
"""Values that a piece, cell or seat has by name."""


class Speaker(ABC):
    """Sentences about one ruleset in one language: its nouns, and what every part of the walk may ask for."""

    def __init__(self, checked: Checked, grammar: Grammar) -> None:
        self.checked, self.g = checked, grammar
        self.names, self.world = checked.names, checked.names.world

    # ---- the walk -----------------------------------------------------------------------------

    @abstractmethod
    def np(self, term: Term, c: Context) -> NP:
        """The noun phrase of any value."""

    @abstractmethod
    def test(self, term: Term, c: Context, negated: bool = False) -> str:
        """A test as a clause that can follow `if`."""

    @abstractmethod
    def relative(self, term: Term, var: int, np: NP, c: Context) -> str:
        """A test about a variable as a relative clause: `that is free and whose worth is 3`."""

    @abstractmethod
    def relatives(self, term: Term, var: int, np: NP, c: Context) -> list[str]:
        """The same as a list: one relative clause for each condition."""

    # ---- nouns --------------------------------------------------------------------------------

    def noun(self, ident: str) -> Noun:
        """The words of an id of the ruleset."""
        return self.g.lexicon.noun(ident)

    def position(self, history: str) -> NP:
        """What a history counts: its words, or "the present position"; with several histories, also the name."""
        noun = self.noun(history)
        if self.g.lexicon.has(history):
            return self.g.np(noun, "the")
        present = self.g.lexicon.engine("position")
        return self.g.np(present, "the") if len(self.world.histories) == 1 else self.g.named(present, noun.id)

    def noun_of_kind(self, kind: Kind) -> Noun:
        """The word for things of a kind; for a set, the word for its members."""
        if kind.base == "set" and kind.member is not None:
            return self.noun_of_kind(kind.member)
        match kind.base:
            case "piece" | "word" if kind.of is not None:
                return self.noun(kind.of)
            case "cell" if kind.of in self.names.cells:
                return self.noun(kind.of or "")
            case "cell" if kind.of in self.names.boards and (part := self.names.boards[kind.of or ""].part) is not None:
                return self.g.lexicon.engine("corner" if part.sort == "corners" else "side")
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
            case "bundle" if kind.of is not None:
                return self.g.lexicon.engine("bundle")
            case "number" | "test":
                return self.g.lexicon.engine("number")
            case _:
                return self.g.lexicon.engine("thing")

    def noun_of_variable(self, name: str, kind: Kind) -> Noun:
        """The words of a variable's name, or those of its kind."""
        if self.g.lexicon.has(name):
            return self.noun(name)
        if kind.base == "test":
            return self.noun(name)
        if kind.base in ("number", "bundle", "none", "name"):
            return self.noun(name) if len(name) > 1 else self.noun_of_kind(kind)
        return self.noun_of_kind(kind)

    def needs_name(self, name: str, kind: Kind) -> bool:
        """Whether a set is always called by its name: `the players` would be all players."""
        if kind.base != "set" or self.g.lexicon.has(name):
            return False
        noun = self.noun_of_variable(name, kind)
        return noun.countable and name.replace("_", " ") not in noun.forms.values()

    def by_name(self, name: str, kind: Kind) -> NP:
        """A variable by its name: `the cell “spot”`; a yes/no value is only quoted."""
        if kind.base == "test":
            return self.g.quoted(self.noun(name))
        noun = self.noun_of_variable(name, kind)
        return self.g.named(noun, name.replace("_", " "), kind.base == "set" and noun.countable)

    def field_noun(self, term: FieldTerm) -> Noun:
        """The word for a field."""
        if isinstance(term, t.BuiltInField) and not (term.field == "cell" and self.g.lexicon.has(term.field)):
            if term.field == "place" and term.holder.kind.base != "seat":
                return self.g.lexicon.engine("word place" if term.holder.kind.base == "word" else "piece place")
            return self.g.lexicon.engine(term.field)
        return self.noun(term.field)

    def counts_things(self, query: str, kind: Kind) -> bool:
        """Whether a query of the ruleset counts things that its words name: `pairs`."""
        return kind.base == "number" and self.noun(query).countable

    def says_more(self, noun: Noun, value: Term, holder: Term, c: Context) -> bool:
        """Whether the words of a property say more about its holder than that it is the holder's: `the cost of a
        way to the cell`. Such a property cannot stand after `whose`, which would lose these words."""
        if noun.form("with") is None:
            return False
        plain = self.g.of(self.g.np(noun, "the", noun.plural_only), self.np(holder, c))
        return self.np(value, c).text != plain.text

    # ---- seats --------------------------------------------------------------------------------

    def is_me(self, term: Term, c: Context) -> bool:
        """Whether a value is the variable of the seat that acts."""
        return isinstance(term, t.Var) and term.number == c.me

    def whose(self, c: Context) -> How:
        """The determiner for what belongs to the seat that acts."""
        return "own" if c.doing and self.g.reflexive else "your" if c.person == "you" else "their"

    def owned(self, noun: Noun, seat: Term, c: Context, plural: bool = False) -> NP:
        """`your hand`, `the hand of the next player`"""
        if self.is_me(seat, c):
            return self.g.np(noun, self.whose(c), plural)
        return self.g.of(self.g.np(noun, "the", plural), self.np(seat, c))

    # ---- numbers ------------------------------------------------------------------------------

    def number(self, term: Term) -> int | None:
        """The value of a number that is known when the rules are explained; None for any other value."""
        match term:
            case t.Const(value, kind) if kind.base == "number":
                return value
            case t.Param(param):
                return self.names.params[param].value
            case t.Minus():
                inner = self.number(term.value)
                return None if inner is None else -inner
            case t.Arithmetic(sign):
                a, b = self.number(term.left), self.number(term.right)
                return None if a is None or b is None else _worked_out(sign, a, b)
            case t.BuiltIn("min" | "max" as limit, given):
                known = [number for x in given if (number := self.number(x)) is not None]
                if len(known) < len(given):
                    return None
                return min(known) if limit == "min" else max(known)
            case _:
                return None


def _worked_out(sign: t.ArithmeticSign, a: int, b: int) -> int | None:
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a // b if b > 0 else None
        case _:
            assert_never(sign)


def holder_of(term: FieldTerm) -> Term:
    """The piece, cell or seat that has a field."""
    return term.seat if isinstance(term, t.SeatField) else term.holder


def without_cell(term: Term) -> Term:
    """The piece in `cell of piece`, any other value as it is: a piece is in the row of its cell."""
    return term.holder if isinstance(term, t.BuiltInField) and term.field == "cell" else term


def member_kind(source: Term) -> Kind:
    """The kind of the members of a set."""
    assert source.kind.member is not None
    return source.kind.member
