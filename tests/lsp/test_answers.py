"""Completion, hover, definitions, references and renaming over a real session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.session import HEAD, Json, Session, apply, labels, offset, position

ROOT = Path(__file__).parents[2]
TEXT = (
    f"#:schema ./.solenia/mine.schema.json\n{HEAD}"
    """\
[counters]
merit = { plural = "merits", per = ["seat"], source = "ours" }

[verbs.thank]
params = { card = "card" }
source = "ours"
effect = '''
# 😀 thanks
let bonus = value of card + 1
gain bonus of merits
'''

[rules.thrift]
source = "ours"
rules  = 'after deliver by me { gain 2 merits; thank first(c in gone by -value of c) }'

[scoring.merit]
source = "ours"
effect = 'as seats { gain my merit of stars }'

[words.fr]
merit = "mérite"

[words.pl]
merit = "zasługa"

[words.en]
merit = "merit"
"""
)
SCENARIOS = """\
seats = 2

[[scenario]]
name = "merit is not renamed here"
then = { merit = { 1 = 0 } }
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "mine.toml").write_text(TEXT, "utf-8")
    (folder / "mine.scenarios.toml").write_text(SCENARIOS, "utf-8")
    with Session(folder, "fr-FR") as opened:
        yield opened


@pytest.fixture
def uri(session: Session) -> Iterator[str]:
    """The document as it is in `TEXT`. It stays open as long as no test changes it: learning takes time."""
    opened = session.uri("mine.toml")
    if session.texts.get(opened) != TEXT:
        session.open("mine.toml", TEXT)
        session.codes(opened)
        session.learn(opened)
    yield opened
    if session.texts[opened] != TEXT:
        session.close(opened)


def offered(
    session: Session, uri: str, typed: str, instead_of: str = "gain 2 merits; thank first(c in gone by -value of c)"
) -> list[str]:
    """What is offered at the `|` of a text typed in place of another one; the text is then put back."""
    start = session.texts[uri].index(instead_of)
    before, _, after = typed.partition("|")
    session.edit(uri, start, start + len(instead_of), before + after)
    place = position(session.texts[uri], start + len(before))
    found = labels(session.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": place}))
    session.edit(uri, start, start + len(before + after), instead_of)
    return found


@pytest.mark.parametrize(
    ("typed", "present", "absent"),
    [
        ("gain 2 |", ["merits", "wood", "goods"], ["deck", "deliver", "one_wood", "storage"]),
        ("gain 2 me|", ["merits", "wood"], ["deck"]),
        ("th|", ["thank", "deliver", "gain", "if", "choose"], ["wood", "deck", "then"]),
        ("move |", ["cards", "deck", "one_wood", "my", "first"], ["wood", "storage", "merits", "count"]),
        ("draw 1 from my |", ["deck", "hand"], ["wood", "merit", "sky"]),
        ("if |", ["some", "can_pay", "not", "my", "storage"], ["gain", "deliver"]),
        ("if value of |", ["first", "my"], ["wood", "storage", "gain", "tiles"]),
        ("let x = first(my hand); thank |", ["x"], ["wood", "storage"]),
        ("gain 1 star }; |", ["after", "before", "price"], ["gain", "wood"]),
        ("phase |", ["turn"], ["wood", "gain"]),
        ("stop |", ["turn"], ["wood", "gain", "tiles"]),
        ("stop t|; gain 1 wood", ["turn"], ["wood", "gain", "tiles"]),
        ("gain 2 merits +|", ["my", "price"], ["deliver", "deck"]),
    ],
)
def test_only_what_is_legal_at_a_place_is_offered(
    session: Session, uri: str, typed: str, present: list[str], absent: list[str]
) -> None:
    found = offered(session, uri, typed)
    assert [word for word in present if word not in found] == []
    assert [word for word in absent if word in found] == []


@pytest.mark.parametrize(
    ("typed", "present", "absent"),
    [
        ("[cou|", ["counters", "cards", "tiles", "words"], ["source"]),
        ("[tiles.ni|", ["night_www"], ["day", "source"]),
        ("[tiles.night_www]\nwo|", ["worth", "asks", "source"], ["effect", "plural"]),
        ('[tiles]\nx = { side = "d|', ["day", "night"], ["wood"]),
        ("[zones.heap]\nseen = |", ['"owner"', '"all"'], ["owner"]),
        ('[zones.heap]\nof = "c|', ["card", "tile"], ["wood", "deck"]),
        ("[counters.x]\nscore = t|", ["true"], ['"true"']),
        ("[look]\ngone = { ro|", ["role", "background", "shape"], ["effect"]),
        ('[look]\ngone = { role = "d|', ["deck", "discard"], ["sky", "red"]),
        ('[look]\nwood = { shape = "t|', ["tree", "tower"], ["deck"]),
        ('[look]\ntile = { corner = "w|', ["worth", "asks"], ["value", "tree"]),
        ('[look]\nmat = { rows = "s|', ["side", "position"], ["worth"]),
    ],
)
def test_keys_and_values_are_offered_where_they_belong(
    session: Session, uri: str, typed: str, present: list[str], absent: list[str]
) -> None:
    found = offered(session, uri, typed, '[words.en]\nmerit = "merit"')
    assert [word for word in present if word not in found] == []
    assert [word for word in absent if word in found] == []


def test_nothing_is_offered_where_a_line_ends(session: Session, uri: str) -> None:
    """The editor asks by itself after each quote; an answer would be taken by the key that ends the line."""
    session.replace(uri, "effect = '''\n# 😀 thanks\nlet", "effect = '''let")
    place = session.at(uri, "effect = '''")
    typed: Json = {"triggerKind": 2, "triggerCharacter": "'"}
    assert labels(session.ask("textDocument/completion", {**place, "context": typed})) == []
    assert "gain" in labels(session.ask("textDocument/completion", place))


def test_what_is_chosen_takes_the_place_of_what_is_typed(session: Session, uri: str) -> None:
    session.replace(uri, "# 😀 thanks\n", "/* 😀 */ move dec")
    session.replace(uri, "/* 😀 */ move dec", "if true { } # 😀\nmove dec")
    found = session.ask("textDocument/completion", session.at(uri, "move dec"))
    assert isinstance(found, dict)
    items = found["items"]
    assert isinstance(items, list)
    item = next(item for item in items if isinstance(item, dict) and item["label"] == "deck")
    edited = apply(session.texts[uri], [item["textEdit"]])
    assert edited == session.texts[uri].replace("move dec", "move deck")


def shown(session: Session, uri: str, before: str, after: str) -> str:
    found = session.ask("textDocument/hover", session.at(uri, before, after))
    assert isinstance(found, dict)
    contents = found["contents"]
    assert isinstance(contents, dict)
    return str(contents["value"])


def test_a_text_is_told_in_the_language_of_the_editor(session: Session, uri: str) -> None:
    told = shown(session, uri, "by me { ga", "in 2")
    assert "add to my counters" in told
    assert "gagnez 2" in told or "vous gagnez" in told.lower()
    verb = shown(session, uri, "after del", "iver")
    assert "verb: deliver" in verb
    assert "tuile" in verb


def test_another_language_than_the_editors_can_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TEXT, "utf-8")
    with Session(tmp_path, locale="fr", options={"language": "pl"}) as opened:
        uri = opened.open("mine.toml")
        opened.learn(uri)
        assert "wybierz" in shown(opened, uri, "after del", "iver")


def test_keys_words_and_variables_are_told(session: Session, uri: str) -> None:
    assert "how many" in shown(session, uri, "[coun", "ters]") or "numbers that change" in shown(
        session, uri, "[coun", "ters]"
    )
    assert "a variable" in shown(session, uri, "gain bon", "us of")
    assert "counter per seat" in shown(session, uri, "gain my mer", "it of")
    assert "field of `card`" in shown(session, uri, "let bonus = val", "ue of")


def places(session: Session, uri: str, method: str, before: str, after: str, **more: Json) -> list[tuple[str, str]]:
    """File and marked text of each place that an answer names."""
    found = session.ask(method, {**session.at(uri, before, after), **more})
    assert isinstance(found, list)
    named = []
    for place in found:
        assert isinstance(place, dict)
        target, where = str(place["uri"]), place["range"]
        assert isinstance(where, dict)
        text = session.texts.get(target) or (Path(target.removeprefix("file://"))).read_text("utf-8")
        named.append((Path(target).name, text[offset(text, where["start"]) : offset(text, where["end"])]))
    return named


def test_a_name_leads_to_its_declaration_also_in_the_base(session: Session, uri: str) -> None:
    go = "textDocument/definition"
    assert places(session, uri, go, "after del", "iver") == [("solenia.toml", "deliver")]
    assert places(session, uri, go, "gain 2 mer", "its") == [("mine.toml", "plural")]
    assert places(session, uri, go, "gain bon", "us of") == [("mine.toml", "bonus")]
    assert places(session, uri, go, "value of car", "d + 1") == [("mine.toml", "card")]
    assert places(session, uri, go, "let bonus = val", "ue of") == [("solenia.toml", "value")]
    assert places(session, uri, go, 'extends  = "sum', 'mer"')[0][0] == "summer.toml"
    assert places(session, uri, go, "# 😀 th", "anks") == []


def test_everything_that_names_a_thing_is_found(session: Session, uri: str) -> None:
    with_it: Json = {"includeDeclaration": True}
    found = places(session, uri, "textDocument/references", "[verbs.tha", "nk]", context=with_it)
    assert found == [("mine.toml", "thank"), ("mine.toml", "thank")]
    deliver = places(session, uri, "textDocument/references", "after del", "iver", context=with_it)
    assert {file for file, _ in deliver} == {"mine.toml", "solenia.toml", "summer.toml"} or len(deliver) > 2
    assert {text for _, text in deliver} == {"deliver"}


def renamed(session: Session, uri: str, before: str, after: str, new: str) -> dict[str, str]:
    """Text of each file after a renaming."""
    edit = session.ask("textDocument/rename", {**session.at(uri, before, after), "newName": new})
    assert isinstance(edit, dict)
    changes = edit["changes"]
    assert isinstance(changes, dict)
    made = {}
    for target, edits in changes.items():
        text = session.texts.get(target) or Path(target.removeprefix("file://")).read_text("utf-8")
        made[Path(target).name] = apply(text, edits)
    return made


def test_a_name_is_changed_wherever_it_stands(session: Session, uri: str) -> None:
    made = renamed(session, uri, "gain my mer", "it of stars", "honour")
    assert made["mine.toml"].count("honour") == 5
    assert "gain my honour of stars" in made["mine.toml"]
    assert "gain bonus of merits" in made["mine.toml"]
    assert made["mine.scenarios.toml"] == SCENARIOS.replace("merit = {", "honour = {")
    local = renamed(session, uri, "gain bon", "us of", "extra")
    assert "let extra = value of card + 1\ngain extra of merits" in local["mine.toml"]


@pytest.mark.parametrize(
    ("before", "after", "new", "reason"),
    [
        ("after del", "iver", "hand_over", "a name of the base"),
        ("[verbs.tha", "nk]", "deliver", "declared already"),
        ("[verbs.tha", "nk]", "gain", "a word of the language"),
        ("[verbs.tha", "nk]", "Thank", "not an id"),
    ],
)
def test_a_name_that_cannot_be_given_or_taken_is_refused(
    session: Session, uri: str, before: str, after: str, new: str, reason: str
) -> None:
    answer = session.ask_raw("textDocument/rename", {**session.at(uri, before, after), "newName": new})
    assert reason in str(answer["error"])


def test_questions_are_answered_while_the_text_is_broken(session: Session, uri: str) -> None:
    session.replace(uri, "[scoring.merit]", "[scoring.mer")
    session.codes(uri, "E005")
    assert "thank" in labels(session.ask("textDocument/completion", session.at(uri, "gain 2 merits; th", "ank")))
    assert "verb: deliver" in shown(session, uri, "after del", "iver")
    assert places(session, uri, "textDocument/definition", "after del", "iver") == [("solenia.toml", "deliver")]


def test_scenarios_are_helped_with_too(session: Session, uri: str) -> None:
    scenarios = session.open("mine.scenarios.toml")
    session.codes(scenarios)
    session.learn(scenarios)
    session.replace(scenarios, "then = {", "then = { sto")
    assert "stock" in labels(session.ask("textDocument/completion", session.at(scenarios, "then = { sto")))
    session.close(scenarios)
