"""Makes a game from a save: it loads the rules inside the save, gives the answers again and compares the position."""

from __future__ import annotations

from solenia_rules.api.errors import AnswerError, RulesetError, SaveError, SetupError
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.loading import load_text
from solenia_rules.api.saves import canonical, read_save


def restore(text: str) -> Game:
    """The game of a save: rules loaded from it, answers given again, position compared; raises SaveError."""
    save = read_save(text)
    try:
        rules = load_text(save.rules, save.ruleset)
    except RulesetError as error:
        raise SaveError(f"the rules inside the save cannot be read:\n{error}") from None
    if rules.digest != save.digest or rules.id != save.ruleset:
        raise SaveError("the rules inside the save are not those it was played with")
    try:
        game = new_game(rules, seats=save.seats, seed=save.seed, position=save.sketch)
        for answer in save.answers:
            game = _answered(game, answer)
    except (SetupError, RulesetError) as error:
        raise SaveError(str(error)) from None
    if canonical(game.full_view()) != canonical(save.position):
        raise SaveError("the position in the save is not the one its answers lead to")
    return game


def _answered(game: Game, answer: str) -> Game:
    try:
        return game.choose(answer)
    except AnswerError as error:
        raise SaveError(f"answer {len(game.answers) + 1} of the save does not fit: {error}") from None


def replay(text: str) -> list[Game]:
    """Every position of a save, from the first decision on."""
    return restore(text)._line()
