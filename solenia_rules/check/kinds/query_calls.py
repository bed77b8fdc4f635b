"""Calls in expressions, `name(...)`: queries of the ruleset, built-in queries, and boards and counters by number."""

from __future__ import annotations

from typing import Literal, assert_never

from solenia_rules.check.kinds import meant
from solenia_rules.check.kinds.fields_and_amounts import counter_kind, names_resource
from solenia_rules.check.kinds.scope import Scope, ValueChecker, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.bundle_sets import MOST, members
from solenia_rules.checked.names import Names
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.checked.terms import Term, above_zero
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import QUERIES, PhraseName, QueryName, Wanted
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span

_DECLARE_PARTS = (
    'a board of corners or sides is declared by `[boards.NAME]` with `corners = "GRID"` or `sides = "GRID"`'
)
_ONLY_GRIDS = "only the cells of a grid with numbers of rows and columns have corners and sides"


def query_call(x: ValueChecker, query: r.Query, args: tuple[Term, ...], name: n.Name, scope: Scope, span: Span) -> Term:
    """A query of the ruleset. One that names a zone is replaced by its text, so that the zone itself stands there."""
    if len(args) != len(query.params):
        message = f"`{query.id}` takes {len(query.params)} value(s), found {len(args)}"
        scope.problems.report("E302", message, name.span, meant.of_arguments(query, *args))
        raise Wrong
    zone = x.queries.zone_of_query(query.id)
    if zone is not None:
        inner = scope.block()
        for param, arg in zip(query.params, args, strict=True):
            inner.variables[param.id] = arg
        return x.check(zone, inner)
    fitted = []
    for param, arg in zip(query.params, args, strict=True):
        kind = scope.names.kind(param.kind)
        term = arg if kind is None else x.fit(arg, kind, scope)
        # a query with a table uses the nearest entry for a number outside of the range
        fitted.append(term if kind is None or query.table is not None else x.within(term, kind, scope))
    kind = x.queries.query_kind(query.id, name.span)
    return t.Query(query.id, scope.variables["me"], tuple(fitted), kind, span=span)


def called(x: ValueChecker, name: n.Name, args: tuple[n.Expr, ...], scope: Scope, span: Span) -> Term:
    """`field(3, 3)`, `store(me, ore)`."""
    names = scope.names
    meaning = names.meanings.get(name.text)
    if meaning is not None and meaning.sort == "board":
        return _board_cell(x, names.boards[meaning.id], name, args, scope, span)
    if meaning is not None and meaning.sort == "counter":
        counter = names.counters[meaning.id]
        if len(args) != len(counter.per):
            scope.problems.report(
                "E302", f"`{name.text}` takes {len(counter.per)} value(s): {', '.join(counter.per)}", span
            )
            raise Wrong
        terms = [
            x.expect(a, k.SEAT if p == "seat" else k.word(p), scope) for a, p in zip(args, counter.per, strict=True)
        ]
        seat = next((term for p, term in zip(counter.per, terms, strict=True) if p == "seat"), None)
        word = next((term for p, term in zip(counter.per, terms, strict=True) if p != "seat"), None)
        return t.Counter(counter.id, seat, word, counter_kind(counter), span=span)
    known = [*QUERIES, *names.queries, *names.boards]
    begins = [query for query in known if "_" in name.text and query.startswith(name.text.partition("_")[0] + "_")]
    if len(begins) == 1 and scope.problems.closest(name.text, known) is None:
        scope.problems.report("E201", f"no query is called `{name.text}`", name.span, f"did you mean `{begins[0]}`?")
        raise Wrong
    hint = meant.of_called(name.text, args, names)
    raise scope.problems.unknown("E201", "no query is called", name.text, name.span, [] if hint else known, hint)


def _board_cell(
    x: ValueChecker, board: r.Board, name: n.Name, args: tuple[n.Expr, ...], scope: Scope, span: Span
) -> Term:
    """`field(3, 3)`, `track(7)`; of a board that every seat has: `field(me, 3, 3)`."""
    seat = 1 if board.per == "seat" else 0
    numbers = 1 if board.columns is None else 2
    if len(args) != seat + numbers:
        wanted = "a row and a column" if numbers == 2 else "the number of a cell"
        if seat:
            wanted = f"a seat, {wanted}" if numbers == 2 else f"a seat and {wanted}"
        scope.problems.report("E302", f"`{name.text}` takes {wanted}", span)
        raise Wrong
    whose = x.expect(args[0], k.SEAT, scope) if seat else None
    given = [x.number(a, scope) for a in args[seat:]]
    row = given[0] if numbers == 2 else None
    return t.BoardCell(board.id, whose, row, given[-1], k.cell(board.cells or board.id).maybe(), span=span)


def builtin_call(
    x: ValueChecker, name: QueryName | PhraseName, args: tuple[n.Expr, ...], scope: Scope, span: Span
) -> Term:
    """A built-in query on values; `sum(value for x in set)` and the like are phrases and are checked elsewhere."""
    wanted = QUERIES[name].slots
    if name == "sum" and len(args) == 1 and isinstance(args[0], n.Of) and names_resource(args[0].left, scope):
        scope.problems.report("E303", "`sum` takes `value for x in set`", span, _for_members(name, args))
        raise Wrong
    if name == "min" or name == "max":
        if len(args) < 2:
            message = f"`{name}` takes two numbers or more, or `value for x in set`"
            scope.problems.report("E302", message, span, _for_members(name, args))
            raise Wrong
        terms = tuple(x.number(a, scope) for a in args)
        return extreme(name, terms, span)
    needed = sum(not slot.optional for slot in wanted)
    if not needed <= len(args) <= len(wanted):
        number = f"{len(wanted)}" if needed == len(wanted) else f"{needed} or {len(wanted)}"
        listed = ", ".join(slot.wanted.upper() for slot in wanted[:needed])
        message = f"`{name}` takes {number} value(s), found {len(args)}"
        scope.problems.report("E302", message, span, f"write `{name}({listed})`")
        raise Wrong
    if name == "count":
        term = x.check(args[0], scope)
        if term.kind.base != "bundle":
            term = x.set(args[0], scope)
        table = scope.names.world.seats
        kind = k.number_in(table.low, table.high) if isinstance(term, t.Seats) else k.number_in(0, None)
        return t.BuiltIn(name, (term,), kind, span=span)
    if name == "nth" and isinstance(args[0], n.Number):
        hint = f"the set comes first: `nth({meant.line_of(args[1])}, {meant.line_of(args[0])})`"
        scope.problems.report("E301", "expected a set, found a number", args[0].span, hint)
        raise Wrong
    terms = tuple(_slot(x, a, slot.wanted, scope) for a, slot in zip(args, wanted, strict=False))
    first = terms[0].kind
    match name:
        case "some" | "no" | "can_pay":
            kind = k.TEST
        case "all" | "reverse":
            kind = first
        case "first" | "last" | "nth":
            assert first.member is not None
            kind = first.member.maybe()
        case "distance" | "longest_path":
            kind = k.number_in(0, None)
        case "neighbours" | "surroundings" | "group":
            kind = k.set_of(k.cell(first.of)) if first.base != "set" else first
            if name == "group":
                kind = terms[1].kind
        case "corners_of" | "sides_of" | "cells_of":
            kind = k.set_of(_touching(name, first, scope, span))
        case "beside":
            kind = k.cell(first.of).maybe()
        case "side_at":
            kind = _touching("side_at", first, scope, span)
            kind = kind.maybe() if first.optional or first.of is None else kind
        case "word_at":
            kind = k.word(first.of or "")
            kind = kind.maybe() if first.optional else kind
        case "turns_of":
            kind = k.set_of(k.number_in(0, (first.high or 1) - 1))
        case "straight":
            kind = k.set_of(k.CELL if first.of is None else k.cell(first.of))
        case "seats_from":
            kind = k.set_of(k.SEAT)
        case "other":
            kind = first
            if first.base == "word" and len(scope.names.word_kinds[first.of or ""].words) != 2:
                scope.problems.report(
                    "E307", f"`other` needs a kind of two words, `{first.of}` has more or fewer", span
                )
        case "next" | "previous":
            kind = k.SEAT.maybe() if first.optional else k.SEAT
        case "range":
            kind = k.set_of(_listed(terms[0].kind.low, terms[1].kind.high))
        case "remainder":
            if not above_zero(terms[1]):
                scope.problems.report("E305", "the divisor could be 0 or less", terms[1].span, "write `max(1, ...)`")
            high = terms[1].kind.high
            kind = k.number_in(0, None if high is None else max(0, high - 1))
        case "random":
            message, hint = "`random(...)` stands only after `let NAME =`", "`let x = random(...)`, then use `x`"
            scope.problems.report("E321", message, span, hint)
            raise Wrong
        case "bundles":
            scope.problems.report("E321", "`bundles(...)` stands only after `in`", span, "`choose b in bundles(2 ...)`")
            raise Wrong
        case "sum" | "closure":
            scope.problems.report("E303", f"`{name}` takes `value for x in set`", span)
            raise Wrong
        case _:
            assert_never(name)
    return t.BuiltIn(name, terms, kind, span=span)


def _for_members(name: QueryName | PhraseName, args: tuple[n.Expr, ...]) -> str | None:
    """What to write instead of `sum(points of seats)`."""
    match args:
        case (n.Of(left, right),):
            value, group = (" ".join(part.span.text.split()) for part in (left, right))
            return f"give each of them a name: `{name}({value} of x for x in {group})`"
        case _:
            return None


def _touching(
    name: Literal["corners_of", "sides_of", "cells_of", "side_at"], given: Kind, scope: Scope, span: Span
) -> Kind:
    """The kind of the corners, sides or cells that touch cells of a kind."""
    world, member = scope.names.world, given.member if given.member is not None else given
    parts = {(board.part.sort, board.part.board): board.id for board in world.boards if board.part is not None}
    if member.of is None:
        wanted = "sides" if name == "side_at" else name.removesuffix("_of")
        if not any(sort == wanted or name == "cells_of" for sort, _grid in parts):
            scope.problems.report("E322", f"no board has what `{name}` asks for", span, _DECLARE_PARTS)
            raise Wrong
        return k.CELL
    board = scope.names.boards.get(member.of)
    if board is None or board.cells is not None or isinstance(board.rows, str):
        scope.problems.report("E322", f"a cell of `{member.of}` has no corners and sides", span, _ONLY_GRIDS)
        raise Wrong
    if name == "cells_of":
        if board.part is None:
            message = f"`cells_of` takes corners and sides, and `{board.id}` is a grid"
            scope.problems.report("E322", message, span, "write `corners_of`, `sides_of` or `neighbours`")
            raise Wrong
        return k.cell(board.part.board)
    sort: Literal["corners", "sides"] = "corners" if name == "corners_of" else "sides"
    if board.part is not None and name == "side_at":
        message = f"the cells of `{board.id}` are {board.part.sort}: `side_at` takes a cell of a grid"
        scope.problems.report("E322", message, span, "write `sides_of` for those that end at a corner")
        raise Wrong
    if board.part is not None and board.part.sort == sort:
        message = f"the cells of `{board.id}` are {sort}: `{name}` takes cells of a grid or the other parts of it"
        scope.problems.report("E322", message, span, "write `neighbours` for those beside them")
        raise Wrong
    grid = board.id if board.part is None else board.part.board
    if (sort, grid) not in parts:
        message = f"no board has the {sort} of `{grid}`"
        scope.problems.report("E322", message, span, f'declare one: `[boards.NAME]` with `{sort} = "{grid}"`')
        raise Wrong
    return k.cell(parts[sort, grid])


def only(number: Term) -> Term:
    """The set of one number: `range(n, n)`."""
    kind = k.set_of(_listed(number.kind.low, number.kind.high))
    return t.BuiltIn("range", (number, number), kind, span=number.span)


def _listed(low: int | None, high: int | None) -> Kind:
    """The numbers that a range can have."""
    return k.number_in(max(0, low or 0), NUMBERS - 1 if high is None else max(0, min(NUMBERS - 1, high)))


def extreme(name: Literal["min", "max"], terms: tuple[Term, ...], span: Span) -> Term:
    """The largest or smallest of numbers."""
    return t.BuiltIn(name, terms, _between(name, terms), span=span)


def _between(name: Literal["min", "max"], terms: tuple[Term, ...]) -> Kind:
    lows, highs = [x.kind.low for x in terms], [x.kind.high for x in terms]
    known_low, known_high = [x for x in lows if x is not None], [x for x in highs if x is not None]
    if name == "max":
        return k.number_in(
            max(known_low) if known_low else None, max(known_high) if len(known_high) == len(highs) else None
        )
    return k.number_in(min(known_low) if len(known_low) == len(lows) else None, min(known_high) if known_high else None)


def _slot(x: ValueChecker, arg: n.Expr, wanted: Wanted, scope: Scope) -> Term:
    match wanted:
        case "cell":
            return x.expect(arg, k.CELL.maybe(), scope)
        case "cells":
            term = x.set(arg, scope)
            return x.fit(term, k.set_of(k.CELL), scope)
        case "bundle":
            return x.expect(arg, k.BUNDLE, scope)
        case "seat":
            return x.expect(arg, k.SEAT.maybe(), scope)
        case "number":
            return x.number(arg, scope)
        case "word":
            term = x.check(arg, scope)
            if term.kind.base in ("word", "face"):
                return term
            scope.problems.report("E301", f"expected a word, found a {term.kind}", term.span)
            raise Wrong
        case "list":
            term = x.check(arg, scope)
            if term.kind.base == "list":
                return term
            hint = 'lists are fields of records, declared as `edges = "list of 4 lands"`'
            scope.problems.report("E301", f"expected a list, found a {term.kind}", term.span, hint)
            raise Wrong
        case "set" | "phrase" | "each":
            return x.set(arg, scope)
        case _:
            raise AssertionError(f"no query takes a {wanted}")


def bundle_set(x: ValueChecker, args: tuple[n.Expr, ...], scope: Scope, span: Span) -> Term:
    """`bundles(4 colours)` after `in`: the parts of a fixed amount."""
    if len(args) != 1:
        scope.problems.report("E302", f"`bundles` takes 1 value(s), found {len(args)}", span)
        raise Wrong
    what = x.check(args[0], scope)
    several = f"say how many: `bundles(2 {meant.line_of(what)})`" if what.kind.base == "set" else None
    what = x.fit(what, k.BUNDLE, scope, several)
    key = _key_of(what, scope.names)
    if key is None:
        hint = "write numbers or parameters, and test the rest: `choose b in bundles(4 ...) where can_pay(b)`"
        scope.problems.report("E321", "`bundles` takes a fixed amount", what.span, hint)
        raise Wrong
    if len(members(key, scope.names)) > MOST:
        hint = "ask for smaller bundles, or for one word after the other"
        scope.problems.report("E321", f"there are more than {MOST} such bundles", what.span, hint)
        raise Wrong
    return t.BuiltIn("bundles", (what,), k.set_of(Kind("bundle", key)), span=span)


def _key_of(bundle: Term, names: Names) -> str | None:
    """The name of the set of all parts of a bundle; None if the bundle is not a sum of fixed amounts."""
    parts = _amounts(bundle, names)
    if parts is None:
        return None
    totals: dict[str, int] = {}
    for what, number in parts:
        totals[what] = totals.get(what, 0) + number
    return "+".join(f"{what}*{number}" for what, number in totals.items())


def _amounts(bundle: Term, names: Names) -> list[tuple[str, int]] | None:
    match bundle:
        case t.BundleAdd():
            left, right = _amounts(bundle.left, names), _amounts(bundle.right, names)
            return None if left is None or right is None else left + right
        case t.Amount(counter, word):
            number = _fixed(bundle.count, names)
            return None if number is None else [(f"{counter}.{word or 0}", number)]
        case t.AmountFree(counter):
            number = _fixed(bundle.count, names)
            return None if number is None else [(counter, number)]
        case _:
            return None


def _fixed(count: Term, names: Names) -> int | None:
    match count:
        case t.Const(value):
            return max(0, value)
        case t.Param(param):
            return max(0, names.params[param].value)
        case _:
            return None
