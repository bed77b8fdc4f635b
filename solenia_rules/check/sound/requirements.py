"""What declarations and statements require of the rest of the ruleset.

A phase that is named exists (E212), held rules say when they hold (E316), parameters and first places of pieces are
possible (E317, E318), held bundles are fixed (E312), `stop` stands in a repeat (E313), and choices come first in
`together` (E314).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.asking import Asking
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import named_or_listed

GAME = "game"
"""`once per game` names no phase."""
NOT_PASSED = {"effect": "an effect", "rules": "a text of rules"}
"""Kinds that no parameter can have."""
LATE = "in `together` every choice must come first and outside of loops, so that it is made in secret"


def check_requirements(calls: Calls) -> Iterator[Diagnostic]:
    """All of the above but E314, which is only known where no text calls itself."""
    checked = calls.checked
    yield from _phases(calls)
    yield from _whiles(checked)
    yield from _parameters(checked)
    yield from _starts(checked)
    for text in calls.texts.values():
        yield from _stops(text.acts, False)
    for (record, field), text in checked.held.items():
        if text.value is not None and text.value.kind.base == "bundle" and not _fixed(text.value):
            name = f"{record}.{field}"
            message = f"a bundle held by a piece or cell must have fixed amounts; those of `{name}` may change"
            yield Diagnostic("E312", message, text.span)


# ---- phases --------------------------------------------------------------------------------


def _phases(calls: Calls) -> Iterator[Diagnostic]:
    world = calls.checked.names.world
    acts = [act for text in calls.texts.values() for act in all_acts(text.acts)]
    declared = dict.fromkeys(act.name for act in acts if isinstance(act, a.Phase))
    named: list[tuple[str | None, Span]] = [(counter.resets, counter.span) for counter in world.counters]
    named += [(variable.resets, variable.span) for variable in world.state]
    holding: tuple[r.PieceKind | r.CellKind | r.Board, ...] = (*world.pieces, *world.cells, *world.boards)
    named += [(decl.resets, decl.span) for kind in holding for decl in kind.fields]
    named += [(rule.once, rule.once_span) for rule in calls.rules.values() if rule.once != GAME or rule.mine]
    named += [(act.phase, act.span) for act in acts if isinstance(act, a.StartRules)]
    for phase, span in named:
        if phase is not None and phase not in declared:
            hint = named_or_listed(phase, declared, "the phases are")
            yield Diagnostic("E212", f"no text has a phase `{phase}`", span, hint)


# ---- declarations ---------------------------------------------------------------------------


def _whiles(checked: Checked) -> Iterator[Diagnostic]:
    names = checked.names
    said: set[str] = set()
    for record, rules in checked.held_rules.items():
        kind_id = names.records[record].kind
        kind = names.pieces.get(kind_id) or names.cells.get(kind_id)
        if kind is not None and kind.active_while is None and rules and kind_id not in said:
            said.add(kind_id)
            message = f"`{record}` holds lasting rules, but `{kind_id}` does not say when they hold"
            hint = "add to the kind `while = 'owner of this is not none'`, or `while = 'true'` if the rules always hold"
            yield Diagnostic("E316", message, rules[0].span, hint, also=((kind.span, "the kind"),))


def _parameters(checked: Checked) -> Iterator[Diagnostic]:
    world = checked.names.world
    params = [param for verb in world.verbs for param in verb.params]
    params += [param for query in world.queries for param in query.params]
    for param in params:
        kind = checked.names.kind(param.kind)
        if kind is not None and kind.base in NOT_PASSED:
            message = f"`{param.id}` would be {NOT_PASSED[kind.base]}, which cannot be a parameter"
            yield Diagnostic("E317", message, param.span, "pass the piece or cell that holds it")
        elif kind is not None and kind.base == "bundle" and kind.optional:
            message = f"`{param.id}` would be none, but a bundle is never none"
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


def _stops(acts: Acts, repeated: bool) -> Iterator[Diagnostic]:
    """`stop` in no repeat; `repeated`: whether the statements stand in one."""
    for act in acts:
        if isinstance(act, a.Stop) and not repeated:
            hint = "to end a turn or a loop of a caller, write `stop turn`, with the name of its phase"
            yield Diagnostic("E313", "`stop` is not inside a `repeat` of this text", act.span, hint)
        for block in a.blocks_of(act):
            yield from _stops(block, _repeats(act, repeated))


def _repeats(act: Act, repeated: bool) -> bool:
    """Whether `stop` in a block of a statement leaves a repeat."""
    match act:
        case a.Repeat():
            return True
        case a.Phase():
            return False
        case (
            a.If()
            | a.For()
            | a.ChooseWay()
            | a.Choose()
            | a.May()
            | a.As()
            | a.Try()
            | a.IfPossible()
            | a.LetPossible()
        ):
            return repeated
        case a.DoVerb() | a.RunHeld() | a.StartRules() | a.Let() | a.SetTo() | a.AddTo() | a.DrawWord() | a.LetRandom():
            return repeated
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
            | a.Note() | a.Forget() | a.Roll()
            | a.Show()
        ):  # fmt: skip
            return repeated
        case a.Need() | a.Stop() | a.Win():
            return repeated
        case _:
            assert_never(act)


def check_together(summaries: Summaries) -> Iterator[Diagnostic]:
    """In `together` the choices come first."""
    asking = Asking(summaries)
    for text in summaries.calls.texts.values():
        for act in all_acts(text.acts):
            if isinstance(act, a.As) and act.together:
                for span in asking.late(act.body):
                    yield Diagnostic("E314", LATE, span)
                yield from _open_in_secret(summaries.calls, act)


def _open_in_secret(calls: Calls, together: a.As) -> Iterator[Diagnostic]:
    """Open answers in `together`, also in the verbs that it calls."""
    waiting, met = [together.body], set[str]()
    while waiting:
        for act in all_acts(waiting.pop()):
            match act:
                case a.Choose() | a.ChooseWay() | a.May() if act.openly:
                    message = "in `together` every answer stays hidden until all seats have answered"
                    hint = "leave out `openly`; all seats see what is done afterwards, or `show` it then"
                    yield Diagnostic("E406", message, act.span, hint, also=((together.span, "the `together`"),))
                case a.DoVerb(verb, stands_for=None) if verb not in met:
                    met.add(verb)
                    waiting.append(calls.texts["verb", verb, ""].acts)
                case _:
                    pass


def _fixed(bundle: Term) -> bool:
    """Whether a bundle is the same at any time. A form that is not listed may change."""
    match bundle:
        case t.Const() | t.Param() | t.Arithmetic() | t.Minus() | t.Resource() | t.ResourceWord():
            return all(map(_fixed, t.parts(bundle)))
        case t.Amount() | t.AmountOf() | t.AmountFree() | t.BundleAdd() | t.BundleSubtract() | t.BundleScale():
            return all(map(_fixed, t.parts(bundle)))
        case _:
            return False
