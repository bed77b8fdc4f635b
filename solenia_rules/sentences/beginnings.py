"""Tells the first values of counters, state and fields: at the start of the game, and again when a phase begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solenia_rules.checked.checked import Checked
from solenia_rules.rules import records as r
from solenia_rules.sentences.said import Said
from solenia_rules.words.grammar import Grammar


class Beginnings:
    """First values in the words of one language; `plain` tells a value that a record could give."""

    def __init__(self, checked: Checked, grammar: Grammar, plain: Callable[[r.Scalar], str]) -> None:
        self.checked, self.world, self.g, self.plain = checked, checked.names.world, grammar, plain

    def of_phase(self, phase: str) -> Said | None:
        """What is reset whenever the phase begins."""
        counters = [x for x in self.world.counters if x.resets == phase]
        told = [*self._counters(counters), *self._state(phase), *self._fields(phase)]
        joined = self.g.patterns["semicolon"].join(told)
        return Said(self.g.finish(self.g.say("at first", x=joined))) if told else None

    def of_game(self) -> tuple[Said, ...]:
        """First values that no phase resets; values of 0 or nothing are left out."""
        counters = [x for x in self.world.counters if x.starts and x.resets is None]
        told = [*self._counters(counters), *self._state(None)]
        return tuple(Said(self.g.finish(x)) for x in told)

    def _counters(self, counters: list[r.Counter]) -> Iterator[str]:
        """Those of the players together, as what each of them has; then all others one by one."""
        own = [x for x in counters if x.per == ("seat",) and self.g.lexicon.noun(x.id).countable]
        if own:
            amounts = ", ".join(self.g.count(x.starts, self.g.lexicon.noun(x.id)).text for x in own)
            yield self.g.say("per player", x=amounts)
        told = {counter.id for counter in own}
        for counter in counters:
            if counter.id not in told:
                yield self._entry(counter.id, str(counter.starts), counter.per)

    def _state(self, phase: str | None) -> Iterator[str]:
        for variable in self.world.declared_state:
            if variable.resets == phase and (phase or variable.starts):
                per = (variable.per,) if variable.per else ()
                yield self._entry(variable.id, self.value(variable.starts, variable.kind), per)

    def _fields(self, phase: str) -> Iterator[str]:
        kinds: tuple[r.PieceKind | r.CellKind, ...] = (*self.world.pieces, *self.world.cells)
        for holder in (*kinds, *self.world.boards):
            for field in holder.fields:
                if field.resets == phase:
                    name = f"{self.g.title(field.id)} ({self.g.title(holder.id)})"
                    yield self.g.say("entry", x=name, y=self.value(field.starts, field.kind))

    def _entry(self, ident: str, value: str, per: tuple[str, ...]) -> str:
        return self.g.say("entry", x=self.named(ident, per), y=value)

    def named(self, ident: str, per: tuple[str, ...]) -> str:
        """`mark per player`, `price for each good`"""
        name = self.g.title(ident)
        for kind in per:
            if kind == "seat":
                name = self.g.say("per player", x=name)
            else:
                name += " " + self.g.say("for", x=self.g.np(self.g.lexicon.noun(kind), "each"))
        return name

    def first(self, value: str, resets: str | None) -> str:
        """`6 at the start`, `1 at the start of each turn`"""
        if resets is None:
            return self.g.say("at the start", n=value)
        return self.g.finish(self.g.say("at each start", n=value, x=self.g.np(self.g.lexicon.noun(resets), "each")))

    def value(self, value: r.Scalar | tuple[r.Text, ...] | None, kind_text: str) -> str:
        """A first value in words; one that is not given is 0, no or nothing."""
        if isinstance(value, tuple):
            return ", ".join(self.plain(one.text) for one in value) or self.g.lexicon.engine("none").forms["one"]
        if value is not None and value != "none":
            return self.plain(value)
        kind = self.checked.names.kind(kind_text)
        match kind.base if kind is not None else "":
            case "number":
                return str(max(0, (kind.low or 0) if kind is not None else 0))
            case "test":
                return self.g.patterns["no"]
            case _:
                return self.g.lexicon.engine("none").forms["one"]
