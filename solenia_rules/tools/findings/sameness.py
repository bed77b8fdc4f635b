"""Tests whether a variant plays like its base: the same seeds and answers lead to the same options and scores."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.api.game import Game, new_game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.checked.acts import all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.findings.evidence import Evidence
from solenia_rules.tools.findings.own import Own
from solenia_rules.tools.findings.players import GreedyPlayer, Player, RandomPlayer
from solenia_rules.tools.lab.judge import Judge

OFF_PLAY = ("ruleset",)


def find_sameness(
    rules: Ruleset, base: Ruleset | None, evidence: Evidence, own: Own, games: int, seed: int
) -> Iterator[Diagnostic]:
    """One finding if no game shows a difference."""
    if base is None or _stirs(rules, evidence, own):
        return
    seats = [count for count in rules.seats if count in base.seats]
    if not seats:
        return
    for number in range(games):
        count = seats[number % len(seats)]
        begun = new_game(base, count, seed + number)
        greedy = number // len(seats) % 2 == 1
        player: Player = (
            GreedyPlayer(seed + number, Judge(base.executor(count))) if greedy else RandomPlayer(seed + number)
        )
        if differs(begun, new_game(rules, count, seed + number), player):
            return
    message = f"this plays like `{base.id}`: {games} games with the same seeds and answers did not differ"
    hint = "check whether play ever reaches what the variant changes"
    yield Diagnostic("W609", message, rules.world.span, hint, "warning")


def _stirs(rules: Ruleset, evidence: Evidence, own: Own) -> bool:
    """Whether a lasting rule or a held effect of the variant caused an event in any game, including games with help."""
    calls = Calls(rules.checked)
    texts = [text for node, text in calls.texts.items() if node[0] in ("rule", "held") and own.holds(text.span)]
    return any(evidence.told[act.span] for text in texts for act in all_acts(text.acts))


def differs(one: Game, other: Game, player: Player) -> bool:
    """Whether a game and its copy with other rules diverge when they get the same answers."""
    while True:
        a, b = one.decision, other.decision
        if a is None or b is None:
            break
        if (a.seat, a.name) != (b.seat, b.name) or [o.id for o in a.options] != [o.id for o in b.options]:
            return True
        value = player.answer(one._state)
        answer = next(option.id for option in a.options if option.value == value)
        one, other = one.choose(answer), other.choose(answer)
    return (one.decision is None) != (other.decision is None) or _end(one) != _end(other)


def _end(game: Game) -> object:
    made = game.full_view()
    return game.scores, game.winners, game.decisions, {key: made[key] for key in made if key not in OFF_PLAY}
