"""Differences under several strengths in words, in the language of the user. Each command says what it claims."""

from __future__ import annotations

from collections.abc import Mapping

from solenia_rules.tools.lab.figures import gap
from solenia_rules.tools.lab.pair_strengths import Direction, PairClaim
from solenia_rules.words.by_language import lab_words


def pair_title(claim: PairClaim, lang: str) -> str:
    """Which bots played how many pairs of games."""
    texts = lab_words(lang).LAB
    games = ", ".join(texts["strength_pairs"].format(bot=one.bot, games=one.difference.count) for one in claim.tested)
    return texts["pair_strengths"].format(games=games)


def pair_sentence(claim: PairClaim, said: Mapping[Direction, str], lang: str) -> str:
    """Whether a claim holds for all bots. `said`: the claim in words, for each direction that can be settled."""
    texts = lab_words(lang).LAB
    figures = ", ".join(
        texts["with_bot"].format(figure=gap(one.difference, claim.metric, lang).strip().replace("  ", " "), bot=one.bot)
        for one in claim.tested
    )
    if claim.verdict == "even":
        return texts["pair_even"].format(figures=figures)
    agreeing = claim.agreeing
    others = ", ".join(one.bot for one in claim.tested if one.bot not in agreeing)
    match claim.verdict:
        case "holds":
            key = texts["verdict_both" if len(claim.tested) == 2 else "verdict_all"]
        case "flips":
            key = texts["verdict_flips"]
        case "open":
            key = texts["verdict_open"]
    return key.format(claim=said[claim.direction], figures=figures, bots=", ".join(agreeing), others=others)


def pair_answer(claim: PairClaim | None, said: Mapping[Direction, str], lang: str) -> list[str]:
    """A sentence at the top of a page."""
    return [] if claim is None else [f"{pair_title(claim, lang)} {pair_sentence(claim, said, lang)}"]


def pair_lines(claim: PairClaim | None, said: Mapping[Direction, str], lang: str) -> list[str]:
    """The lines on the terminal."""
    if claim is None:
        return []
    return ["", pair_title(claim, lang), f"  - {pair_sentence(claim, said, lang)}"]
