"""Warnings: lasting rules of which it matters which goes first, and that state no order."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.acts import CheckedRule
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.commuting import Commuting
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import frozen

_MOMENTS = {"before": "before", "after": "after", "instead": "instead of"}


@frozen
class _Held:
    holder: str
    order: int | None
    table: bool
    copies: int
    rule: CheckedRule


def find_disputes(calls: Calls) -> Iterator[Diagnostic]:
    """One for every rule that disputes the place of an earlier one."""
    commuting = Commuting(calls.checked)
    groups: dict[tuple[str, str, bool], list[_Held]] = {}
    for held in _all(calls):
        apart = held.table and held.rule.sort in ("before", "after")
        groups.setdefault((held.rule.sort, held.rule.target, apart), []).append(held)
    for group in groups.values():
        for index, later in enumerate(group):
            earlier = [*group[:index], *([later] if later.copies > 1 and later.rule.sort != "modifier" else [])]
            for other in earlier:
                agreed = later.rule.sort != "modifier" and None not in (other.order, later.order)
                if (other.order or 0) != (later.order or 0) or agreed:
                    continue
                if commuting.matters(other.rule, later.rule, (other.holder, later.holder)):
                    yield _described(other, later)
                    break


def _all(calls: Calls) -> Iterator[_Held]:
    checked = calls.checked
    for record, rules in checked.held_rules.items():
        declared = checked.names.records[record]
        yield from (_Held(record, declared.order, False, declared.copies, rule) for rule in rules)
    orders = {declared.id: declared.order for declared in checked.names.world.rules}
    for entry, rules in checked.rules.items():
        yield from (_Held(entry, orders[entry], True, 1, rule) for rule in rules)


def _described(a: _Held, b: _Held) -> Diagnostic:
    pair = f"`{a.holder}` and `{b.holder}`" if a is not b else f"two copies of `{a.holder}`"
    if a.rule.sort == "modifier":
        message = f"{pair} change `{b.rule.target}`, and it matters which goes first"
        hint = "give them an `order`; lower goes first"
    elif a.table and a.rule.sort != "instead":
        message = f"{pair} both come {_MOMENTS[a.rule.sort]} `{b.rule.target}`, and it matters which goes first"
        hint = "give them an `order`; lower goes first"
    else:
        who = "the seat that acts" if a.rule.sort == "instead" else "their owner"
        message = (
            f"{pair} come {_MOMENTS[a.rule.sort]} `{b.rule.target}`, and it matters which goes first: {who} is asked"
        )
        hint = "state an `order`: the same one to ask, different ones to settle it"
        if a is b:
            hint = (
                "copies share their record: any `order` says that asking is meant; that only one of them acts is said "
                "in `while` or `where`, such as `this is first(c in ... where ...)`"
            )
    return Diagnostic("W502", message, b.rule.span, hint, "warning", also=((a.rule.span, "the other one"),))
