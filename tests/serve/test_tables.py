"""A whole game at a table, and what each request may do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

import solenia_rules as sr
from solenia_rules.serve.bots import Bots
from solenia_rules.serve.hub import Connection, Held, Hub
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.names import stored_name
from solenia_rules.serve.sqlite import SqliteStore
from solenia_rules.serve.table import revive
from tests.serve.tables import NAMES, PEOPLE, Json, Opened, Player, bearer, join, open_table, server, sit


def asked(*players: Player) -> int | None:
    """The seat that is asked, after all players have heard the newest state."""
    newest = max(player.version for player in players)
    for player in players:
        player.hear_state(newest)
    decision = players[0].decision
    return None if decision is None else int(str(decision["seat"]))


def both(player: Player, *others: Player) -> None:
    for other in others:
        other.hear_state(player.version)


def answer_first(players: list[Player]) -> bool:
    """The seat that is asked gives its first option; false if the game is over."""
    seat = asked(*players)
    if seat is None:
        return False
    before = players[seat].version
    assert players[seat].ask("answer", version=before, option=players[seat].options[0])["type"] == "done"
    for player in players:
        player.hear_state(before + 1)
    return True


def points_of(parts: Json, seats: int) -> list[int]:
    """What the parts of the scores sum up to, seat by seat."""
    assert isinstance(parts, list)
    assert parts
    rows = [part["points"] for part in parts if isinstance(part, dict)]
    return [sum(int(str(row[seat])) for row in rows if isinstance(row, list)) for seat in range(seats)]


def person(player: Player, seat: int) -> dict[str, Json]:
    """What a client knows of the person at a seat."""
    people = player.state["people"]
    assert isinstance(people, list)
    one = people[seat]
    assert isinstance(one, dict)
    return one


def votes(player: Player, seat: int) -> Json:
    return person(player, seat)["votes"]


def stand_in(player: Player, seat: int) -> Json:
    return person(player, seat)["stand_in"]


def test_two_people_finish_a_game_and_a_spectator_watches(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client)
        with (
            sit(client, table.id, table.tokens[0]) as first,
            sit(client, table.id, table.tokens[1]) as second,
            sit(client, table.id, table.spectators) as watcher,
        ):
            while answer_first([first, second]):
                assert first.state["end"] is not None or first.state["parts"] == []
            watcher.hear_state(first.version)
            end = first.state["end"]
            assert isinstance(end, dict)
            save = client.get(f"/api/tables/{table.id}/save", headers=bearer(table.tokens[1]))
            game = sr.restore(save.text).named(NAMES[:2])
            assert game.decision is None
            assert end["winners"] == list(game.winners)
            assert end["together"] is False
            assert end["steps"] == len(game.answers) == first.version
            assert first.state["title"] == game.rules.title
            assert points_of(first.state["parts"], 2) == [game.scores[0], game.scores[1]]
            assert first.lines == game.log_for(0)
            assert second.lines == game.log_for(1)
            assert watcher.lines == game.log_for(None)
            assert watcher.state["view"] == game.view(None, log=False)


def test_a_bot_answers_for_its_seat(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, seats=[{"plays": "person"}, {"plays": "random"}])
        with sit(client, table.id, table.tokens[0]) as player:
            for _ in range(200):
                decision = player.decision
                if decision is None:
                    break
                if decision["seat"] == 0:
                    player.ask("answer", version=player.version, option=player.options[0])
                    player.hear_state(player.version)
                if player.decision is not None and player.decision["seat"] != 0:
                    player.hear()
            assert player.state["end"] is not None


def test_a_client_gets_the_view_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "summer")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            mine = first.state["view"]
            other = second.state["view"]
            assert isinstance(mine, dict)
            assert isinstance(other, dict)
            assert mine["zones"]["hand"][0]["pieces"]  # type: ignore[index, call-overload]
            assert not other["zones"]["hand"][0]["pieces"]  # type: ignore[index, call-overload]
            assert "seed" not in json.dumps(first.state)


class TestAnswers:
    def refused(self, reply: dict[str, Json]) -> Json:
        assert reply["type"] == "refused", reply
        assert reply["text"]
        return reply["reason"]

    def test_of_another_seat_a_stale_version_or_no_option_change_nothing(self, tmp_path: Path) -> None:
        with server(tmp_path) as client:
            table = open_table(client)
            with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
                seat = asked(first, second)
                assert seat is not None
                player, other = ([first, second][seat], [first, second][1 - seat])
                option = player.options[0]
                assert self.refused(other.ask("answer", version=0, option=option)) == "not_your_turn"
                assert self.refused(player.ask("answer", version=1, option=option)) == "stale"
                assert self.refused(player.ask("answer", version=0, option="nonsense")) == "illegal"
                assert self.refused(player.ask("replay", step=0)) == "still_running"
                assert client.get(f"/api/tables/{table.id}/save", headers=bearer(table.tokens[0])).status_code == 409
                assert player.version == 0
                assert player.ask("answer", version=0, option=option)["type"] == "done"

    def test_sent_twice_count_once(self, tmp_path: Path) -> None:
        with server(tmp_path) as client:
            table = open_table(client)
            with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
                player = [first, second][asked(first, second) or 0]
                option = player.options[0]
                for _ in range(3):
                    assert player.ask("answer", version=0, option=option, request="the same")["type"] == "done"
                player.hear_state(1)
        with server(tmp_path) as client:  # also after a restart
            tokens = table.tokens
            for token in tokens:
                with sit(client, table.id, token) as player:
                    reply = player.ask("answer", version=0, option=option, request="the same")
                    assert reply["type"] == "done" or reply["reason"] in ("stale", "not_your_turn")
                    assert player.version == 1

    def test_of_spectators_are_refused(self, tmp_path: Path) -> None:
        with server(tmp_path) as client:
            table = open_table(client)
            with sit(client, table.id, table.spectators) as watcher:
                assert self.refused(watcher.ask("answer", version=0, option="x")) == "spectators_watch"
                assert self.refused(watcher.ask("undo", version=0)) == "spectators_watch"


def test_reasons_are_told_to_the_seat_that_is_asked_only(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client)
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1], "fr") as second:
            seat = asked(first, second)
            assert seat is not None
            players = [first, second]
            assert players[seat].ask("why", version=0, option="nonsense")["type"] == "why"
            assert players[1 - seat].ask("why", version=0, option="nonsense")["reason"] == "not_asked"


def listed(reply: dict[str, Json], what: str, key: str) -> list[str]:
    """The values of a key in the list of a reply."""
    found = reply[what]
    assert isinstance(found, list)
    return [str(one[key]) for one in found if isinstance(one, dict)]


def test_answers_that_are_not_offered_are_listed_for_the_seat_that_is_asked(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "connect_four")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1], "fr") as second:
            others = listed(first.ask("others", version=0), "options", "id")
            assert len(others) == 35, "the six higher rows"
            assert not {*others} & {*first.options}
            assert first.ask("why", version=0, option=others[0])["type"] == "why"
            assert first.ask("others", version=1)["reason"] == "stale"
            assert second.ask("others", version=0)["reason"] == "not_asked"


def test_only_things_of_the_kinds_on_offer_are_listed_and_each_once(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "summer")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            seat = asked(first, second)
            assert seat is not None
            player = [first, second][seat]
            assert all(option.startswith("card=") for option in player.options)
            labels = listed(player.ask("others", version=0), "options", "label")
            cards = {name for name in labels if name[0] in "012"}
            assert len(cards) == len(labels) >= 10, "no airship and no delivery tile, and each card once"


def test_everybody_can_read_the_rules(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client)
        with sit(client, table.id, table.tokens[0]) as player, sit(client, table.id, table.spectators, "fr") as watcher:
            rules = sr.load("candle")
            for reader, lang in ((player, "en"), (watcher, "fr")):
                told = reader.ask("rules")
                found = rules.topics(lang).topic("play", "section")
                assert found is not None
                assert found.title in listed(told, "topics", "title")
                assert found.steps[0].text in json.dumps(told, ensure_ascii=False)


def test_undo_past_the_answer_of_another_needs_agreement(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "connect_four")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            players = [first, second]
            answer_first(players)
            answer_first(players)
            for yes in (False, True):
                assert first.state["undoes"] == 2
                assert first.ask("undo", version=2)["type"] == "done"
                while second.state["wish"] is None:
                    second.hear()
                assert first.ask("agree", version=2, yes=True)["reason"] == "no_wish"
                assert second.ask("agree", version=2, yes=yes)["type"] == "done"
            first.hear_state(3)
            both(first, second)
            assert asked(*players) == 0
            assert first.lines == second.lines == ["Ada: turn begins"]
            assert second.ask("agree", version=3, yes=True)["reason"] == "no_wish"


def test_an_invitation_works_once(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        made = client.post("/api/tables", json={"ruleset": "candle", "seats": PEOPLE}).json()
        invitation = made["invitations"][0]
        token = join(client, made["table"], invitation, "  Ada \n Lovelace ")
        again = client.post(f"/api/tables/{made['table']}/join", json={"name": "Eve"}, headers=bearer(invitation))
        assert again.status_code == 403
        with sit(client, made["table"], token) as player:
            people = player.state["people"]
            assert isinstance(people, list)
            assert people[0]["name"] == "Ada Lovelace"  # type: ignore[index, call-overload]
        with pytest.raises(WebSocketDisconnect), sit(client, made["table"], invitation) as player:
            player.hear()


def test_everybody_reads_the_names_of_the_people(tmp_path: Path) -> None:
    name = "<b>Zoë & Co</b>"
    with server(tmp_path) as client:
        made = client.post("/api/tables", json={"ruleset": "connect_four", "seats": PEOPLE}).json()
        first_token = join(client, made["table"], made["invitations"][0], "")
        with (
            sit(client, made["table"], first_token) as first,
            sit(client, made["table"], made["spectators"]) as watcher,
        ):
            assert first.lines == ["seat 1: turn begins"]
            assert answer_first([first])
            assert "gracz" not in str(first.state["picture"])
            second_token = join(client, made["table"], made["invitations"][1], name)
            with sit(client, made["table"], second_token, "pl") as second:
                for player in (first, watcher):
                    while name not in "".join(player.lines):
                        player.hear()
                    assert player.lines[0] == "seat 1: turn begins"
                    assert f"{name}: turn begins" in player.lines
                    assert "&lt;b&gt;Zoë &amp; Co&lt;/b&gt;" in str(player.state["picture"])
                assert f"{name}: tura – początek" in second.lines or any(name in line for line in second.lines)
                assert second.lines[0].startswith("gracz 1")
                assert "&lt;b&gt;Zoë" in str(second.state["picture"])
                for player in (first, second, watcher):
                    assert "<b>Zoë" not in str(player.state["picture"])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ada", "name_taken"), ("Seat 1", "name_taken"), ("GRACZ 1", "name_taken"), ("x" * 41, "name_long"),
        ("a\u202eb", "name_unshowable"), ("\u200b", "name_unshowable"), ("x" + "\u0301" * 9, "name_unshowable"),
    ],
)  # fmt: skip
def test_a_name_that_would_mislead_is_refused_and_the_seat_stays_free(tmp_path: Path, name: str, reason: str) -> None:
    with server(tmp_path) as client:
        made = client.post("/api/tables", json={"ruleset": "candle", "seats": PEOPLE}).json()
        address = f"/api/tables/{made['table']}/join"
        first, second = (bearer(one) for one in made["invitations"])
        if name == "ada":
            assert client.post(address, json={"name": "Ada"}, headers=first).status_code == 200
        refused = client.post(address, json={"name": name}, headers=second)
        assert refused.json()["reason"] == reason
        assert refused.status_code in (400, 409)
        assert client.post(address, json={"name": "Seat 2"}, headers=second).status_code == 200


def test_a_stored_name_that_cannot_be_shown_is_left_out() -> None:
    assert stored_name("Ada Lovelace") == "Ada Lovelace"
    assert stored_name("a\u202eb") == stored_name("x" * 41) == stored_name(" x") == ""


def test_a_table_goes_on_after_a_restart_in_the_middle(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "summer")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            for _ in range(15):
                answer_first([first, second])
            views = [first.state["view"], second.state["view"]]
            lines = [first.lines, second.lines]
    with server(tmp_path) as client:
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            assert [first.state["view"], second.state["view"]] == views
            assert [first.lines, second.lines] == lines
            assert answer_first([first, second])


def test_a_finished_game_is_watched_again_and_forked(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table: Opened = open_table(client, "connect_four")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            while answer_first([first, second]):
                pass
            shown = first.ask("replay", step=2)
            assert shown["type"] == "replayed"
            forked = client.post(
                f"/api/tables/{table.id}/fork", json={"step": 2, "seats": PEOPLE}, headers=bearer(table.tokens[0])
            ).json()
        both_join = zip(forked["invitations"], NAMES, strict=False)
        tokens = [join(client, forked["table"], one, name) for one, name in both_join]
        with sit(client, forked["table"], tokens[0]) as again:
            assert again.state["view"] == shown["view"]


def test_who_plays_again_keeps_the_seats_of_the_others(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table: Opened = open_table(client, "connect_four")
        with (
            sit(client, table.id, table.tokens[0]) as first,
            sit(client, table.id, table.tokens[1]) as second,
            sit(client, table.id, table.spectators) as watcher,
        ):
            while answer_first([first, second]):
                pass
            path, plan = f"/api/tables/{table.id}/fork", {"step": 0, "seats": PEOPLE, "fresh": True}
            made = client.post(path, json=plan, headers=bearer(table.tokens[0])).json()
            while second.state["successor"] is None:
                second.hear()
            told = second.state["successor"]
            assert told == {"table": made["table"], "invitation": made["invitations"][1], "by": 0}
            for other in (first, watcher):
                other.ask("ping")
                assert made["invitations"][0] not in json.dumps(other.state)
                assert made["invitations"][1] not in json.dumps(other.state)
            join(client, made["table"], made["invitations"][1], "Grace")


def test_an_absent_person_is_replaced_by_agreement_and_comes_back(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "connect_four")
        with sit(client, table.id, table.tokens[0]) as first:
            with sit(client, table.id, table.tokens[1]):
                assert first.ask("replace", seat=1)["reason"] == "not_absent"
            while first.state["people"][1]["connected"]:  # type: ignore[index, call-overload]
                first.hear()
            assert first.ask("replace", seat=1)["type"] == "done"
            answer_first([first])
            first.hear_state(2)
            with sit(client, table.id, table.tokens[1]) as second:
                assert second.ask("answer", version=2, option="x")["reason"] in ("not_your_turn", "bot_plays")
                assert second.ask("come_back")["type"] == "done"
                answer_first([first])
                both(first, second)
                assert second.options


def test_undo_within_the_own_move_needs_nobody(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        table = open_table(client, "summer")
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            answer_first([first, second])
            before = first.options
            assert first.ask("undo", version=1)["type"] == "done"
            first.hear_state(2)
            assert first.options != before
            assert not first.state["undoes"]
            assert first.ask("undo", version=2)["reason"] == "nothing_to_undo"


def test_who_stays_away_is_replaced_after_the_time_set_at_the_start(tmp_path: Path) -> None:
    """The clock is moved by hand. A person who has not come since a restart of the server is absent, too; the last
    person of a table is waited for."""
    with server(tmp_path) as client:
        table = open_table(client, "connect_four", absent_after=60)
        with sit(client, table.id, table.tokens[0]) as first, sit(client, table.id, table.tokens[1]) as second:
            answer_first([first, second])
    now = 0.0
    store = SqliteStore(tmp_path / "games.db")
    hub = Hub(store, Limits(), Bots(), Metrics(), clock=lambda: now)
    held = Held(revive(table.id, store.links(table.id)))
    here = Connection(0, "en", "light", 960, 0)
    held.connections.add(here)
    assert hub.overdue(held) is None
    now = 59.0
    assert hub.overdue(held) is None
    now = 60.0
    assert hub.overdue(held) == 1
    held.connections.add(back := Connection(1, "en", "light", 960, 0))
    assert hub.overdue(held) is None
    held.connections.remove(back)
    held.connections.remove(here)
    held.table.seats[0].stand_in = "greedy"
    assert hub.overdue(held) is None, "nobody is left to play with the bots"
    store.close()


def test_a_bot_plays_for_somebody_who_never_came_if_all_agree(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        people = [{"plays": "person"}] * 3
        made = client.post("/api/tables", json={"ruleset": "candle", "seats": people}).json()
        tokens = [
            join(client, made["table"], one, name) for one, name in zip(made["invitations"][:2], NAMES, strict=False)
        ]
        with sit(client, made["table"], tokens[0]) as first, sit(client, made["table"], tokens[1]) as second:
            assert first.ask("replace", seat=2)["type"] == "done"
            while not votes(second, 2):
                second.hear()
            assert votes(second, 2) == [0]
            assert second.ask("replace", seat=2)["type"] == "done"
            while not stand_in(first, 2):
                first.hear()
            assert votes(first, 2) == []
            assert first.ask("replace", seat=2)["reason"] == "no_person"
            late = join(client, made["table"], made["invitations"][2], "Emmy")
            with sit(client, made["table"], late) as third:
                assert third.ask("come_back")["type"] == "done"
                while stand_in(third, 2):
                    third.hear()
