"""What `tune` found in words, in the language of the user, and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.tools.lab.tune.goals import Goal, Verdict
from solenia_rules.tools.lab.tune.search import Proposal, Question
from solenia_rules.tools.lab.tune.settings import Setting, changes
from solenia_rules.tools.lab.tune.verifying import Answer, Seen
from solenia_rules.words.by_language import lab_words
from solenia_rules.words.tables.lab import LabKey

MOST_FRONT = 8
"""The most trade-offs that are printed."""
VERDICTS: dict[Verdict, LabKey] = {"met": "goal_met", "missed": "goal_missed", "open": "goal_open"}


@frozen
class Tuned:
    """The result of a search."""

    rules: Ruleset
    question: Question
    now: Proposal
    """The values as they are, in the games of the search."""
    answer: Answer
    front: tuple[Proposal, ...]
    tried: tuple[Proposal, ...]

    @property
    def refused(self) -> list[Proposal]:
        return [one for one in self.tried if one.refused]


def value_text(value: float | None, share: bool) -> str:
    """A value without interval."""
    if value is None:
        return "-"
    return f"{value:.1%}" if share else f"{value:.2f}".rstrip("0").rstrip(".")


def interval_text(found: Measured | None, share: bool) -> str:
    if found is None or not found.count:
        return "-"
    low, high = found.interval.low, found.interval.high
    if share:
        return f"{found.value:.1%} ({low:.1%}–{high:.1%})"
    return f"{found.value:.2f} ({low:.2f}–{high:.2f})"


def heading(tuned: Tuned, lang: str) -> str:
    question, job = tuned.question, tuned.question.job
    return lab_words(lang).LAB["tune_asked"].format(
        rules=tuned.rules.id, goals=len(question.goals), numbers=len(question.settings), tried=len(tuned.tried),
        bots=",".join(dict.fromkeys(job.bots)), games=question.games, seed=job.seed,
    )  # fmt: skip


def verdict(tuned: Tuned, lang: str) -> str:
    """The answer in one sentence."""
    texts, answer = lab_words(lang).LAB, tuned.answer
    changed = changes(tuned.question.settings, answer.proposal.values)
    values = ", ".join(f"{one.name} = {value}" for one, value in changed) or texts["tune_as_is"]
    first, *others = answer.trials
    gaps = {"values": values, "bot": first.bot, "others": ", ".join(one.bot for one in others)}
    missed = [seen.goal.text for trial in answer.trials for seen in trial.goals if seen.verdict == "missed"]
    match answer.claim:
        case "holds":
            return texts["tune_holds" if others else "tune_holds_alone"].format(**gaps)
        case "one":
            return texts["tune_one"].format(**gaps)
        case "flips":
            return texts["tune_flips"].format(goals="; ".join(dict.fromkeys(missed)), **gaps)
        case "open":
            return texts["tune_open"].format(games=first.games, **gaps)
        case "missed":
            bots = ", ".join(trial.bot for trial in answer.trials if trial.verdict == "missed")
            return texts["tune_missed"].format(goals="; ".join(dict.fromkeys(missed)), **{**gaps, "bot": bots})
        case other:
            assert_never(other)


def number_rows(tuned: Tuned, lang: str) -> tuple[list[str], list[list[str]]]:
    """The numbers that may change: their range, their value now, and the proposed one."""
    texts = lab_words(lang).LAB
    head = [texts[key] for key in ("tune_number", "tune_range", "tune_now", "tune_new")]
    pairs = zip(tuned.question.settings, tuned.answer.proposal.values, strict=True)
    return head, [[one.name, f"{one.low}..{one.high}", str(one.value), _new(one, value)] for one, value in pairs]


def _new(setting: Setting, value: int) -> str:
    return str(value) if value != setting.value else "="


def goal_rows(tuned: Tuned, lang: str) -> tuple[list[str], list[list[str]]]:
    """Each goal: as it is, in the search, and in the games that check it."""
    texts = lab_words(lang).LAB
    trials = tuned.answer.trials
    head = [texts["tune_goal"], texts["tune_now"], texts["tune_search"]]
    head += [texts["tune_checked"].format(bot=trial.bot, games=trial.games) for trial in trials]
    rows = []
    for number, goal in enumerate(tuned.question.goals):
        share = goal.measure.share
        row = [goal.text, value_text(tuned.now.found[number], share)]
        row.append(value_text(tuned.answer.proposal.found[number], share))
        rows.append([*row, *(seen_text(trial.goals[number], lang) for trial in trials)])
    return head, rows


def seen_text(seen: Seen, lang: str) -> str:
    word = lab_words(lang).LAB[VERDICTS[seen.verdict]]
    return f"{interval_text(seen.found, seen.goal.measure.share)} {word}"


def front_rows(tuned: Tuned) -> tuple[list[str], list[list[str]]]:
    """The trade-offs: values, and what each goal's measure is with them."""
    settings, goals = tuned.question.settings, tuned.question.goals
    varied = [n for n, one in enumerate(settings) if len({p.values[n] for p in tuned.front}) > 1 or _moved(tuned, n)]
    head = [*(settings[n].name for n in varied), *(goal.text for goal in goals)]
    rows = [
        [*(str(one.values[n]) for n in varied), *(_marked(goal, one.found[k]) for k, goal in enumerate(goals))]
        for one in tuned.front[:MOST_FRONT]
    ]
    return head, rows


def _moved(tuned: Tuned, number: int) -> bool:
    return tuned.answer.proposal.values[number] != tuned.question.settings[number].value


def _marked(goal: Goal, value: float | None) -> str:
    """A value; `*` if it is within the goal."""
    return value_text(value, goal.measure.share) + ("*" if value is not None and not goal.shortfall(value) else "")


def tuned_data(tuned: Tuned) -> dict[str, object]:
    """For programs."""
    question = tuned.question
    names = [one.name for one in question.settings]
    return {
        "ruleset": tuned.rules.id,
        "digest": tuned.rules.digest,
        "bots": list(question.job.bots),
        "seats": question.job.seats,
        "seed": question.job.seed,
        "games": question.games,
        "numbers": [
            {"name": one.name, "low": one.low, "high": one.high, "now": one.value} for one in question.settings
        ],
        "goals": [goal.text for goal in question.goals],
        "claim": tuned.answer.claim,
        "values": dict(zip(names, tuned.answer.proposal.values, strict=True)),
        "checked": [
            {
                "bot": trial.bot,
                "games": trial.games,
                "goals": [
                    {"goal": seen.goal.text, "verdict": seen.verdict, **(json_of(seen.found) or {})}
                    for seen in trial.goals
                ],
            }
            for trial in tuned.answer.trials
        ],
        "trade-offs": [_tried_data(names, one) for one in tuned.front],
        "tried": [_tried_data(names, one) for one in tuned.tried],
    }


def _tried_data(names: Sequence[str], one: Proposal) -> dict[str, object]:
    found = [None if value is None else round(value, 6) for value in one.found]
    made: dict[str, object] = {"values": dict(zip(names, one.values, strict=True)), "games": one.games, "found": found}
    return {**made, "refused": one.refused} if one.refused else made
