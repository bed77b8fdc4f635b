"""Whether all seats of a game win or lose together: what the checked texts say about who wins.

A checked ruleset goes in. Sentences call the end without a winner a loss in such a game, and a draw in any other one.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts, all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term


def won_together(checked: Checked) -> bool:
    """Whether the game can be won, and only by all seats. In a game for one seat, it wins for all."""
    alone = checked.names.world.seats.high == 1
    wins = [act.seats for acts in all_texts(checked) for act in all_acts(acts) if isinstance(act, a.Win)]
    winners = [seats for win in wins for seats in _cases(win) if not isinstance(seats, t.Nothing)]
    return len(winners) > 0 and (alone or all(isinstance(seats, t.Seats) for seats in winners))


def all_texts(checked: Checked) -> Iterator[Acts]:
    """The statements of every text that has effects."""
    yield from (text.acts for _section, text in checked.steps)
    yield from (text.acts for text in checked.verbs.values())
    yield from (text.acts for text in checked.held.values())
    for group in (*checked.rules.values(), *checked.held_by_field.values()):
        yield from (rule.body.acts for rule in group)


def _cases(seats: Term) -> Iterator[Term]:
    """The seats that win, in each case."""
    match seats.item if isinstance(seats, t.Listed) else seats:
        case t.If() as choice:
            yield from _cases(choice.then)
            yield from _cases(choice.otherwise)
        case one:
            yield one
