"""Analyses one file as it is in the editor: the ruleset it belongs to, its diagnostics, and what is known about the
ruleset."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from attrs import field, frozen

from solenia_rules.api.loading import load_through
from solenia_rules.api.looking import look
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.lsp.shelf import OpenLoader, Shelf
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.files import MAIN, SCENARIOS, Bundle, is_ruleset_file, open_bundle
from solenia_rules.rules.keys import SECTIONS
from solenia_rules.rules.merger import Layer
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Read
from solenia_rules.rules.records import World
from solenia_rules.rules.resolver import resolve
from solenia_rules.text.diagnostics import Diagnostic

_HEAD = re.compile(r"^[ \t]*ruleset[ \t]*=", re.MULTILINE)
_SECTION = re.compile(r"^[ \t]*\[[ \t]*([a-z_]+)[ \t]*[.\]]", re.MULTILINE)
ENOUGH = 2
"""Sections of rulesets that show a file to be a ruleset although its line `ruleset` is missing."""


@frozen
class Analysis:
    """The result of an analysis. Files have the names that spans use."""

    path: Path
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)
    paths: dict[str, Path] = field(repr=False)
    """Name in spans -> file, for every file that was read."""
    reads: dict[str, Read] = field(factory=dict, repr=False)
    """Name in spans -> the document of that file alone; the highest layer first."""
    layer: Layer | None = field(default=None, repr=False)
    """The merged files, if they could be merged."""
    world: World | None = field(default=None, repr=False)
    """The declarations, if they could be read completely."""
    rules: Ruleset | None = field(default=None, repr=False)
    """The checked ruleset, where there is no error."""


def is_ours(path: Path, text: str) -> bool:
    """Whether a TOML file is a ruleset, a part of one, or scenarios; other TOML files are ignored."""
    if path.name.endswith(SCENARIOS):
        return True
    if not is_ruleset_file(path.name):
        return False
    if path.name == MAIN or _HEAD.search(text) is not None or (path.parent / MAIN).is_file():
        return True
    return len({name for name in _SECTION.findall(text) if name in SECTIONS}) >= ENOUGH


def analyse(path: Path, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    """The diagnostics of a file, as `check` reports them. `opened`: texts of the editor, which replace those on the
    disk."""
    if path.name.endswith(SCENARIOS):
        return _scenarios(path, opened, shelf)
    return analyse_spec(str(path), opened, shelf)


def analyse_spec(spec: str, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    """Analyse a ruleset that is given by a name, a path, or layers `a+b`."""
    loaders: list[OpenLoader] = []
    found = look(spec, partial(_loader, shelf=shelf, opened=opened, made=loaders))
    last = _layer_of(loaders)
    return Analysis(Path(spec), found.diagnostics, last.paths, last.reads, last.laid, found.world, found.rules)


def survey(path: Path, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    """The declarations of a ruleset and their places. This is much faster, because its texts are not checked."""
    loaders: list[OpenLoader] = []
    made = partial(_loader, shelf=shelf, opened=opened, made=loaders)
    problems: tuple[Diagnostic, ...] = ()
    try:
        world: World | None = resolve(str(path), allow_abstract=True, loader=made).world
    except RulesetError as error:
        problems, world = error.diagnostics, error.world
    last = _layer_of(loaders)
    return Analysis(path, problems, last.paths, last.reads, last.laid, world)


class Looks:
    """The results for files while these texts are open, each computed once."""

    def __init__(self, opened: dict[Path, str], shelf: Shelf) -> None:
        self.opened = opened
        self.shelf = shelf
        self._found: dict[Path, Analysis] = {}

    def at(self, path: Path) -> Analysis:
        if path not in self._found:
            self._found[path] = analyse(path, self.opened, self.shelf)
        return self._found[path]


def _loader(
    bundle: Bundle, problems: Problems, *, shelf: Shelf, opened: dict[Path, str], made: list[OpenLoader]
) -> OpenLoader:
    """A loader that the caller can inspect afterwards."""
    made.append(OpenLoader(bundle, problems, shelf, opened))
    return made[-1]


def _layer_of(loaders: list[OpenLoader]) -> OpenLoader:
    """The last loader that merged files; other loaders only find out which ruleset a file belongs to."""
    return next((loader for loader in reversed(loaders) if loader.laid is not None), loaders[-1])


def _scenarios(path: Path, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    # Imported only for scenarios, because the import loads everything that plays games.
    from solenia_rules.tools.scenarios.decoder import decode_file
    from solenia_rules.tools.scenarios.files import ScenarioFile
    from solenia_rules.tools.scenarios.runner import Runner

    text = opened.get(path.resolve())
    content = text.encode("utf-8", "surrogatepass") if text is not None else None
    decoded = decode_file(ScenarioFile(str(path), path), open_bundle(), content)
    paths = {str(path): path}
    loaders: list[OpenLoader] = []
    if not decoded.scenarios:
        return Analysis(path, decoded.diagnostics, paths)
    runner = Runner(partial(load_through, partial(_loader, shelf=shelf, opened=opened, made=loaders)))
    found = dict.fromkeys(d for scenario in decoded.scenarios for d in runner.look(scenario))
    for loader in loaders:
        paths |= loader.paths
    last = _layer_of(loaders) if loaders else None
    world = runner.world(decoded.scenarios[0])
    problems = (*decoded.diagnostics, *found)
    return Analysis(path, problems, paths, last.reads if last else {}, last.laid if last else None, world)
