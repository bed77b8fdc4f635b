"""The same games whoever plays them, and figures that fit together."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.chunk import game_seed, play_games
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.files import games_csv
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import OneProcess, Processes, make_job, run
from solenia_rules.tools.lab.summary import summarize
from solenia_rules.tools.lab.unused import find_unused
from solenia_rules.tools.lab.wire import Job, batch_text, read_batch, read_job
from tests.sampling import sampled
from tests.small_rulesets import small_ruleset
from tests.tools.lab.games import HEAD

LONG = ("herbalists", "solo", "day_and_night")


def silent(_done: int) -> None:
    pass


@pytest.fixture(scope="module")
def pool() -> Iterator[Processes]:
    made = Processes(2)
    yield made
    made.close()


def job_of(name: str, bots: str, parts: bool = True) -> Job:
    return make_job(sr.load(name), None, bots, 7, parts)


@pytest.mark.parametrize(("bots", "games"), [("random", 23), ("greedy,random", 23), ("mcts:4,greedy", 6)])
def test_processes_and_pieces_do_not_show(bots: str, games: int, pool: Processes) -> None:
    job = job_of("herbalists", bots)
    texts = {
        batch_text(run(job, 0, games, size, team, silent).batch)
        for team, size in ((OneProcess(), games), (OneProcess(), 5), (pool, 4), (pool, 1))
    }
    assert len(texts) == 1


class Murderer(Processes):
    """Kills one of its own processes after the first piece."""

    killed = 0

    def _round(self, job: str, pieces: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
        for found in super()._round(job, pieces):
            yield found
            if not self.killed:
                self.killed = next(iter(self.pool._processes))
                os.kill(self.killed, signal.SIGKILL)


def test_a_worker_that_dies_does_not_show() -> None:
    job = job_of("herbalists", "random")
    team = Murderer(2)
    try:
        found = run(job, 0, 40, 2, team, silent).batch
    finally:
        team.close()
    assert team.killed
    assert batch_text(found) == batch_text(run(job, 0, 40, 40, OneProcess(), silent).batch)


def test_an_interrupt_keeps_what_is_done() -> None:
    done = []

    def interrupt(games: int) -> None:
        done.append(games)
        if len(done) == 3:
            raise KeyboardInterrupt

    outcome = run(job_of("crab_pots", "random"), 0, 100, 4, OneProcess(), interrupt)
    assert outcome.stopped
    assert [game.index for game in outcome.batch.games] == list(range(12))


def test_text_and_back() -> None:
    job = job_of("crab_pots", "random,greedy")
    assert read_job(job.text()) == job
    batch = play_games(job, sr.load("crab_pots"), 0, 3)
    assert read_batch(batch_text(batch)) == batch


@pytest.mark.parametrize(
    "name", ["crab_pots", "summer", *(pytest.param(name, marks=pytest.mark.thorough) for name in LONG)]
)
def test_games_end_the_same_whether_they_are_watched_or_not(name: str) -> None:
    rules, games = sr.load(name), 1 if name in ("day_and_night", "solo") else 3
    watched, quick = (
        play_games(make_job(rules, None, "random", 3, parts), rules, 0, games).games for parts in (True, False)
    )
    for one, other in zip(watched, quick, strict=True):
        assert (one.seed, one.winners, one.scores, one.length) == (
            other.seed,
            other.winners,
            other.scores,
            other.length,
        )
        end = sr.playout(rules, rules.seats[0], one.seed)
        assert (end.winners, tuple(end.scores.values()), end.decisions) == (other.winners, other.scores, other.length)


@pytest.mark.parametrize("name", sampled(["summer", "herbalists", "candle"], 1))
def test_parts_add_up_to_the_score(name: str) -> None:
    rules = sr.load(name)
    for game in play_games(make_job(rules, None, "greedy", 3), rules, 0, 3).games:
        for seat, score in enumerate(game.scores):
            assert sum(values[seat] for values in game.parts.values()) == score


def test_a_score_that_is_written_comes_from_who_writes_it() -> None:
    """With a start above 0 and a limit: what counts is by how much the score changes."""
    text = (
        HEAD.replace("score = true", "score = true, starts = 2, range = [0, 9]")
        + """
[play.steps]
source = "ours"
effect = 'as seats { phase turn { gain 3 points; add 20 to my points } }'
[scoring]
fine = { effect = 'as seats { add -4 to my points }', source = "ours" }
flat = { effect = 'as seats { set my points to 1 }', source = "ours" }
"""
    )
    rules = sr.load_text(text, "small")
    (game,) = play_games(make_job(rules, 2, "random", 3), rules, 0, 1).games
    assert game.parts == {"steps": (7, 7), "fine": (-4, -4), "flat": (-4, -4)}


def test_what_is_offered_and_taken_fits_the_games() -> None:
    rules = sr.load("crab_pots")
    job = make_job(rules, 2, "random", 5)
    batch = play_games(job, rules, 0, 20)
    boats = {name: use for name, use in batch.uses.items() if "boat=" in name}
    assert {name.partition("=")[2] for name in boats} == {"coracle", "dinghy", "skiff", "gig", "yawl", "galley"}
    for use in boats.values():
        assert use.seats_taken == use.seats_offered == 40  # six rounds, six boats: everybody uses each
        assert use.taken == 40
        assert use.wins_taken == sum(sum(game.shares(2)) for game in batch.games)
    bays = [use for name, use in batch.uses.items() if "bay=" in name]
    assert sum(use.taken for use in bays) == 20 * 2 * 6


def test_what_never_happens_is_told() -> None:
    rules = sr.load_text(sr.load("herbalists").text().replace("repeat rounds {", "repeat 1 {"), "herbalists")
    batch = play_games(make_job(rules, 2, "random", 5), rules, 0, 3)
    unused = find_unused(rules, 2, batch)
    everything = find_unused(
        sr.load("herbalists"), 2, play_games(job_of("herbalists", "random"), sr.load("herbalists"), 0, 40)
    )
    assert len(unused.never_offered + unused.never_taken + unused.never_asked) > len(
        everything.never_offered + everything.never_taken + everything.never_asked
    )


def test_what_a_verb_does_for_a_record_is_not_missed() -> None:
    """Only records whose own texts make events can be said to have done nothing."""
    rules = sr.load("day_and_night")
    never = find_unused(rules, 2, play_games(make_job(rules, 2, "random", 1), rules, 0, 1)).never_did
    assert "day_chant" not in never  # `change my_space`: the verb is told of
    nothing = find_unused(sr.load("improvements"), 2, Batch()).never_did
    assert {"larder", "tip", "farewell"} <= set(nothing)
    assert not {"loft", "tailwind", "haggling"} & set(nothing)  # they only change values


SUITED = (
    HEAD
    + """
[kinds]
suit = { plural = "suits", words = ["sun", "moon"], source = "ours" }
[pieces]
card = { plural = "cards", per = "suit", starts = "row", fields = { played = "effect?" }, source = "ours" }
[zones]
row = { of = "card", seen = "all", source = "ours" }
won = { of = "card", seen = "all", source = "ours" }
[cards]
one = { played = 'reward 1', source = "ours" }
two = { source = "ours" }
[verbs]
reward = { params = { n = "0..9" }, effect = 'gain n of points', source = "ours" }
[play.all]
source = "ours"
effect = 'repeat 2 { as seats { phase turn { choose card in row; move card to won; do played of card } } }'
"""
)


def test_what_a_verb_does_for_a_record_is_told_of_both_and_pieces_of_each_word_apart() -> None:
    rules = sr.load_text(SUITED, "small")
    batch = play_games(make_job(rules, 2, "random", 1), rules, 0, 6)
    assert {name: deed.times for name, deed in batch.deeds.items() if name in ("one", "reward")} == {
        "one": 12, "reward": 12}  # fmt: skip
    cards = {f"all card={card}.{suit}" for card in ("one", "two") for suit in ("sun", "moon")}
    assert set(batch.uses) == cards
    del batch.uses["all card=two.moon"]
    assert find_unused(rules, 2, batch).never_offered == ("all card=two.moon",)


def test_seeds_of_games_differ_and_stay() -> None:
    seeds = [game_seed(1, index) for index in range(2000)]
    assert len(set(seeds)) == 2000
    assert not set(seeds) & {game_seed(2, index) for index in range(2000)}
    assert seeds[:2] == [game_seed(1, 0), game_seed(1, 1)]


def test_the_command_writes_the_same_bytes_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["sim", "crab_pots", "--games", "12", "--bots", "greedy,random", "--seed", "4"]
    assert main([*line, "--jobs", "1", "--chunk", "7", "--out", str(tmp_path / "a")]) == 0
    first = capsys.readouterr().out
    assert main([*line, "--jobs", "2", "--chunk", "3", "--out", str(tmp_path / "b")]) == 0
    assert capsys.readouterr().out == first
    names = {path.name for path in (tmp_path / "a").iterdir()}
    assert names == {"games.csv", "options.csv", "texts.csv", "manifest.json"}
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert manifest["digest"] == sr.load("crab_pots").digest
    assert (manifest["seed"], manifest["games"], manifest["engine"]) == (4, 12, sr.__version__)
    assert "greedy" in first
    assert "12 games are not enough to tell anything" in first
    assert len((tmp_path / "a" / "games.csv").read_text().splitlines()) == 13


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "crab_pots", "--games", "5", "--bots", "random", "--jobs", "1", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 5
    assert sum(option["taken"] for option in data["options"] if "boat=" in option["option"]) == 5 * 2 * 6
    assert data["not enough games to tell"] == ["5 games are not enough to tell anything; play 30 or more"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["sim", "crab_pots", "--bots", "gredy"], "did you mean `greedy`"),
        (["sim", "crab_pots", "--bots", "greedy,random,random", "--seats", "2"], "3 bots for 2 seats"),
        (["sim", "crab_pots", "--seats", "7"], "is played by 2 to 4 seats, not by 7"),
        (["sim", "crab_pot"], "crab_pots"),
        (["sim", "crab_pots", "--params", "rounds=99"], "E037"),
        (["sim", "crab_pots", "--games", "2", "--html", "page.html"], "--html is the page of --coverage"),
        # It takes the five seconds after which a cluster that does not answer is given up.
        pytest.param(["sim", "crab_pots", "--cluster", "tcp://127.0.0.1:1"], "cluster", marks=pytest.mark.thorough),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert problem in capsys.readouterr().err


def test_shares_of_wins_add_up() -> None:
    rules = sr.load("candle")
    summary = summarize(play_games(make_job(rules, 3, "random", 1), rules, 0, 25), 3)
    drawn = summary.drawn / summary.games
    assert sum(result.wins.value for result in summary.results) == pytest.approx(1 - drawn)


def test_bots_must_fit_the_seats() -> None:
    with pytest.raises(LabError, match="2 bots for 3 seats"):
        make_job(sr.load("candle"), 3, "greedy,random", 1)


STUCK = small_ruleset("needy", (2, 2), """
repeat 3 { as seats { phase turn {
  need place of me is 1 or my points < 3; choose n in range(0, 2); gain n of points
} } }
""")  # fmt: skip


def test_seats_that_get_stuck_are_counted_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "needy.toml"
    path.write_text(STUCK, encoding="utf-8")
    assert (
        main(["sim", str(path), "--games", "40", "--bots", "random", "--jobs", "1", "--out", str(tmp_path / "o")]) == 0
    )
    said = capsys.readouterr().out
    assert "a seat got stuck in" in said
    assert "seat 2 at `need place of me is 1 or my points < 3`" in said
    assert "seat 1 at" not in said
    head, *rows = (tmp_path / "o" / "games.csv").read_text().splitlines()
    assert "stuck,stuck where" in head
    assert (
        sum("seat 2 at" in row for row in rows)
        == json.loads((tmp_path / "o" / "manifest.json").read_text())["games with a stuck seat"]
    )


def test_a_stuck_seat_is_told_after_a_quiet_game_and_can_be_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "needy.toml"
    path.write_text(STUCK, encoding="utf-8")
    assert main(["check", str(path), "--play", "30"]) == 1
    again = re.search(r"`solenia play NAME (--seats \S+ --seed \d+)`", capsys.readouterr().out)
    assert again is not None
    assert main(["play", str(path), *again.group(1).split(), "--quiet"]) == 0
    assert "Seat 2 got stuck (" in capsys.readouterr().err
    assert main(["play", "crab_pots", "--seats", "random,random", "--seed", "1", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_games_of_which_only_the_end_is_known_do_not_say_who_got_stuck() -> None:
    rules = sr.load("crab_pots")
    seen, ends = (play_games(make_job(rules, None, "random", 3, parts), rules, 0, 3) for parts in (True, False))
    assert [row.split(",")[5] for row in games_csv(seen, 2).splitlines()[1:]] == ["0"] * 3
    assert [row.split(",")[5] for row in games_csv(ends, 2).splitlines()[1:]] == [""] * 3


TABLES = (
    ("sim", "herbalists", "--bots", "random", "--games", "40"),
    ("compare", "crab_pots", "crab_pots", "--bots", "random", "--games", "20"),
    ("price", "herbalists:hothouse", "--bots", "random", "--games", "40"),
    ("sweep", "crab_pots", "--vary", "set_value=0,9", "--bots", "random", "--games", "20"),
)
ENGLISH = {
    "seat", "seats", "games", "wins", "taken", "offered", "often", "settled", "difference", "worth", "with", "without",
    "above", "each", "rules", "answers", "seed", "seeds", "more", "whether", "comes", "not", "never", "of",
}  # fmt: skip


@pytest.mark.parametrize("command", TABLES, ids=lambda command: command[0])
def test_tables_speak_the_language_of_the_terminal(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for lang in ("en", "fr", "pl"):
        monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
        assert main([*command, "--jobs", "1"]) == 0
        said[lang] = capsys.readouterr().out
    words = {lang: set(re.findall(r"[a-z]+", re.sub(r"`[^`]*`", "", text.lower()))) for lang, text in said.items()}
    assert len(words["en"] & ENGLISH) >= 4
    for lang in ("fr", "pl"):
        assert not words[lang] & ENGLISH
        assert re.findall(r"\d+\.\d+", said[lang]) == re.findall(r"\d+\.\d+", said["en"])
