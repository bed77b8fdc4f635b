"""The clients in other languages play whole games with the real engine: Node, an installed npm package, asyncio, and
the shell."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

CLIENTS = Path(__file__).parent.parent.parent / "clients"
NODE, NPM, JQ, BASH = map(shutil.which, ("node", "npm", "jq", "bash"))
WON = re.compile(r"^Connect Four: \d+ answers, won by seat [12]$", re.MULTILINE)


def environment() -> dict[str, str]:
    """With `solenia` of this installation first."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def run(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=environment(), capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(NODE is None or NPM is None, reason="NO TESTS OF JAVASCRIPT: node and npm are missing")
def test_the_npm_package_plays_a_game_when_installed_from_its_file(tmp_path: Path) -> None:
    assert NODE is not None
    assert NPM is not None
    packed = run(NPM, "pack", "--silent", "--pack-destination", tmp_path, folder=CLIENTS / "js").split()[-1]
    home = tmp_path / "home"
    home.mkdir()
    (home / "package.json").write_text('{"name":"home","version":"1.0.0","type":"module"}', "utf-8")
    run(NPM, "install", "--silent", "--offline", "--no-audit", "--no-fund", tmp_path / packed, folder=home)
    installed = home / "node_modules" / "solenia-rules"
    assert {"solenia.js", "solenia.d.ts", "example.mjs", "page.html"} <= {path.name for path in installed.iterdir()}
    (home / "example.mjs").write_text((installed / "example.mjs").read_text("utf-8"), "utf-8")
    said = run(NODE, "example.mjs", folder=home)
    assert WON.search(said)
    assert "refused: the game is over" in said


SIMULATION = """
import { Engine, EngineError } from "%s";
const engine = await Engine.start();
const { ruleset } = await engine.call("rulesets.load", { name: "connect_four" });
const stop = new AbortController();
const seen = [];
const onProgress = ({ done }) => { seen.push(done); stop.abort(); };
const asked = { ruleset, games: 100000, bots: "random" };
const result = await engine.call("sim.run", asked, { onProgress, signal: stop.signal });
if (!result.cancelled || result.games >= 100000 || !seen.length) throw new Error(JSON.stringify(result));
for (const [method, params, code] of [
  ["rulesets.load", { text: "ruleset = 1" }, 1], ["game.view", { game: "g9" }, 7], ["nothing", {}, -32601],
]) {
  const problem = await engine.call(method, params).then(() => null, (found) => found);
  if (!(problem instanceof EngineError) || problem.code !== code) throw new Error(`${method}: ${problem}`);
}
engine.close();
const late = await engine.call("rulesets.list").catch((problem) => problem.message);
if (late !== "the session was closed") throw new Error(late);
console.log("fine");
"""


@pytest.mark.skipif(NODE is None, reason="NO TESTS OF JAVASCRIPT: node is missing")
def test_node_cancels_a_simulation_and_reads_errors(tmp_path: Path) -> None:
    assert NODE is not None
    script = tmp_path / "simulation.mjs"
    script.write_text(SIMULATION % (CLIENTS / "js" / "solenia.js").as_uri(), "utf-8")
    assert run(NODE, script) == "fine\n"


@pytest.mark.skipif(JQ is None or BASH is None, reason="NO TEST OF THE SHELL: bash or jq is missing")
def test_the_shell_plays_a_game() -> None:
    assert BASH is not None
    assert "Leduc" in run(BASH, CLIENTS / "shell" / "play.sh", "leduc")


def client() -> ModuleType:
    spec = util.spec_from_file_location("solenia_client", CLIENTS / "python" / "solenia_client.py")
    assert spec is not None
    assert spec.loader is not None
    made = util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_python_client_plays_a_game() -> None:
    assert WON.search(run(sys.executable, CLIENTS / "python" / "solenia_client.py"))


def test_the_python_client_reports_progress_errors_and_the_end_of_the_engine() -> None:
    module = client()

    async def use() -> None:
        engine = await module.Engine.start(sys.executable, "-m", "solenia_rules", "engine", "--guest", lang="fr")
        loaded, listed = await asyncio.gather(
            engine.call("rulesets.load", name="connect_four"), engine.call("rulesets.list")
        )
        assert loaded["title"] == "Puissance quatre"
        assert "connect_four" in [one["name"] for one in listed["rulesets"]]
        with pytest.raises(module.EngineError) as refused:
            await engine.call("game.new", ruleset=loaded["ruleset"], seats=9)
        assert (refused.value.code, refused.value.data["kind"]) == (2, "setup")
        seen: list[int] = []
        params = {"ruleset": loaded["ruleset"], "games": 60, "bots": "random"}
        found = await engine.call("sim.run", on_progress=lambda done, _total: seen.append(done), **params)
        assert (found["games"], seen[-1]) == (60, 60)
        long = asyncio.create_task(engine.call("sim.run", ruleset=loaded["ruleset"], games=20_000, bots="greedy"))
        await asyncio.sleep(0)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        await engine.call("rulesets.list")
        await asyncio.wait_for(engine.close(), 20)
        with pytest.raises(ConnectionError):
            await engine.call("rulesets.list")

    asyncio.run(use())
