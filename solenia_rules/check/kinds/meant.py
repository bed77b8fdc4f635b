"""Hints: what an author probably meant by a name, a call or a value that does not fit.

A name or a value and the names of the ruleset go in; the text of a hint comes out, or None. The hints stand here, so
that the checkers say only what is wrong.
"""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Names
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import nodes as n
from solenia_rules.rules import records as r

_ENDED = "`stop` leaves a `repeat`, `stop turn` ends the phase `turn`, and `win ...` ends the game"
_MOVED = (
    "pieces are moved, `move ... to ...`, and words and counters change hands in two steps: "
    "`pay 1 ...; as s { gain 1 ... }`"
)
_RAISED = "`add 1 to ...` raises a field, counter or state, `add -1 to ...` lowers it"
_PUT = "pieces are put somewhere with `move ... to ...`"
_SHOWN = "`show ... to seats` lets seats see pieces"
_OTHER_VERBS = {
    "break": _ENDED, "end": _ENDED, "exit": _ENDED, "return": _ENDED, "skip": _ENDED, "pass": _ENDED, "finish": _ENDED,
    "give": _MOVED, "transfer": _MOVED, "steal": _MOVED, "take": _MOVED, "swap": _MOVED, "exchange": _MOVED,
    "increase": _RAISED, "increment": _RAISED, "decrease": _RAISED, "decrement": _RAISED, "inc": _RAISED,
    "place": _PUT, "put": _PUT, "discard": _PUT, "play": _PUT, "return_to": _PUT,
    "remove": "`move ... to none` takes pieces out of play",
    "reveal": _SHOWN, "look": _SHOWN,
    "while": "write `repeat 100 { if ... { ... } else { stop } }`: every loop has a bound",
    "endgame": _ENDED, "lose_game": _ENDED,
}  # fmt: skip
"""Verbs that people expect, and how the language says it."""
_PARTS = ("corners", "sides", "cells")


def of_verb(name: str) -> str | None:
    """What to write instead of a verb that does not exist."""
    return _OTHER_VERBS.get(name)


def of_unknown(name: str, names: Names) -> str | None:
    """What a name without a meaning may stand for."""
    if name in _PARTS:
        boards = [board.id for board in names.world.boards if board.part is not None and board.part.sort == name]
        listed = f"; the {name} of the whole grid are `{boards[0]}`" if boards else ""
        return f"write `{name}_of(...)`{listed}"
    if name == "can":
        return "to ask whether a block can be done, write `if possible { ... } else { ... }`"
    return None


def line_of(part: n.Expr | Term) -> str:
    """The text of an expression on one line."""
    return " ".join(part.span.text.split())


def of_arguments(query: r.Query, *known: n.Expr | Term) -> str:
    """How a query is called. `known`: the first arguments, as far as they are known."""
    inherited = of_inherited("queries", query)
    if inherited is not None:
        return inherited
    if not query.params:
        return f"write just `{query.id}`"
    given = [line_of(part) for part in known[: len(query.params)]]
    given += [query.params[0].id if index == 0 else "..." for index in range(len(given), len(query.params))]
    hint = f"write `{query.id}({', '.join(given)})`"
    if len(query.params) == 1:
        return f"{hint}, or `{given[0]} is {query.id}` if it answers yes or no"
    return hint if "..." not in given else f"{hint}: its parameters are {_listed(query)}"


def of_inherited(section: str, declared: r.Query | r.Verb) -> str | None:
    """How a variant replaces the parameters of a verb or query that it changes, if it has some of the base."""
    own = declared.span.source.name
    kept = [param for param in declared.params if param.span.source.name != own]
    if not kept:
        return None
    names = _and([f"`{param.id}`" for param in kept])
    comes = "comes" if len(kept) == 1 else "come"
    return (
        f"{names} {comes} from the base, {kept[0].span.source.name}: a variant adds to its parameters; to replace all "
        f'of them, write `remove = ["{section}.{declared.id}.params"]` before the sections'
    )


def _listed(query: r.Query) -> str:
    return _and([f"`{param.id}`" for param in query.params])


def _and(names: list[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def of_called(name: str, args: tuple[n.Expr, ...], names: Names) -> str | None:
    """What to write instead of a call of something that is no query."""
    meaning = names.meanings.get(name)
    if meaning is not None and meaning.sort == "history":
        return f"a history is a number, how often the present position was recorded: write just `{name}`"
    if meaning is not None and meaning.sort == "zone" and len(args) == 1:
        whole = name if names.zones[meaning.id].per is None else f"my {name}"
        return f"its n-th piece is `nth({whole}, {' '.join(args[0].span.text.split())})`"
    if name in _PARTS:
        return of_unknown(name, names)
    return None


def of_history(names: Names) -> str:
    """What stands after `record` and `forget`."""
    known = ", ".join(f"`{history}`" for history in names.histories)
    if known:
        return f"name a history, which says in [history] what it keeps: {known}"
    return 'declare one in [history]: `NAME = { keeps = ["BOARD"], most = 100, source = "ours" }`'


def of_fixed(term: Term, expr: n.Expr) -> str | None:
    """What to write instead of `set x to`, where x is decided otherwise."""
    match term:
        case t.Times(history):
            return f"`record {history}` counts the present position once more, and `forget {history}` begins again"
        case t.BuiltInField("owner"):
            return "a piece belongs to the owner of the zone in which it lies: `move ... to ZONE of SEAT`"
        case t.BuiltInField("cell"):
            return "a piece comes to another cell by `move ... to ...`"
        case t.BuiltInField("shows"):
            return "a die shows another number after `roll ...`"
        case t.Zone() if isinstance(expr, (n.Ref, n.My, n.Of)):
            return "pieces come to a zone by `move ... to ...` and `draw 1 from ... to ...`"
        case _:
            return None


def of_amount(left: n.Expr, right: n.Expr) -> str:
    """How a word and a bundle are compared."""
    return f"ask how much of it there is: `{line_of(left)} of {line_of(right)} > 0`"


def of_phrase(name: str, phrase: n.Phrase) -> str:
    """What to write instead of a phrase in a query that takes no phrase."""
    text, variable = " ".join(phrase.span.text.split()), phrase.name.text
    if name == "closure":
        return f"say what follows from each member: `closure(neighbours({variable}) for {text})`"
    if name in ("sum", "min", "max"):
        return f"say which number: `{name}(... of {variable} for {text})`"
    return f"make it a set: `{name}(all({text}))`"


def of_changed(name: str, names: Names) -> str | None:
    """What to change instead of something that is no query."""
    meaning = names.meanings.get(name)
    if meaning is None or meaning.sort not in ("param", "counter", "state", "history"):
        return None
    what = "parameter" if meaning.sort == "param" else meaning.sort
    begins = f"`{name}` is a {what}, and rules change queries"
    if meaning.sort == "param":
        return f"{begins}: put it into one, `NAME = {{ value = '{name}' }}`, and use NAME"
    return f"{begins}: a {what} changes by what a rule does, `after VERB by ... {{ ... }}`"


def how_to_name_one(text: str, per: str, names: Names) -> str:
    """A hint: how one of several things of a name is written."""
    if per == "seat" or per not in names.word_kinds:  # a kind that does not exist is reported where it stands
        return f"write `my {text}`, or `{text} of ...` a seat"
    return f"write `{text} of ...` a {per}, such as `{text} of {names.word_kinds[per].words[0]}`"


def how_to_name_all(text: str, per: str, names: Names) -> str:
    """A hint: how all things of a name are used. There is no set of all of them."""
    if per == "seat" or per not in names.word_kinds:
        return f"take them one by one: `for s in seats {{ ... {text} of s ... }}`"
    kind = names.word_kinds[per]
    several = kind.plural or f"{kind.words[0]}, {kind.words[-1]}"
    some = " + ".join(f"{text} of {word}" for word in (kind.words[0], kind.words[-1]))
    return f"choose or take the {per} first: `choose p in {several}`, then `{text} of p`; or join some: `{some}`"
