"""Summarizes the possible effects of statements and whole texts, including everything that they call and the lasting
rules that this triggers.

`Summaries` computes one `Effects` value for each text of a ruleset, once, and for any statements. The analyses of what
is read, written, moved, asked or noticed use this value and do not follow calls themselves.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Calls, Node, held_field
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.checked.footprint import ANYWHERE, Footprint, Spot
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import Asks, Moves, SeenBy, Writes
from solenia_rules.text.frozen import frozen

Question: TypeAlias = Literal["choice", "words"]
"""What a seat may be asked: a choice, or the words of an amount."""
Arrival: TypeAlias = tuple[str, int]
"""A zone that gets pieces or another order, and the variable of the seat that owns it, or `OTHERS`."""

OTHERS = -1
"""Instead of a variable: a seat that the text does not name, or several seats."""
MOVED: Arrival = ("", OTHERS)
"""An arrival of every statement that moves or shuffles pieces."""
ROLLED: Arrival = ("a die", OTHERS)
"""An arrival of every statement that rolls a die which may lie where not all seats see it."""
_NO_SPOTS: frozenset[Spot] = frozenset()
_EVERYWHERE: frozenset[Spot] = frozenset({ANYWHERE})


@frozen
class Effects:
    """The possible effects of statements."""

    reads: frozenset[Spot] = _NO_SPOTS
    writes: frozenset[Spot] = _NO_SPOTS
    """The spots that may change, without `raises`."""
    raises: frozenset[Spot] = _NO_SPOTS
    """Counters that only rise by `gain`: the order of several gains makes no difference."""
    reorders: frozenset[Spot] = _NO_SPOTS
    """Spots where only the order of pieces changes; `ANYWHERE`: the game ends, or a phase begins and ends."""
    arrivals: frozenset[Arrival] = frozenset()
    seen: frozenset[int] = frozenset()
    """Who notices the effects: the seats in these variables; `OTHERS`: also other seats."""
    asks: frozenset[Question] = frozenset()
    fails: bool = False
    """Whether one of the statements by itself may be impossible; `Failing` decides whether the whole may be."""

    def __or__(self, other: Effects) -> Effects:
        if other is NOTHING or self is other:
            return self
        if self is NOTHING:
            return other
        return Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.raises | other.raises,
            self.reorders | other.reorders,
            self.arrivals | other.arrivals,
            self.seen | other.seen,
            self.asks | other.asks,
            self.fails or other.fails,
        )

    def noticed(self, acting: frozenset[int]) -> bool:
        """Whether seats other than the acting one notice anything. `acting`: variables that hold the acting seat."""
        return "choice" in self.asks or any(seer != t.ME and seer not in acting for seer in self.seen)

    @property
    def changes(self) -> frozenset[Spot]:
        """All spots that may change."""
        return self.writes | self.raises

    def done_by(self, seat: int) -> Effects:
        """The effects at a call: `me` of the text is the seat in the given variable; other seats have no variable."""
        return Effects(
            self.reads,
            self.writes,
            self.raises,
            self.reorders,
            frozenset((zone, seat if whose == t.ME else OTHERS) for zone, whose in self.arrivals),
            frozenset(seat if seer == t.ME else OTHERS for seer in self.seen),
            self.asks,
            self.fails,
        )

    def unowned(self, *known: int) -> Effects:
        """The effects for a seat that is not in the given variables: what only those seats notice is left out."""
        return Effects(
            self.reads,
            self.writes,
            self.raises,
            self.reorders,
            frozenset((zone, OTHERS) for zone, _whose in self.arrivals),
            frozenset(OTHERS for seer in self.seen if seer not in known),
            self.asks,
            self.fails,
        )


NOTHING = Effects()


class Summaries:
    """The effects of the texts of one ruleset, and of any of their statements."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.footprint = Footprint(calls)
        self.of_text = Fixpoint(self._text, NOTHING)
        """The effects of a verb with the rules on it, of a step, of a held effect, or of the body of a rule."""
        self._of_acts: dict[int, tuple[Act, Effects]] = {}
        """The `id` of a statement -> the statement, which keeps the `id` in use, and its effects."""

    @classmethod
    def shared(cls, checked: Checked) -> Summaries:
        """The summaries of complete texts: every pass gets the same ones."""
        found = checked.analyses.get(cls)
        if not isinstance(found, Summaries):
            found = checked.analyses[cls] = cls(Calls(checked))
        return found

    def of(self, acts: Acts) -> Effects:
        """The effects of statements in some text; variables are those of that text."""
        found = NOTHING
        for act in acts:
            found |= self.of_act(act)
        return found

    def _text(self, node: Node) -> Effects:
        if node[0] == "field":
            held = NOTHING
            for one in self.calls.held_by(node):
                held |= self.of_text(one)
            return held
        return self.of(self.calls.texts[node].acts) | self.of_rules(node)

    def of_rules(self, node: Node) -> Effects:
        """The effects of the lasting rules on a verb, whose holders may belong to any seat."""
        found = NOTHING
        for rule in self.calls.rules_of.get(node, ()):
            found |= self.of_text(rule).unowned(t.ME) | Effects(reads=self.footprint.condition(rule))
        return found

    # ---- statements ---------------------------------------------------------------------------

    def of_act(self, act: Act) -> Effects:
        """The effects of one statement with all blocks inside it."""
        known = self._of_acts.get(id(act))
        if known is not None:
            return known[1]
        found = Effects(reads=self.footprint.reads(*a.terms_of(act))) | self._own(act)
        for block in a.blocks_of(act):
            inside = self.of(block)
            if isinstance(act, a.LetPossible):
                inside = Effects(reads=inside.reads | inside.changes | inside.reorders)
            found |= inside.unowned(t.ME, act.var) if isinstance(act, a.As) else inside
        if not self.of_text.busy:
            self._of_acts[id(act)] = act, found
        return found

    def _own(self, act: Act) -> Effects:
        """The effects of a statement without its blocks and without what its terms read."""
        if isinstance(act, a.BuiltInAct):
            return self._built_in(act)
        match act:
            case a.DoVerb(verb, stands_for=None):
                return self.of_text(("verb", verb, "")).done_by(_seat(act.me))
            case a.DoVerb(verb, stands_for=built_in):
                assert built_in is not None
                return self._built_in(built_in) | self.of_rules(("verb", verb, ""))
            case a.RunHeld():
                return self.of_text(held_field(act)).done_by(_seat(act.me))
            case a.SetTo(place) | a.AddTo(place):
                writes = _EVERYWHERE if isinstance(place, t.BuiltInField) else self.footprint.place(place)
                return Effects(writes=writes, seen=self._seers(place))
            case a.StartRules():
                return Effects(writes=_EVERYWHERE, seen=self._seen(a.facts_of(act).seen_by, act.me, {}))
            case a.Choose() | a.ChooseWay():
                return Effects(asks=frozenset({"choice"}), fails=True)
            case a.May():
                return Effects(asks=frozenset({"choice"}))
            case a.For():
                return Effects(asks=frozenset({"choice"})) if act.by_choice else NOTHING
            case a.Phase(name):
                return Effects(writes=self.reset_by(name), reorders=_EVERYWHERE, seen=frozenset({OTHERS}))
            case a.DrawWord() | a.LetRandom():
                return Effects(seen=frozenset({OTHERS}))
            case a.Let() | a.If() | a.Repeat() | a.As() | a.Try() | a.IfPossible() | a.LetPossible():
                return NOTHING
            case _:
                assert_never(act)

    def reset_by(self, phase: str) -> frozenset[Spot]:
        """The spots that a phase resets when it begins; `ANYWHERE` if rules are started until that phase."""
        if phase in self._ending:
            return _EVERYWHERE
        world = self.names.world
        fields = [decl for kind in world.pieces for decl in kind.fields]
        fields += [decl for kind in world.cells for decl in kind.fields]
        fields += [decl for board in world.boards for decl in board.fields]
        groups = (("counter", world.counters), ("state", world.state), ("field", fields))
        return frozenset((sort, one.id) for sort, group in groups for one in group if one.resets == phase)

    @cached_property
    def _ending(self) -> frozenset[str]:
        """Phases at which started rules end."""
        acts = (act for text in self.calls.texts.values() for act in all_acts(text.acts))
        return frozenset(act.phase for act in acts if isinstance(act, a.StartRules) and act.phase is not None)

    def _built_in(self, act: a.BuiltInAct) -> Effects:
        """The effects of a built-in verb with its arguments, from the table of built-in verbs."""
        facts, given = a.facts_of(act), a.slots_of(act)
        made = self._written(facts.writes, given) | self._moved(facts.moves, given)
        return made | Effects(
            reorders=_EVERYWHERE if facts.leaves == "game" else _NO_SPOTS,
            seen=self._seen(facts.seen_by, act.me, given),
            asks=self._asked(facts.asks, given),
            fails=facts.fails,
        )

    def _asked(self, asks: Asks, given: dict[str, Term]) -> frozenset[Question]:
        match asks:
            case "nothing":
                return frozenset()
            case "words":
                counters = [self.names.counters[name] for _sort, name in self.footprint.bundle_counters(given["what"])]
                return frozenset({"words"} if any(set(one.per) - {"seat"} for one in counters) else ())
            case _:
                assert_never(asks)

    def _written(self, writes: Writes, given: dict[str, Term]) -> Effects:
        match writes:
            case "nothing":
                return NOTHING
            case "more":
                return Effects(raises=self.footprint.bundle_counters(given["what"]))
            case "less":
                return Effects(writes=self.footprint.bundle_counters(given["what"]))
            case "shows":
                return Effects(writes=frozenset({("field", "shows")}), arrivals=self._unseen_rolls(given["die"]))
            case "history":
                # recording in a full history may end the game
                spots = frozenset({("history", _history(given["history"]))})
                return Effects(writes=spots, reorders=_EVERYWHERE)
            case "place" | "face" | "rules":
                return Effects(writes=_EVERYWHERE)
            case _:
                assert_never(writes)

    def _moved(self, moves: Moves, given: dict[str, Term]) -> Effects:
        match moves:
            case "nothing":
                return NOTHING
            case "pieces":
                member = given["source" if "source" in given else "pieces"].kind.member
                lying = self.footprint.lying(None if member is None else member.of)
                faced = any(self.names.pieces[kind].faces is not None for _at, kind in lying)
                return Effects(writes=_EVERYWHERE if faced else lying, arrivals=self._arrivals(given["target"]))
            case "order":
                zones = frozenset((zone, OTHERS) for zone, _whose in self._arrivals(given["zone"]))
                return Effects(reorders=self.footprint.reads(given["zone"]), arrivals=zones)
            case _:
                assert_never(moves)

    def _arrivals(self, target: Term) -> frozenset[Arrival]:
        """The zones that a place may be; a variable of kind place may be any zone."""
        zones = [term for term in t.all_terms((target,)) if isinstance(term, t.Zone)]
        found = {(zone.zone, OTHERS if zone.index is None else _seat(zone.index)) for zone in zones}
        if isinstance(target, t.Var) and target.kind.base == "place":
            found |= {(zone.id, OTHERS) for zone in self.names.world.zones}
        return frozenset({MOVED, *found})

    def _unseen_rolls(self, die: Term) -> frozenset[Arrival]:
        """The zones in which a die may be rolled so that not all seats see it: what was shown of it counts no more."""
        kinds = self.names.pieces if die.kind.of is None else (die.kind.of,)
        zones = (zone for zone in self.names.world.zones if zone.seen != "all" and any(x in zone.of for x in kinds))
        found = frozenset((zone.id, OTHERS) for zone in zones)
        return found | {ROLLED} if found else found

    # ---- who notices ----------------------------------------------------------------------------

    def _seen(self, seen_by: SeenBy, me: Term, given: dict[str, Term]) -> frozenset[int]:
        """Who notices that a statement ran with these arguments."""
        match seen_by:
            case "nobody":
                return frozenset()
            case "everybody":
                return frozenset({OTHERS})
            case "counters":
                return frozenset({OTHERS if self.is_open(given["what"]) else _seat(me)})
            case "seats":
                return frozenset({_seat(bare(given["seats"]))})
            case "place":
                raise AssertionError("`set` and `add` have statements of their own")
            case _:
                assert_never(seen_by)

    def _seers(self, place: a.Writable) -> frozenset[int]:
        """Who sees the value of a place that is set."""
        match place:
            case t.Counter(counter):
                seen, seat = self.names.counters[counter].size_seen, place.seat
            case t.State(variable):
                seen, seat = self.names.state[variable].seen, place.seat
            case t.Field() | t.BuiltInField():
                return frozenset({OTHERS})
            case _:
                assert_never(place)
        if seen == "owner":
            return frozenset({OTHERS if seat is None else _seat(seat)})
        return frozenset({OTHERS}) if seen == "all" else frozenset()

    def is_open(self, bundle: Term) -> bool:
        """Whether all seats see how much an amount is: not if the other seats see no total of the counters it may
        use."""
        found = [name for _sort, name in self.footprint.bundle_counters(bundle)]
        return not found or any(self.names.counters[name].size_seen == "all" for name in found)


def bare(term: Term) -> Term:
    """The single thing inside a set that is written as one thing."""
    return bare(term.item) if isinstance(term, t.Listed) else term


def _history(term: Term) -> str:
    assert isinstance(term, t.Times)
    return term.history


def _seat(term: Term) -> int:
    """The variable of a seat; `OTHERS` if the term is not a variable."""
    return term.number if isinstance(term, t.Var) else OTHERS
