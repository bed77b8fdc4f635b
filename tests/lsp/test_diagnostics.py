"""Diagnostics, repairs and formatting over a real session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lsp.session import HEAD, Json, Session, apply, offset

CREATED, CHANGED, DELETED = 1, 2, 3
RULE = HEAD + "[rules.thrift]\nsource = \"ours\"\nrules  = 'after deliver by me { gain 2 stars }'\n"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "mine.toml").write_text(RULE, "utf-8")
    with Session(folder) as opened:
        yield opened


@pytest.fixture
def uri(session: Session) -> Iterator[str]:
    opened = session.open("mine.toml", RULE)
    session.codes(opened)
    yield opened
    session.close(opened)


def marked(session: Session, uri: str, found: dict[str, Json]) -> str:
    """The text that a diagnostic marks."""
    place = found["range"]
    assert isinstance(place, dict)
    text = session.texts[uri]
    return text[offset(text, place["start"]) : offset(text, place["end"])]


def test_what_is_typed_is_judged_and_not_what_is_on_the_disk(session: Session, uri: str) -> None:
    session.replace(uri, "stars", "strs")
    (found,) = session.codes(uri, "E201")
    assert marked(session, uri, found) == "strs"
    assert "did you mean `stars`?" in str(found["message"])
    session.replace(uri, "strs", "stars")
    session.codes(uri)


def test_half_a_text_is_told_and_forgotten_when_it_is_whole(session: Session, uri: str) -> None:
    session.replace(uri, "{ gain 2 stars }'", "{ gain 2 ")
    session.codes(uri, "E005")
    session.replace(uri, "{ gain 2 ", "{ gain 2 '")
    session.codes(uri, "E107")
    session.replace(uri, "{ gain 2 '", "{ gain 2 stars }'")
    session.codes(uri)


def test_a_text_that_loses_its_first_line_is_still_judged(session: Session, uri: str) -> None:
    session.replace(uri, "stars", "strs")
    session.codes(uri, "E201")
    session.replace(uri, 'ruleset  = "mine"\n', "")
    session.codes(uri, "E011")
    session.replace(uri, "language = 1", 'ruleset  = "mine"\nlanguage = 1')
    session.codes(uri, "E201")
    session.replace(uri, "strs", "stars")
    session.codes(uri)


def test_a_text_with_sections_of_a_ruleset_is_judged_without_its_first_line(session: Session) -> None:
    sections = (
        "[counters]\npoint = { source = 'ours' }\n\n[verbs]\nrest = { effect = 'gain 1 point', source = 'ours' }\n"
    )
    (session.where / "nameless.toml").write_text(sections, "utf-8")
    opened = session.open("nameless.toml", sections)
    found = session.wait(opened, lambda told: bool(told))
    assert any("`ruleset` is missing" in str(one["message"]) for one in found)
    session.close(opened)


def test_places_after_astral_characters_are_right(session: Session, uri: str) -> None:
    session.replace(uri, "rules  = 'after", "note = '😀𝒳é' # 😀\nrules  = 'after")
    session.replace(uri, "after deliver", "after 😀 delivre")
    (found,) = session.codes(uri, "E101")
    assert marked(session, uri, found) == "😀"
    session.replace(uri, "😀 delivre", "delivre")
    (found,) = session.codes(uri, "E202")
    assert marked(session, uri, found) == "delivre"


def test_places_in_a_file_with_crlf_are_right(session: Session) -> None:
    text = (
        RULE.replace("rules  = 'after", "note = '😀'\nrules = '''\nafter").replace("}'", "}\n'''").replace("\n", "\r\n")
    )
    uri = session.open("mine.toml", text)
    session.codes(uri)
    session.replace(uri, "2 stars", "2 strs")
    (found,) = session.codes(uri, "E201")
    assert marked(session, uri, found) == "strs"
    session.replace(uri, "strs }", "stars\r\n}\r\n")
    session.codes(uri)
    edits = session.ask(
        "textDocument/formatting", {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    )
    after = apply(session.texts[uri], edits)
    assert "rules = 'after deliver by me { gain 2 stars }'\r\n" in after
    assert after.count("\n") == after.count("\r\n")
    session.close(uri)


def test_a_suggestion_can_be_taken(session: Session, uri: str) -> None:
    session.replace(uri, "2 stars", "2 strs")
    (found,) = session.codes(uri, "E201")
    params: Json = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
    actions = session.ask("textDocument/codeAction", params)
    assert isinstance(actions, list)
    (action,) = actions
    assert isinstance(action, dict)
    assert action["title"] == "Write `stars`"
    edit = action["edit"]
    assert isinstance(edit, dict)
    changes = edit["changes"]
    assert isinstance(changes, dict)
    assert apply(session.texts[uri], changes[uri]) == RULE


def test_formatting_is_that_of_fmt(session: Session, uri: str) -> None:
    session.replace(uri, "{ gain 2 stars }", "{gain   2 stars}")
    edits = session.ask(
        "textDocument/formatting", {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    )
    assert apply(session.texts[uri], edits) == RULE


def test_an_edit_of_the_base_is_seen_in_what_extends_it(session: Session) -> None:
    base = RULE
    over = HEAD.replace('"mine"', '"yours"').replace('"summer"', '"mine"')
    over += '[params]\nstorage = { default = 7, source = "ours" }\n'
    (session.where / "yours.toml").write_text(over, "utf-8")
    mine, yours = session.open("mine.toml", base), session.open("yours.toml", over)
    session.codes(mine)
    session.codes(yours)
    session.replace(mine, "2 stars", "2 strs")
    session.codes(mine, "E201")
    session.replace(mine, "2 strs", "2 stars")
    session.codes(mine)
    session.replace(yours, 'extends  = "mine"', 'extends  = "mien"')
    (found,) = session.codes(yours, "E001")
    assert marked(session, yours, found) == '"mien"'
    for uri in (mine, yours):
        session.close(uri)


def test_what_another_program_writes_is_seen_in_what_is_open(session: Session) -> None:
    over = HEAD.replace('"mine"', '"ours"').replace('"summer"', '"later"')
    over += '[params]\nstorage = { default = 7, source = "ours" }\n'
    (session.where / "ours.toml").write_text(over, "utf-8")
    uri, base = session.open("ours.toml"), session.where / "later.toml"
    session.codes(uri, "E001")

    def write(text: str | None, kind: int) -> None:
        if text is None:
            base.unlink()
        else:
            base.write_text(text, "utf-8")
        session.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": base.as_uri(), "type": kind}]})

    right = RULE.replace('"mine"', '"later"')
    write(right, CREATED)
    session.codes(uri)
    write(right + "[strange]\n", CHANGED)
    session.wait(base.as_uri(), bool)
    write(right, CHANGED)
    session.codes(base.as_uri())
    write(None, DELETED)
    session.codes(uri, "E001")
    session.close(uri)


def test_scenarios_are_looked_at_with_the_rules_as_they_stand_in_the_editor(session: Session, uri: str) -> None:
    text = 'seats = 2\n\n[[scenario]]\nname = "a"\ngiven = { stokc = {} }\nthen = { over = false }\n'
    (session.where / "mine.scenarios.toml").write_text(text, "utf-8")
    scenarios = session.open("mine.scenarios.toml")
    (found,) = session.codes(scenarios, "E701")
    assert "did you mean `stock`?" in str(found["message"])
    session.replace(scenarios, "stokc", "stock")
    session.codes(scenarios)
    session.close(scenarios)


def test_other_peoples_toml_is_left_alone(session: Session, uri: str) -> None:
    other = session.open("pyproject.toml", '[project]\nname = "x"\n')
    session.replace(uri, "2 stars", "2 strs")
    session.codes(uri, "E201")
    assert other not in session.published
    assert (
        session.ask(
            "textDocument/formatting", {"textDocument": {"uri": other}, "options": {"tabSize": 2, "insertSpaces": True}}
        )
        == []
    )


def test_what_is_closed_has_no_mistakes_any_more(session: Session) -> None:
    uri = session.open("mine.toml", RULE.replace("2 stars", "2 strs"))
    session.codes(uri, "E201")
    session.close(uri)
    session.codes(uri)
