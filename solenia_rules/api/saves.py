"""The text of a save: writing it, and reading it with every part checked. `restoring` makes a game from it."""

from __future__ import annotations

import hashlib
import json

from solenia_rules.api.errors import SaveError
from solenia_rules.api.version import VERSION
from solenia_rules.play.views import Json
from solenia_rules.text.frozen import sealed
from solenia_rules.text.misfits import Misfits
from solenia_rules.text.strict_json import BadJson, read_json
from solenia_rules.text.structuring import structure

FORMAT = 1
MOST_TEXT = 16 * 1024 * 1024


@sealed
class Save:
    """The contents of a save, as in the JSON text."""

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
    """The sketch that the game began from."""


def write_save(
    ruleset: str,
    digest: str,
    rules: str,
    seats: int,
    seed: int,
    answers: tuple[str, ...],
    position: dict[str, object],
    sketch: dict[str, Json] | None,
) -> str:
    """The text of a save."""
    made: dict[str, object] = {
        "solenia_save": FORMAT,
        "engine": VERSION,
        "ruleset": ruleset,
        "digest": digest,
        "rules": rules,
        "seats": seats,
        "seed": seed,
        "answers": list(answers),
        "position": position,
    }
    if sketch is not None:
        made["sketch"] = sketch
    made["checksum"] = _checksum(made)
    return json.dumps(made, ensure_ascii=False, indent=1)


def _checksum(made: dict[str, object]) -> str:
    text = canonical({k: v for k, v in made.items() if k != "checksum"})
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(made: object) -> str:
    """A text that is equal only for the same data: `true` and 1.0 differ from the number 1."""
    return json.dumps(made, sort_keys=True, ensure_ascii=True)


def read_save(text: object) -> Save:
    """The parts of a save; raises `SaveError` for a text that is no save, or was changed."""
    if not isinstance(text, str):
        raise SaveError("a save is text")
    if len(text) > MOST_TEXT:
        raise SaveError("the save is too large")
    try:
        made = read_json(text)
    except BadJson:
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
