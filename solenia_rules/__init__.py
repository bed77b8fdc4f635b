"""Rules-as-data game engine: load a ruleset, start a game, ask, answer, save."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules import aio as aio
    from solenia_rules.api.actions import Action as Action
    from solenia_rules.api.actions import Actions as Actions
    from solenia_rules.api.batch import Batch as Batch
    from solenia_rules.api.batch import batch as batch
    from solenia_rules.api.decision import Decision as Decision
    from solenia_rules.api.errors import AnswerError as AnswerError
    from solenia_rules.api.errors import Error as Error
    from solenia_rules.api.errors import IllegalAnswer as IllegalAnswer
    from solenia_rules.api.errors import PositionError as PositionError
    from solenia_rules.api.errors import RulesetError as RulesetError
    from solenia_rules.api.errors import SaveError as SaveError
    from solenia_rules.api.errors import SetupError as SetupError
    from solenia_rules.api.errors import StaleAnswer as StaleAnswer
    from solenia_rules.api.errors import UndoError as UndoError
    from solenia_rules.api.errors import UnreadableAnswer as UnreadableAnswer
    from solenia_rules.api.events import Event as Event
    from solenia_rules.api.game import Game as Game
    from solenia_rules.api.game import new_game as new_game
    from solenia_rules.api.game import resample as resample
    from solenia_rules.api.limits import Limits as Limits
    from solenia_rules.api.loading import list_rulesets as list_rulesets
    from solenia_rules.api.loading import load as load
    from solenia_rules.api.loading import load_text as load_text
    from solenia_rules.api.observation import Number as Number
    from solenia_rules.api.observation import Observation as Observation
    from solenia_rules.api.options import Option as Option
    from solenia_rules.api.playouts import Playouts as Playouts
    from solenia_rules.api.playouts import playouts as playouts
    from solenia_rules.api.random_games import Playout as Playout
    from solenia_rules.api.random_games import playout as playout
    from solenia_rules.api.random_games import random_answer as random_answer
    from solenia_rules.api.reason import Reason as Reason
    from solenia_rules.api.restoring import replay as replay
    from solenia_rules.api.restoring import restore as restore
    from solenia_rules.api.ruleset import Ruleset as Ruleset
    from solenia_rules.api.ruleset import explain as explain
    from solenia_rules.api.ruleset import explain_at as explain_at
    from solenia_rules.api.version import VERSION
    from solenia_rules.text.views import EventView as EventView
    from solenia_rules.text.views import OptionView as OptionView
    from solenia_rules.text.views import View as View

    __version__ = VERSION

_WHERE = {
    "actions": ("Action", "Actions"),
    "batch": ("Batch", "batch"),
    "decision": ("Decision", "Option"),
    "errors": (
        "AnswerError", "Error", "IllegalAnswer", "PositionError", "RulesetError", "SaveError", "SetupError",
        "StaleAnswer", "UndoError", "UnreadableAnswer",
    ),
    "events": ("Event",),
    "game": ("Game", "new_game", "resample"),
    "limits": ("Limits",),
    "loading": ("list_rulesets", "load", "load_text"),
    "observation": ("Number", "Observation"),
    "playouts": ("Playouts", "playouts"),
    "random_games": ("Playout", "playout", "random_answer"),
    "reason": ("Reason",),
    "ruleset": ("Ruleset", "explain", "explain_at"),
    "restoring": ("replay", "restore"),
}  # fmt: skip
_MODULE_OF = {name: f"api.{module}" for module, names in _WHERE.items() for name in names}
_MODULE_OF |= dict.fromkeys(("EventView", "OptionView", "View"), "text.views")

__all__ = [*_MODULE_OF, "__version__", "aio"]


def __getattr__(name: str) -> object:
    """Names are imported when they are first used: the command line starts without them."""
    from importlib import import_module

    from solenia_rules.text.collector import collector_off

    if name == "aio":
        found: object = import_module("solenia_rules.aio")
    elif name == "__version__":
        found = import_module("solenia_rules.api.version").VERSION
    elif name in _MODULE_OF:
        with collector_off():
            found = getattr(import_module(f"solenia_rules.{_MODULE_OF[name]}"), name)
    else:
        raise AttributeError(f"module 'solenia_rules' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, also those that were not used yet."""
    return sorted(__all__)
