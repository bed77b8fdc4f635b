"""What the scores of one finished game come from: how many points each text of the rules gave each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.api.course import Course
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.watcher import Watcher

if TYPE_CHECKING:
    from solenia_rules import Game


def score_parts(game: Game) -> dict[str, tuple[int, ...]]:
    """The id of a record, rule or verb -> the points of each seat. Points that a seat has from the beginning have no
    source, so the parts may sum up to less than the score."""
    course = Course.of(game)
    watcher = Watcher(course, judge_for(game.rules, game.seats))
    watcher.watch(course, 0, None)
    (record,) = watcher.batch.games
    return record.parts
