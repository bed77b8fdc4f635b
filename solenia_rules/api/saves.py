"""Games as text: the rules inside, everything checked when it is read."""

from __future__ import annotations

import hashlib
import json

from solenia_rules.api.errors import AnswerError, RulesetError, SaveError, SetupError
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.ruleset import load_text
from solenia_rules.api.version import VERSION
from solenia_rules.text.frozen import frozen
from solenia_rules.text.misfits import Misfits
from solenia_rules.text.structuring import structure

FORMAT = 1
MOST_TEXT = 16 * 1024 * 1024


@frozen
class Save:
    """What a save holds, as it stands in the JSON text."""

    solenia_save: int
    engine: str
    ruleset: str
    digest: str
    rules: str
    seats: int
    seed: int
    answers: tuple[str, ...]
    position: dict[str, object]
    checksum: str
    sketch: dict[str, object] | None = None
    """Of a game that began from a sketch."""


def dump(game: Game) -> str:
    if game.imagined:
        raise SaveError("an imagined game has no answers that lead to it; it cannot be saved")
    made: dict[str, object] = {
        "solenia_save": FORMAT,
        "engine": VERSION,
        "ruleset": game.rules.id,
        "digest": game.rules.digest,
        "rules": game.rules.text(),
        "seats": game.seats,
        "seed": game.seed,
        "answers": list(game.answers),
        "position": game.full_view(),
    }
    if game.position is not None:
        made["sketch"] = game.position
    made["checksum"] = _checksum(made)
    return json.dumps(made, ensure_ascii=False, indent=1)


def _checksum(made: dict[str, object]) -> str:
    text = _canonical({k: v for k, v in made.items() if k != "checksum"})
    return hashlib.sha256(text.encode()).hexdigest()


def _canonical(made: object) -> str:
    """Equal only for the same data: `true` and 1.0 are not the number 1."""
    return json.dumps(made, sort_keys=True, ensure_ascii=True)


def restore(text: str) -> Game:
    """The game of a save: rules loaded from it, answers given again, position compared; raises SaveError."""
    save = _read(text)
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
    if _canonical(game.full_view()) != _canonical(save.position):
        raise SaveError("the position in the save is not the one its answers lead to")
    return game


def _answered(game: Game, answer: str) -> Game:
    try:
        return game.choose(answer)
    except AnswerError as error:
        raise SaveError(f"answer {len(game.answers) + 1} of the save does not fit: {error}") from None


def _read(text: object) -> Save:
    if not isinstance(text, str):
        raise SaveError("a save is text")
    if len(text) > MOST_TEXT:
        raise SaveError("the save is too large")
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError("the save is no complete JSON; it may be cut off") from None
    if not isinstance(made, dict) or made.get("solenia_save") != FORMAT:
        raise SaveError("this is no save of this program, or of another version")
    try:
        save = structure(made, Save)
    except Misfits as error:
        raise SaveError(f"the parts of the save do not fit: {error}") from None
    if _checksum(made) != save.checksum:
        raise SaveError("the save was changed or damaged: its checksum does not fit")
    return save


def replay(text: str) -> list[Game]:
    """Every position of a save, from the first decision on."""
    return restore(text)._line()
