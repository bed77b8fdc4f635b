"""The page of `tune`: the claim first, then goals and numbers, and pictures of the trade-offs among everything that was
tried."""

from __future__ import annotations

from html import escape
from itertools import combinations

from solenia_rules.tools.lab.pages import charts
from solenia_rules.tools.lab.pages.page import Page
from solenia_rules.tools.lab.tune.search import Proposal
from solenia_rules.tools.lab.tune.telling_tune import (
    Tuned,
    front_rows,
    goal_rows,
    heading,
    number_rows,
    value_text,
    verdict,
)
from solenia_rules.tools.lab.tune.verifying import fresh_seed
from solenia_rules.words.by_language import lab_words

MOST_PLANES = 3
"""The most pairs of goals that are drawn."""


def tune_page(tuned: Tuned, lang: str) -> str:
    page = Page(tuned.rules, lang)
    texts, words = page.texts, lab_words(lang).LAB
    page.head(heading(tuned, lang), tuned.rules.digest)
    page.answer(verdict(tuned, lang))
    head, rows = goal_rows(tuned, lang)
    page.table(head, [[escape(cell) for cell in row] for row in rows])
    page.note(words["tune_fresh"].format(seed=fresh_seed(tuned.question.job.seed)))
    head, rows = number_rows(tuned, lang)
    page.title(texts["numbers"])
    page.table(head, [[escape(cell) for cell in row] for row in rows])
    planes = _planes(page, tuned)
    if planes:
        page.title(texts["trade_offs"])
        page.plots(planes)
    if len(tuned.question.goals) > 1 and len(tuned.front) > 1:
        page.note(words["tune_front"])
        head, rows = front_rows(tuned)
        page.table(head, [[escape(cell) for cell in row] for row in rows], texts=0)
    if tuned.refused:
        page.note(words["tune_refused"].format(count=len(tuned.refused), reason=tuned.refused[0].refused))
    return page.html()


def _planes(page: Page, tuned: Tuned) -> list[tuple[str, str, str]]:
    """A picture for each pair of goals; with one goal, for each number that changed."""
    goals = tuned.question.goals
    marks = {key: charts.key_mark(key) for key in ("answer", "now", "all", "few")}
    caption = page.texts["plane_read"].format(**marks)
    if len(goals) > 1:
        pairs = list(combinations(range(len(goals)), 2))[:MOST_PLANES]
        return [(f"{goals[a].text}; {goals[b].text}", caption, _goal_plane(tuned, a, b)) for a, b in pairs]
    settings = tuned.question.settings
    moved = [n for n, one in enumerate(settings) if tuned.answer.proposal.values[n] != one.value] or [0]
    return [(settings[n].name, caption, _number_plane(tuned, n)) for n in moved[:MOST_PLANES]]


def _sort(tuned: Tuned, one: Proposal) -> str:
    if one.values == tuned.answer.proposal.values:
        return "answer"
    if one.values == tuned.question.now:
        return "now"
    return "all" if one.games >= tuned.question.games else "few"


def _told(tuned: Tuned, one: Proposal) -> str:
    """What a tooltip says: the values, and what they give."""
    values = ", ".join(f"{s.name} = {v}" for s, v in zip(tuned.question.settings, one.values, strict=True))
    found = [
        f"{g.text}: {value_text(v, g.measure.share)}" for g, v in zip(tuned.question.goals, one.found, strict=True)
    ]
    return "; ".join([values, *found])


def _shown(tuned: Tuned) -> list[Proposal]:
    tried = {one.values: one for one in (*tuned.tried, tuned.now, tuned.answer.proposal)}
    return [one for one in tried.values() if not one.refused and None not in one.found]


def _goal_plane(tuned: Tuned, a: int, b: int) -> str:
    first, second = tuned.question.goals[a], tuned.question.goals[b]
    points = [(one.found[a] or 0.0, one.found[b] or 0.0, _sort(tuned, one), _told(tuned, one)) for one in _shown(tuned)]
    goal = (first.low, first.high, second.low, second.high)
    shares = (first.measure.share, second.measure.share)
    return charts.plane(points, goal, f"{first.text}; {second.text}", (first.what, second.what), shares)


def _number_plane(tuned: Tuned, number: int) -> str:
    goal, setting = tuned.question.goals[0], tuned.question.settings[number]
    points = [
        (float(one.values[number]), one.found[0] or 0.0, _sort(tuned, one), _told(tuned, one)) for one in _shown(tuned)
    ]
    band = (float("-inf"), float("inf"), goal.low, goal.high)
    return charts.plane(points, band, goal.text, (setting.name, goal.what), (False, goal.measure.share))
