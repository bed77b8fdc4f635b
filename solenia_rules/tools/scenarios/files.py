"""Finds scenario files and the rulesets they belong to."""

from __future__ import annotations

from pathlib import Path

from attrs import field, frozen

from solenia_rules.rules.caps import is_id
from solenia_rules.rules.files import MAIN, SCENARIOS, Bundle


@frozen
class ScenarioFile:
    """A scenario file with the name shown to users."""

    shown: str
    path: Path = field(repr=False)

    @property
    def own_name(self) -> str:
        """`NAME` of `NAME.scenarios.toml` and of `NAME.PART.scenarios.toml`."""
        return self.path.name.partition(".")[0]


def files_in(folder: Path) -> list[ScenarioFile]:
    """All scenario files in a folder and its subfolders."""
    found = sorted(path for path in folder.rglob(f"*{SCENARIOS}") if path.is_file() and not path.name.startswith("."))
    return [ScenarioFile(str(path), path) for path in found]


def files_of_bundle(bundle: Bundle) -> list[ScenarioFile]:
    """The scenario files of all bundled rulesets, with the names of their files."""
    if not isinstance(bundle.root, Path):
        return []
    root = bundle.root
    return [ScenarioFile(f"rulesets/{f.path.relative_to(root).as_posix()}", f.path) for f in files_in(root)]


def files_of(target: str, bundle: Bundle) -> list[ScenarioFile] | None:
    """The scenario files that a name or path stands for; None if it does not exist."""
    path = Path(target)
    if target.endswith(SCENARIOS):
        return [ScenarioFile(target, path)] if path.is_file() else None
    if is_id(target) and target in bundle.rulesets:
        return [f for f in files_of_bundle(bundle) if _is_about(f, target)]
    if path.is_dir():
        return files_in(path)
    if path.is_file():
        if (path.parent / MAIN).is_file():
            return files_in(path.parent)
        found = [ScenarioFile(str(beside), beside) for beside in sorted(path.parent.glob(f"*{SCENARIOS}"))]
        return [file for file in found if file.own_name == path.stem]
    return None


def _is_about(file: ScenarioFile, name: str) -> bool:
    folder = file.path.parent
    return folder.name == name if (folder / MAIN).is_file() else file.own_name == name


def own_ruleset(file: ScenarioFile, bundle: Bundle) -> str | None:
    """The spec of the ruleset next to the file or in whose folder it is."""
    folder = file.path.parent
    if (folder / MAIN).is_file():
        return folder.name if bundle.holds(folder / MAIN) else str(folder / MAIN)
    beside = folder / f"{file.own_name}.toml"
    if beside.is_file():
        return file.own_name if bundle.holds(beside) else str(beside)
    return None


def named_ruleset(spec: str, file: ScenarioFile, bundle: Bundle) -> str:
    """A spec in which the names of rulesets next to the file are replaced by paths."""
    return "+".join(_near(name, file.path.parent, bundle) for name in spec.split("+"))


def _near(name: str, folder: Path, bundle: Bundle) -> str:
    for path in (folder / f"{name}.toml", folder / name / MAIN):
        if is_id(name) and path.is_file() and not bundle.holds(path):
            return str(path)
    return name
