"""Hostile lines: each gets an error or a correct result, and the session goes on."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solenia_rules.protocol.desk import GUEST, LOCAL
from solenia_rules.protocol.guests import CPU_SECONDS, MEMORY
from solenia_rules.protocol.methods import METHODS
from solenia_rules.protocol.stdio import serve_streams
from tests.protocol.session import Client

ALIVE = b'{"jsonrpc":"2.0","id":"alive","method":"rulesets.list"}'
HEAD = '{"jsonrpc":"2.0","id":1,"method":"game.view","params":'
LINES = [
    b"{", b"}", b"null", b"[]", b"0", b'"text"', b"{}", b"[[]]", b"[1,2]", b"nonsense", b"\xff\xfe{}", b"\xc3",
    b"\xef\xbb\xbf{}", b"\x00", b"{}{}", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":2.0,"id":1,"method":"rulesets.list"}',
    b'{"jsonrpc":"2.0","id":1,"method":"rulesets.list"', b'{"jsonrpc":"2.0","id":true,"method":"rulesets.list"}',
    b'{"jsonrpc":"2.0","id":{},"method":"rulesets.list"}', b'{"jsonrpc":"2.0","id":[1],"method":5}',
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":"rulesets.list"}',
    b'{"jsonrpc":"2.0","id":1,"method":"rulesets.list","params":[]}',
    b'{"jsonrpc":"2.0","id":1,"method":"rulesets.list","params":null}',
    b'{"jsonrpc":"2.0","id":1,"method":"rulesets.list","params":{"lang":"en","lang":"en"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"rulesets.list","extra":1}', b'{"jsonrpc":"2.0","id":1,"method":""}',
    b'{"jsonrpc":"2.0","id":1e999,"method":"rulesets.list"}', b'{"jsonrpc":"2.0","id":NaN,"method":"rulesets.list"}',
    b'{"jsonrpc":"2.0","id":1,"method":"__class__"}', b'{"jsonrpc":"2.0","id":1,"method":"rulesets.list\\u0000"}',
    (HEAD + '{"game":"\\ud800"}}').encode(), (HEAD + '{"game":"g2","seat":' + "9" * 5000 + "}}").encode(),
    (HEAD + '{"game":"g2","seat":1e400}}').encode(), (HEAD + '{"game":"g2","seat":-Infinity}}').encode(),
    (HEAD + '{"game":"g2","seat":1.0}}').encode(), (HEAD + '{"game":"g2","seat":true}}').encode(),
    (HEAD + '{"game":"g2","seat":99999999999999999}}').encode(), (HEAD + "[" * 5000).encode(),
    (HEAD + '{"a":' * 5000).encode(), ("[" * 100 + "]" * 100).encode(), ('{"a":' * 60 + "1" + "}" * 60).encode(),
    (HEAD + '{"game":"' + "g" * 100_000 + '"}}').encode(), b"[" + b",".join([ALIVE] * 200) + b"]",
    b'{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"ruleset":"r1","position":{"a":{"b":{"c":[]}}}}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"ruleset":"r1","seats":-1}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"ruleset":"r1","seed":-1}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.restore","params":{"save":"{\\"solenia_save\\":1}"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.svg","params":{"game":"g2","width":99999999}}',
    b'{"jsonrpc":"2.0","id":1,"method":"game.log_since","params":{"game":"g2","number":-5}}',
    b'{"jsonrpc":"2.0","id":1,"method":"rulesets.load","params":{"text":"\\u0000"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"sim.run","params":{"ruleset":"r1","games":0}}',
    b'{"jsonrpc":"2.0","id":1,"method":"sim.run","params":{"ruleset":"r1","bots":",,,"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"sim.compare","params":{"first":"r1","second":"r1","threshold":-1}}',
]  # fmt: skip


def ready() -> Client:
    """A guest with a ruleset `r1` and a game `g2`."""
    client = Client(GUEST)
    assert client.begin("connect_four") == "g2"
    return client


@pytest.fixture(scope="module")
def client() -> Client:
    return ready()


def check(client: Client, line: bytes) -> list[object]:
    """The answers to a line: each is a result, an error or progress, and none is a fault of the engine."""
    answers = client.send(line)
    for answer in answers:
        for one in answer if isinstance(answer, list) else [answer]:
            assert isinstance(one, dict)
            assert set(one) in (
                {"jsonrpc", "id", "result"},
                {"jsonrpc", "id", "error"},
                {"jsonrpc", "method", "params"},
            )
            assert one.get("error", {}).get("code") != -32603, (line, one)
    assert all(one.isascii() and "\n" not in one for one in client.lines[-len(answers) :])
    return answers


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_hostile_line_gets_an_error(client: Client, line: bytes) -> None:
    (answer,) = check(client, line)
    errors = answer if isinstance(answer, list) else [answer]
    assert all("error" in one for one in errors)  # type: ignore[operator]
    assert "result" in client.request("game.options", game="g2")


def test_an_empty_line_asks_for_nothing(client: Client) -> None:
    assert client.send(b"") == client.send(b"  \r\n") == []


def test_notifications_get_no_answer_and_batches_get_one() -> None:
    client = ready()
    chosen = '"method":"game.answer","params":{"game":"g2","option":"spot=frame.d1"}'
    assert client.send('{"jsonrpc":"2.0",' + chosen + "}") == []
    assert client.send('{"jsonrpc":"2.0","method":"nothing"}') == []
    (found,) = client.send(f'[{{"jsonrpc":"2.0","id":1,"method":"game.options","params":{{"game":"g2"}}}}, 5, '
                           f'{{"jsonrpc":"2.0",{chosen}}}]')  # fmt: skip
    assert isinstance(found, list)
    assert [("result" in one, one["id"]) for one in found] == [(True, 1), (False, None)]
    assert found[0]["result"]["seat"] == 1


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["r1", "g2", "en"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
SIGNS = (b"{", b"}", b'"', b"[", b"]", b":", b",", b"\\u", b"1", b"\xf0", b"null", b"e9")
FIELDS = sorted({name for method in METHODS.values() for name in method.params.__annotations__})


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(METHODS)), st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=5))
@example("game.new", {"ruleset": "r1", "position": {"\ud800": 1}})
def test_any_parameters_get_a_result_or_an_error(client: Client, method: str, params: dict[str, object]) -> None:
    params.pop("games", None)
    line = json.dumps({"jsonrpc": "2.0", "id": 3, "method": method, "params": {"games": 2, **params}})
    check(client, line.encode())


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_get_an_error(client: Client, line: bytes) -> None:
    if line.strip():
        check(client, line.replace(b"\n", b" "))


@pytest.mark.parametrize("count", [1500, pytest.param(60_000, marks=pytest.mark.thorough)])
def test_mutated_lines_get_a_result_or_an_error(count: int) -> None:
    client, chance = ready(), random.Random(count)
    seeds = [line[:600] for line in LINES] + [ALIVE]
    for number in range(count):
        line = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(line) + 1)
            line[at:at] = chance.choice(SIGNS)
            del line[chance.randrange(len(line)) :][:1]
        check(client, bytes(line).replace(b"\n", b""))
        if number % 100 == 99:
            assert "result" in client.request("engine.hello")


def test_lines_that_are_too_long_are_skipped_and_the_session_goes_on() -> None:
    long = b'{"a":"' + b"x" * (10 << 20) + b'"}'
    source = io.BytesIO(b"\n".join([long, ALIVE, long, b"[", ALIVE]))
    target = io.BytesIO()
    serve_streams(source, target, LOCAL)
    first, second, third, fourth, fifth = map(json.loads, target.getvalue().splitlines())
    for refused in (first, third):
        assert refused["error"]["code"] == -32700
        assert "bytes" in refused["error"]["message"]
    assert fourth["error"]["code"] == -32700
    assert second["id"] == fifth["id"] == "alive"


def test_the_program_answers_half_lines_at_the_end_of_its_input(tmp_path: Path) -> None:
    """The real process: nothing but answers on its output, and the last line may lack its end."""
    for sent, codes in ((ALIVE, [None]), (ALIVE + b"\n" + ALIVE[:20], [None, -32700]), (b"", [])):
        done = subprocess.run(
            [sys.executable, "-m", "solenia_rules", "engine", "--guest"],
            input=sent, capture_output=True, timeout=60, env={**os.environ, "TMPDIR": str(tmp_path)}, check=True,
        )  # fmt: skip
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one.get("error", {}).get("code") for one in found] == codes
        assert not list(tmp_path.iterdir()), "a guest leaves no files behind"


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="this system does not tell the limits of a process")
def test_a_guest_runs_with_limits_of_the_system() -> None:
    command = [sys.executable, "-m", "solenia_rules", "engine", "--guest"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(ALIVE + b"\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["id"] == "alive"
        limits = Path(f"/proc/{child.pid}/limits").read_text("ascii")
        child.stdin.close()
    found = {line[:26].strip(): line[26:].split()[1] for line in limits.splitlines()[1:]}
    assert int(found["Max cpu time"]) == CPU_SECONDS
    assert int(found["Max address space"]) == MEMORY
    assert int(found["Max core file size"]) == 0


def test_a_session_that_uses_up_its_cpu_time_is_ended_by_the_system() -> None:
    """With a smaller limit than usual, which the process may not raise."""
    resource = pytest.importorskip("resource")
    search = {"ruleset": "r1", "games": 20_000, "bots": "mcts:1000"}
    lines = [
        b'{"jsonrpc":"2.0","id":1,"method":"rulesets.load","params":{"name":"connect_four"}}',
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "sim.run", "params": search}).encode(),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "solenia_rules", "engine", "--guest"], input=b"\n".join(lines), capture_output=True,
        timeout=120, check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (2, 2)),
    )  # fmt: skip
    assert done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    assert json.loads(done.stdout.splitlines()[0])["id"] == 1
