"""The old way to read terms and acts, by `op` and `data`: goes when the last pass is a `match` over classes."""

# mypy: ignore-errors

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solenia_rules.checked.acts import Acts
    from solenia_rules.checked.terms import Term

_OPS = {
    "Const": ("const", "value"), "Nothing": ("none", ""), "Var": ("var", "number"), "Param": ("param", "param"),
    "Field": ("field", "field"), "BuiltInField": ("builtin_field", "field"), "SeatField": ("seat_field", "field"),
    "Counter": ("counter", None), "CounterBundle": ("counter_bundle", "counter"), "State": ("state", "variable"),
    "Zone": ("zone", "zone"), "Board": ("board", "board"), "Cells": ("cells", "cell_kind"),
    "Pieces": ("pieces", "piece_kind"), "Owned": ("owned", "piece_kind"), "Single": ("single", "piece_kind"),
    "Record": ("record", "record"), "BoardCell": ("board_cell", "board"), "Words": ("words", "word_kind"),
    "Seats": ("seats", ""), "Others": ("others", ""), "Query": ("query", "query"), "BuiltIn": ("builtin", "query"),
    "Phrase": ("phrase", "query var"), "Arithmetic": ("arith", "sign"), "Minus": ("minus", ""),
    "Compare": ("compare", "sign"), "Equal": ("equal", ""), "In": ("in", ""), "Not": ("not", ""), "And": ("and", ""),
    "Or": ("or", ""), "If": ("if", ""), "Union": ("union", ""), "Difference": ("difference", ""),
    "Listed": ("listed", ""), "Place": ("place", ""), "Map": ("map", None), "Active": ("active", ""),
    "HeldValue": ("held_test", "field"), "Amount": ("amount", "counter word"), "AmountOf": ("amount_of", ""),
    "AmountFree": ("amount_free", "counter word_kind"), "AmountIn": ("amount_in", "counter word"),
    "AmountOfIn": ("amount_in", ""), "BundleAdd": ("bundle_add", ""), "BundleSubtract": ("bundle_subtract", ""),
    "BundleScale": ("bundle_scale", ""), "Resource": ("resource", "counter"),
    "ResourceWord": ("resource_word", "counter"),
}  # fmt: skip


class LegacyTerm:
    @property
    def op(self) -> str:
        return _OPS[type(self).__name__][0]

    @property
    def args(self) -> tuple[Term, ...]:
        from solenia_rules.checked.terms import NONE_TERM, Phrase, parts

        if isinstance(self, Phrase):
            return (self.source, self.where, self.value or NONE_TERM, *self.keys)
        return parts(self)

    @property
    def data(self) -> tuple[str | int | None, ...]:
        name = type(self).__name__
        if name == "Counter":
            return (self.counter, int(self.seat is not None), int(self.word is not None))
        if name == "Map":
            return (self.field, int(self.built_in))
        return tuple(getattr(self, field) for field in _OPS[name][1].split())


_BUILT_IN = {
    "Gain": "gain", "Pay": "pay", "Lose": "lose", "Move": "move", "Draw": "draw", "Shuffle": "shuffle",
    "TurnOver": "turn_over", "Roll": "roll", "Show": "show", "Need": "need", "Stop": "stop", "Win": "win",
}  # fmt: skip
_ACTS = {
    "DoVerb": "verb", "SetTo": "set", "AddTo": "add", "RunHeld": "do", "StartRules": "start", "Let": "let",
    "If": "if", "For": "for", "Repeat": "repeat", "ChooseWay": "choose_effect", "Choose": "choose", "May": "may",
    "As": "as", "Try": "try", "Phase": "phase",
}  # fmt: skip


class LegacyAct:
    @property
    def op(self) -> str:
        return "builtin" if type(self).__name__ in _BUILT_IN else _ACTS[type(self).__name__]

    @property
    def terms(self) -> tuple[Term, ...]:
        from solenia_rules.checked.acts import AddTo, Choose, SetTo, terms_of
        from solenia_rules.checked.terms import TRUE_TERM

        if isinstance(self, SetTo):
            return (*self.place.args, self.value)
        if isinstance(self, AddTo):
            return (*self.place.args, self.number)
        if isinstance(self, Choose):
            return (self.source, self.where, self.quota or TRUE_TERM)
        return terms_of(self)

    @property
    def blocks(self) -> tuple[Acts, ...]:
        from solenia_rules.checked.acts import blocks_of

        return blocks_of(self)

    @property
    def data(self) -> tuple[str | int | None, ...]:
        match type(self).__name__:
            case name if name in _BUILT_IN:
                return (_BUILT_IN[name],)
            case "DoVerb":
                return (self.verb, *self.inside)
            case "SetTo" | "AddTo":
                return (self.place.op, *self.place.data)
            case "RunHeld":
                return (self.field, self.holder.kind.base)
            case "StartRules":
                return (self.field, self.holder.kind.base, self.phase, self.when)
            case "Let":
                return (self.var, self.name)
            case "For":
                return (self.var, int(self.by_choice), self.name)
            case "ChooseWay":
                return self.names
            case "Choose":
                return (self.var, int(self.up_to), int(self.quota is not None), self.name)
            case "As":
                return (self.var, int(self.together))
            case "Phase":
                return (self.name,)
            case _:
                return ()
