"""Analyses one file as it is in the editor: the ruleset it belongs to, its diagnostics, and what is known about the
ruleset."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from attrs import field, frozen

from solenia_rules.api.looking import look
from solenia_rules.api.ruleset import Ruleset, load_through
from solenia_rules.lsp.shelf import OpenLoader, Shelf
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.files import MAIN, SCENARIOS, Bundle, is_ruleset_file, open_bundle
from solenia_rules.rules.merger import Layer
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Read
from solenia_rules.rules.records import World
from solenia_rules.rules.resolver import resolve
from solenia_rules.text.diagnostics import Diagnostic

_HEAD = re.compile(r"^[ \t]*ruleset[ \t]*=", re.MULTILINE)


@frozen
class Analysis:
    """What was found. Names of files are those that spans bear."""

    path: Path
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)
    paths: dict[str, Path] = field(repr=False)
    """Name in spans -> file, of everything that was read."""
    reads: dict[str, Read] = field(factory=dict, repr=False)
    """Name in spans -> what that file says by itself; the highest layer first."""
    layer: Layer | None = field(default=None, repr=False)
    """All files laid together, where they could be."""
    world: World | None = field(default=None, repr=False)
    """What they declare, if it is whole."""
    rules: Ruleset | None = field(default=None, repr=False)
    """The checked ruleset, where there is no error."""


def is_ours(path: Path, text: str) -> bool:
    """Whether a TOML file is a ruleset, a part of one, or scenarios; other people's files are left alone."""
    if path.name.endswith(SCENARIOS):
        return True
    if not is_ruleset_file(path.name):
        return False
    return path.name == MAIN or _HEAD.search(text) is not None or (path.parent / MAIN).is_file()


def analyse(path: Path, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    """Everything that `check` tells of a file; `opened` holds the texts that count instead of the disk's."""
    if path.name.endswith(SCENARIOS):
        return _scenarios(path, opened, shelf)
    return analyse_spec(str(path), opened, shelf)


def analyse_spec(spec: str, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    """The same of a name, a path, or layers `a+b`."""
    loaders: list[OpenLoader] = []
    found = look(spec, partial(_loader, shelf=shelf, opened=opened, made=loaders))
    last = _layer_of(loaders)
    return Analysis(Path(spec), found.diagnostics, last.paths, last.reads, last.laid, found.world, found.rules)


def survey(path: Path, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    """What a ruleset declares and where, much sooner: its texts are not judged."""
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
    """What is found in files while these texts are open, each looked at once."""

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
    """A loader that whoever asked for it can look at afterwards."""
    made.append(OpenLoader(bundle, problems, shelf, opened))
    return made[-1]


def _layer_of(loaders: list[OpenLoader]) -> OpenLoader:
    """The last that laid files together: some only look up whose files they are."""
    return next((loader for loader in reversed(loaders) if loader.laid is not None), loaders[-1])


def _scenarios(path: Path, opened: dict[Path, str], shelf: Shelf) -> Analysis:
    # Imported only where there are scenarios: they bring everything that plays.
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
    return Analysis(path, tuple(found), paths, last.reads if last else {}, last.laid if last else None, world)
