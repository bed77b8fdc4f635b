"""Games as text: the rules inside, everything checked when it is read."""

from __future__ import annotations

import hashlib
import json

from solenia_rules.api.errors import AnswerError, RulesetError, SaveError, SetupError
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.ruleset import load_text
from solenia_rules.api.version import VERSION

FORMAT = 1
MOST_TEXT = 16 * 1024 * 1024
_KEYS = {"solenia_save", "engine", "ruleset", "digest", "rules", "seats", "seed", "answers", "position", "checksum"}
_SKETCHED = {*_KEYS, "sketch"}
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
    text = json.dumps({k: v for k, v in made.items() if k != "checksum"}, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def restore(text: str) -> Game:
    """The game of a save: rules loaded from it, answers given again, position compared; raises SaveError."""
    made = _read(text)
    try:
        rules = load_text(str(made["rules"]), str(made["ruleset"]))
    except RulesetError as error:
        raise SaveError(f"the rules inside the save cannot be read:\n{error}") from None
    if rules.digest != made["digest"] or rules.id != made["ruleset"]:
        raise SaveError("the rules inside the save are not those it was played with")
    seats, seed, answers = made["seats"], made["seed"], made["answers"]
    if not isinstance(seats, int) or not isinstance(seed, int) or not isinstance(answers, list):
        raise SaveError("seats and seed must be numbers, answers a list")
    try:
        game = new_game(rules, seats=seats, seed=seed, position=_sketch(made))
        for number, answer in enumerate(answers):
            if not isinstance(answer, str):
                raise SaveError(f"answer {number + 1} is no text")
            game = game.choose(answer)
    except (SetupError, RulesetError) as error:
        raise SaveError(str(error)) from None
    except AnswerError as error:
        raise SaveError(f"answer {number + 1} of the save does not fit: {error}") from None
    if game.full_view() != made["position"]:
        raise SaveError("the position in the save is not the one its answers lead to")
    return game


def _read(text: object) -> dict[str, object]:
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
    if set(made) not in (_KEYS, _SKETCHED):
        missing, extra = sorted(_KEYS - set(made)), sorted(map(str, set(made) - _SKETCHED))
        raise SaveError(f"the save's parts do not fit: missing {missing}, unknown {extra}")
    if _checksum(made) != made["checksum"]:
        raise SaveError("the save was changed or damaged: its checksum does not fit")
    return made


def _sketch(made: dict[str, object]) -> dict[str, object] | None:
    sketch = made.get("sketch")
    if "sketch" in made and not isinstance(sketch, dict):
        raise SaveError("the sketch in the save is no table")
    return sketch if isinstance(sketch, dict) else None


def replay(text: str) -> list[Game]:
    """Every position of a save, from the first decision on."""
    return restore(text)._line()
