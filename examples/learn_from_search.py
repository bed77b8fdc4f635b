"""Learns a game from search: `python examples/learn_from_search.py summer --minutes 10 --out summer.npz`.

Bots that search (`mcts:N`) play games in machine code. A batch plays the same games again and gives, for each decision,
what the asked seat may know and what is legal. A small network learns to answer as the search did, without searching.
The policy is written to a file and plays against another bot at each seat in turn; the last line tells how many games
it won. `solenia play summer --seats human,learnt:summer.npz` plays against it. It needs numpy and llvmlite (extra
`research`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np

import solenia_rules as sr
from solenia_rules.tools.lab.intervals import Measured, wilson
from solenia_rules.tools.lab.notebooks import simulate
from solenia_rules.tools.lab.policies import Encoder, Policy, tables_of

SEARCH = 2
"""The number of the bot `mcts` in machine code."""
FIRST_SEED = 1_000_000
"""Games to learn from have other seeds than games that show how strong the policy is."""
HIDDEN = (256, 128)
SMALLEST = 0.0002
"""A pair of a number and a value that is rarer than this has no column."""


class Games:
    """Decisions of recorded games: what was seen, what was legal, what the search answered."""

    def __init__(self, rules: sr.Ruleset, seats: int, playouts: int, threads: int) -> None:
        telling = rules.telling(seats)
        if telling is None or telling.unfit:
            raise SystemExit(f"bots that search cannot play {rules.id} in machine code")
        self.rules, self.seats, self.telling = rules, seats, telling
        self.bots = [(SEARCH, playouts)] * seats
        self.pool = ThreadPoolExecutor(threads)
        self.seed = FIRST_SEED
        self.seen: list[np.ndarray] = []
        self.legal: list[np.ndarray] = []
        self.given: list[np.ndarray] = []

    def play(self, count: int) -> None:
        """Play more games with search, and record their decisions."""
        seeds = range(self.seed, self.seed + count)
        self.seed += count
        recorded = list(self.pool.map(lambda seed: self.telling.answers(seed, self.bots), seeds))
        batch = sr.batch(self.rules, self.seats, count, seeds=seeds, again=False)
        for step in range(max(map(len, recorded))):
            going = np.array([step < len(answers) for answers in recorded])
            answers = np.array([answers[step] if step < len(answers) else 0 for answers in recorded])
            actions = batch.actions_of(answers, going)
            real = going & (batch.legal.sum(1) > 1)
            self.seen.append(batch.observation[real].astype(np.int16))
            self.legal.append(np.packbits(batch.legal[real], axis=1))
            self.given.append(actions[real].astype(np.int16))
            batch.step(actions, going)

    def all(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.concatenate(self.seen), np.concatenate(self.legal), np.concatenate(self.given)


def make_encoder(rules: sr.Ruleset, seats: int, seen: np.ndarray) -> Encoder:
    """A column for each pair of a number and a value that occurs; amounts are scaled."""
    columns, amounts = [], []
    for index, number in enumerate(rules.observation(seats)):
        if number.sort == "number":
            amounts.append(index)
        else:
            values, counts = np.unique(seen[:, index], return_counts=True)
            columns += [(index, int(v)) for v, c in zip(values, counts, strict=True) if c > SMALLEST * len(seen)]
    varied = [index for index in amounts if seen[:, index].std() > 0]
    middle, spread = seen[:, varied].mean(0), seen[:, varied].std(0)
    return Encoder(
        np.array(columns, np.int32).reshape(-1, 2), np.array(varied, np.int32), middle.astype(np.float32),
        spread.astype(np.float32),
    )  # fmt: skip


class Network:
    """Layers with rectified units, trained by Adam."""

    def __init__(self, widths: list[int], seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.parts: list[np.ndarray] = []
        for before, after in pairwise(widths):
            weights = chance.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32)
            self.parts += [weights, np.zeros(after, np.float32)]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def learn(self, inputs: np.ndarray, legal: np.ndarray, given: np.ndarray, rate: float) -> tuple[float, float]:
        """One step towards the given answers; returns the loss, and how often the best answer is the given one."""
        values = [inputs]
        for layer in range(0, len(self.parts), 2):
            out = values[-1] @ self.parts[layer] + self.parts[layer + 1]
            values.append(out if layer + 2 == len(self.parts) else np.maximum(out, 0))
        scores = np.where(legal, values[-1], -1e9)
        odds = np.exp(scores - scores.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        rows = np.arange(len(given))
        loss, right = -np.log(odds[rows, given] + 1e-9).mean(), (scores.argmax(1) == given).mean()
        odds[rows, given] -= 1
        slope = odds / len(given)
        slopes: list[np.ndarray] = []
        for layer in range(len(self.parts) - 2, -1, -2):
            slopes = [values[layer // 2].T @ slope, slope.sum(0), *slopes]
            if layer:
                slope = (slope @ self.parts[layer].T) * (values[layer // 2] > 0)
        self.steps += 1
        for part, one, mean, square in zip(self.parts, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (one - mean)
            square += 0.001 * (one * one - square)
            fixed = mean / (1 - 0.9**self.steps)
            part -= rate * fixed / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
        return float(loss), float(right)

    def layers(self) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        return tuple((self.parts[i], self.parts[i + 1]) for i in range(0, len(self.parts), 2))


def batches(count: int, size: int, seed: int) -> Iterator[np.ndarray]:
    order = np.random.default_rng(seed).permutation(count)
    for first in range(0, count - size + 1, size):
        yield order[first : first + size]


def strength(rules: sr.Ruleset, seats: int, policy: Path, rival: str, games: int) -> list[Measured]:
    """The share of games that the policy wins at each seat, while the rival sits at all others; then of all games."""
    shares = []
    for seat in range(seats):
        bots = [rival] * seats
        bots[seat] = f"learnt:{policy}"
        shares.append(simulate(rules, games, ",".join(bots), seats).summary.results[seat].wins)
    return [*shares, wilson(sum(one.value * one.count for one in shares), sum(one.count for one in shares))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10, help="time on both cores; half of it is spent on games")
    parser.add_argument("--playouts", type=int, default=200, help="playouts of the search at each decision")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    parser.add_argument("--against", default="greedy", help="the bot against which the policy plays at the end")
    parser.add_argument("--games", type=int, default=500, help="games at each seat at the end")
    asked = parser.parse_args()
    rules, seats = sr.load(asked.ruleset), asked.seats
    half = asked.minutes * 60 * asked.threads / 2
    games, start = Games(rules, seats, asked.playouts, asked.threads), time.process_time()
    while time.process_time() - start < half:
        games.play(256)
    seen, legal, given = games.all()
    print(f"{games.seed - FIRST_SEED} games, {len(given)} decisions, {time.process_time() - start:.0f} s of CPU")
    encoder = make_encoder(rules, seats, seen)
    actions = len(rules.actions(seats))
    network = Network([encoder.width, *HIDDEN, actions], seed=1)
    held = len(given) // 20
    start, epoch = time.process_time(), 0
    while (spent := time.process_time() - start) < half:
        rate = 0.001 * max(0.03, 1 - spent / half)
        told = []
        for chosen in batches(len(given) - held, 1024, epoch):
            inputs = encoder.encode(seen[chosen])
            told.append(network.learn(inputs, _unpacked(legal[chosen], actions), given[chosen], rate))
            if time.process_time() - start >= half:
                break
        policy = Policy(rules.id, seats, tables_of(rules, seats), encoder, network.layers())
        policy.save(asked.out)
        tested = slice(len(given) - held, None)
        right = (policy.choose(seen[tested], _unpacked(legal[tested], actions)) == given[tested]).mean()
        loss, learnt = np.mean(told, 0)
        epoch += 1
        print(f"epoch {epoch}: loss {loss:.3f}, {learnt:.1%} as the search; of other games {right:.1%}", flush=True)
    print(f"{asked.out}: {time.process_time() - start:.0f} s of CPU for learning", flush=True)
    *shares, of_all = strength(rules, seats, asked.out, asked.against, asked.games)
    for seat, share in enumerate(shares):
        print(f"seat {seat + 1} against {asked.against}: {_told(share)}")
    print(f"against {asked.against}: {_told(of_all)}; an even share is {1 / seats:.1%}")


def _told(share: Measured) -> str:
    won = share.interval
    return f"won {share.value:.1%} of {share.count} games (95 % interval {won.low:.1%} to {won.high:.1%})"


def _unpacked(legal: np.ndarray, actions: int) -> np.ndarray:
    return np.unpackbits(legal, axis=1, count=actions).astype(bool)


if __name__ == "__main__":
    main()
