"""Finds texts of records that run only while every seat sees the piece or cell that has them.

The log names such a record as the cause of an event. For an effect, every `do` that may run it is checked: the piece
must lie on a board or in a zone that all seats see, as far as the text around the `do` shows. The answer depends on the
texts alone, so a cause that is left out tells nothing about hidden pieces.
"""

from __future__ import annotations

from solenia_rules.check.kinds.watching import plain
from solenia_rules.check.secrets.powers import Powers
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import THIS, Act, Acts, Term, above_zero
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span

_LOOPS = ("repeat", "as", "for")
"""Statements whose block may run again after what it did."""


def find_open_texts(calls: Calls) -> dict[Span, str]:
    """Text -> the record or the entry of `[rules]` that has it."""
    checked, names = calls.checked, calls.checked.names
    hidden = _Walk(calls).hidden_effects()
    powers = Powers(calls)
    found = {rule.rules.span: rule.id for rule in names.world.rules}
    for record in names.world.records:
        kind = names.pieces.get(record.kind)
        for key, value, _span in record.fields:
            if not isinstance(value, r.Text):
                continue
            if (record.id, key) in checked.held:
                seen = ("held", record.id, key) not in hidden
            else:
                seen = kind is None or powers.seen_while_rules_hold(kind)
            if seen:
                found[value.span] = record.id
    return found


class _Walk:
    """Follows all texts that run, with the variables whose pieces lie where every seat sees them."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.powers = Powers(calls)
        self.concealing = {zone.id for zone in self.names.world.zones if zone.seen != "all"}
        self.hidden: set[Node] = set()
        self._concealing_texts: dict[Node, bool] = {}
        self._done: set[tuple[Node, frozenset[int]]] = set()

    def hidden_effects(self) -> set[Node]:
        """Effects that may run while not every seat sees their piece."""
        for node, text in self.calls.texts.items():
            if node[0] == "step":
                self._block(text.acts, set())
            elif node in self.calls.rules:
                record = self.calls.record_of[node]
                kind = None if record is None else self.names.pieces.get(self.names.records[record].kind)
                seen = kind is None or self.powers.seen_while_rules_hold(kind)
                self._block(text.acts, {THIS} if seen else set())
        return self.hidden

    def _run(self, node: Node, seen: frozenset[int]) -> None:
        if (node, seen) not in self._done:
            self._done.add((node, seen))
            self._block(self.calls.texts[node].acts, set(seen))

    def _block(self, acts: Acts, seen: set[int]) -> None:
        """`seen`: variables whose pieces lie where all see them; it is brought up to date."""
        for act in acts:
            self._act(self._meant(act), self._conceals((act,)), seen)

    def _act(self, act: Act, conceals: bool, seen: set[int]) -> None:
        if conceals and act.op in _LOOPS:
            seen.clear()
        inner = seen if act.op == "choose" and not act.blocks else set(seen)
        match act.op:
            case "let":
                self._bind(act, self._lies_open(act.terms[0], seen), seen)
            case "for" | "choose":
                among = self._lies_open(act.terms[0], seen) or self._open_if(act.terms[1], _number(act), seen)
                self._bind(act, among and not conceals, inner)
            case "verb":
                self._verb(act, seen)
            case "do":
                self._do(act, seen)
        for block in act.blocks:
            self._block(block, set(inner))
        if conceals:
            seen.clear()
        elif act.op == "builtin" and act.data[0] == "move":
            moved = act.terms[1].args[0] if act.terms[1].op == "listed" else act.terms[1]
            if moved.op == "var" and self._takes(act.terms[2]):
                seen.add(_number(moved))

    def _meant(self, act: Act) -> Act:
        """A built-in verb that rules react to is done all the same, unless a rule replaces it."""
        if act.op != "verb" or act.data[0] not in VERBS:
            return act
        rules = self.calls.rules_of.get(_verb_node(act), ())
        return act if any(self.calls.rules[node].sort == "instead" for node in rules) else plain(act)

    def _bind(self, act: Act, is_open: bool, seen: set[int]) -> None:
        seen.discard(_number(act))
        if is_open:
            seen.add(_number(act))

    def _verb(self, act: Act, seen: set[int]) -> None:
        node = _verb_node(act)
        params = zip(self.calls.texts[node].params, act.terms[1:], strict=True)
        self._run(node, frozenset(number for (_n, number, _k), arg in params if self._lies_open(arg, seen)))

    def _do(self, act: Act, seen: set[int]) -> None:
        is_open = self._lies_open(act.terms[1], seen)
        for node in self.calls.held_by(self.calls.field_of(act)):
            if not is_open:
                self.hidden.add(node)
            self._run(node, frozenset({THIS} if is_open else ()))

    # ---- what conceals pieces -------------------------------------------------------------------

    def _conceals(self, acts: Acts) -> bool:
        """Whether something may be moved where not every seat sees it."""
        return any(self._conceals_itself(act) or any(map(self._conceals, act.blocks)) for act in acts)

    def _conceals_itself(self, act: Act) -> bool:
        match act.op:
            case "builtin" if act.data[0] == "move":
                return not self._is_open(act.terms[2])
            case "builtin" if act.data[0] == "draw":
                return not self._is_open(act.terms[3])
            case "verb":
                meant, node = self._meant(act), _verb_node(act)
                itself = self._text_conceals(node) if meant is act else self._conceals_itself(meant)
                return itself or any(map(self._text_conceals, self.calls.rules_of.get(node, ())))
            case "do":
                return any(map(self._text_conceals, self.calls.held_by(self.calls.field_of(act))))
            case _:
                return False

    def _text_conceals(self, node: Node) -> bool:
        if node not in self._concealing_texts:
            self._concealing_texts[node] = False  # an effect that runs itself conceals no more than the first time
            self._concealing_texts[node] = self._conceals(self.calls.texts[node].acts)
        return self._concealing_texts[node]

    def _is_open(self, target: Term) -> bool:
        """Whether all see what lies there: no seat sees what is out of play."""
        if target.op == "zone":
            return target.data[0] not in self.concealing
        return target.kind.base == "cell" and not target.kind.optional

    def _takes(self, target: Term) -> bool:
        """Whether a piece surely comes there: a full zone takes no more."""
        return target.op != "zone" or self.names.zones[str(target.data[0])].capacity is None

    # ---- where pieces lie ---------------------------------------------------------------------

    def _lies_open(self, term: Term, seen: set[int]) -> bool:
        """Whether all pieces that a value may be lie where every seat sees them; cells always do."""
        kind = term.kind.member or term.kind
        if kind.base != "piece":
            return True
        match term.op:
            case "var":
                return term.data[0] in seen
            case "zone":
                return term.data[0] not in self.concealing
            case "phrase":
                var = term.data[1]
                assert isinstance(var, int)
                return self._lies_open(term.args[0], seen) or self._open_if(term.args[1], var, seen)
            case "if":
                return all(self._lies_open(arg, seen) for arg in term.args[1:])
            case "difference":
                return self._lies_open(term.args[0], seen)
            case "listed" | "union" | "builtin":
                return all(self._lies_open(arg, seen) for arg in term.args)
            case _:
                return term.op == "owned" and self._owned_openly(str(kind.of))

    def _owned_openly(self, kind: str) -> bool:
        """Whether a seat owns pieces of a kind only by having them in its zones and on its boards, and all see these.
        Other pieces may be out of play, where no seat sees them."""
        zones = [zone for zone in self.names.world.zones if kind in zone.of and zone.per == "seat"]
        return self.names.pieces[kind].per != "seat" and all(zone.seen == "all" for zone in zones)

    def _open_if(self, test: Term, var: int, seen: set[int]) -> bool:
        """Whether a condition can hold only for pieces that every seat sees: on boards, or in open zones."""
        match test.op:
            case "and":
                return any(self._open_if(arg, var, seen) for arg in test.args)
            case "or":
                return all(self._open_if(arg, var, seen) for arg in test.args)
            case "not":
                (denied,) = test.args
                none = denied.op == "equal" and any(arg.op == "none" for arg in denied.args)
                return none and any(_is_cell(arg, var) for arg in denied.args)
            case "equal":
                one, other = test.args
                return any(
                    (_is_cell(a, var) and b.kind.base == "cell" and not b.kind.optional)
                    or (_is_coordinate(a, var) and above_zero(b))
                    for a, b in ((one, other), (other, one))
                )
            case "in":
                member, group = test.args
                is_it = member.op == "var" and member.data[0] == var
                return _is_cell(member, var) or (is_it and self._lies_open(group, seen))
            case _:
                return False


def _verb_node(act: Act) -> Node:
    return ("verb", str(act.data[0]), "")


def _number(act: Act | Term) -> int:
    assert isinstance(act.data[0], int)
    return act.data[0]


def _is_cell(term: Term, var: int) -> bool:
    """Whether it is the cell of a piece that a variable stands for."""
    if term.op != "builtin_field" or term.data[0] != "cell":
        return False
    return term.args[0].op == "var" and term.args[0].data[0] == var


def _is_coordinate(term: Term, var: int) -> bool:
    """Its row or column, which is 0 if it lies on no cell."""
    return term.op == "builtin_field" and term.data[0] in ("row", "column") and _is_cell(term.args[0], var)
