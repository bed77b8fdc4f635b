"""The methods of the protocol: what they answer, what they refuse, and that both fit the schema."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import solenia_rules as sr
from solenia_rules.protocol.desk import GUEST
from solenia_rules.protocol.methods import METHODS
from solenia_rules.protocol.schema import protocol_schema
from tests.protocol.session import Client
from tests.sampling import sampled

SCHEMA = protocol_schema(strict=True)
ROOT = Path(__file__).parent.parent.parent
CARD = """
ruleset = "little"
language = 1
source = "ours"
languages = ["en"]
seats = { range = [2, 2] }
title = { en = "Little" }
about = { en = "A test." }

[params]
most = { default = 3, range = [1, 9], source = "ours" }

[kinds]
size = { plural = "sizes", words = ["small", "big", "huge"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[play.turns]
source = "ours"
effect = '''
as seats { choose n in sizes where n is not small or my points > 0; gain (most) of points }
'''

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""


MESSAGES = Draft202012Validator(SCHEMA)


@cache
def shape_of(method: str) -> Draft202012Validator:
    """What checks the results of a method."""
    shapes = SCHEMA["x-results"]
    assert isinstance(shapes, dict)
    return Draft202012Validator({**shapes[method], "$defs": SCHEMA["$defs"]})


class Checked(Client):
    """A client that compares every request and every result with the schema."""

    def request(self, method: str, **params: object) -> dict[str, object]:
        found = super().request(method, **params)
        MESSAGES.validate(found)
        if "result" in found:
            MESSAGES.validate({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
            shape_of(method).validate(found["result"])
        return found


def test_a_game_is_played_to_its_end_with_every_method_of_games() -> None:
    client = Checked()
    game = client.begin("summer", seats=2, seed=7)
    mirror = sr.new_game(sr.load("summer"), 2, 7)
    chance = random.Random(3)
    while True:
        asked = client.call("game.options", game=game)
        if asked["seat"] is None:
            break
        options = asked["options"]
        assert isinstance(options, list)
        assert mirror.decision is not None
        assert [one["id"] for one in options] == list(mirror.decision.ids)
        chosen = chance.choice(options)["id"]
        status = client.call("game.answer", game=game, option=chosen, version=asked["version"], seat=asked["seat"])
        mirror = mirror.choose(chosen)
        if chance.random() < 0.05:
            for seat in (0, 1, None):
                assert client.call("game.view", game=game, seat=seat, log=True) == mirror.view(seat)
                assert client.call("game.svg", game=game, seat=seat)["svg"] == mirror.svg(seat)
                lines = client.call("game.log_since", game=game, seat=seat, lang="fr")["lines"]
                assert isinstance(lines, list)
                assert [one["text"] for one in lines] == mirror.log_for(seat, "fr")
    assert status["over"] is True
    assert status["scores"] == {str(seat): score for seat, score in mirror.scores.items()}
    save = client.call("game.save", game=game)["save"]
    assert save == mirror.dump()
    again = client.call("game.restore", save=save)
    assert again["winners"] == list(mirror.winners)
    middle = client.call("game.fork", game=game, answers=5)
    assert middle["decisions"] == 5
    imagined = client.call("game.resample", game=middle["game"], seat=0, seed=4)
    assert imagined["imagined"] is True
    seen = [client.call("game.view", game=name, seat=0) for name in (imagined["game"], middle["game"])]
    assert seen[0] == seen[1]
    assert client.fail("game.save", game=imagined["game"])["code"] == 5
    assert client.call("game.close", game=game)["left"] == 3
    assert client.fail("game.view", game=game)["code"] == 7


@pytest.mark.parametrize("name", sampled(sr.list_rulesets(), 4))
def test_every_ruleset_speaks_the_protocol(name: str) -> None:
    client = Checked()
    listed = {str(one["name"]) for one in client.call("rulesets.list")["rulesets"]}  # type: ignore[attr-defined]
    if name not in listed:
        assert client.fail("rulesets.load", name=name)["code"] == 1
        return
    loaded = client.call("rulesets.load", name=name)
    client.call("rulesets.metadata", ruleset=loaded["ruleset"], lang="pl")
    game = client.call("game.new", ruleset=loaded["ruleset"], seed=3)["game"]
    for _ in range(12):
        status = client.call("bot.answer", game=game, bot="random")["status"]
        for seat in (0, None):
            client.call("game.view", game=game, seat=seat, keys=True)
            client.call("game.log_since", game=game, seat=seat)
        client.call("game.options", game=game, lang="fr")
        assert isinstance(status, dict)
        if status["over"]:
            break


def test_a_text_is_loaded_checked_and_explained() -> None:
    client = Checked()
    loaded = client.call("rulesets.load", text=CARD, params={"most": 5})
    assert (loaded["id"], loaded["seats"]) == ("little", [2, 2])
    about = client.call("rulesets.metadata", ruleset=loaded["ruleset"])
    assert about["labels"]["point"] == "point"  # type: ignore[index]
    told = client.call("rulesets.explain", ruleset=loaded["ruleset"], id="result")
    assert "most points" in str(told["line"])
    assert client.fail("rulesets.explain", ruleset=loaded["ruleset"], id="nothing")["code"] == 7
    assert client.call("rulesets.check", text=CARD)["good"] is True
    wrong = client.call("rulesets.check", text=CARD.replace("of points }", "of pointz }"))
    assert wrong["good"] is False
    problem = wrong["diagnostics"][0]  # type: ignore[index]
    assert (problem["file"], problem["line"]) == ("little.toml", 22)
    error = client.fail("rulesets.load", text=CARD.replace("of points }", "of pointz }"))
    assert error["code"] == 1
    assert error["data"]["diagnostics"] == [problem]  # type: ignore[index]
    assert client.call("rulesets.close", ruleset=loaded["ruleset"])["left"] == 0
    assert client.call("rulesets.load", text=CARD.replace('"little"', "'little'"))["id"] == "little"
    missing = client.fail("rulesets.load", name="sumer")
    assert missing["message"] == "E001: there is no ruleset `sumer`; did you mean `summer`?"
    stranger = Checked(GUEST).fail("rulesets.load", name="sumer")
    assert stranger["message"] == "there is no bundled ruleset 'sumer'; did you mean `summer`?"


def test_a_variant_of_a_bundled_ruleset_comes_as_a_text() -> None:
    text = 'ruleset = "short"\nlanguage = 1\nsource = "ours"\nextends = "summer"\nlanguages = ["en"]\n'
    text += 'title = { en = "Short" }\n[params.rounds]\ndefault = 2\nsource = "ours"\n'
    found = Checked().call("rulesets.load", text=text)
    assert [p["value"] for p in found["params"] if p["id"] == "rounds"] == [2]  # type: ignore[attr-defined]


def test_refusals_carry_the_reason_and_change_nothing() -> None:
    client = Checked()
    loaded = client.call("rulesets.load", text=CARD)
    game = client.call("game.new", ruleset=loaded["ruleset"])["game"]
    error = client.fail("game.answer", game=game, option="n=small")
    reason = error["data"]["reason"]  # type: ignore[index]
    assert (error["code"], reason["rule"], reason["place"]) == (
        3,
        "n is not small or my points > 0",
        "little.toml:22:36",
    )
    assert client.call("game.why_not", game=game, option="n=small", lang="fr")["key"] == reason["key"]
    assert client.fail("game.answer", game=game, option="n=big", version=7)["data"]["kind"] == "stale_answer"  # type: ignore[index]
    assert client.fail("game.answer", game=game, option="n=big", seat=1)["data"]["kind"] == "stale_answer"  # type: ignore[index]
    assert client.fail("game.undo", game=game, lang="fr")["message"] == "il n'y a aucune réponse à reprendre"
    assert client.call("game.options", game=game)["version"] == 0
    once = client.call("game.answer", game=game, option="n=big")
    assert (once["version"], once["seat"]) == (1, 1)
    assert client.fail("game.undo", game=game)["code"] == 4
    assert client.call("game.undo", game=game, agreed=True)["decisions"] == 0


def test_every_method_names_all_problems_of_its_parameters() -> None:
    client = Checked()
    for method in METHODS:
        error = client.fail(method, nonsense=1, lang=5)
        assert error["code"] == -32602, method
        assert "unknown key `nonsense`" in error["data"]["problems"], method  # type: ignore[index]
    error = client.fail("game.svg", game=1, theme="blue", width="wide")
    assert len(error["data"]["problems"]) == 3  # type: ignore[index]


def test_simulations_report_progress_and_can_be_cancelled() -> None:
    client = Checked()
    loaded = client.call("rulesets.load", text=CARD)
    lines = client.send(json.dumps({
        "jsonrpc": "2.0", "id": "s", "method": "sim.run",
        "params": {"ruleset": loaded["ruleset"], "games": 100, "bots": "random,greedy"},
    }))  # fmt: skip
    for line in lines[:-1]:
        MESSAGES.validate(line)
    done = [line["params"]["done"] for line in lines[:-1]]  # type: ignore[index]
    assert done == sorted(done)
    assert done[-1] == 100
    result = lines[-1]["result"]  # type: ignore[index]
    shape_of("sim.run").validate(result)
    assert (result["games"], result["cancelled"], [s["bot"] for s in result["seats"]]) == (
        100, False, ["random", "greedy"],
    )  # fmt: skip
    assert client.call("sim.cancel", request="s")["cancelled"] is False
    many = client.send(json.dumps({
        "jsonrpc": "2.0", "id": "t", "method": "sim.run",
        "params": {"ruleset": loaded["ruleset"], "games": 20_000, "bots": "random", "quick": True},
    }))  # fmt: skip
    assert 50 <= len(many) <= 102, "progress is told about a hundred times, however many games there are"
    other = client.call("rulesets.load", text=CARD, params={"most": 9})
    found = client.call("sim.compare", first=loaded["ruleset"], second=other["ruleset"], games=200, bots="greedy")
    assert (found["verdict"], found["metric"]) == ("more", "score")


def test_a_cancelled_simulation_keeps_what_is_finished() -> None:
    client = Client()
    loaded = client.call("rulesets.load", text=CARD)
    params = {"ruleset": loaded["ruleset"], "games": 1000, "bots": "random"}

    def cancel(line: str) -> None:
        if '"sim.progress"' in line and len(client.lines) < 6:
            client.session.receive('{"jsonrpc":"2.0","id":9,"method":"sim.cancel","params":{"request":8}}')

    client.on_line = cancel
    client.session.receive(json.dumps({"jsonrpc": "2.0", "id": 8, "method": "sim.run", "params": params}))
    told = {line["id"]: line["result"] for line in map(json.loads, client.lines) if "result" in line}
    assert told[9] == {"cancelled": True}
    assert told[8]["cancelled"] is True
    assert 0 < told[8]["games"] < 1000


def test_scenarios_are_played() -> None:
    client = Checked()
    loaded = client.call("rulesets.load", text=CARD)
    text = '[[scenario]]\nname = "two"\nwhen = ["n=big"]\nthen = { scores = { 1 = 3 }, asked = 2 }\n'
    text += '[[scenario]]\nname = "wrong"\nwhen = ["n=big"]\nthen = { scores = { 1 = 4 }, asked = 2 }\n'
    found = client.call("scenario.run", text=text, ruleset=loaded["ruleset"])
    assert (found["passed"], found["failed"]) == (1, 1)
    (failure,) = found["scenarios"][1]["failures"]  # type: ignore[index]
    assert (failure["expected"], failure["found"], failure["line"]) == ("4", "3", 8)
    bad = client.call("scenario.run", text="nonsense", ruleset=loaded["ruleset"])
    assert bad["diagnostics"]
    whole = (ROOT / "rulesets/classics/connect_four.scenarios.toml").read_text("utf-8")
    bundled = client.call("rulesets.load", name="connect_four")
    assert client.call("scenario.run", text=whole, ruleset=bundled["ruleset"])["failed"] == 0


def test_guests_name_no_files_and_no_bots_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "little.toml"
    file.write_text(CARD, "utf-8")
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot: pass\n", "utf-8")
    assert Client().call("rulesets.load", name=str(file))["id"] == "little"
    guest = Checked(GUEST)
    for name in (str(file), "../little", "summer+/etc/passwd", "summer+" + str(file), ".", "little"):
        assert guest.fail("rulesets.load", name=name)["code"] == 7
        assert guest.fail("rulesets.check", name=name)["code"] == 7
    loaded = guest.call("rulesets.load", text=CARD)
    game = guest.call("game.new", ruleset=loaded["ruleset"])["game"]
    for word in (f"{bot}:Bot", "bot.py:Bot", "mcts:1000000", "nobody"):
        assert guest.fail("bot.answer", game=game, bot=word)["code"] in (6, 8)
        assert guest.fail("sim.run", ruleset=loaded["ruleset"], bots=word)["code"] in (6, 8)
    assert guest.fail("sim.run", ruleset=loaded["ruleset"], games=10**9)["code"] == -32602
    hungry = guest.fail("rulesets.load", text=CARD.replace("language = 1", "language = 1\nbudget = 25000000", 1))
    assert hungry["code"] == 1
    stolen = f'ruleset = "{tmp_path}/little"\n[[scenario]]\nname = "a"\nthen = {{ over = false }}\n'
    assert guest.call("scenario.run", text=stolen)["diagnostics"]
    for _ in range(GUEST.games - 1):
        guest.call("game.fork", game=game)
    assert guest.fail("game.fork", game=game)["code"] == 8


def test_the_handshake_tells_versions_and_limits() -> None:
    client = Checked()
    found = client.call("engine.hello", protocol=1, client="a test", lang="fr")
    assert (found["protocol"], found["engine"], found["methods"]) == (1, sr.__version__, list(METHODS))
    assert client.fail("engine.hello", protocol=2)["code"] == -32602
    game = client.begin("connect_four")
    assert "réponse" in str(client.fail("game.answer", game=game, option="nothing")["message"])
