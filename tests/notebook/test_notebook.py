"""What notebooks show: games, rulesets, results of the lab, and the widget that is answered by clicking."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import solenia_rules as sr
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.notebooks import compare_rules, simulate
from tests.serve.browser import CHROMIUM

ROOT = Path(__file__).parent.parent.parent
anywidget = pytest.importorskip("anywidget")


def well_formed(html: str) -> str:
    ElementTree.fromstring(html)
    return re.sub("<[^>]*>", " ", re.sub("<svg.*?</svg>", " ", html, flags=re.S))


def test_games_and_rulesets_show_themselves() -> None:
    rules = sr.load("summer")
    game = sr.new_game(rules, 2, 7)
    for shown in (rules, game):
        bundle = shown._repr_mimebundle_()
        assert set(bundle) == {"image/svg+xml", "text/html", "text/plain"}
        assert bundle["image/svg+xml"] == shown.svg()
        assert bundle["text/html"].count("<svg") == 1
        assert "Solenia, summer" in well_formed(bundle["text/html"])
    assert "cards in hand" in well_formed(rules._repr_html_())
    assert "seat 1 is asked" in well_formed(game._repr_html_())
    hidden = {option["label"] for option in game.offered()}
    assert not any(label in game._repr_html_() for label in hidden), "a picture for everybody shows no hand"


def test_results_of_the_lab_are_tables() -> None:
    rules = sr.load("connect_four")
    found = simulate(rules, 60, "random,greedy")
    text = well_formed(found._repr_html_())
    assert "Connect Four: 60 games" in text
    assert "greedy" in text
    compared = compare_rules(rules, rules, 20, "random")
    assert "20 pairs of games" in well_formed(compared._repr_html_())
    shorter = compare_rules(sr.load("summer"), sr.load("summer", params={"rounds": 2}), 20, "random")
    assert shorter.titles == ("Solenia, summer (rounds = 16)", "Solenia, summer (rounds = 2)")
    assert "50 random games" in well_formed(sr.playouts(rules, seeds=range(50))._repr_html_())
    with pytest.raises(LabError):
        simulate(rules, 0)


def test_the_widget_answers_lets_bots_play_and_shows_refusals() -> None:
    from solenia_rules.notebook import Board

    board = Board(sr.new_game(sr.load("connect_four"), seed=1), seat=0, bots={1: "greedy"}, lang="fr")
    assert [one["label"] for one in board.options][:2] == ["a1", "b1"]
    assert board.prompt.startswith("joueur 1 : choisissez : case")
    before = board.number
    board.clicked = {"id": "spot=frame.d1", "number": before}
    assert board.game.decisions == 2
    assert board.number > before
    board.clicked = {"id": "spot=frame.d1", "number": before}
    assert board.game.decisions == 2, "a click on an old picture is no answer"
    board.answer("spot=frame.d1")
    assert board.game.decisions == 2
    assert "case" in board.prompt
    board.undo()
    assert board.game.decisions == 0, "the answer of the bot is taken back, too"
    board.undo()
    assert board.prompt == "il n'y a aucune réponse à reprendre"
    while board.options:
        board.answer(board.options[0]["id"])
    (winner,) = board.game.winners
    assert board.prompt == f"la partie est finie ; gagnée par joueur {winner + 1}"
    with pytest.raises(sr.SetupError):
        Board(sr.load("connect_four"))  # type: ignore[arg-type]
    with pytest.raises(LabError):
        Board(board.game, bots={1: "nobody"})


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER TESTS: there is no Chromium; run `make browser`")
def test_a_click_in_a_browser_reaches_the_widget() -> None:
    """The script of the widget in a real browser, with a model that notes what it is sent."""
    api = pytest.importorskip("playwright.sync_api", reason="NO BROWSER TESTS: run `make browser`")
    from solenia_rules.notebook import ESM, Board

    board = Board(sr.new_game(sr.load("connect_four"), seed=1), bots={1: "random"})
    state = {name: getattr(board, name) for name in ("picture", "prompt", "options", "number")}
    model = """
    (state) => {
      const sent = [], hooks = {};
      window.sent = sent;
      window.change = (more) => { Object.assign(state, more); hooks["change:number"](); };
      return { get: (name) => state[name], set: (name, value) => sent.push([name, value]), save_changes() {},
               on: (name, hook) => { hooks[name] = hook; } };
    }
    """
    with api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content("<div id='here'></div>")
        script = ESM.replace("export default { render };", "")
        begin = (
            f"(state) => {{ {script}; render({{ model: ({model})(state), el: document.getElementById('here') }}); }}"
        )
        page.evaluate(begin, state)
        page.locator("#here [data-option='spot=frame.d1']").first.click()
        page.locator("#here button", has_text="a1").click()
        sent = page.evaluate("window.sent")
        assert [(name, value["id"]) for name, value in sent] == [
            ("clicked", "spot=frame.d1"), ("clicked", "spot=frame.a1"),
        ]  # fmt: skip
        page.evaluate("window.change({ prompt: 'next', options: [], number: 99 })")
        assert page.locator("#here p").inner_text() == "next"
        browser.close()
    board.clicked = sent[0][1]
    assert board.game.decisions == 2


@pytest.mark.thorough
def test_the_example_notebook_runs(tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=60, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = {kind for cell in book.cells for output in cell.get("outputs", ()) for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html", "application/vnd.jupyter.widget-view+json"} <= shown
