"""The files of the draft that is open, in a folder of their own, and what was found about them.

The page sends every change of a text. The files are written to the folder too, because rulesets are found by their
files; in a browser this folder is memory.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from solenia_rules.api.loading import ready
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.lsp.analysis import Analysis, Looks, analyse
from solenia_rules.lsp.knowledge import Knowledge, learned_from
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.rules.files import MAIN, SCENARIOS, is_ruleset_file, open_bundle
from solenia_rules.rules.resolver import resolve
from solenia_rules.studio.json_shapes import Refusal
from solenia_rules.studio.offsets import Units
from solenia_rules.text.places import Source, Span

MOST_FILES = 40
BASE = "base:"
"""Before the name of a file that is not of the draft: a file of a bundled ruleset, which can only be read."""


def shown_alike(one: Ruleset, other: Ruleset) -> bool:
    """Whether two rulesets have the same rules and show them alike. The digest is about the rules only."""
    if one.digest != other.digest:
        return False
    here, there = one.world, other.world
    return (here.titles, here.words, here.looks) == (there.titles, there.words, there.looks)


class Draft:
    """The open draft. Files are named by their path inside the draft, with `/`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.texts: dict[str, str] = {}
        self.shelf = Shelf()
        self._found: dict[str, Analysis] = {}
        self._known: dict[str, Knowledge] = {}
        """File -> what is known of its ruleset, from the last version whose declarations were complete."""
        self._units: dict[Source, Units] = {}
        self._playable: Ruleset | None = None

    # ---- files ------------------------------------------------------------------------------------

    def open(self, texts: dict[str, str]) -> None:
        """Replace all files."""
        if len(texts) > MOST_FILES:
            raise Refusal(f"a draft has at most {MOST_FILES} files")
        paths = {name: self.path(name) for name in texts}
        for name in self.texts:
            self.path(name).unlink(missing_ok=True)
        self.texts = {}
        self._found.clear()
        self._known.clear()
        self._playable = None
        for name, path in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(name, texts[name])

    def edit(self, name: str, text: str) -> None:
        """Replace or add one file."""
        if self.texts.get(name) == text:
            return
        if name not in self.texts and len(self.texts) >= MOST_FILES:
            raise Refusal(f"a draft has at most {MOST_FILES} files")
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self._write(name, text)
        self._found.clear()
        self._units.clear()

    def _write(self, name: str, text: str) -> None:
        self.texts[name] = text
        self.path(name).write_bytes(text.encode("utf-8", "surrogatepass"))

    def path(self, name: str) -> Path:
        """The file of a name; a name that leads out of the draft is refused."""
        pure = PurePosixPath(name)
        if (
            not pure.parts
            or pure.is_absolute()
            or len(pure.parts) > 2
            or any(part in ("..", "") for part in pure.parts)
        ):
            raise Refusal(f"`{name}` is not the name of a file of a draft")
        return self.folder / pure

    def name(self, path: Path) -> str:
        """The name of a file as the page knows it."""
        real = path.resolve()
        if real.is_relative_to(self.folder):
            return real.relative_to(self.folder).as_posix()
        bundle = open_bundle().root
        if isinstance(bundle, Path) and real.is_relative_to(bundle.resolve()):
            return f"{BASE}{real.relative_to(bundle.resolve()).as_posix()}"
        return f"{BASE}{real.name}"

    def opened(self) -> dict[Path, str]:
        return {self.path(name): text for name, text in self.texts.items()}

    @property
    def main(self) -> str:
        """The file of the ruleset: the first one that is no scenarios."""
        mains = [name for name in self.rulesets if PurePosixPath(name).name == MAIN]
        if not self.rulesets:
            raise Refusal("this draft has no ruleset")
        return (mains or self.rulesets)[0]

    @property
    def rulesets(self) -> list[str]:
        return [name for name in self.texts if is_ruleset_file(PurePosixPath(name).name)]

    @property
    def scenarios(self) -> list[str]:
        return [name for name in self.texts if name.endswith(SCENARIOS)]

    # ---- what is found ----------------------------------------------------------------------------

    def look(self, name: str) -> Analysis:
        """The analysis of a file as it is now, made once."""
        if name not in self.texts:
            raise Refusal(f"there is no file `{name}`")
        if name not in self._found:
            found = analyse(self.path(name), self.opened(), self.shelf)
            self._found[name] = found
            learned = learned_from(found)
            if learned is not None:
                learned.remember(self._known.get(name))
                self._known[name] = learned
        return self._found[name]

    def known(self, name: str) -> Knowledge | None:
        """What is known of the ruleset of a file; it may be older than the text while declarations are incomplete."""
        self.look(name)
        return self._known.get(name)

    def looks(self) -> Looks:
        return Looks(self.opened(), Shelf())

    def rules(self) -> Ruleset:
        """The checked ruleset, to read; while there are errors, the last version without any."""
        known = self.known(self.main)
        if known is None or known.rules is None:
            raise Refusal("fix the mistakes of this ruleset first")
        return known.rules

    def is_current(self) -> bool:
        """Whether `rules` is the text as it is now."""
        return self.look(self.main).rules is not None

    def playable(self) -> Ruleset:
        """The ruleset as it is now, compiled for playing; raises `RulesetError` with all problems."""
        found = self.look(self.main).rules
        if self._playable is None or found is None or not shown_alike(found, self._playable):
            self._playable = ready(resolve(str(self.path(self.main))))
        return self._playable

    # ---- places -----------------------------------------------------------------------------------

    def units(self, source: Source) -> Units:
        if source not in self._units:
            self._units[source] = Units(source.text)
        return self._units[source]

    def range(self, span: Span) -> tuple[int, int]:
        """A place in a file as the page counts."""
        units = self.units(span.source)
        return units.given(span.start), units.given(span.end)
