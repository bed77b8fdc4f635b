"""The games of other bots, with which `compare` and `price` test their claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import click

from solenia_rules.cli.lab_options import Played
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.tools.lab.comparison import Comparison
from solenia_rules.tools.lab.pair_strengths import with_bot
from solenia_rules.tools.lab.wire import Job
from solenia_rules.words.by_language import result_words

Pair: TypeAlias = tuple[Job, Job]


def played_by_others(
    played: Played, pair: Pair, others: Sequence[tuple[str, int]], play: Callable[[Pair, int, int], Comparison]
) -> tuple[list[tuple[str, Comparison]], bool]:
    """The result of each bot, and whether the user stopped the games. `play`: plays a pair of jobs, so many games, in
    pieces of a size."""
    found: list[tuple[str, Comparison]] = []
    for bot, games in others:
        again = play((with_bot(pair[0], bot), with_bot(pair[1], bot)), games, played.piece_size(games, (bot,)))
        if again.stopped:
            words = result_words(language_of_environment()).RESULTS
            click.echo(words["stopped_with"].format(done=again.games, games=games, bot=bot), err=True)
            return found, True
        found.append((bot, again))
    return found, False
