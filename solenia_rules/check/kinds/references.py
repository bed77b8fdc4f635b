"""Names in expressions, alone, after `my` and around `of`: a name becomes the term that it stands for."""

from __future__ import annotations

from solenia_rules.check.kinds.fields_and_amounts import (
    amount,
    amount_in,
    as_resource,
    counter_kind,
    declared_kind,
    field_of,
    mapped,
    names_resource,
    why_no_field,
)
from solenia_rules.check.kinds.meant import how_to_name_all, how_to_name_one, of_arguments, of_unknown
from solenia_rules.check.kinds.query_calls import query_call
from solenia_rules.check.kinds.scope import Scope, ValueChecker, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Meaning, Names
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.dsl.kinds import Kind
from solenia_rules.dsl.vocabulary import SPECIAL_NAMES
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import Span

# ---- bare names ------------------------------------------------------------------------


def bare(x: ValueChecker, name: n.Name, scope: Scope) -> Term:
    text, span = name.text, name.span
    found = scope.variables.get(text)
    if found is not None and found.kind.base == "unknown":
        raise Wrong  # the problem was reported where the name was given
    if found is not None:
        return evolve(found, span=span)
    if text in SPECIAL_NAMES:
        return _special(text, scope, span)
    meaning = scope.names.meanings.get(text)
    if meaning is None:
        if text in scope.names.word_kinds or text in scope.names.pieces or text in scope.names.cells:
            scope.problems.report(
                "E201", f"`{text}` is a kind, not a thing", span, "name one, or use the plural for all of them"
            )
            raise Wrong
        if scope.open:
            raise Wrong
        if text in scope.bound:
            hint = f"`{text}` is known only inside the block in which it gets its name"
            if text in scope.lets:
                hint += f"; a value for both cases is `let {text} = if ... then ... else ...`"
            scope.problems.report("E201", f"nothing is called `{text}` here", span, hint)
            raise Wrong
        # In `if posible { ... }`, the misspelled word of the language is read as a name.
        known = [*scope.variables, *scope.names.known(), "possible"]
        raise scope.problems.unknown("E201", "nothing is called", text, span, known, of_unknown(text, scope.names))
    return _world(x, meaning, name, scope)


def _special(text: str, scope: Scope, span: Span) -> Term:
    match text:
        case "true" | "false":
            return t.Const(int(text == "true"), k.TEST, span=span)
        case "none":
            return t.Nothing(k.NONE, span=span)
        case "front" | "back":
            return t.Const(int(text == "back"), k.FACE, span=span)
        case "seats":
            return t.Seats(k.set_of(k.SEAT), span=span)
        case "others":
            return t.Others(scope.variables["me"], k.set_of(k.SEAT), span=span)
        case "here":
            holder = scope.variables.get("this")
            if holder is not None and holder.kind.base == "cell":
                return holder
            if holder is not None:
                return t.BuiltInField("cell", holder, k.CELL.maybe(), span=span)
    scope.problems.report("E207", f"`{text}` has no meaning here", span, SPECIAL_NAMES[text])
    raise Wrong


def _world(x: ValueChecker, meaning: Meaning, name: n.Name, scope: Scope) -> Term:
    names, span = scope.names, name.span
    match meaning.sort:
        case "word":
            return t.Const(meaning.index, k.word(meaning.id), span=span)
        case "words":
            return t.Words(meaning.id, k.set_of(k.word(meaning.id)), span=span)
        case "param":
            value = names.params[meaning.id]
            return t.Param(meaning.id, k.number_in(value.low, value.high), span=span)
        case "counter":
            counter = names.counters[meaning.id]
            if not counter.per:
                return t.Counter(counter.id, None, None, counter_kind(counter), span=span)
            if counter.per == ("seat",):
                return t.Resource(counter.id, k.RESOURCE, span=span)
            scope.problems.report(
                "E208",
                f"`{name.text}` is counted for each {counter.per[0]}",
                span,
                f"write `{name.text} of ...` or `my {name.text}`",
            )
            raise Wrong
        case "state":
            variable = names.state[meaning.id]
            if variable.per is None:
                return t.State(variable.id, None, declared_kind(scope, variable.kind), span=span)
        case "zone":
            zone = names.zones[meaning.id]
            if zone.per is None:
                return t.Zone(zone.id, None, _zone_kind(zone), span=span)
        case "board":
            board = names.boards[meaning.id]
            if board.per is None:
                return t.Board(board.id, None, _board_kind(board), span=span)
        case "history":
            return t.Times(
                meaning.id, scope.variables["me"], k.number_in(0, names.histories[meaning.id].most), span=span
            )
        case "pieces":
            return t.Pieces(meaning.id, k.set_of(k.piece(meaning.id)), span=span)
        case "cells":
            return t.Cells(meaning.id, None, k.set_of(k.cell(meaning.id)), span=span)
        case "single":
            if names.pieces[meaning.id].per is None:
                return t.Single(meaning.id, None, k.piece(meaning.id), span=span)
        case "record":
            return _record(meaning.id, None, scope, span)
        case "query":
            query = names.queries[meaning.id]
            if not query.params:
                return query_call(x, query, (), name, scope, span)
            message = f"`{name.text}` needs {len(query.params)} value(s) in brackets"
            scope.problems.report("E302", message, span, of_arguments(query))
            raise Wrong
        case _:
            scope.problems.report("E207", f"`{name.text}` is a verb, not a value", span)
            raise Wrong
    per = _once_for(name.text, names) or "seat"
    message = f"there is one `{name.text}` for each {per}"
    scope.problems.report("E208", message, span, how_to_name_one(name.text, per, names))
    raise Wrong


def _zone_kind(zone: r.Zone) -> Kind:
    return k.set_of(k.piece(zone.of[0] if len(zone.of) == 1 else None))


def _board_kind(board: r.Board) -> Kind:
    return k.set_of(k.cell(board.cells or board.id))


def _record(record_id: str, seat: Term | None, scope: Scope, span: Span) -> Term:
    names = scope.names
    record = names.records[record_id]
    if record.kind in names.pieces:
        kind = names.pieces[record.kind]
        single = (
            record.copies == 1 and (kind.per is None or (kind.per == "seat" and seat is not None)) and kind.also is None
        )
        member = k.piece(record.kind)
    else:
        owned = any(b.per == "seat" for b in names.world.boards if b.cells == record.kind)
        single = not owned or seat is not None
        member = k.cell(record.kind)
    return t.Record(record_id, seat, member if single else k.set_of(member), span=span)


# ---- `my x` and `x of y` ---------------------------------------------------------------


def of_seat(x: ValueChecker, name: n.Name, seat: Term, scope: Scope, span: Span) -> Term:
    """`my x`, and `x of y` where y is a seat."""
    found = _or_nothing(_seat_thing(name.text, seat, scope, span))
    if found is None:
        meaning = scope.names.meanings.get(name.text)
        counters = scope.names.counter_of_kind(meaning.id) if meaning is not None and meaning.sort == "word" else []
        if len(counters) == 1 and len(counters[0].per) == 2:
            scope.problems.report("E205", f"a seat has no `{name.text}`", name.span, _counted(counters[0], name.text))
            raise Wrong
        if meaning is not None and meaning.sort == "query":
            given = ", ".join(("me", *("..." for _ in scope.names.queries[meaning.id].params[1:])))
            params = scope.names.queries[meaning.id].params
            hint = f"`{name.text}` is a query: write `{name.text}({given})`" if params else f"write just `{name.text}`"
            scope.problems.report("E205", f"a seat has no `{name.text}`", name.span, hint)
            raise Wrong
        per = _once_for(name.text, scope.names)
        if per is not None:
            hint = how_to_name_one(name.text, per, scope.names)
            scope.problems.report("E205", f"a seat has no `{name.text}`: there is one for each {per}", name.span, hint)
            raise Wrong
        if meaning is not None and (shared := _SHARED.get(meaning.sort)) is not None:
            hint = f"`{name.text}` is {shared}, the same for everybody: write just `{name.text}`"
            scope.problems.report("E205", f"a seat has no `{name.text}`", name.span, hint)
            raise Wrong
        words = [z.id for z in scope.names.world.zones if z.per == "seat"]
        words += [
            w for w, m in scope.names.meanings.items() if m.sort in ("counter", "pieces", "single", "board", "cells")
        ]
        raise scope.problems.unknown("E205", "a seat has no", name.text, name.span, [*words, *scope.names.seat_fields])
    return found


_SHARED = {
    "param": "a parameter", "counter": "a counter of the table", "zone": "a zone of the table",
    "board": "a board of the table", "state": "state of the table", "words": "a set of words", "word": "a word",
    "history": "a history",
}  # fmt: skip
"""What nobody has for himself; names of seats' own things were found before."""


def _counted(counter: r.Counter, word: str, seat: str = "me") -> str:
    """How the number of a word that a seat has is written."""
    return f"`{counter.id}({', '.join(seat if p == 'seat' else word for p in counter.per)})`"


def _seat_thing(text: str, seat: Term, scope: Scope, span: Span) -> Term | None:
    names = scope.names
    if text == "place":
        return t.BuiltInField("place", seat, k.number_in(1, 8), span=span)
    if text in names.seat_fields:
        kind = declared_kind(scope, names.seat_fields[text][0].kind)
        return t.SeatField(text, seat, kind, span=span)
    meaning = names.meanings.get(text)
    if meaning is None:
        if text in names.pieces and names.pieces[text].per == "seat":
            return t.Owned(text, seat, k.set_of(k.piece(text)), span=span)
        return None
    match meaning.sort:
        case "zone" if names.zones[meaning.id].per == "seat":
            return t.Zone(meaning.id, seat, _zone_kind(names.zones[meaning.id]), span=span)
        case "counter" if "seat" in names.counters[meaning.id].per:
            counter = names.counters[meaning.id]
            if counter.per == ("seat",):
                return t.Counter(counter.id, seat, None, counter_kind(counter), span=span)
            return t.CounterBundle(counter.id, seat, k.BUNDLE, span=span)
        case "state" if names.state[meaning.id].per == "seat":
            return t.State(meaning.id, seat, declared_kind(scope, names.state[meaning.id].kind), span=span)
        case "board" if names.boards[meaning.id].per == "seat":
            return t.Board(meaning.id, seat, _board_kind(names.boards[meaning.id]), span=span)
        case "pieces":
            return t.Owned(meaning.id, seat, k.set_of(k.piece(meaning.id)), span=span)
        case "single" if names.pieces[meaning.id].per == "seat":
            return t.Single(meaning.id, seat, k.piece(meaning.id), span=span)
        case "cells":
            return t.Cells(meaning.id, seat, k.set_of(k.cell(meaning.id)), span=span)
        case "record":
            return _record(meaning.id, seat, scope, span)
    return None


def of(x: ValueChecker, left: n.Expr, right: n.Expr, scope: Scope, span: Span) -> Term:
    """The resolution table of `of`: an amount, or something stored in what stands on the right."""
    if isinstance(left, n.Ref) and isinstance(right, n.Ref):
        _refuse_several(left.name, right.name, scope, span)
    if names_resource(right, scope):
        assert isinstance(right, n.Ref)
        return amount(_count(x, left, right, scope), right.name, scope, span)
    subject = x.check(right, scope)
    if isinstance(left, n.Ref):
        stored = _stored(left.name, subject, scope, span)
        if stored is not None:
            return stored
        if left.name.text not in scope.variables and left.name.text not in scope.names.meanings:
            name = left.name
            hint, asked = why_no_field(name.text, subject.kind, scope), _asked_of(name.text, scope)
            if hint is None and asked is not None:
                hint = f"write `{asked}({' '.join(right.span.text.split())})`"
            if hint is not None:
                scope.problems.report("E204", f"a {subject.kind} has no `{name.text}`", name.span, hint)
                raise Wrong
            raise scope.problems.unknown(
                "E204", f"a {subject.kind} has no", name.text, name.span, scope.names.known_fields()
            )
    query = scope.names.queries.get(left.name.text) if isinstance(left, n.Ref) else None
    if query is not None and len(query.params) >= 1:
        message = f"`{query.id}` needs {len(query.params)} value(s) in brackets"
        scope.problems.report("E302", message, left.span, of_arguments(query, right))
        raise Wrong
    count = _count(x, left, right, scope)
    if subject.kind.base in ("word", "resource"):
        resource = as_resource(subject, scope)
        return t.AmountOf(count, resource, k.BUNDLE, span=span)
    scope.problems.report("E304", f"an amount is a number of a resource, not of a {subject.kind}", span)
    raise Wrong


def _asked_of(name: str, scope: Scope) -> str | None:
    """The query with one parameter that `NAME of x` may mean: `NAME(x)` or `NAME_of(x)`."""
    for query in (name, f"{name}_of"):
        own = scope.names.queries.get(query)
        if (own is not None and len(own.params) == 1) or (query in QUERIES and len(QUERIES[query].slots) == 1):
            return query
    return None


def _refuse_several(name: n.Name, whose: n.Name, scope: Scope, span: Span) -> None:
    """Report `zone of seats` and `zone of colours`, if there is one zone for each: `of` takes one seat or word."""
    per, meaning = _once_for(name.text, scope.names), scope.names.meanings.get(whose.text)
    several = whose.text in ("seats", "others") or (meaning is not None and meaning.sort == "words")
    if per is not None and several:
        message = f"there is one `{name.text}` for each {per}, and `{whose.text}` are several"
        scope.problems.report("E208", message, span, how_to_name_all(name.text, per, scope.names))
        raise Wrong


def _count(x: ValueChecker, left: n.Expr, right: n.Expr, scope: Scope) -> Term:
    """The number of an amount; a thing in its place is the end of `x of thing` that lacks brackets."""
    count = x.check(left, scope)
    if count.kind.base in ("piece", "cell", "seat", "word"):
        what = f"put the number in brackets: `(... of {left.span.text}) of {right.span.text}`"
        scope.problems.report("E301", f"expected a number, found a {count.kind}", left.span, what)
        raise Wrong
    return x.fit(count, k.NUMBER, scope)


def _stored(name: n.Name, subject: Term, scope: Scope, span: Span) -> Term | None:
    kind = subject.kind
    match kind.base:
        case "seat":
            return _or_nothing(_seat_thing(name.text, subject, scope, span))
        case "piece" | "cell":
            return _or_nothing(field_of(name.text, subject, scope, span))
        case "word":
            return _or_nothing(_of_word(name.text, subject, scope, span))
        case "set":
            return mapped(name.text, subject, scope, span)
        case "bundle":
            return amount_in(name, subject, scope, span)
        case "none":
            return t.Nothing(k.NONE, span=span)
    return None


def _or_nothing(term: Term | None) -> Term | None:
    """A number that is read of nobody or nothing is 0."""
    if term is None or term.kind.base != "number" or not any(part.kind.optional for part in t.parts(term)):
        return term
    return evolve(term, kind=k.joined([term.kind, k.number_in(0, 0)]))


def _of_word(text: str, subject: Term, scope: Scope, span: Span) -> Term | None:
    if text == "place":
        words = len(scope.names.word_kinds[subject.kind.of or ""].words)
        return t.BuiltInField("place", subject, k.number_in(1, words), span=span)
    meaning = scope.names.meanings.get(text)
    if meaning is None:
        return None
    if meaning.sort == "zone" and scope.names.zones[meaning.id].per == subject.kind.of:
        return t.Zone(meaning.id, subject, _zone_kind(scope.names.zones[meaning.id]), span=span)
    if meaning.sort == "counter" and scope.names.counters[meaning.id].per == (subject.kind.of,):
        counter = scope.names.counters[meaning.id]
        return t.Counter(counter.id, None, subject, counter_kind(counter), span=span)
    if meaning.sort == "single" and scope.names.pieces[meaning.id].per == subject.kind.of:
        return t.Single(meaning.id, subject, k.piece(meaning.id), span=span)
    return None


# ---- what exists once for each seat or word -------------------------------------------------------


def _once_for(text: str, names: Names) -> str | None:
    """What a zone, board, state or piece exists once for: `seat` or a kind of words. None: it exists only once, or the
    name means something else."""
    meaning = names.meanings.get(text)
    if meaning is None:
        return None
    match meaning.sort:
        case "zone":
            return names.zones[meaning.id].per
        case "board":
            return names.boards[meaning.id].per
        case "state":
            return names.state[meaning.id].per
        case "single":
            return names.pieces[meaning.id].per
        case _:
            return None
