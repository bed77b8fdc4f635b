"""Plays many random games at once, as machine code if that is possible. The result says which of the two was used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.api.errors import SetupError
from solenia_rules.api.random_games import Playout, playout
from solenia_rules.api.requests import check_seed
from solenia_rules.api.ruleset import Ruleset, seats_asked_for
from solenia_rules.fast import available
from solenia_rules.fast.errors import Fault, Unsupported
from solenia_rules.text.frozen import field, sealed

AT_ONCE = 500
"""The number of games in one call of machine code; between calls the program can be interrupted."""


@sealed
class Playouts:
    """The results of games, in the order of their seeds."""

    games: tuple[Playout, ...] = field(repr=False)
    accelerated: bool
    """Whether machine code played them."""
    reason: str
    """The reason, if machine code did not play them."""

    def __len__(self) -> int:
        return len(self.games)

    def __iter__(self) -> Iterator[Playout]:
        return iter(self.games)

    def __getitem__(self, index: int) -> Playout:
        return self.games[index]

    def _repr_html_(self) -> str:
        """The wins and mean scores of the seats as a table, for notebooks."""
        from solenia_rules.text.html import html_table

        count = len(self.games)
        seats = sorted({seat for game in self.games for seat in (*game.scores, *game.winners)})
        rows = []
        for seat in seats:
            wins = sum(1 / len(game.winners) for game in self.games if seat in game.winners)
            scores = [game.scores[seat] for game in self.games if seat in game.scores]
            mean = f"{sum(scores) / len(scores):.2f}" if scores else ""
            rows.append((f"seat {seat + 1}", f"{wins / count:.1%}", mean))
        return html_table(("", "wins", "mean score"), rows, f"{count} random games")


def playouts(
    rules: Ruleset, seats: int | None = None, seeds: Iterable[int] = range(100), *, accelerated: bool | None = None,
    states: bool = False,
) -> Playouts:  # fmt: skip
    """The games that `playout` plays, one for each seed. `accelerated`: True asks for machine code, False for plain
    Python, None takes what there is. Their `state` is empty unless `states` are asked for."""
    count = seats_asked_for(rules, seats)
    if accelerated not in (None, True, False):
        raise SetupError("`accelerated` is True, False or None")
    given = _checked(seeds)
    reason = "plain Python was asked for" if accelerated is False else _played_fast(rules, count, accelerated is True)
    if not reason:
        try:
            return Playouts(_by_machine_code(rules, count, given, states), True, "")
        except Fault as fault:
            reason = str(fault)
    games = (playout(rules, count, seed) for seed in given)
    kept = tuple(game if states else Playout(game.scores, game.winners, game.decisions, ()) for game in games)
    return Playouts(kept, False, reason)


def _by_machine_code(rules: Ruleset, count: int, given: list[int], states: bool) -> tuple[Playout, ...]:
    code, scored = rules.accelerated(count), rules.executor(count).program.score is not None
    made = []
    for start in range(0, len(given), AT_ONCE):
        found = code.games(given[start : start + AT_ONCE], states)
        for index, outcome in enumerate(found):
            scores = dict(enumerate(outcome.scores)) if scored else {}
            state = tuple(found.state(index)) if states else ()
            made.append(Playout(scores, outcome.winners, outcome.decisions, state))
    return tuple(made)


def _checked(seeds: object) -> list[int]:
    if not isinstance(seeds, Iterable):
        raise SetupError("seeds are several whole numbers, such as range(100)")
    given = list(seeds)
    for seed in given:
        check_seed(seed)
    return given


def _played_fast(rules: Ruleset, seats: int, needed: bool) -> str:
    """Why machine code cannot be used; empty if it can."""
    found = available()
    if not found and not needed:
        return found.reason
    rules.executor(seats)
    try:
        rules.accelerated(seats)
    except SetupError as error:
        if needed or not isinstance(error.__cause__, Unsupported):
            raise
        return str(error)
    return ""
