"""Monte Carlo tree search in imagined worlds: each playout goes down the tree in one world, then continues with random
answers."""

from __future__ import annotations

from collections import defaultdict
from math import exp, log, sqrt
from typing import TypeAlias

from attrs import define, field

from solenia_rules.play.physics import BITS
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.lookahead import Lookahead, Outlook
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.worlds import Standing, World

EXPLORATION = 0.35
PLIES = 6
"""The number of random answers after the tree; then the phase is finished and the position is evaluated."""
LONGEST = 40
"""The most random answers, in case a phase does not end."""
PRIOR = 300
"""The number of ends of the seat's own move that are evaluated before the first playout; they give the prior values."""

Place: TypeAlias = tuple[int, ...]
"""The key of a node: its parent, the answer and the decision asked then."""


@define
class Branch:
    """The statistics of one answer. It starts with one virtual visit, with the value from the lookahead or the usual
    value."""

    tries: int = 1
    offered: int = 0
    total: float = 0.0
    hint: float | None = None


@define
class Node:
    """The statistics of one decision, from the point of view of the asked seat."""

    branches: defaultdict[int, Branch] = field(factory=lambda: defaultdict(Branch))

    def pick(self, options: tuple[int, ...]) -> int:
        """The most promising option. Options that are rarely offered are not penalized for it."""
        branches = self.branches
        here = [branches[option] for option in options]
        middle = sum([b.total for b in here], 0.5) / (1 + sum([b.tries for b in here]) - len(here))
        best, chosen = -1.0, 0
        for place, branch in enumerate(here):
            branch.offered = seen = branch.offered + 1
            tries, hint = branch.tries, branch.hint
            mean = (branch.total + (middle if hint is None else hint)) / tries
            value = mean + EXPLORATION * sqrt(log(seen + 1) / tries)
            if value > best:
                best, chosen = value, place
        return options[chosen]

    def learn(self, option: int, reward: float) -> None:
        branch = self.branches[option]
        branch.tries += 1
        branch.total += reward

    def rank(self, option: int) -> tuple[int, float, float]:
        """The sort key of the final choice: most visits first, then best average."""
        branch = self.branches[option]
        tried = branch.tries - 1
        return tried, branch.total / max(1, tried), branch.hint or 0.0


class Search:
    """The search for one decision."""

    def __init__(self, seen: Seen, playouts: int, lots: Lots) -> None:
        self.judge = seen.judge
        self.specs = self.judge.specs
        self.seen, self.seat, self.lots, self.playouts = seen, seen.seat, lots, playouts
        self.ids: dict[Place, int] = {}
        self.nodes: list[Node] = []
        self.middle: list[float] = []
        self.scale = 1.0

    def best(self) -> int:
        count = max(1, min(self.playouts, 4 + self.playouts // 16))
        worlds = [self.seen.world(self.lots.seed()) for _ in range(count)]
        self._settle(worlds)
        outlook = Lookahead(self.judge, self.seat, self.lots).look(worlds[0], PRIOR)
        root = self._node((-1, 0, worlds[0].spec, self.seat))
        self._hint(root, outlook, outlook.best())
        for index in range(self.playouts):
            self._descend(worlds[index % count])
        return max(self.seen.values, key=self.nodes[root].rank)

    # ---- what a position is worth ------------------------------------------------------------------

    def _settle(self, worlds: list[World]) -> None:
        """Estimate the usual value after a playout from a few playouts; rewards are measured relative to it."""
        found = []
        for world in worlds[:4]:
            for _ in range(4):
                found.append(self.judge.leads(world.wander(self.lots, PLIES, LONGEST)))
        self.middle = [sum(lead[seat] for lead in found) / len(found) for seat in range(self.judge.seats)]
        spread = [(lead[self.seat] - self.middle[self.seat]) ** 2 for lead in found]
        self.scale = max(1.0, sqrt(sum(spread) / len(spread)))

    def _bounded(self, value: float) -> float:
        """Map a value to the range from 0 to 1; the usual value maps to one half."""
        return 1 / (1 + exp(-max(-50.0, min(50.0, value / self.scale))))

    def _rewards(self, found: Standing) -> list[float]:
        verdicts = self.judge.verdicts(found)
        soft = [self._bounded(lead - usual) for lead, usual in zip(self.judge.leads(found), self.middle, strict=True)]
        return [(r + v + 1) / 3 if v else r for r, v in zip(soft, verdicts, strict=True)]

    def _hint(self, index: int, outlook: Outlook, best: int) -> None:
        """Use the result of the lookahead as one playout of each answer."""
        for option, value in outlook.values.items():
            self.nodes[index].branches[option].hint = self._bounded(value - best)
        for option, further in outlook.after.items():
            self._hint(self._node((index, option, further.spec, self.seat)), further, best)

    # ---- a playout ----------------------------------------------------------------------------------

    def _node(self, place: Place) -> int:
        if place not in self.ids:
            self.ids[place] = len(self.nodes)
            self.nodes.append(Node())
        return self.ids[place]

    def _descend(self, world: World) -> None:
        """Go down the tree to a new decision. A seat that answers in secret does not know the secret answers of
        others."""
        path: list[tuple[Node, int, int]] = []
        parent, answer = -1, 0
        anchor, phases = (-1, 0), world.phases
        secret: dict[int, tuple[int, int]] = {}
        """While answers are secret: for each seat, its own last node and answer. All start from the anchor."""
        joint: Place = ()
        while not world.over:
            seat, spec = world.asked, world.spec
            known = len(self.nodes)
            if self.specs[spec].hidden:
                if not secret or world.phases != phases:
                    anchor, phases = (parent, answer), world.phases
                    secret.clear()
                index = self._node((*secret.get(seat, anchor), spec, seat))
            else:
                index = self._node((parent, answer, spec, seat, *joint))
                secret.clear()
                joint = ()
            node = self.nodes[index]
            fresh = index == known
            options = BITS[world.mask]
            option = self.lots.pick(options) if fresh else node.pick(options)
            path.append((node, option, seat))
            if self.specs[spec].hidden:
                secret[seat] = (index, option)
                joint = (*joint, option)
            world = world.answered(option)
            parent, answer = index, option
            if fresh:
                break
        rewards = self._rewards(world.wander(self.lots, PLIES, LONGEST))
        for node, option, seat in path:
            node.learn(option, rewards[seat])


class SearchBot:
    def __init__(self, seed: int, seat: int, playouts: int) -> None:
        self.seed, self.seat, self.playouts = seed, seat, playouts

    def answer(self, seen: Seen) -> int:
        return seen.thought(lambda s: Search(s, self.playouts, Lots(self.seed, self.seat, s.moment)).best())
