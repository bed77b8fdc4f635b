"""A program that learns in a PettingZoo environment: Leduc poker, from a table of what each action has earned.

    pip install 'solenia-rules[research]'
    python learn_in_pettingzoo.py

Both seats learn from their own games at first. Then the learnt table plays against random actions, in both seats.
Nothing here knows the rules: to learn another small game, change the name and the parameters in `TABLE`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np
from pettingzoo import AECEnv

from solenia_rules.adapters.pettingzoo import env

Worths = defaultdict[bytes, np.ndarray]
"""What a seat sees -> for each action: the number of games that went on with the action, and their mean reward."""


def play(
    table: AECEnv, worths: Worths, seed: int, chance: np.random.Generator, curious: dict[str, float]
) -> dict[str, float]:
    """One game. A seat takes the action with the best mean reward, or any legal one as often as it is `curious`.

    Returns how many chips each seat has won. The table `worths` learns from the seats that are curious in part.
    """
    table.reset(seed=seed)
    taken: list[tuple[str, bytes, int]] = []
    earned: dict[str, float] = {}
    for seat in table.agent_iter():
        seen, reward, over, cut, info = table.last()
        if over or cut:
            earned[seat] = float(reward)
            table.step(None)
            continue
        legal = np.flatnonzero(info["action_mask"])
        key = seen.tobytes()
        if chance.random() < curious[seat]:
            action = int(chance.choice(legal))
        else:
            action = int(legal[worths[key][1, legal].argmax()])
        taken.append((seat, key, action))
        table.step(action)
    middle = sum(earned.values()) / len(earned)
    earned = {seat: chips - middle for seat, chips in earned.items()}
    for seat, key, action in taken:
        if curious[seat] < 1:
            number, mean = worths[key][:, action]
            worths[key][:, action] = number + 1, mean + (earned[seat] - mean) / max(number + 1, 20)
    return earned


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20_000, help="games to learn from")
    games = parser.parse_args().games
    table = env("leduc", params={"hands": 1}, rewards="score")
    first, second = table.possible_agents
    actions = int(table.action_space(first).n)
    worths: Worths = defaultdict(lambda: np.zeros((2, actions)))
    chance = np.random.default_rng(1)
    for seed in range(games):
        play(table, worths, seed, chance, {first: 0.2, second: 0.2})
    won = []
    for seed in range(2_000):
        learnt, other = (first, second) if seed % 2 else (second, first)
        won.append(play(table, worths, games + seed, chance, {learnt: 0.0, other: 1.0})[learnt])
    error = 1.96 * np.std(won) / np.sqrt(len(won))
    print(f"{len(worths)} situations seen in {games} games")
    print(f"against random actions: {np.mean(won):+.2f} chips a game ({error:.2f} either way)")


if __name__ == "__main__":
    main()
