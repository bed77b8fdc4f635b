"""What is strong in words: the options that are settled to be strong or weak, and one list of what is never used, never
useful or always taken; in the language of the user, and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.strong import Strong, Worth
from solenia_rules.tools.lab.summary import OptionUse, Summary, json_of
from solenia_rules.words.by_language import lab_words
from solenia_rules.words.tables.lab import LabKey

MOST_SHOWN = 10
"""The most strong options, and the most weak ones, that are told by default."""
ALWAYS = 0.99
"""An option is called always taken if this share of its offers is taken, never taken if at most the rest is."""
ENOUGH = 30
"""With fewer offers, nothing is said about whether an option is always or never taken."""

FEW_SEATS = 10
"""With fewer seats than this, the share of wins is not shown."""


@frozen
class Habits:
    """Options that nobody has to think about."""

    never_taken: tuple[str, ...]
    never_useful: tuple[str, ...]
    """Never taken, and rightly: settled to be weak."""
    always_taken: tuple[str, ...]


def habits(summary: Summary, strong: Strong) -> Habits:
    weak = {one.name for one in strong.options if one.verdict == "weak"}
    known = [one for one in summary.options if one.offered >= ENOUGH]
    never = [one.name for one in known if one.taken <= (1 - ALWAYS) * one.offered]
    forced = {one.name for one in summary.options if one.name not in {worth.name for worth in strong.options}}
    return Habits(
        tuple(name for name in never if name not in weak),
        tuple(name for name in never if name in weak),
        tuple(one.name for one in known if one.taken >= ALWAYS * one.offered and one.name not in forced),
    )


def strong_title(strong: Strong, bots: str, lang: str) -> str:
    texts = lab_words(lang).LAB
    return texts["strong"].format(options=len(strong.options), games=strong.games, bots=bots)


def strong_rows(
    strong: Strong, summary: Summary, lang: str, everything: bool, others: Sequence[tuple[str, Strong]] = ()
) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a table: the settled options, or all of them. `others`: what is strong with other
    bots."""
    texts = lab_words(lang).LAB
    uses = {one.name: one for one in summary.options}
    found = list(strong.options)
    if not everything:
        best = [one for one in found if one.verdict == "strong"][:MOST_SHOWN]
        found = best + [one for one in found if one.verdict == "weak"][-MOST_SHOWN:]
    words: dict[str, LabKey] = {"strong": "strong_yes", "weak": "strong_no", "open": "strong_open"}
    elsewhere = [{one.name: texts[words[one.verdict]] for one in other.options} for _bot, other in others]
    rows = [
        [one.name, str(one.games), gain_text(one.gain, strong.in_points), *_use(uses.get(one.name)),
         texts[words[one.verdict]], *(known.get(one.name, "-") for known in elsewhere)]
        for one in found
    ]  # fmt: skip
    keys: Sequence[LabKey] = (
        "strong_option", "strong_games", "strong_points" if strong.in_points else "strong_gain", "strong_taken",
        "strong_wins", "strong_passed", "strong_verdict",
    )  # fmt: skip
    with_others = [texts["with_bot"].format(figure=texts["strong_verdict"], bot=bot) for bot, _other in others]
    return [*(texts[key] for key in keys), *with_others], rows


def _use(use: OptionUse | None) -> list[str]:
    """How often the bots took it, and how often those won who took it and who passed it by."""
    if use is None:
        return ["-", "-", "-"]
    return [f"{use.taken / max(1, use.offered):.0%}", _share(use.when_taken), _share(use.when_passed)]


def _share(share: Measured) -> str:
    """A share of few seats says nothing."""
    return f"{share.value:.0%}" if share.count >= FEW_SEATS else "-"


def gain_text(gain: Measured, in_points: bool) -> str:
    """A gain with its sign: percent points of wins, or points."""
    unit = 1 if in_points else 100
    low, high = gain.interval.low * unit, gain.interval.high * unit
    if gain.count < 2:
        return f"{gain.value * unit:+.1f}"
    return f"{gain.value * unit:+.1f} ({low:+.1f} to {high:+.1f})"


def habit_lines(found: Habits, lang: str) -> list[str]:
    texts = lab_words(lang).LAB
    lists: Sequence[tuple[LabKey, tuple[str, ...]]] = (
        ("habit_never", found.never_taken), ("habit_useless", found.never_useful), ("habit_always", found.always_taken)
    )  # fmt: skip
    return [texts[key].format(options=", ".join(names)) for key, names in lists if names]


def strong_data(strong: Strong, summary: Summary, others: Sequence[tuple[str, Strong]] = ()) -> dict[str, object]:
    """For programs."""
    found = habits(summary, strong)
    return {
        "unit": "points" if strong.in_points else "share of wins",
        "games": strong.games,
        "options": [_worth(one) for one in strong.options],
        "with": {bot: {one.name: one.verdict for one in other.options} for bot, other in others},
        "never taken": list(found.never_taken),
        "never useful": list(found.never_useful),
        "always taken": list(found.always_taken),
    }


def _worth(one: Worth) -> dict[str, object]:
    return {
        "option": one.name, "games": one.games, "gain": json_of(one.gain) if one.games > 1 else None,
        "chance": round(one.chance, 9), "verdict": one.verdict,
    }  # fmt: skip
