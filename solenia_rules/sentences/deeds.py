"""Statements that are one line: what is done, and to what."""

from __future__ import annotations

from typing import Literal

from solenia_rules.check.secrets.knowledge import inside
from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.grammar import Clause, Mood
from solenia_rules.sentences.phrases import NP, plain
from solenia_rules.sentences.values import Values
from solenia_rules.text.frozen import evolve


class Deeds:
    """Lines of verbs, and of values that are given or named."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g

    def said(self, verb: str, mood: Mood, **slots: NP) -> str:
        return self.g.verbs[verb][("you", "third", "inf").index(mood)].format(**slots)

    # ---- verbs -----------------------------------------------------------------------------------

    def verb(self, act: Act, c: Context, mood: Mood) -> str:
        verb = self.v.checked.names.verbs[str(act.data[0])]
        noun = self.v.noun(verb.id)
        pattern = self.g.verb(noun, mood)
        slots = {p.id: self.argument(x, c) for p, x in zip(verb.params, act.terms[1:], strict=True)}
        said = self.g.fill(pattern, slots)
        if slots and "{" not in pattern:
            said += " (" + ", ".join(f"{x.text}" for x in slots.values()) + ")"
        return said

    def argument(self, term: Term, c: Context) -> NP:
        return self.v.bundles.np(term, c) if term.kind.base == "bundle" else self.v.np(term, c)

    def built_in(self, act: Act, c: Context, mood: Mood) -> str:
        g, terms, name = self.g, act.terms[1:], str(act.data[0])
        match name:
            case "gain" | "pay" | "lose":
                return self.said(name, mood, what=self.v.bundles.np(terms[0], c))
            case "move":
                return self._move(terms, c, mood)
            case "draw":
                return self._draw(terms, c, mood)
            case "shuffle":
                return self.said(name, mood, zone=self.v.np(terms[0], c))
            case "turn_over":
                return self.said(name, mood, piece=self.v.np(terms[0], c))
            case "roll":
                return self.said(name, mood, die=self.v.np(terms[0], c))
            case "show":
                pieces = self._pieces(terms[0], c, "in")
                seats = terms[1]
                if seats.op == "listed" and self.v.is_me(seats.args[0], c):
                    return self.said("look", mood, pieces=pieces)
                return self.said(name, mood, pieces=pieces, seats=self.v.np(seats, c))
            case "need":
                return g.say("only if", test=self.v.clauses.test(terms[0], c.asking()))
            case "stop":
                return self.said("stop", mood)
            case "win":
                return self._win(terms[0], c)
            case _:
                raise AssertionError(name)

    def _pieces(self, term: Term, c: Context, way: Literal["in", "from"] = "from") -> NP:
        """What is moved or shown: all that lies in a zone, or the pieces themselves."""
        if term.op == "zone":
            things = self.g.np(self.v.noun_of_kind(term.kind), "the", True)
            return things.then(self.g.place(self.v.np(term, c), way))
        return self.v.np(term, c)

    def _move(self, terms: tuple[Term, ...], c: Context, mood: Mood) -> str:
        g, pieces = self.g, self._pieces(terms[0], c)
        if terms[1].op == "none":
            return self.said("remove", mood, pieces=pieces)
        target = self.v.np(terms[1], c)
        on_cell = terms[1].kind.base == "cell"
        own_words = target.noun is not None and target.noun.form("to", "in") is not None
        where = g.say("onto", x=target) if on_cell and not own_words else g.place(target, "to")
        if self._same_zone(terms):
            where = g.say("end of", x=target)
        said = self.said("move", mood, pieces=pieces, where=plain(where))
        if len(terms) > 2:
            position = self.v.number(terms[2])
            said += " " + (g.patterns["on top"] if position == 1 else g.say("at", n=self.v.np(terms[2], c)))
        return said

    def _same_zone(self, terms: tuple[Term, ...]) -> bool:
        """Whether what lies first in a line goes to its end."""
        pieces, target = terms[0], terms[1]
        inner = pieces.args[0] if pieces.op == "listed" else pieces
        return (
            target.op == "zone"
            and inner.op == "builtin"
            and inner.data[0] in ("first", "last")
            and (inner.args[0] == target)
        )

    def _draw(self, terms: tuple[Term, ...], c: Context, mood: Mood) -> str:
        g = self.g
        number, source, target = terms
        noun = self.v.noun_of_kind(source.kind)
        start = g.drawn(self.v.np(source, c))
        end = g.place(self._other_zone(source, target, c), "to")
        if number.op == "arith" and number.data[0] == "-" and number.args[1].op == "builtin":
            counted = number.args[1]
            if counted.data[0] == "count" and counted.args[0] == target:
                full = self.v.bundles.amount(number.args[0], noun, c)
                inside = g.place(self.v.np(target, c.asking()), "in")
                filled = self.said(
                    "fill long" if full.listing else "fill", mood, start=plain(start), inside=plain(inside), full=full
                )
                return g.agree(filled, full)
        many = self.v.bundles.amount(number, noun, c)
        verb = "draw long" if many.listing else "draw"
        return g.agree(self.said(verb, mood, many=many, start=plain(start), end=plain(end)), many)

    def _other_zone(self, source: Term, target: Term, c: Context) -> NP:
        """Where it is said of one zone that it is one's own, it need not be said of the other."""
        mine = target.op == "zone" and target.args and self.v.is_me(target.args[0], c)
        if self.g.reflexive and mine and any(self.v.is_me(x, c) for x in inside(source)):
            return self.g.np(self.v.noun(str(target.data[0])), "bare")
        return self.v.np(target, c)

    def _win(self, seats: Term, c: Context) -> str:
        g = self.g
        inner = seats.args[0] if seats.op == "listed" else seats
        if inner.op == "none":
            return g.patterns["draw game"]
        winners = self.v.np(inner, c)
        return g.sentence(Clause(g.patterns["wins"], winners))

    def start(self, act: Act, c: Context, mood: Mood) -> str:
        g = self.g
        field, _base, phase, begins = act.data
        noun, holder = self.v.noun(str(field)), self.v.np(act.terms[1], c.asking())
        rules = g.of(g.np(noun, "the", noun.plural_only), holder)
        me = self.v.np(act.terms[0], c)
        said = g.agree(g.say("holds for", rules=rules, me=me), rules)
        if phase is None:
            return f"{said} {g.patterns['for good']}"
        title = g.np(self.v.noun(str(phase)), "bare")
        whose = act.terms[2] if len(act.terms) > 2 else None
        if whose is not None and self.v.is_me(whose, c):
            title = g.np(self.v.noun(str(phase)), "your" if c.person == "you" else "their")
        elif whose is not None:
            title = g.of(g.np(self.v.noun(str(phase)), "the"), self.v.np(whose, c))
        else:
            title = g.np(self.v.noun(str(phase)), "this")
        return f"{said} {g.say('until begins' if begins else 'until ends', x=title)}"

    # ---- values are given ----------------------------------------------------------------------------

    def _target(self, act: Act) -> Term:
        """What is written, as a term that is read."""
        assert isinstance(act, a.SetTo | a.AddTo)
        return evolve(act.place, kind=act.terms[-1].kind, span=act.span)

    def set(self, act: Act, c: Context, mood: Mood) -> str:
        g, target, value = self.g, self._target(act), act.terms[-1]
        if value.op == "const" and value.kind.base == "test":
            return g.say("from now on", test=self.v.clauses.test(target, c.asking(), not value.data[0]))
        if target.op == "builtin_field" and target.data[0] == "face":
            return self.said("face", mood, piece=self.v.np(target.args[0], c), face=self.v.np(value, c))
        place = self.v.np(target, c)
        if value.op == "none":
            return self.said("clear", mood, place=place)
        return self.said("set", mood, place=place, value=self.v.np(value, c))

    def add(self, act: Act, c: Context, mood: Mood) -> str:
        number, place = act.terms[-1], self.v.np(self._target(act), c)
        known = self.v.number(number)
        if known is not None and known < 0:
            return self.said("lower", mood, place=place, number=plain(str(-known)))
        if known is None and any(x.op == "minus" or x.data == ("-",) for x in inside(number)):
            return self.said("change", mood, place=place, number=self.v.arithmetic.head(number, c))
        return self.said("add", mood, place=place, number=self.v.np(number, c))

    def let(self, act: Act, c: Context, mood: Mood) -> str:
        term = act.terms[0]
        noun = self.v.noun_of_variable(let_name(act), term.kind)
        name = self.g.np(noun, "the", term.kind.base == "set" and noun.countable)
        if act.data[0] in c.apart:
            name = self.v.by_name(let_name(act), term.kind)
        elif term.op == "phrase" and term.data[0] in ("first", "last"):
            found = self.v.np(term, c)
            if found.noun is not None and found.noun.id == noun.id:
                return self.said("find", mood, value=found)
        value = (
            self.argument(term, c.asking())
            if term.kind.base != "test"
            else plain(self.v.clauses.test(term, c.asking()))
        )
        return self.said("let", mood, name=name, value=value)


def let_name(act: Act) -> str:
    return str(act.data[1])
