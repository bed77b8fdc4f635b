"""Texts that call themselves, and calls that are nested too deep.

Finds cycles of verbs (E502), held effects (E504), lasting rules (E503) and queries (E501), each with its path. Where
there is none, finds texts whose calls or held effects are nested too deep (E509). This makes sure that every action
ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.calls import HELD_LEVELS, Call, Calls, Node, spoken
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

DEEPEST = 64
"""Most levels of calls inside calls. A call is two levels, and every block and bracket around it is one more; one text
alone may be as deep."""
PATH = 12
"""Most texts of a path that are shown."""


def find_cycles(calls: Calls) -> Iterator[Diagnostic]:
    """Every cycle once; where there is none, every text whose calls are nested too deep."""
    found = False
    for path, span in _loops(calls):
        found = True
        yield _described(calls, path, span)
    if not found:
        yield from _too_deep(calls)
        yield from _effects_too_deep(calls)


def _targets(calls: Calls, node: Node) -> list[Call]:
    """The calls that may close a cycle: a held effect may run another effect of its field, and a replacement may do
    what it replaces once."""
    rule = calls.rules.get(node)
    made = [call for call in calls.of(node) if not call.again(node)]
    if rule is None or rule.sort != "instead":
        return made
    own = [call for call in made if call.target == ("verb", rule.target, "")]
    return [call for call in made if call not in own] if len(own) == 1 else made


def _loops(calls: Calls) -> Iterator[tuple[list[Node], Span]]:
    """Paths that end where they begin, with the call that closes them."""
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
    shown = _path(path)
    if not sorts & {"verb"} and ("query" in sorts or "while" in sorts):
        return Diagnostic("E501", f"a query that calls itself: {shown}", span)
    if "rule" in sorts:
        hint = "let the rule do something that triggers none of these rules"
        return Diagnostic("E503", f"a rule that triggers itself: {shown}", span, hint)
    if "held" in sorts and all(calls.texts[node].value is not None for node in path if node[0] == "held"):
        hint = "a held number, test or bundle may read fields and queries, but none that reads it again"
        return Diagnostic("E504", f"a held text that reads itself: {shown}", span, hint)
    if "held" in sorts:
        hint = "a held effect may itself `do` the effect of a piece or cell that is chosen in play, not through a verb"
        return Diagnostic("E504", f"a held effect that runs itself: {shown}", span, hint)
    hint = (
        "use `repeat` to do something again; for a chain that spreads, mark what still has to happen and work it off "
        "in a `repeat` (recipe *chain reactions* of the manual)"
    )
    return Diagnostic("E502", f"a verb that calls itself: {shown}", span, hint)


def _too_deep(calls: Calls) -> Iterator[Diagnostic]:
    """Texts whose calls are nested too deep, where there are no cycles; found without recursion."""
    levels: dict[Node, int] = {}
    deepest: dict[Node, Node] = {}
    """Text -> the text that it calls on the deepest chain."""
    for root in calls.texts:
        stack = [root]
        while stack:
            node = stack[-1]
            targets = _targets(calls, node)
            waiting = [call.target for call in targets if call.target not in levels]
            if waiting and node not in levels:
                stack.extend(waiting)
                continue
            stack.pop()
            if node in levels:
                continue
            below = {call.target: levels[call.target] + call.depth + 1 for call in targets}
            levels[node] = max(below.values(), default=0)
            if below:
                deepest[node] = max(below, key=lambda target: below[target])
            if levels[node] > DEEPEST and all(levels[call.target] <= DEEPEST for call in targets):
                yield _nested(calls, node, levels[node], deepest)


def _nested(calls: Calls, node: Node, levels: int, deepest: dict[Node, Node]) -> Diagnostic:
    path = [node]
    while path[-1] in deepest:
        path.append(deepest[path[-1]])
    message = f"calls in `{spoken(node)}` are nested {levels} levels deep; at most {DEEPEST} are allowed"
    hint = (
        f"a call is two levels, and every block and bracket around it is one more; the deepest calls are {_path(path)}"
    )
    span = calls.texts[node].span if node in calls.texts else calls.of(node)[0].span
    return Diagnostic("E509", message, span, hint)


def _effects_too_deep(calls: Calls) -> Iterator[Diagnostic]:
    """Effects of one field that name each other in a chain with `do` that is too long. A chain that is chosen in play
    is measured in play."""
    named = {
        node: [call.target for call in calls.of(node) if call.target[0] == "held" and call.target[2] == node[2]]
        for node in calls.texts
        if node[0] == "held"
    }
    deep = set(named)
    for _level in range(HELD_LEVELS + 1):
        deep = {node for node in deep if any(target in deep for target in named[node])}
    for node in sorted(deep, key=spoken):
        if all(target not in deep for target in named[node]):
            message = f"the effects that `{spoken(node)}` runs with `do` are nested more than {HELD_LEVELS} levels deep"
            hint = "put what the effects share into a verb, which effects may call at any level"
            yield Diagnostic("E509", message, calls.texts[node].span, hint)


def _path(nodes: list[Node]) -> str:
    """Texts that call each other, in the author's words; in the middle of a long path some are left out."""
    shown = [spoken(node) for node in nodes if node[0] != "field"]
    if nodes[0][0] == "field" and nodes[0] == nodes[-1]:
        shown.append(shown[0])
    if len(shown) > PATH:
        shown = [*shown[: PATH // 2], "...", *shown[-PATH // 2 :]]
    return " -> ".join(shown)
