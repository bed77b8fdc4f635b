"""The table of methods: for each its parameters, its result, what it does, and the function that carries it out.

The session reads this table, and so do the schema and the pages made from it. A method that takes long is `long`: it
runs beside other requests, reports progress and can be cancelled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from attrs import frozen

import solenia_rules as sr
from solenia_rules.protocol import experiment_results, experiments, games, requests, results, rulesets
from solenia_rules.protocol.desk import Desk
from solenia_rules.protocol.errors import bad_params
from solenia_rules.protocol.experiments import Report
from solenia_rules.protocol.structuring import structure_params
from solenia_rules.text.views import View
from solenia_rules.words.languages import LANGUAGES

PROTOCOL = 1
"""The version of the protocol. Within a version, methods and fields are only added."""
ParamsT = TypeVar("ParamsT")
ResultT = TypeVar("ResultT")
Run: TypeAlias = Callable[[Desk, object, Report], object]


@frozen
class Method:
    """A method of the protocol."""

    name: str
    params: type
    result: type
    about: str
    run: Run
    long: bool = False


def _method(
    name: str, params: type[ParamsT], result: type[ResultT], run: Callable[[Desk, ParamsT], ResultT], about: str
) -> Method:
    """A method that is carried out at once."""

    def carry_out(desk: Desk, given: object, _report: Report) -> object:
        return run(desk, structure_params(given, params))

    return Method(name, params, result, about, carry_out)


def _long(
    name: str, params: type[ParamsT], result: type[ResultT], run: Callable[[Desk, ParamsT, Report], ResultT], about: str
) -> Method:
    """A method that reports progress."""

    def carry_out(desk: Desk, given: object, report: Report) -> object:
        return run(desk, structure_params(given, params), report)

    return Method(name, params, result, about, carry_out, long=True)


def _hello(desk: Desk, asked: requests.Hello) -> results.Greeting:
    if asked.protocol != PROTOCOL:
        raise bad_params(f"`protocol`: this engine speaks version {PROTOCOL}, not {asked.protocol}")
    desk.lang = asked.lang
    return results.Greeting(PROTOCOL, sr.__version__, tuple(METHODS), LANGUAGES, desk.limits)


def _cancelled_elsewhere(_desk: Desk, _asked: requests.Cancel) -> results.Cancelled:
    """The session itself knows which requests are running; this is for requests that it does not know."""
    return results.Cancelled(False)


CANCEL = "sim.cancel"
METHODS: dict[str, Method] = {
    one.name: one
    for one in (
        _method("engine.hello", requests.Hello, results.Greeting, _hello,
                "Agree on the version of the protocol and on a language. Optional; without it a session speaks version "
                "1 and English."),
        _method("rulesets.list", requests.InLanguage, results.Listing, rulesets.list_rulesets,
                "List the bundled rulesets that can be played."),
        _method("rulesets.load", requests.Load, results.Loaded, rulesets.load,
                "Load a ruleset by name or from a text. An error carries all diagnostics."),
        _method("rulesets.check", requests.Check, results.CheckReport, rulesets.check,
                "Check a ruleset. Mistakes are in the result; they are no error of the request."),
        _method("rulesets.explain", requests.Explain, results.Explanation, rulesets.explain,
                "Explain a section, phase, verb, kind, record or other thing of a ruleset in sentences."),
        _method("rulesets.metadata", requests.Metadata, results.About, rulesets.metadata,
                "Everything that a ruleset declares, with the words for every id in a language."),
        _method("rulesets.close", requests.CloseRuleset, results.Closed, rulesets.close,
                "Forget a ruleset. Its games stay."),
        _method("game.new", requests.NewGame, results.Status, games.new,
                "Begin a game, or begin it from a sketched position."),
        _method("game.view", requests.ViewOf, View, games.view, "What a seat or a spectator may know of the position."),
        _method("game.options", requests.OptionsOf, results.Asked, games.options,
                "The open decision with its options, for the seat that is asked."),
        _method("game.answer", requests.GiveAnswer, results.Status, games.answer,
                "Answer the open decision. An error carries the reason, and the game is unchanged."),
        _method("game.why_not", requests.WhyNot, results.Reason, games.why_not,
                "Why an answer is not offered, for the seat that is asked."),
        _method("game.undo", requests.TakeBack, results.Status, games.undo,
                "Take back the last answer. Refused if a seat has learnt something since, or if another seat is asked "
                "now and the others have not agreed."),
        _method("game.log_since", requests.LogSince, results.Lines, games.log_since,
                "The lines of a seat's log that are new, with the details of their events."),
        _method("game.svg", requests.Draw, results.Picture, games.svg,
                "A picture of what a seat or a spectator may know."),
        _method("game.save", requests.OfGame, results.Saved, games.save,
                "The game as a text. It contains the rules and all secrets."),
        _method("game.restore", requests.Restore, results.Status, games.restore, "A new game from a save."),
        _method("game.fork", requests.Fork, results.Status, games.fork,
                "A new game with the same answers, or with the first of them."),
        _method("game.resample", requests.Resample, results.Status, games.resample,
                "A new game that looks the same to a seat; everything that the seat may not know is drawn anew."),
        _method("game.close", requests.OfGame, results.Closed, games.close, "Forget a game."),
        _method("bot.answer", requests.BotAnswer, results.Answered, experiments.bot_answer,
                "A bot chooses an option of the open decision. The bot knows what the seat that is asked may know."),
        _long("sim.run", requests.Simulate, experiment_results.Simulated, experiments.sim_run,
              "Play many games between bots and summarize them. Sends `sim.progress`."),
        _long("sim.compare", requests.Compare, experiment_results.Compared, experiments.sim_compare,
              "Play two rulesets on the same seeds until it is settled which one gives more. Sends `sim.progress`."),
        _method(CANCEL, requests.Cancel, results.Cancelled, _cancelled_elsewhere,
                "Stop a simulation. It ends with the games that are finished; without any, with an error."),
        _method("scenario.run", requests.RunScenarios, experiment_results.ScenarioReport, experiments.scenario_run,
                "Play the scenarios of a text. Failures are in the result; they are no error of the request."),
    )
}  # fmt: skip
PROGRESS = "sim.progress"
"""The notification that the engine sends while a simulation runs."""
