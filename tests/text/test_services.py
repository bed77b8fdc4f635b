"""Diagnostics for services: SARIF 2.1.0 and JUnit."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.junit import junit
from solenia_rules.text.places import NOWHERE, Source, Span
from solenia_rules.text.sarif import sarif

TEXT = "a = 1\nb = 'gain 2 orre'\n"
HERE = Span(Source("my games/market.toml", TEXT), TEXT.index("orre"), TEXT.index("orre") + 4)
WRONG = Diagnostic("E201", "nothing is called `orre`", HERE, "did you mean `ore`?", also=((HERE, "and here"),))
DOUBTFUL = Diagnostic("W201", "nothing uses `a`", Span(HERE.source, 0, 1), severity="warning")
UNREAD = Diagnostic("E001", "there is no such file", Span(Source("/no/such.toml", ""), 0, 0))


def test_a_result_has_its_rule_its_place_and_its_fix() -> None:
    made = json.loads(sarif([WRONG, DOUBTFUL], "1.2"))
    assert made["version"] == "2.1.0"
    (run,) = made["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("solenia", "1.2")
    assert [rule["id"] for rule in driver["rules"]] == ["E201", "W201"]
    first, second = run["results"]
    assert (first["ruleId"], first["level"]) == ("W201", "warning")
    assert driver["rules"][second["ruleIndex"]]["id"] == second["ruleId"] == "E201"
    place = second["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20games/market.toml"
    assert place["region"] == {"startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 17}
    assert second["relatedLocations"][0]["message"]["text"] == "and here"
    (change,) = second["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"]["text"] == "ore"
    assert change["replacements"][0]["deletedRegion"] == place["region"]


def test_a_file_that_was_not_read_has_no_lines_and_nowhere_is_no_file() -> None:
    unread, nowhere = (json.loads(sarif([d], "1"))["runs"][0]["results"][0] for d in (UNREAD, evolved()))
    place = unread["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "file:///no/such.toml"}}
    assert "locations" not in nowhere


def evolved() -> Diagnostic:
    return Diagnostic("E001", "nothing", NOWHERE)


def test_nothing_found_is_a_run_without_results() -> None:
    (run,) = json.loads(sarif([], "1"))["runs"]
    assert run["results"] == []


def test_junit_has_a_case_for_everything_that_was_looked_at() -> None:
    made = ElementTree.fromstring(junit({"market": [WRONG, DOUBTFUL], "meadow": [], "pond": [DOUBTFUL]}))
    assert (made.get("tests"), made.get("failures")) == ("3", "1")
    market, meadow, pond = made.iter("testcase")
    failure = market.find("failure")
    assert failure is not None
    assert failure.get("message") == "E201 nothing is called `orre`"
    assert "market.toml:2:13" in (failure.text or "")
    assert list(meadow) == []
    assert [inner.tag for inner in pond] == ["system-out"]


@given(st.text(max_size=20), st.text(max_size=20), st.text(min_size=1, max_size=20), st.data())
def test_whatever_an_author_writes_both_are_well_formed(
    message: str, name: str, text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    problem = Diagnostic("E005", message, Span(Source(name, text), start, data.draw(st.integers(start, len(text)))))
    assert json.loads(sarif([problem], "1").encode().decode())["runs"]
    assert len(list(ElementTree.fromstring(junit({name: [problem]}).encode()).iter("testcase"))) == 1
