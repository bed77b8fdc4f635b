"""Builds the studio: static files in `dist/studio/`, which any web server can serve. `make studio` runs this.

In go the package, the libraries that the engine needs, and the sources of the page in `studio/src/`; npm installs the
editor, Pyodide and the bundler. Out come the bundled page, Pyodide, the engine compiled for the Python of the browser,
the bundled games, and the texts of the page in every language.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

import solenia_rules as sr  # noqa: E402
from solenia_rules.cli.new import variant_text  # noqa: E402
from solenia_rules.dsl.builtins import QUERIES, VERBS  # noqa: E402
from solenia_rules.dsl.vocabulary import RESERVED, SPECIAL_NAMES  # noqa: E402
from solenia_rules.rules.files import open_bundle  # noqa: E402
from solenia_rules.studio import library  # noqa: E402
from solenia_rules.studio.lessons import read_lessons  # noqa: E402
from solenia_rules.studio.page import page_texts  # noqa: E402
from solenia_rules.words.languages import IDS, LANGUAGES  # noqa: E402

LIBRARIES = ("attrs", "cattrs", "lark", "tomli-w", "typing-extensions")
UNUSED = ("solenia_rules/cli/", "solenia_rules/serve/static/", "lark/__pyinstaller/", "lark/parsers/earley")
PYODIDE = ("pyodide.asm.wasm", "python_stdlib.zip")
"""Files of Pyodide beside the page; its scripts are in the worker."""


def main() -> None:
    target = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "dist" / "studio"
    _install()
    shutil.rmtree(target, ignore_errors=True)
    (target / "pyodide").mkdir(parents=True)
    for name in PYODIDE:
        shutil.copy(HERE / "node_modules" / "pyodide" / name, target / "pyodide" / name)
    _engine(target / "engine.zip")
    _data(target)
    _page(target)
    _single_page(target)
    _service_worker(target)
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
    print(f"{target}: {size / 1e6:.1f} MB")  # noqa: T201


def _install() -> None:
    if shutil.which("npm") is None:
        sys.exit("The studio is built with npm, which is not installed (on Debian and Ubuntu: apt install npm).")
    if not (HERE / "node_modules" / "pyodide").is_dir():
        command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=HERE, check=True)


def _engine(target: Path) -> None:
    """The package and its libraries, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source.zip"
        with zipfile.ZipFile(source, "w") as made:
            for name in LIBRARIES:
                for file in importlib.metadata.files(name) or ():
                    if file.suffix == ".py" and not file.as_posix().startswith(UNUSED):
                        made.write(str(file.locate()), file.as_posix())
            for path in sorted((ROOT / "solenia_rules").rglob("*")):
                inside = path.relative_to(ROOT).as_posix()
                if path.is_file() and path.suffix in (".py", ".json", ".lark") and not inside.startswith(UNUSED):
                    made.write(path, inside)
            for path in sorted((ROOT / "rulesets").rglob("*.toml")):
                made.write(path, f"solenia_rules/_rulesets/{path.relative_to(ROOT / 'rulesets').as_posix()}")
        subprocess.run(["node", "compile.mjs", str(source), str(target)], cwd=HERE, check=True)


def _data(target: Path) -> None:
    """What the page needs before the engine is there: texts, the list of games, the games, and words for colours."""
    (target / "games").mkdir()
    for lang in LANGUAGES:
        _write(target / f"texts.{lang}.json", page_texts(lang))
        _write(target / f"games.{lang}.json", library.games({"lang": lang}))
    for name in open_bundle().rulesets:
        copied = library.copy_of({"name": name, "as": f"my_{name}"})
        _write(target / "games" / f"{name}.json", {"copy": copied, "variant": _variant(name)})
    for lang in LANGUAGES:
        page = ROOT / "docs" / ("tutorial.md" if lang == IDS else f"tutorial.{lang}.md")
        _write(target / f"lessons.{lang}.json", read_lessons(page.read_text(encoding="utf-8")))
    pages = ("player.html", "player.js", "player.css", "worker.js", "engine.zip", "icon.svg")
    texts = [f"texts.{lang}.json" for lang in LANGUAGES]
    python = [f"pyodide/{name}" for name in PYODIDE]
    _write(target / "published.json", {"folder": [*pages, *texts, *python],
                                       "single": ["worker.js", "engine.zip", *texts, *python]})  # fmt: skip
    verbs = sorted(verb for verb, facts in VERBS.items() if facts.written)
    _write(target / "language.json", {"reserved": sorted(RESERVED), "verbs": verbs, "queries": sorted(QUERIES),
                                      "special": sorted(SPECIAL_NAMES)})  # fmt: skip


def _variant(base: str) -> dict[str, object] | None:
    """The draft of a variant, as `solenia new` writes it, without its lines about commands; None if `base` cannot be
    played."""
    try:
        rules = sr.load(base)
    except sr.RulesetError:
        return None
    name = f"my_{base}"
    lines = variant_text(name, base, dict(rules.titles), rules.world).splitlines()
    told = [line for line in lines if "solenia " not in line and not line.startswith(("#:schema", "# The first line"))]
    return {"name": name, "files": {f"{name}.toml": "\n".join(told) + "\n"}}


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _page(target: Path) -> None:
    """The scripts and styles in one file each."""
    bundler = HERE / "node_modules" / ".bin" / "esbuild"
    common = [
        "--bundle",
        "--minify",
        "--format=esm",
        "--target=chrome110,firefox113,safari16.4",
        "--legal-comments=eof",
    ]
    subprocess.run(
        [str(bundler), "src/main.js", f"--outfile={target / 'studio.js'}", *common,
         "--loader:.svg=dataurl", "--log-level=warning"],
        cwd=HERE, check=True,
    )  # fmt: skip
    subprocess.run(
        [str(bundler), "src/player.js", f"--outfile={target / 'player.js'}", *common,
         "--log-level=warning"],
        cwd=HERE, check=True,
    )  # fmt: skip
    subprocess.run(
        [str(bundler), "src/worker.js", f"--outfile={target / 'worker.js'}", *common,
         "--external:node:*", "--external:ws", f"--define:LOCK_INFO={_lock_info()}", "--log-level=warning"],
        cwd=HERE, check=True,
    )  # fmt: skip
    for name in ("index.html", "player.html"):
        shutil.copy(HERE / "src" / name, target / name)
    shutil.copy(ROOT / "solenia_rules" / "serve" / "static" / "icon.svg", target / "icon.svg")


def _lock_info() -> str:
    """What Pyodide must know of itself; its list of packages is left out, because the engine needs none of them."""
    lock = json.loads((HERE / "node_modules" / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps(lock["info"])


def _single_page(target: Path) -> None:
    """The page of a game that is a single file: everything but its rules and the
    files of the engine, which the studio puts in."""
    script = (target / "player.js").read_text(encoding="utf-8").replace("</script", "<\\/script")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    icon = base64.b64encode((target / "icon.svg").read_bytes()).decode()
    made = (HERE / "src" / "single.html").read_text(encoding="utf-8")
    for name, value in (
        ("HASH", digest),
        ("ICON", f"data:image/svg+xml;base64,{icon}"),
        ("STYLE", (target / "player.css").read_text(encoding="utf-8")),
        ("SCRIPT", script),
    ):
        made = made.replace(f"[{name}]", value)
    (target / "single.html").write_text(made, encoding="utf-8")


def _service_worker(target: Path) -> None:
    """Keeps every file for the next visit; its name for the cache changes with any file."""
    files = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + (target / name).read_bytes())
    text = (HERE / "src" / "service_worker.js").read_text(encoding="utf-8")
    made = text.replace('"VERSION"', json.dumps(digest.hexdigest()[:16])).replace('"FILES"', json.dumps(files))
    (target / "service_worker.js").write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
