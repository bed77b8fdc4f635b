"""Text cases: small rulesets with the problems marked on their lines.

Cases stand between `---` lines. `#! CODE message` at the end of a line marks a problem of that line; alone on a line it
marks one without a particular line. `=== name.toml` begins a file (else there is one, `sample.toml`); files under
`bundle/` are bundled. A file that does not say `ruleset` gets a head. `## resolve SPEC` and `## params a=1 b=2` say
what is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import Factory, define

from solenia_rules.rules.resolver import Resolved, resolve
from solenia_rules.text.diagnostics import Diagnostic

FOLDER = Path(__file__).parent / "cases"
_MARK = re.compile(r"#! ([EW]\d\d\d) (.*)$")


@define
class Case:
    name: str
    files: dict[str, list[str]] = Factory(dict)
    spec: str = "sample.toml"
    params: dict[str, int] = Factory(dict)
    loose: list[tuple[str, str]] = Factory(list)

    def expected(self) -> list[tuple[str, int, str, str]]:
        """File, line, code and message; line 0 where it does not matter."""
        found = [("", 0, code, message) for code, message in self.loose]
        for name, lines in self.files.items():
            for number, line in enumerate(lines, 1):
                match = _MARK.search(line)
                if match and match.start():
                    found.append((name, number, match.group(1), match.group(2)))
                elif match:
                    found.append(("", 0, match.group(1), match.group(2)))
        return sorted(found)

    def write(self, folder: Path) -> None:
        (folder / "bundle").mkdir(exist_ok=True)
        for name, lines in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def run(self, folder: Path) -> Resolved:
        """Resolves in the folder, which is the current one."""
        self.write(folder)
        return resolve(self.spec, self.params, bundle=folder / "bundle")


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.txt")):
        for number, chunk in enumerate(path.read_text(encoding="utf-8").split("\n---\n"), 1):
            yield _case(f"{path.stem}-{number}", chunk.strip("\n").split("\n"))


def _case(name: str, lines: list[str]) -> Case:
    case = Case(name)
    current: list[str] | None = None
    for line in lines:
        if line.startswith("## resolve "):
            case.spec = line.removeprefix("## resolve ")
        elif line.startswith("## params "):
            pairs = (pair.split("=") for pair in line.removeprefix("## params ").split())
            case.params = {key: int(value) for key, value in pairs}
        elif line.startswith("=== "):
            current = case.files.setdefault(line.removeprefix("=== "), [])
        elif current is None and line.startswith("#! "):
            code, message = line.removeprefix("#! ").split(" ", 1)
            case.loose.append((code, message))
        else:
            if current is None:
                current = case.files.setdefault("sample.toml", [])
            current.append(line)
    for file, content in case.files.items():
        if not any(line.startswith("ruleset") for line in content) and not file.endswith("more.toml"):
            content[:0] = head(_ruleset_name(file))
    return case


def _ruleset_name(file: str) -> str:
    path = Path(file)
    return path.parent.name if path.name == "ruleset.toml" else path.stem


def head(name: str) -> list[str]:
    """What every ruleset says first."""
    return [
        f'ruleset = "{name}"',
        "language = 1",
        'title = { en = "a", fr = "a", pl = "a" }',
        'source = "ours"',
        "seats = { range = [2, 4] }",
    ]


def found(diagnostics: Iterable[Diagnostic]) -> list[tuple[str, int, str, str]]:
    return [(d.span.source.name, d.span.line, d.code, d.message) for d in diagnostics]
