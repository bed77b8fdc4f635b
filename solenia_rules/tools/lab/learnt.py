"""The bot `learnt:FILE`: it takes the action that a learnt policy prefers. It needs numpy, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.policies import Policy, read_policy


class LearntBot:
    """Answers as a policy says. Of equal actions it takes the first."""

    def __init__(self, word: str, policy: Policy) -> None:
        self.word, self.policy = word, policy
        self._fitting: object = None
        """The ruleset for which the policy was checked."""

    def answer(self, seen: Seen) -> int:
        rules = seen.rules
        if self._fitting is not rules:
            try:
                self.policy.fit(rules, seen.seats)
            except LabError as problem:
                raise LabError(f"the bot {self.word} cannot play: {problem}") from problem
            self._fitting = rules
        actions = rules.actions(seen.seats)
        answers = actions.answers(seen.spec, seen.seat, seen.mask)
        if len(answers) == 1:
            return next(iter(answers.values()))
        scores = self.policy.scores(np.array([seen.observation], np.int32))[0]
        return answers[max(sorted(answers), key=lambda action: float(scores[action]))]


def learnt_bot(word: str, path: str) -> LearntBot:
    """Read the policy of a word `learnt:FILE`."""
    try:
        return LearntBot(word, read_policy(Path(path)))
    except LabError as problem:
        raise LabError(f"`{word}`: {problem}") from problem
