"""How a game feels in words, one sentence for each figure, in the language of the user, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import asdict, frozen

from solenia_rules.tools.lab.feel import Feel
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.ladder import Cut, Ladder, Step
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.words.by_language import lab_words
from solenia_rules.words.tables.lab import LabKey, LabTexts


@frozen
class Impression:
    """What is known about how a game feels."""

    feel: Feel
    ladder: Ladder
    bots: str


def feel_title(found: Impression, lang: str) -> str:
    return lab_words(lang).LAB["feel"].format(games=found.feel.games, bots=found.bots)


def impressions(found: Impression, lang: str) -> list[str]:
    """One sentence for each figure that has a meaning for the game, then the steps of skill."""
    texts = lab_words(lang).LAB
    return [*_sentences(found.feel, texts), *_steps(found.ladder, texts)]


def _sentences(feel: Feel, texts: LabTexts) -> Iterator[str]:
    yield texts["feel_length"].format(turns=_number(feel.turns), answers=_number(feel.answers))
    yield texts["feel_choices"].format(choices=_number(feel.choices))
    if feel.lead_changes is not None:
        yield texts["feel_lead"].format(changes=_number(feel.lead_changes))
    if feel.left is not None:
        yield texts["feel_left"].format(left=_share(feel.left))
    shares: tuple[tuple[LabKey, Measured | None], ...] = (
        ("feel_near", feel.near_equal),
        ("feel_comeback", feel.comebacks), ("feel_runaway", feel.runaways), ("feel_decisive", feel.decisive),
        ("feel_interaction", feel.interaction), ("feel_kingmaking", feel.kingmaking),
    )  # fmt: skip
    for key, share in shares:
        if share is not None:
            yield texts[key].format(share=_share(share))
    if feel.waits is not None and feel.longest_wait is not None:
        yield texts["feel_wait"].format(waits=_number(feel.waits), longest=_number(feel.longest_wait))


def _steps(ladder: Ladder, texts: LabTexts) -> Iterator[str]:
    for step in ladder.steps:
        verdict = texts["skill_settled" if step.settled else "skill_open"]
        bots = {"stronger": step.stronger, "weaker": step.weaker, "verdict": verdict}
        if not ladder.together:
            yield texts["skill_step"].format(share=_share(step.gain), even=f"{step.even:.0%}", **bots)
        elif ladder.scored:
            yield texts["skill_gain"].format(gain=_number(step.gain), **bots)
        else:
            yield texts["skill_wins"].format(gain=_share(step.gain), **bots)
    if ladder.steps:
        yield texts["skill_depth"].format(steps=ladder.depth, all=len(ladder.steps))
    if ladder.cut is not None:
        yield cut_text(ladder.cut, texts)


def cut_text(cut: Cut, texts: LabTexts) -> str:
    """Which step was cut, and what it has played."""
    return texts["skill_cut"].format(
        seconds=f"{cut.seconds:g}", stronger=cut.stronger, weaker=cut.weaker, games=cut.games, all=cut.planned
    )


def _number(found: Measured) -> str:
    return f"{found.value:.1f} ({found.interval.low:.1f}–{found.interval.high:.1f})"


def _share(found: Measured) -> str:
    return f"{found.value:.0%} ({found.interval.low:.0%}–{found.interval.high:.0%})"


def feel_data(found: Impression) -> dict[str, object]:
    """For programs."""
    figures = asdict(found.feel, recurse=False)
    games = figures.pop("games")
    return {
        "games": games,
        **{name.replace("_", " "): json_of(value) for name, value in figures.items()},
        "skill": [_step_data(step) for step in found.ladder.steps],
        "depth": found.ladder.depth,
        "cut": None if found.ladder.cut is None else asdict(found.ladder.cut),
    }


def _step_data(step: Step) -> dict[str, object]:
    return {
        "weaker": step.weaker, "stronger": step.stronger, "gain": json_of(step.gain), "even": round(step.even, 6),
        "settled": step.settled,
    }  # fmt: skip
