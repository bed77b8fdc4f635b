"""How strong the bots are: each against the next weaker one, on every ruleset.

    python -m bench.strength --games 40 summer winter

Opponents change seats from game to game; where nobody opposes, both play the same deals and mean scores are compared.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise

import solenia_rules as sr
from solenia_rules import fast
from solenia_rules.api.course import Course
from solenia_rules.play import reading
from solenia_rules.rules.layers import is_abstract
from solenia_rules.rules.resolver import resolve
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.intervals import Measured, mean, wilson
from solenia_rules.tools.lab.judge import Judge, judge_for
from solenia_rules.tools.lab.roster import bot_maker


def play(rules: sr.Ruleset, judge: Judge, words: list[str], seed: int) -> list[int]:
    """The last state of a game between bots."""
    course = Course.begin(rules, len(words), seed)
    bots = [bot_maker(word)(seed, seat) for seat, word in enumerate(words)]
    while not course.over:
        course.answer(bots[course.asked].answer(Seen(course, judge)))
    return course.state


def duel(name: str, strong: str, weak: str, games: int, seed: int) -> dict[str, object]:
    rules = sr.load(name)
    seats = rules.seats[0]
    judge = judge_for(rules, seats)
    began = time.process_time()
    if judge.together:
        scores: dict[str, list[float]] = {strong: [], weak: []}
        for game in range(games):
            for word, found in scores.items():
                s = play(rules, judge, [word] * seats, seed + game)
                found.append(sum(reading.scores(judge.program, s)) / seats)
        gain = mean([a - b for a, b in zip(*scores.values(), strict=True)])
        shown = {"means": [sum(found) / games for found in scores.values()], "gain": show(gain)}
    else:
        won = 0.0
        for game in range(games):
            mine = game % seats
            s = play(rules, judge, [strong if seat == mine else weak for seat in range(seats)], seed + game)
            winners = reading.winners(s)
            won += (1 / len(winners) if mine in winners else 0.0) if winners else 1 / seats
        shown = {"wins": show(wilson(won, games))}
    seconds = (time.process_time() - began) / games
    by = "machine code" if judge.worlds.code is not None else fast.available().reason or "plain Python"
    told = {"cpu": round(seconds, 2), "by": by}
    return {"ruleset": name, "bots": [strong, weak], "seats": seats, "games": games, **shown, **told}


def playable() -> list[str]:
    """All but what others are laid over only."""
    return [name for name in sr.list_rulesets() if not is_abstract(resolve(name, allow_abstract=True).document)]


def show(measured: Measured) -> list[float]:
    return [round(measured.value, 3), round(measured.interval.low, 3), round(measured.interval.high, 3)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--bots", default="mcts:200,greedy,random")
    parser.add_argument("--seed", type=int, default=1000)
    given = parser.parse_args()
    words = given.bots.split(",")
    for name in given.rulesets or playable():
        for strong, weak in pairwise(words):
            print(json.dumps(duel(name, strong, weak, given.games, given.seed)), flush=True)


if __name__ == "__main__":
    main()
