"""What the engine answers to the studio page, natively: editing, reading, playing, scenarios, many games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solenia_rules as sr
from solenia_rules.rules.files import open_bundle
from solenia_rules.serve.catalogue import list_games
from solenia_rules.studio import library
from solenia_rules.studio.lessons import read_lessons
from solenia_rules.studio.offsets import Units
from solenia_rules.studio.option_words import option_words
from solenia_rules.tools.lab.chunk import play_games
from solenia_rules.tools.lab.feel import feel_of
from solenia_rules.tools.lab.ladder import Ladder
from solenia_rules.tools.lab.runner import make_job
from solenia_rules.tools.lab.strong import strong_of
from solenia_rules.tools.lab.telling_feel import Impression, impressions
from solenia_rules.words.languages import LANGUAGES
from tests.playing import playable
from tests.sampling import sampled
from tests.studio.desks import SMALL, Asker


@pytest.fixture
def ask(tmp_path: Path) -> Asker:
    return Asker(tmp_path)


# ---- texts and places -----------------------------------------------------------------------------


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30), st.data())
def test_offsets_are_those_of_the_browser(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    shown = len(text[:offset].encode("utf-16-le")) // 2
    assert Units(text).given(offset) == shown
    assert Units(text).taken(shown) == offset


@pytest.mark.parametrize("name", sampled(sorted(open_bundle().rulesets), 3))
def test_a_copy_of_a_bundled_game_has_no_mistakes_and_its_scenarios_pass(name: str, ask: Asker) -> None:
    copied = library.copy_of({"name": name, "as": f"my_{name}"})
    main = ask("open", files=copied["files"])["main"]
    assert ask("diagnose", file=main)["diagnostics"] == []
    if name in playable():  # the others are bases that cannot be played by themselves
        assert [one["name"] for one in ask("scenarios") if not one["passed"]] == []


@pytest.mark.parametrize("name", ["../out.toml", "/etc/x.toml", "a/b/c.toml", ""])
def test_a_draft_cannot_name_files_outside_of_it(name: str, ask: Asker) -> None:
    assert "not the name of a file" in ask.refused("open", files={name: SMALL})
    ask.small()
    assert "not the name of a file" in ask.refused("edit", file=name, text=SMALL)


def test_a_bundled_name_is_refused_for_a_draft() -> None:
    with pytest.raises(Exception, match="name of a bundled game"):
        library.copy_of({"name": "summer", "as": "solenia"})


# ---- editing --------------------------------------------------------------------------------------


def test_a_mistake_is_told_with_a_hint_that_mends_it(ask: Asker) -> None:
    wrong = SMALL.replace("gain 2 stars", "gain 2 starz")
    ask.small(wrong)
    [told] = ask("diagnose", file="small.toml")["diagnostics"]
    units = wrong.encode("utf-16-le")
    assert units[2 * told["from"] : 2 * told["to"]].decode("utf-16-le") == "starz"
    fix = told["fix"]
    mended = (units[: 2 * fix["from"]] + fix["write"].encode("utf-16-le") + units[2 * fix["to"] :]).decode("utf-16-le")
    ask("edit", file="small.toml", text=mended)
    assert ask("diagnose", file="small.toml")["diagnostics"] == []


def test_mistakes_of_the_rules_are_told_beside_those_of_scenarios_and_errors_come_first(ask: Asker) -> None:
    wrong = SMALL.replace("gain 2 stars", "gain 2 starz").replace('{ en = "', '{ fr = "Petit", pl = "Mała", en = "')
    wrong += "\n[words.fr]\nsmall = 'petit'\nstar = 'étoile'\n\n[words.pl]\nsmall = 'mały'\n"
    scenario = '[[scenario]]\nname = "one"\nwhen = ["small"]\nthan = { star = { 1 = 1 } }\n'
    ask("open", files={"small.toml": wrong, "small.scenarios.toml": scenario})
    told = ask("diagnose", file="small.scenarios.toml")
    assert [(one["file"], one["severity"]) for one in told["diagnostics"]] == [
        ("small.scenarios.toml", "error"), ("small.scenarios.toml", "error"), ("small.toml", "error"),
        ("small.toml", "warning"),
    ]  # fmt: skip
    assert not told["good"]
    ask("edit", file="small.toml", text=SMALL)
    told = ask("diagnose", file="small.scenarios.toml")
    assert {one["file"] for one in told["diagnostics"]} == {"small.scenarios.toml"}
    assert told["good"], "the rules can be played although a scenario is wrong"


def test_completion_hover_and_outline_know_the_rules(ask: Asker) -> None:
    ask.small()
    at = len(SMALL[: SMALL.index("take_turn }")].encode("utf-16-le")) // 2
    offered = ask("complete", file="small.toml", at=at + 4)
    assert offered["from"] == at
    assert "take_turn" in [offer["label"] for offer in offered["offers"]]
    assert "take_turn" in ask("hover", file="small.toml", at=at + 2, lang="en")["text"]
    sections = {section["name"]: section["entries"] for section in ask("outline", file="small.toml")}
    assert [entry["name"] for entry in sections["verbs"]] == ["take_turn"]


def test_definitions_are_found_across_extends(ask: Asker) -> None:
    text = 'ruleset = "mine"\nlanguage = 1\nextends = "summer"\nsource = "ours"\n' + (
        'title = { en = "Mine", fr = "Le mien", pl = "Moja" }\n'
        "\n[setup.more]\nsource = \"ours\"\neffect = 'as seats { gain 1 star }'\n"
    )
    ask("open", files={"mine.toml": text})
    [found] = ask("define", file="mine.toml", at=text.index("star }") + 1)
    base = ask("base", file=found["file"])["text"]
    assert found["file"].startswith("base:")
    assert base[found["from"] : found["to"]] == "star"
    assert "no file" in ask.refused("base", file="base:../secret.toml")


def test_renaming_changes_every_place_or_is_refused(ask: Asker) -> None:
    ask.small()
    at = len(SMALL[: SMALL.index("take_turn }")].encode("utf-16-le")) // 2
    edits = ask("rename", file="small.toml", at=at, new="act")["small.toml"]
    assert len(edits) == 2
    assert "not an id" in ask.refused("rename", file="small.toml", at=at, new="No Id")


def test_formatting_gives_what_fmt_gives(ask: Asker) -> None:
    ask.small(SMALL.replace("repeat 3 { as seats", "repeat   3 {  as seats"))
    [edit] = ask("format", file="small.toml")
    assert edit["write"] == "repeat 3 { as seats { phase turn { take_turn } } }"


# ---- reading --------------------------------------------------------------------------------------


def test_sentences_stay_those_of_the_last_good_version(ask: Asker) -> None:
    ask.small()
    first = ask("sentences", lang="en")
    assert first["current"]
    assert {"setup", "take_turn"} & {topic["id"] for topic in first["topics"]}
    ask("edit", file="small.toml", text=SMALL.replace("gain 2 stars", "gain 2 starz"))
    later = ask("sentences", lang="en")
    assert (later["current"], later["topics"]) == (False, first["topics"])
    assert ask("sentences", lang="pl")["topics"] != first["topics"]


def test_printed_pages_are_those_of_the_command(ask: Asker) -> None:
    ask.small()
    assert "<h1>Small</h1>" in ask("rulebook", lang="en")
    assert "<!doctype html>" in ask("aid", lang="fr")


# ---- playing --------------------------------------------------------------------------------------


def answer(ask: Asker, seat: int, option: str) -> dict[str, object]:
    state = ask("state", seat=seat)
    message = {"type": "answer", "option": option, "version": state["version"], "request": f"r{state['version']}"}
    told = ask("act", seat=seat, message=message, lang="en")
    assert isinstance(told, dict)
    return told


def test_a_person_plays_against_a_bot_to_the_end(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "greedy"], seed=1)
    for _ in range(3):
        assert answer(ask, 0, "small")["type"] == "done"
        assert ask("bot") is False
    state = ask("state", seat=0)
    assert (state["end"]["winners"], state["end"]["scores"]) == ([1], {"0": 3, "1": 6})
    assert state["picture"].startswith("<svg")


def test_a_wrong_answer_changes_nothing(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=1)
    before = ask("state", seat=0)
    assert answer(ask, 0, "huge")["type"] == "refused"
    assert answer(ask, 1, "small")["reason"] == "not_your_turn"
    assert ask("state", seat=0) == before


def test_undo_at_one_device_needs_no_agreement(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=1)
    before = ask("state", seat=0)["view"]
    answer(ask, 0, "small")
    ask("act", seat=0, message={"type": "undo", "version": 1, "request": "u"}, lang="en")
    assert ask("state", seat=0)["view"] == before


def test_an_answer_is_taken_back_although_it_showed_something_hidden(ask: Asker) -> None:
    ask("open", files=library.copy_of({"name": "herbalists", "as": "mine"})["files"])
    ask("play", seats=["person", "random"], seed=1)
    views: list[object] = []
    while len(views) < 4:
        state = ask("state", seat=0)
        if state["view"]["decision"]["seat"] == 0:
            views.append(state["view"])
            answer(ask, 0, state["view"]["decision"]["options"][0]["id"])
        else:
            ask("bot")
    for before in reversed(views):
        state = ask("state", seat=0)
        assert state["undoes"]
        message = {"type": "undo", "version": state["version"], "request": "u"}
        assert ask("act", seat=0, message={**message, "version": 0}, lang="en")["reason"] == "stale"
        ask("act", seat=0, message=message, lang="en")
        assert ask("state", seat=0)["view"] == before
    assert not ask("state", seat=0)["undoes"]


def test_a_game_is_played_on_from_an_earlier_position(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=1)
    views = [ask("state", seat=0)["view"]]
    for seat in (0, 1, 0, 1, 0, 1):
        answer(ask, seat, "small")
        views.append(ask("state", seat=0)["view"])
    ask("rewind", answers=2)
    assert ask("state", seat=0)["view"] == views[2]
    answer(ask, 0, "small")
    assert ask("state", seat=0)["view"] == views[3]
    assert "no position after 4 answers" in ask.refused("rewind", answers=4)


def test_a_game_goes_on_after_a_change_as_far_as_the_answers_hold(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=1)
    for seat, option in ((0, "small"), (1, "large"), (0, "large")):
        answer(ask, seat, option)
    ask("edit", file="small.toml", text=SMALL.replace("gain 2 stars", "gain 3 stars"))
    found = ask("carry_on")
    assert (found["changed"], found["kept"], found["given"]) == (True, 3, 3)
    assert found["parting"]["answers"] == 2
    assert ask("state", seat=0)["view"]["counters"]["star"] == [4, 3]
    ask("edit", file="small.toml", text=SMALL.replace("or large { gain 2 stars }", "or huge { gain 5 stars }"))
    found = ask("carry_on")
    assert (found["kept"], found["given"]) == (1, 3)
    ask("act", seat=0, message={"type": "undo", "version": ask("state", seat=0)["version"], "request": "u"}, lang="en")
    assert ask("carry_on") == {"changed": False}


def test_other_words_and_looks_are_shown_at_the_table(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=7)
    answer(ask, 0, "small")
    ask("edit", file="small.toml", text=f"# a remark\n{SMALL}")
    assert ask("carry_on") == {"changed": False}
    words = '\n[words.en]\nlarge = "a leap"\n[look]\nseat_1 = { colour = "magenta" }\n'
    ask("edit", file="small.toml", text=SMALL.replace('"Small"', '"Leaps"') + words)
    found = ask("carry_on")
    assert (found["changed"], found["looks_only"], found["kept"], found["parting"]) == (True, True, 1, None)
    told = ask("state", seat=1)
    assert told["title"] == "Leaps"
    assert "a leap" in [option["label"] for option in told["view"]["decision"]["options"]]
    assert ask("play", seats=["person", "person"], seed=7)["seats"] == 2
    assert ask("state", seat=0)["title"] == "Leaps"


def test_a_seat_is_not_shown_what_it_may_not_know(ask: Asker) -> None:
    copied = library.copy_of({"name": "summer", "as": "my_summer"})
    ask("open", files=copied["files"])
    ask("play", seats=["person", "person"], seed=3)
    mine, watching = ask("state", seat=0), ask("state")
    assert mine["view"]["zones"]["hand"][0]["pieces"]
    assert not mine["view"]["zones"]["hand"][1]["pieces"]
    assert not watching["view"]["zones"]["hand"][0]["pieces"]


# ---- scenarios ------------------------------------------------------------------------------------


def test_a_recorded_game_is_a_scenario_that_fails_after_a_change(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=5)
    answer(ask, 0, "large")
    made = ask("record", name='the "large" answer')
    assert made["file"] == "small.scenarios.toml"
    ask("edit", file=made["file"], text=made["text"])
    [one] = ask("scenarios")
    assert (one["passed"], one["name"]) == (True, 'the "large" answer')
    ask("edit", file="small.toml", text=SMALL.replace("gain 2 stars", "gain 3 stars"))
    [one] = ask("scenarios")
    assert not one["passed"]
    assert (one["failures"][0]["expected"], one["failures"][0]["found"]) == ("2", "3")
    assert "other rules" in ask.refused("record", name="again")


def test_coverage_marks_the_lines_that_scenarios_reach(ask: Asker) -> None:
    ask.small()
    ask("play", seats=["person", "person"], seed=5)
    answer(ask, 0, "large")
    made = ask("record", name="large")
    ask("edit", file=made["file"], text=made["text"])
    found = ask("coverage")
    states = {row["line"]: row["state"] for row in found["files"]["small.toml"]}
    line = SMALL[: SMALL.index("choose small")].count("\n") + 1
    assert states[line] == "missed"
    assert 0 < found["reached"] < found["lines"]


# ---- many games -----------------------------------------------------------------------------------


def test_many_games_are_those_of_the_lab(ask: Asker, tmp_path: Path) -> None:
    ask.small()
    ask("measure", games=20, seats=2, bots="random", seed=4)
    told = ask("more", milliseconds=60_000)
    rules = sr.load(str(tmp_path / "small.toml"))
    expected = play_games(make_job(rules, 2, "random", 4), rules, 0, 20)
    assert told["lengths"] == [game.length for game in expected.games]
    assert told["totals"] == [sum(game.scores) for game in expected.games]


def test_a_topic_leads_to_its_own_declaration(ask: Asker) -> None:
    """The zone `stall` and the step of the setup `stall` are two things, and so are a field and the words of a kind."""
    for name in ("herbalists", "homesteads"):
        files = library.copy_of({"name": name, "as": "mine"})["files"]
        main = ask("open", files=files)["main"]
        assert isinstance(files, dict)
        text = str(dict(files)[str(main)])
        topics = {(one["sort"], one["id"]): one for one in ask("sentences", lang="en")["topics"]}
        lines = {key: text[one["at"] :].partition("\n")[0] for key, one in topics.items() if "at" in one}
        if name == "herbalists":
            assert lines["step", "stall"].startswith(("stall", "[setup.stall"))
            assert lines["zone", "stall"].startswith("stall    = {")
            assert lines["field", "worth"].startswith("worth =")
        assert all(key[1] in line for key, line in lines.items()), lines
        assert {sort for sort, _ in lines} >= {"step", "verb", "zone", "record", "words"}


def test_options_are_named_in_words_of_each_language(ask: Asker) -> None:
    ask("open", files=library.copy_of({"name": "summer", "as": "mine"})["files"])
    ask("measure", games=2, seats=2, bots="random", seed=4)
    told = ask("more", milliseconds=60_000)
    found = {one["name"]: one for one in told["options"]}
    assert len(found) == told["all"] > 25, "no card is left out"
    assert found["take_turn card=one_wood"]["said"] == {"en": "1: wood", "fr": "1 : bois", "pl": "1: drewno"}
    assert found["take_turn card=one_wood"]["of"]["en"] == "take a turn"
    trade = option_words(sr.load("homesteads"), "make_offer give=1timber+2wool")
    assert trade["said"] == {lang: "1 {} + 2 {}".format(*(
        sr.load("homesteads").label(word, lang, number) for word, number in (("timber", 1), ("wool", 2))
    )) for lang in LANGUAGES}  # fmt: skip


def test_games_to_begin_with_stand_on_the_shelves_of_the_table(ask: Asker) -> None:
    games = ask("games", lang="en")
    shelved = [one for one in list_games("en") if isinstance(one, dict)]
    assert [one["name"] for one in games] == [one.get("name") for one in shelved]


def test_a_change_is_compared_on_the_same_seeds(ask: Asker) -> None:
    ask.small()
    before = ask("version")["text"]
    ask("edit", file="small.toml", text=SMALL.replace("gain 2 stars", "gain 3 stars"))
    ask("measure", games=80, seats=2, bots="random", seed=4, before=before)
    told = ask("more", milliseconds=60_000)
    assert told["compared"]["score"]["verdict"] == "more"
    assert told["compared"]["length"]["verdict"] == "same"
    assert "not by 7" in ask.refused("measure", games=10, seats=7)


SCENARIO = """[[scenario]]
name = "two answers"
seats = 2
when = ["small", "large"]
then = { asked = 1 }
"""


def test_the_picture_shows_the_beginning_and_follows_accepted_edits(ask: Asker) -> None:
    ask.small()
    first = ask("picture", file="small.toml", at=0)
    assert (first["count"], first["seats"], first["scenario"]) == (2, [2, 3], None)
    assert first["picture"].startswith("<svg")
    ask("edit", file="small.toml", text=SMALL.replace("gain 2 stars", "gain 2 starz"))
    assert ask("picture", file="small.toml", at=0) == {"current": False}
    gift = "\n[setup.gift]\nsource = \"ours\"\neffect = 'as seats { gain 5 stars }'\n"
    ask("edit", file="small.toml", text=SMALL + gift)
    assert ask("picture", file="small.toml", at=0)["picture"] != first["picture"]
    assert ask("picture", file="small.toml", at=0, seats=3, seat=1)["count"] == 3


def test_the_picture_shows_the_position_of_the_scenario_at_the_cursor(ask: Asker) -> None:
    ask("open", files={"small.toml": SMALL, "small.scenarios.toml": f"# \U0001f3b2\n{SCENARIO}"})
    shift = len("# \U0001f3b2\n".encode("utf-16-le")) // 2
    reached = {
        given: ask("picture", file="small.scenarios.toml", at=shift + SCENARIO.index(word) + len(word))
        for given, word in ((None, ""), (0, "name"), (1, '"small"'), (2, '"large"'))
    }
    reached[None] = ask("picture", file="small.scenarios.toml", at=1)
    assert [told["scenario"] and told["scenario"]["given"] for told in reached.values()] == [None, 0, 1, 2]
    assert len({told["picture"] for told in reached.values()}) == 3
    wrong = SCENARIO.replace('"large"', '"huge"')
    ask("edit", file="small.scenarios.toml", text=wrong)
    told = ask("picture", file="small.scenarios.toml", at=len(wrong))
    assert told["scenario"]["refused"] == "huge"


def test_changes_that_no_scenario_notices_are_told_with_their_lines(ask: Asker) -> None:
    ask("open", files={"small.toml": SMALL, "small.scenarios.toml": SCENARIO})
    begun = ask("mutants")
    told = ask("more_mutants", milliseconds=60_000)
    assert (told["tried"], told["wanted"], told["all"]) == (begun["wanted"],) * 3
    assert told["noticed"] + told["unreadable"] + len(told["unnoticed"]) == told["tried"]
    line = SMALL[: SMALL.index("choose small")].count("\n") + 1
    assert {"file": "small.toml", "line": line, "path": "verbs.take_turn.effect", "old": "2", "new": "3"} in (
        told["unnoticed"]
    )
    noticing = SCENARIO.replace("asked = 1", "asked = 1, star = { 1 = 1, 2 = 2 }")
    ask("edit", file="small.scenarios.toml", text=noticing)
    ask("mutants")
    better = ask("more_mutants", milliseconds=60_000)
    assert better["noticed"] > told["noticed"]
    assert not [one for one in better["unnoticed"] if (one["old"], one["new"]) == ("2", "3")]
    ask("edit", file="small.scenarios.toml", text=noticing.replace("2 = 2", "2 = 3"))
    assert "two answers" in ask.refused("mutants")


def test_what_is_strong_is_what_the_lab_finds(ask: Asker, tmp_path: Path) -> None:
    ask.small()
    ask("study", sort="strong", games=30, seats=2, bots="random", seed=2)
    half = ask("study_more", milliseconds=1)
    assert 0 < half["games"] < 30
    told = ask("study_more", milliseconds=60_000, lang="en")
    rules = sr.load(str(tmp_path / "small.toml"))
    found = strong_of(rules, make_job(rules, 2, "random", 2), 30, lambda _done: None, plainly=True)
    assert [(one["name"], one["verdict"], one["games"]) for one in told["options"]] == [
        (one.name, one.verdict, one.games) for one in found.options
    ]
    assert told["settled"] == 2
    assert "30 games" in told["title"]


def test_how_the_game_feels_is_told_in_sentences(ask: Asker, tmp_path: Path) -> None:
    ask.small()
    ask("study", sort="feel", games=12, seats=2, bots="random", seed=2)
    told = ask("study_more", milliseconds=60_000, lang="en")
    rules = sr.load(str(tmp_path / "small.toml"))
    job = make_job(rules, 2, "random", 2)
    none = Ladder((), False, True)
    felt = feel_of(rules, job, 12, lambda _done: None, plainly=True)
    assert told["lines"] == impressions(Impression(felt, none, "random"), "en")
    skilled = ask("study_skill", games=10, seconds=20, lang="en")["lines"]
    assert skilled[: len(told["lines"])] == told["lines"]
    assert any("greedy wins" in line for line in skilled)
    assert "is not studied" in ask.refused("study", sort="luck", games=5, seats=2)


# ---- the browser ----------------------------------------------------------------------------------


def test_the_desk_needs_nothing_that_browsers_lack() -> None:
    """Neither processes nor the libraries of the command line, the server and the language server."""
    missing = ("_multiprocessing", "click", "lsprotocol", "pygls", "rich", "starlette", "llvmlite")
    code = f"import sys; sys.modules.update(dict.fromkeys({missing!r})); import solenia_rules.studio.desk"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- tables and lessons ---------------------------------------------------------------------------

CARDS = (
    SMALL
    + """
[pieces.card]
plural = "cards"
starts = "deck"
fields = { worth = "0..9", does = "effect?" }
source = "ours"

[zones]
deck = { of = "card", order = "stack", source = "ours" }

[cards]                                # all of them
alpha  = { worth = 1, source = "ours" }       # the least
beta   = { worth = 2, does = 'gain 1 star', source = "ours" }

[cards.gamma]
worth = 3                              # a table of its own
source = "ours"
"""
)


def edited(ask: Asker, method: str, **given: str) -> str:
    """The text of the small game after a change in the table."""
    text = str(ask(method, file="small.toml", section="cards", **given))
    ask("edit", file="small.toml", text=text)
    return text


def cells(ask: Asker) -> dict[str, dict[str, str]]:
    [table] = ask("tables", file="small.toml")
    return {row["id"]: row["cells"] for row in table["rows"]}


def test_records_are_shown_as_a_table(ask: Asker) -> None:
    ask.small(CARDS)
    assert cells(ask)["beta"] == {"worth": "2", "does": "gain 1 star", "source": "ours"}
    assert cells(ask)["gamma"] == {"worth": "3", "does": "", "source": "ours"}


def test_a_change_in_the_table_keeps_the_rest_of_the_file(ask: Asker) -> None:
    ask.small(CARDS)
    assert edited(ask, "set_field", id="alpha", key="worth", value="7") == CARDS.replace("worth = 1", "worth = 7")
    ask.small(CARDS)
    assert edited(ask, "set_field", id="gamma", key="does", value="gain 2 stars").startswith(CARDS.rstrip("\n"))
    assert cells(ask)["gamma"]["does"] == "gain 2 stars"
    text = edited(ask, "set_field", id="alpha", key="does", value="gain 3 stars")
    assert cells(ask)["alpha"]["does"] == "gain 3 stars"
    assert "# the least" in text
    edited(ask, "set_field", id="alpha", key="does", value="")
    assert edited(ask, "set_field", id="gamma", key="does", value="") == CARDS
    assert ask("diagnose", file="small.toml")["good"]


def test_records_of_the_base_are_shown_and_can_be_copied(ask: Asker) -> None:
    text = 'ruleset = "mine"\nlanguage = 1\nextends = "summer"\nsource = "ours"\n' + (
        'title = { en = "Mine", fr = "Le mien", pl = "Moja" }\n'
    )
    ask("open", files={"mine.toml": text})
    tables = {table["section"]: table for table in ask("tables", file="mine.toml")}
    assert tables["cards"]["rows"] == []
    shown = {row["id"]: row["cells"] for row in tables["cards"]["inherited"]}
    assert shown["one_wood"]["expelled"] == "gain 1 wood"
    made = ask("add_record", file="mine.toml", section="cards", like="zero_yield", id="one_twig")
    assert made.startswith(text.rstrip())
    assert "expelled = 'gain 2 of yield(here)', source = \"ours\", copies = 2 }" in made
    ask("edit", file="mine.toml", text=made)
    assert ask("diagnose", file="mine.toml")["good"]
    changed = ask("set_field", file="mine.toml", section="cards", id="one_twig", key="value", value="2")
    ask("edit", file="mine.toml", text=changed)
    tables = {table["section"]: table for table in ask("tables", file="mine.toml")}
    assert [(row["id"], row["cells"]["value"]) for row in tables["cards"]["rows"]] == [("one_twig", "2")]
    assert len(tables["cards"]["inherited"]) == len(shown)


def test_records_are_added_and_removed(ask: Asker) -> None:
    ask.small(CARDS)
    assert edited(ask, "add_record", like="alpha", id="delta").startswith(CARDS.rstrip("\n"))
    assert list(cells(ask)) == ["alpha", "beta", "gamma", "delta"]
    assert cells(ask)["delta"] == cells(ask)["alpha"]
    assert edited(ask, "remove_record", id="delta").rstrip() == CARDS.rstrip()
    assert "another row" in ask.refused("add_record", file="small.toml", section="cards", like="alpha", id="beta")
    assert "no id" in ask.refused("add_record", file="small.toml", section="cards", like="alpha", id="No Id")
    assert "no records" in ask.refused("remove_record", file="small.toml", section="verbs", id="take_turn")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_the_tutorial_can_be_put_and_is_checked(ask: Asker, lang: str) -> None:
    name = "tutorial.md" if lang == "en" else f"tutorial.{lang}.md"
    page = (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
    ask("open", files={"my_herbs.toml": "# a new game\n"})
    for lesson in read_lessons(page):
        needs, parts = lesson["needs"], lesson["parts"]
        blocks = [part["text"] for part in json.loads(json.dumps(parts)) if part["sort"] == "toml"]
        if blocks and str(lesson["title"]).startswith("1."):
            assert len(ask("lesson_check", needs=needs)["missing"]) > 5
        for block in blocks:
            text = ask("lesson_put", file="my_herbs.toml", block=block)
            ask("edit", file="my_herbs.toml", text=text)
        assert ask("lesson_check", needs=needs) == {"missing": [], "errors": 0}
