"""Tree search in imagined worlds: every playout goes down the tree in one of them, then some way at random."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TypeAlias

from attrs import define, field

from solenia_rules.compiler import layout as at
from solenia_rules.lab.bots import Seen
from solenia_rules.lab.lookahead import Lookahead, Outlook
from solenia_rules.lab.lots import Lots
from solenia_rules.runtime.physics import BITS

EXPLORATION = 0.35
PLIES = 6
"""Random answers after the tree; then the phase is finished and the position judged."""
LONGEST = 40
"""Random answers at most, where a phase does not end."""
PRIOR = 300
"""Ends of the own move that are judged before the first playout; they say where to begin."""

Place: TypeAlias = tuple[int, ...]
"""A node is known by its parent, the answer and what was asked then."""


@define
class Node:
    """What is known of one decision; statistics are those of the seat that is asked."""

    visits: dict[int, int] = field(factory=dict)
    offered: dict[int, int] = field(factory=dict)
    total: dict[int, float] = field(factory=dict)
    hint: dict[int, float] = field(factory=dict)

    def pick(self, options: tuple[int, ...]) -> int:
        """The most promising; what is offered rarely is not neglected for that."""
        best, chosen = -1.0, options[0]
        sum_visits, sum_total = 1, 0.5
        for option in options:
            sum_visits += self.visits.get(option, 0)
            sum_total += self.total.get(option, 0.0)
        middle = sum_total / sum_visits
        for option in options:
            seen = self.offered[option] = self.offered.get(option, 0) + 1
            visits = self.visits.get(option, 0) + 1
            mean = (self.total.get(option, 0.0) + self.hint.get(option, middle)) / visits
            value = mean + EXPLORATION * sqrt(log(seen + 1) / visits)
            if value > best:
                best, chosen = value, option
        return chosen

    def learn(self, option: int, reward: float) -> None:
        self.visits[option] = self.visits.get(option, 0) + 1
        self.total[option] = self.total.get(option, 0.0) + reward


class Search:
    """One decision."""

    def __init__(self, seen: Seen, playouts: int, lots: Lots) -> None:
        self.judge = seen.judge
        self.executor = seen.judge.executor
        self.specs = self.executor.program.outline.specs
        self.seen, self.seat, self.lots, self.playouts = seen, seen.seat, lots, playouts
        self.ids: dict[Place, int] = {}
        self.nodes: list[Node] = []
        self.middle: list[float] = []
        self.scale = 1.0

    def best(self) -> int:
        count = max(1, min(self.playouts, 4 + self.playouts // 16))
        worlds = [self.seen.world(self.lots.seed()) for _ in range(count)]
        self._settle(worlds)
        outlook = Lookahead(self.judge, self.seat, self.lots).look(worlds[0][:], PRIOR)
        root = self._node((-1, 0, worlds[0][at.SPEC], self.seat))
        self._hint(root, outlook, outlook.best())
        for index in range(self.playouts):
            self._descend(worlds[index % count][:])
        node = self.nodes[root]
        rank = {
            o: (node.visits.get(o, 0), node.total.get(o, 0.0) / max(1, node.visits.get(o, 0)), node.hint.get(o, 0.0))
            for o in self.seen.values
        }
        return max(self.seen.values, key=lambda option: rank[option])

    # ---- what a position is worth ------------------------------------------------------------------

    def _settle(self, worlds: list[list[int]]) -> None:
        """What is usual after a playout, by a few of them: rewards are measured from there."""
        found = []
        for world in worlds[:4]:
            for _ in range(4):
                s = world[:]
                self._wander(s)
                found.append(self.judge.leads(s))
        self.middle = [sum(lead[seat] for lead in found) / len(found) for seat in range(self.judge.seats)]
        spread = [(lead[self.seat] - self.middle[self.seat]) ** 2 for lead in found]
        self.scale = max(1.0, sqrt(sum(spread) / len(spread)))

    def _bounded(self, value: float) -> float:
        """Between 0 and 1, a half for what is usual."""
        return 1 / (1 + exp(-max(-50.0, min(50.0, value / self.scale))))

    def _rewards(self, s: list[int]) -> list[float]:
        verdicts = self.judge.verdicts(s)
        soft = [self._bounded(lead - usual) for lead, usual in zip(self.judge.leads(s), self.middle, strict=True)]
        return [(r + v + 1) / 3 if v else r for r, v in zip(soft, verdicts, strict=True)]

    def _hint(self, index: int, outlook: Outlook, best: int) -> None:
        """What the lookahead found stands for one playout of each answer."""
        for option, value in outlook.values.items():
            self.nodes[index].hint[option] = self._bounded(value - best)
        for option, further in outlook.after.items():
            self._hint(self._node((index, option, further.spec, self.seat)), further, best)

    # ---- a playout ----------------------------------------------------------------------------------

    def _node(self, place: Place) -> int:
        if place not in self.ids:
            self.ids[place] = len(self.nodes)
            self.nodes.append(Node())
        return self.ids[place]

    def _descend(self, s: list[int]) -> None:
        """Down the tree to a decision not seen before. Who answers in secret does not know what others answered."""
        path: list[tuple[Node, int, int]] = []
        parent, answer = -1, 0
        anchor, phases = (-1, 0), s[at.PHASES]
        secret: dict[int, tuple[int, int]] = {}
        """While answers are secret: for each seat its own last node and answer; all began from the anchor."""
        joint: Place = ()
        while not s[at.OVER]:
            seat, spec = s[at.ASKED], s[at.SPEC]
            known = len(self.nodes)
            if self.specs[spec].hidden:
                if not secret or s[at.PHASES] != phases:
                    anchor, phases = (parent, answer), s[at.PHASES]
                    secret.clear()
                index = self._node((*secret.get(seat, anchor), spec, seat))
            else:
                index = self._node((parent, answer, spec, seat, *joint))
                secret.clear()
                joint = ()
            node = self.nodes[index]
            fresh = index == known
            option = self.lots.pick(BITS[s[at.MASK]]) if fresh else node.pick(BITS[s[at.MASK]])
            path.append((node, option, seat))
            if self.specs[spec].hidden:
                secret[seat] = (index, option)
                joint = (*joint, option)
            self.executor.answer(s, option)
            parent, answer = index, option
            if fresh:
                break
        self._wander(s)
        rewards = self._rewards(s)
        for node, option, seat in path:
            node.learn(option, rewards[seat])

    def _wander(self, s: list[int]) -> None:
        """Random answers for a while, and on to the end of the phase."""
        executor, below = self.executor, self.lots.below
        for _ in range(PLIES):
            if s[at.OVER]:
                return
            options = BITS[s[at.MASK]]
            executor.answer(s, options[below(len(options))])
        phases = s[at.PHASES]
        for _ in range(LONGEST - PLIES):
            if s[at.OVER] or s[at.PHASES] != phases:
                return
            options = BITS[s[at.MASK]]
            executor.answer(s, options[below(len(options))])


class SearchBot:
    def __init__(self, seed: int, seat: int, playouts: int) -> None:
        self.seed, self.seat, self.playouts = seed, seat, playouts

    def answer(self, seen: Seen) -> int:
        return Search(seen, self.playouts, Lots(self.seed, self.seat, seen.moment)).best()
