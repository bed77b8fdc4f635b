"""What declarations and statements must have around them: phases, `while`, owners, repeats, simultaneous choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solenia_rules.checked.acts import Acts, all_acts
from solenia_rules.checked.asking import Asking
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import did_you_mean

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

GAME = "game"
"""`once per game`: the one that is no phase."""
NOT_PASSED = {"effect": "an effect", "rules": "a text of rules"}


def check_forms(calls: Calls) -> Iterator[Diagnostic]:
    checked = calls.checked
    yield from _phases(calls)
    yield from _whiles(checked)
    yield from _parameters(checked)
    yield from _starts(checked)
    for text in calls.texts.values():
        yield from _statements(text.acts, False)
    for (record, field), text in checked.held.items():
        if text.value is not None and text.value.kind.base == "bundle" and not _fixed(text.value):
            message = f"a bundle held by a piece or cell is made of fixed amounts; `{record}.{field}` is not"
            yield Diagnostic("E312", message, text.span)


# ---- phases --------------------------------------------------------------------------------


def _phases(calls: Calls) -> Iterator[Diagnostic]:
    world = calls.checked.names.world
    acts = [act for text in calls.texts.values() for act in all_acts(text.acts)]
    declared = dict.fromkeys(str(act.data[0]) for act in acts if act.op == "phase")
    named: list[tuple[str | None, Span]] = [(counter.resets, counter.span) for counter in world.counters]
    named += [(variable.resets, variable.span) for variable in world.state]
    holding: tuple[r.PieceKind | r.CellKind | r.Board, ...] = (*world.pieces, *world.cells, *world.boards)
    named += [(decl.resets, decl.span) for kind in holding for decl in kind.fields]
    named += [(rule.once, rule.once_span) for rule in calls.rules.values() if rule.once != GAME]
    named += [(str(act.data[2]), act.span) for act in acts if act.op == "start" and act.data[2] is not None]
    for phase, span in named:
        if phase is not None and phase not in declared:
            yield Diagnostic("E212", f"no text has a phase `{phase}`", span, did_you_mean(phase, declared))


# ---- declarations ---------------------------------------------------------------------------


def _whiles(checked: Checked) -> Iterator[Diagnostic]:
    names = checked.names
    said: set[str] = set()
    for record, rules in checked.held_rules.items():
        kind_id = names.records[record].kind
        kind = names.pieces.get(kind_id) or names.cells.get(kind_id)
        if kind is not None and kind.active_while is None and rules and kind_id not in said:
            said.add(kind_id)
            message = f"`{record}` holds lasting rules, but `{kind_id}` does not say while they hold"
            hint = "add to the kind, say, `while = 'owner of this is not none'`, or `while = 'true'` if it is always"
            yield Diagnostic("E316", message, rules[0].span, hint, also=((kind.span, "the kind"),))


def _parameters(checked: Checked) -> Iterator[Diagnostic]:
    world = checked.names.world
    params = [param for verb in world.verbs for param in verb.params]
    params += [param for query in world.queries for param in query.params]
    for param in params:
        kind = checked.names.kind(param.kind)
        if kind is not None and kind.base in NOT_PASSED:
            message = f"`{param.id}` would be {NOT_PASSED[kind.base]}, which is not passed on"
            yield Diagnostic("E317", message, param.span, "pass the piece or cell that holds it")
        elif kind is not None and kind.base == "bundle" and kind.optional:
            message = f"`{param.id}` would be none, and a bundle is at least nothing"
            yield Diagnostic("E317", message, param.span, "write `bundle`")


def _starts(checked: Checked) -> Iterator[Diagnostic]:
    world, names = checked.names.world, checked.names
    places: list[tuple[r.PieceKind, str | None, str | None, Span]] = []
    for kind in world.pieces:
        places += [(kind, kind.per, kind.starts, kind.span), (kind, None, kind.also, kind.span)]
    for record in world.records:
        if record.kind in names.pieces:
            owner = names.pieces[record.kind]
            places.append((owner, owner.per, record.starts, record.span))
    for kind, per, zone_id, span in places:
        zone = names.zones.get(zone_id or "")
        if zone is None or zone.per is None or zone.per == per:
            continue
        words = [names.kind(decl.kind) for decl in kind.fields]
        if not any(found is not None and found.base == "word" and found.of == zone.per for found in words):
            message = f"there is one `{zone.id}` for each {zone.per}, and nothing says in which a `{kind.id}` starts"
            hint = f'`per = "{zone.per}"`' + ("" if zone.per == "seat" else f", or a field of kind {zone.per}")
            yield Diagnostic("E318", message, span, hint)


# ---- statements --------------------------------------------------------------------------------


def _statements(acts: Acts, repeated: bool) -> Iterator[Diagnostic]:
    """`stop` stands in a repeat."""
    for act in acts:
        if act.op == "builtin" and act.data[0] == "stop" and not repeated:
            yield Diagnostic("E313", "`stop` stands in no repeat of this text", act.span)
        for block in act.blocks:
            yield from _statements(block, act.op != "phase" and (repeated or act.op == "repeat"))


def check_together(calls: Calls) -> Iterator[Diagnostic]:
    """In `together` the choices come first."""
    asking = Asking(calls.checked)
    for text in calls.texts.values():
        for act in all_acts(text.acts):
            if act.op == "as" and act.data[1]:
                for span in asking.late(act.blocks[0]):
                    message = "in `together` all choices come first and in no loop: this one could not be secret"
                    yield Diagnostic("E314", message, span)


_FIXED = (
    "const", "param", "arith", "minus", "resource", "resource_word", "amount", "amount_of", "amount_free",
    "bundle_add", "bundle_subtract", "bundle_scale",
)  # fmt: skip


def _fixed(term: Term) -> bool:
    """Whether a bundle is the same at any time."""
    return term.op in _FIXED and all(_fixed(arg) for arg in term.args)
