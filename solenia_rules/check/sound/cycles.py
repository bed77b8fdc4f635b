"""Nothing runs or needs itself: cycles of verbs, held effects, lasting rules and queries, each with its path."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.calls import Call, Calls, Node, spoken
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

DEEPEST = 64
"""Levels of texts inside texts, with the blocks and brackets that a call stands in; as deep as one text may be."""
PATH = 12
"""Longest path shown."""


def find_cycles(calls: Calls) -> Iterator[Diagnostic]:
    """Every cycle once; where there is none, every text whose calls go too deep."""
    found = False
    for path, span in _loops(calls):
        found = True
        yield _described(calls, path, span)
    if not found:
        yield from _too_deep(calls)


def _targets(calls: Calls, node: Node) -> list[Call]:
    """Calls that count: a held effect may run one of its own field, a replacement may do what it replaces."""
    rule = calls.rules.get(node)
    made = [call for call in calls.of(node) if not call.again(node)]
    if rule is None or rule.sort != "instead":
        return made
    own = [call for call in made if call.target == ("verb", rule.target, "")]
    return [call for call in made if call not in own] if len(own) == 1 else made


def _loops(calls: Calls) -> Iterator[tuple[list[Node], Span]]:
    """Paths that come back to their beginning, with the call that closes them."""
    done: set[Node] = set()
    for root in calls.texts:
        if root in done:
            continue
        path = [root]
        on_path = {root: 0}
        rest = [iter(_targets(calls, root))]
        while path:
            call = next(rest[-1], None)
            if call is None:
                rest.pop()
                last = path.pop()
                del on_path[last]
                done.add(last)
            elif call.target in on_path:
                yield [*path[on_path[call.target] :], call.target], call.span
            elif call.target not in done:
                on_path[call.target] = len(path)
                path.append(call.target)
                rest.append(iter(_targets(calls, call.target)))


def _described(calls: Calls, path: list[Node], span: Span) -> Diagnostic:
    sorts = {node[0] for node in path}
    shown = [spoken(node) for node in path if node[0] != "field"]
    if path[0][0] == "field":
        shown.append(shown[0])
    if len(shown) > PATH:
        shown = [*shown[: PATH // 2], "...", *shown[-PATH // 2 :]]
    way = " -> ".join(shown)
    if not sorts & {"verb"} and ("query" in sorts or "while" in sorts):
        return Diagnostic("E501", f"a query that needs itself: {way}", span)
    if "rule" in sorts:
        hint = "let the rule do something that no rule of this circle hangs on"
        return Diagnostic("E503", f"a rule that sets itself off: {way}", span, hint)
    if "held" in sorts and all(calls.texts[node].value is not None for node in path if node[0] == "held"):
        hint = "a held number, test or bundle may read fields and queries, not one that leads back to it"
        return Diagnostic("E504", f"a held text that needs itself: {way}", span, hint)
    if "held" in sorts:
        hint = "a held effect may run that of a piece or cell which is chosen in play, directly with `do`"
        return Diagnostic("E504", f"a held effect that runs itself: {way}", span, hint)
    return Diagnostic("E502", f"a verb that does itself: {way}", span, "use `repeat` for something done again")


def _too_deep(calls: Calls) -> Iterator[Diagnostic]:
    """Without cycles: how deep calls go below every node, counted without recursion."""
    depth: dict[Node, int] = {}
    for root in calls.texts:
        stack = [root]
        while stack:
            node = stack[-1]
            targets = _targets(calls, node)
            waiting = [call.target for call in targets if call.target not in depth]
            if waiting and node not in depth:
                stack.extend(waiting)
                continue
            stack.pop()
            if node in depth:
                continue
            depth[node] = max((depth[call.target] + call.depth + 1 for call in targets), default=0)
            if depth[node] > DEEPEST and all(depth[call.target] <= DEEPEST for call in targets):
                yield Diagnostic(
                    "E509", f"`{spoken(node)}` calls texts that call others, more than {DEEPEST} levels deep",
                    calls.texts[node].span if node in calls.texts else calls.of(node)[0].span,
                )  # fmt: skip
