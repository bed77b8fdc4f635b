"""Mutation of our own code: which changes there are, and what the tests of a sample notice."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from tests.mutation.changes import changes, compiled
from tests.mutation.groups import GROUPS, ROOT
from tests.mutation.results import Survivor, Tried, read, write
from tests.mutation.trying import Source

SAMPLE = Path(__file__).with_name("sample.py")
RUN = """
import json, sys
from pathlib import Path
import pytest
from tests.mutation.trying import Source, Trial
path = Path(sys.argv[1])
source = Source(path, "tests/mutation/sample.py")
found = []
keep = lambda change, outcome: found.append((str(change), outcome))
trial = Trial({source.name: source}, source.changes(), 5.0, keep, 1)
added = "addopts=--import-mode=importlib"
code = pytest.main(["-q", "-q", "-p", "no:cacheprovider", "-o", added, str(path.with_name("sample_tests.py"))], [trial])
print(json.dumps([int(code), found]))
"""


def of(text: str) -> set[tuple[str, str]]:
    return {(change.before, change.after) for change in changes(ast.parse(text), "m.py")}


def test_comparisons_conditions_numbers_and_calls_are_changed() -> None:
    assert of("def f(a, b):\n    return a < b and not a") == {("Lt", "LtE"), ("a < b", "True"), ("not a", "True")}
    assert of("def f(a):\n    if a:\n        g(a)") == {("a", "not a"), ("g(a)", "pass")}
    assert of("def f(a):\n    return [x for x in a if x]") == {("x", "True")}
    assert of("def f(a):\n    return any(a) or 3") == {("any(a)", "False"), ("any", "all"), ("3", "False"), ("3", "4")}
    assert of("def f(a):\n    match a:\n        case 1 if g(a):\n            return a | True") == {
        ("g(a)", "None"), ("BitOr", "BitAnd"), ("True", "False"),
    }  # fmt: skip
    assert of("def f(a):\n    for x in a:\n        continue") == {("continue", "break")}


def test_checks_messages_and_what_runs_at_definition_are_left_alone() -> None:
    text = 'X = 1 + 2\n@g(3)\ndef f(a: int = 4) -> "x":\n    """Text."""\n    assert a < 5\n    raise E(f"{a + 6}", 7)'
    assert of(text) == set()


def test_a_change_keeps_its_id_while_its_function_is_the_same() -> None:
    text = "def f(a):\n    return a + 1\n"
    before = {change.id for change in changes(ast.parse(text), "m.py")}
    assert {change.id for change in changes(ast.parse("x = 1\n\n" + text), "m.py")} == before
    assert not {change.id for change in changes(ast.parse(text.replace("1", "2")), "m.py")} & before


def test_every_change_of_the_groups_can_be_compiled() -> None:
    for group in GROUPS.values():
        paths = [path for pattern in group.modules for path in ROOT.glob(pattern)]
        assert paths
        assert all((ROOT / test).exists() for test in group.tests)
    source = Source(SAMPLE, "tests/mutation/sample.py")
    for number in range(len(source.changes())):
        tree = source.read()
        changes(tree, source.name)[number].apply()
        assert ("larger", 6) in compiled(tree, str(SAMPLE))


def test_the_tests_of_the_sample_notice_what_they_look_at() -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(SAMPLE)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    code, found = json.loads(done.stdout.strip().splitlines()[-1])
    assert code == 0, done.stderr
    outcomes = {text.partition(" in ")[2]: outcome for text, outcome in found}
    assert outcomes.pop("larger: `Gt` becomes `GtE`") == "survived"
    assert outcomes.pop("collected: `number` becomes `True`") == "survived"
    assert outcomes.pop("endless: `number -= 1` becomes `pass`") == "killed", "a test that does not end has failed"
    assert outcomes.pop("endless: `0` becomes `1`") == "killed"
    never = [outcomes.pop(text) for text in list(outcomes) if text.startswith("never_called")]
    assert never == ["unreached", "unreached"]
    assert set(outcomes.values()) == {"killed"}, outcomes


def test_results_go_on_and_forget_functions_that_changed(tmp_path: Path) -> None:
    source = Source(SAMPLE, "tests/mutation/sample.py")
    one, two, *_rest = source.changes()
    tried = Tried("sample").with_outcome(one, "killed").with_outcome(two, "survived")
    write(tried, tmp_path)
    again = read("sample", tmp_path)
    assert (again.number, again.noticed, again.killed) == (2, 1, (one.id,))
    assert again.known({two.id: two}).killed == ()
    assert again.with_outcome(two, "killed").survivors == ()


def test_few_tries_and_many_survivors_keep_no_promise() -> None:
    killed = tuple(map(str, range(19)))
    survivor: Survivor = {"id": "s", "change": "a change", "reached": True, "reason": ""}
    explained: Survivor = {"id": "s", "change": "a change", "reached": True, "reason": "it changes nothing"}
    tried = Tried("sample", 20, killed, (survivor,))
    assert tried.verdict(0.95) == "yes"
    assert tried.verdict(0.96) == "no: 95.0% noticed"
    assert Tried("sample", 20, killed, (explained,)).verdict(1) == "yes"
    assert Tried("sample", 40, killed).verdict(0.95) == "no: too few tries (47.5%)"
    assert Tried("sample").verdict(0.95) == "no: not tried"
