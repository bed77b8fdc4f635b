"""Monte Carlo tree search in imagined worlds: each playout goes down the tree in one world, then continues with random
answers."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

from attrs import define, field

from solenia_rules.fast.errors import Fault
from solenia_rules.play.physics import BITS
from solenia_rules.play.thinking import LONGEST, ONE, PLIES, PRIOR, SETTLING, bounded, clamped, spread, urge
from solenia_rules.tools.lab.bots import Coded, Seen
from solenia_rules.tools.lab.lookahead import Lookahead, Outlook
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.worlds import Standing, World

Place: TypeAlias = tuple[int, ...]
"""The key of a node: its parent, the answer and the decision asked then."""


@define
class Branch:
    """The statistics of one answer. It starts with one virtual visit, with the value from the lookahead or the usual
    value. Rewards are in units of 1 / ONE."""

    tries: int = 1
    offered: int = 0
    total: int = 0
    hint: int | None = None


@define
class Node:
    """The statistics of one decision, from the point of view of the asked seat."""

    branches: defaultdict[int, Branch] = field(factory=lambda: defaultdict(Branch))

    def pick(self, options: tuple[int, ...]) -> int:
        """The most promising option. Options that are rarely offered are not penalized for it."""
        branches = self.branches
        here = [branches[option] for option in options]
        middle = sum([b.total for b in here], ONE // 2) // (1 + sum([b.tries for b in here]) - len(here))
        best, chosen = -1, 0
        for place, branch in enumerate(here):
            branch.offered = seen = branch.offered + 1
            tries, hint = branch.tries, branch.hint
            value = (branch.total + (middle if hint is None else hint)) // tries + urge(seen, tries)
            if value > best:
                best, chosen = value, place
        return options[chosen]

    def learn(self, option: int, reward: int) -> None:
        branch = self.branches[option]
        branch.tries += 1
        branch.total += reward

    def rank(self, option: int) -> tuple[int, int, int]:
        """The sort key of the final choice: most visits first, then best average."""
        branch = self.branches[option]
        tried = branch.tries - 1
        return tried, branch.total // max(1, tried), branch.hint or 0


class Search:
    """The search for one decision."""

    def __init__(self, seen: Seen, playouts: int, lots: Lots) -> None:
        self.judge = seen.judge
        self.specs = self.judge.specs
        self.seen, self.seat, self.lots, self.playouts = seen, seen.seat, lots, playouts
        self.ids: dict[Place, int] = {}
        self.nodes: list[Node] = []
        self.usual: list[int] = []
        """For each seat, the sum of the leads of some playouts."""
        self.samples = 1
        """The number of these playouts; distances from the usual lead are multiplied by it."""
        self.scale = 1

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
        found = [
            [clamped(lead) for lead in self.judge.leads(world.wander(self.lots, PLIES, LONGEST))]
            for world in worlds[:SETTLING]
            for _ in range(SETTLING)
        ]
        self.samples = len(found)
        self.usual = [sum(leads) for leads in zip(*found, strict=True)]
        self.scale = spread([leads[self.seat] for leads in found])

    def _rewards(self, found: Standing) -> list[int]:
        made = []
        for lead, usual, verdict in zip(self.judge.leads(found), self.usual, self.judge.verdicts(found), strict=True):
            soft = bounded(self.samples * clamped(lead) - usual, self.scale)
            made.append((soft + (verdict + 1) * ONE) // 3 if verdict else soft)
        return made

    def _hint(self, index: int, outlook: Outlook, best: int) -> None:
        """Use the result of the lookahead as one playout of each answer."""
        for option, value in outlook.values.items():
            self.nodes[index].branches[option].hint = bounded(self.samples * clamped(value - best), self.scale)
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
        self._coded = Coded(seed, seat, "mcts", playouts)

    def answer(self, seen: Seen) -> int:
        try:
            found = self._coded.answer(seen)
        except Fault:
            found = None
        return self.think(seen) if found is None else found

    def think(self, seen: Seen) -> int:
        """The answer in plain Python."""
        return Search(seen, self.playouts, Lots(self.seed, self.seat, seen.moment)).best()
