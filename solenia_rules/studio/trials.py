"""Scenarios of a draft: runs all of them, records the game at the table as a new one, and finds what they reach."""

from __future__ import annotations

from functools import partial
from pathlib import PurePosixPath

import tomli_w

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.files import MAIN, SCENARIOS, open_bundle
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, text_in
from solenia_rules.studio.playing import Playing
from solenia_rules.text.places import Span
from solenia_rules.text.printable import printable
from solenia_rules.tools.coverage.collector import Collector
from solenia_rules.tools.coverage.marking import marked
from solenia_rules.tools.scenarios.decoder import Decoded, decode_file
from solenia_rules.tools.scenarios.files import ScenarioFile
from solenia_rules.tools.scenarios.records import Scenario
from solenia_rules.tools.scenarios.runner import Outcome, Runner

MOST_COUNTERS = 12
"""A recorded scenario expects at most this many counters."""


class Trials:
    """The scenarios of one draft. They play the rules as they are now."""

    def __init__(self, draft: Draft, playing: Playing) -> None:
        self.draft = draft
        self.playing = playing

    def run(self, asked: Asked) -> Json:
        """Every scenario with its place and whether it passes; failures say what was expected and found."""
        told: list[Json] = []
        runner = self.runner()
        for name in self.draft.scenarios:
            decoded = self.decoded(name, self.draft.texts[name])
            for diagnostic in decoded.diagnostics:
                told.append({**self._at(name, diagnostic.span), "name": "", "passed": False, "failures": [
                    {"what": diagnostic.code, "expected": "", "found": printable(diagnostic.told), "rule": "",
                     "place": "", **self._at(name, diagnostic.span)}]})  # fmt: skip
            told += [self._told(name, runner.run(scenario)) for scenario in decoded.scenarios]
        return told

    def decoded(self, name: str, text: str) -> Decoded:
        path = self.draft.path(name)
        return decode_file(ScenarioFile(name, path), open_bundle(), text.encode("utf-8", "surrogatepass"))

    def runner(self) -> Runner:
        """Plays the draft itself without loading it for each scenario; other rulesets are loaded by name."""
        return Runner(partial(self._load, self.draft.playable()))

    def _load(self, own: Ruleset, spec: str, params: dict[str, int]) -> Ruleset:
        main = self.draft.path(self.draft.main)
        return own if not params and spec == str(main) else sr.load(spec, params=params)

    def _told(self, file: str, outcome: Outcome) -> Json:
        failures: list[Json] = [
            {"what": failure.what, "expected": failure.expected, "found": failure.found, "rule": failure.rule,
             "place": failure.place, **self._at(file, failure.span)}
            for failure in outcome.failures
        ]  # fmt: skip
        failures += [
            {"what": diagnostic.code, "expected": "", "found": printable(diagnostic.told), "rule": "", "place": "",
             **self._at(file, diagnostic.span)}
            for diagnostic in outcome.diagnostics
        ]  # fmt: skip
        scenario = outcome.scenario
        return {**self._at(file, scenario.span), "name": scenario.name, "passed": outcome.passed, "failures": failures}

    def _at(self, file: str, span: Span) -> dict[str, Json]:
        return {"file": file, "from": self.draft.range(span)[0], "line": span.line}

    # ---- recording --------------------------------------------------------------------------------

    def record(self, asked: Asked) -> Json:
        """The text of the scenario file with the game at the table added, and where the new scenario begins."""
        name = " ".join(text_in(asked, "name").split())
        table = self.playing.table
        if table is None:
            raise Refusal("no game was begun")
        if not name:
            raise Refusal("a scenario needs a name")
        if not self.draft.is_current() or table.rules.digest != self.draft.playable().digest:
            raise Refusal("the game was played with other rules than those of the text")
        file = self._file()
        text = self.draft.texts.get(file, "")
        then = _expected(table.game, sr.new_game(table.rules, len(table.seats), table.game.seed, self.playing.position))
        entry: dict[str, object] = {"name": name, "seats": len(table.seats), "seed": table.game.seed}
        if self.playing.position:
            entry["given"] = self.playing.position
        entry["when"] = list(table.game.answers)
        for expected in (then, {key: then[key] for key in ("asked", "over", "winners") if key in then}):
            added = _appended(text, {**entry, "then": expected})
            decoded = self.decoded(file, added)
            recorded = None if decoded.diagnostics else decoded.scenarios[-1]
            if recorded is not None and self.runner().run(recorded).passed:
                return {"file": file, "text": added, "at": len(text)}
        told = f": {decoded.diagnostics[0].told}" if decoded.diagnostics else ""
        raise Refusal(f"this game cannot be written as a scenario{told}")

    def _file(self) -> str:
        """The file of scenarios beside the ruleset; the first one if there are several."""
        if self.draft.scenarios:
            return self.draft.scenarios[0]
        main = PurePosixPath(self.draft.main)
        stem = main.parent.name if main.name == MAIN else main.name.removesuffix(".toml")
        return (main.parent / f"{stem}{SCENARIOS}").as_posix()

    def position(self, asked: Asked) -> Json:
        """The beginning of a scenario: seats, seed, and the sketch of its position."""
        file, wanted = text_in(asked, "file"), text_in(asked, "name")
        for scenario in self.decoded(file, self.draft.texts[file]).scenarios:
            if scenario.name == wanted:
                rules = self.draft.playable()
                return {"seats": scenario.seats or rules.seats[0], "seed": scenario.seed, "given": _plain(scenario)}
        raise Refusal(f"there is no scenario `{wanted}`")

    # ---- coverage ---------------------------------------------------------------------------------

    def coverage(self, asked: Asked) -> Json:
        """For each line of the draft's rules that runs: whether the scenarios reach it, and remarks."""
        rules, runner = self.draft.playable(), self.runner()
        collector = Collector(rules)
        for name in self.draft.scenarios:
            for scenario in self.decoded(name, self.draft.texts[name]).scenarios:
                outcome = runner.run(scenario)
                if outcome.game is not None and outcome.game.rules.digest == rules.digest:
                    collector.add(outcome.game)
        found = collector.coverage()
        files: dict[str, Json] = {}
        known = self.draft.look(self.draft.main).paths
        for source in rules.sources:
            path = known.get(source.name)
            if path is None or self.draft.name(path) not in self.draft.texts:
                continue
            files[self.draft.name(path)] = [
                {"line": row.number, "state": row.state, "run": row.run, "notes": list(row.notes())}
                for row in marked(found, source)
                if row.state
            ]
        lines, whole = found.share("lines")
        return {"files": files, "reached": lines, "lines": whole, "games": found.games}


def _plain(scenario: Scenario) -> Json:
    return {key: _json(value) for key, value in scenario.given.items()}


def _json(value: object) -> Json:
    if isinstance(value, dict):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(item) for item in value]
    return value if isinstance(value, (bool, int, float, str)) else str(value)


def _expected(game: sr.Game, first: sr.Game) -> dict[str, object]:
    """What a recorded game is expected to lead to: the counters that changed, and who is asked."""
    then: dict[str, object] = {}
    before = _counters(first)
    changed = [(name, value) for name, value in _counters(game).items() if value != before.get(name)]
    for name, value in changed[:MOST_COUNTERS]:
        then[name] = {str(seat): one for seat, one in enumerate(value, 1)} if isinstance(value, list) else value
    if game.decision is None:
        then |= {"over": True, "winners": [seat + 1 for seat in game.winners]}
    else:
        then["asked"] = game.decision.seat + 1
    return then


def _counters(game: sr.Game) -> dict[str, object]:
    """Counter -> its values: one, by seat, by word, or by seat and word."""
    found = game.full_view()["counters"]
    assert isinstance(found, dict)
    return {str(name): value for name, value in found.items()}


def _appended(text: str, entry: dict[str, object]) -> str:
    """A scenario at the end of a file, one key a line."""
    lines = ["[[scenario]]"]
    for key, value in entry.items():
        lines.append(f"{key} = {_inline(value)}")
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}" + "\n".join(lines) + "\n"


def _inline(value: object) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(str(key))} = {_inline(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_inline, value))}]"
    return tomli_w.dumps({"v": value}).removeprefix("v = ").rstrip("\n")


def _key(key: str) -> str:
    return tomli_w.dumps({key: 1}).rpartition(" = ")[0]
