"""What a session holds: its rulesets and games by name, its language, and its limits."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import define, field, frozen

import solenia_rules as sr
from solenia_rules.protocol.errors import bad_params, limit, unknown
from solenia_rules.protocol.results import Limits

LOCAL = Limits(line=8 << 20, rulesets=200, games=5000, simulated=1_000_000, playouts=1_000_000, files=True)
"""For a program that started the engine itself: it may do what its user may do."""
GUEST = Limits(line=512 << 10, rulesets=20, games=200, simulated=20_000, playouts=1000, files=False)
"""For programs of strangers."""
GUEST_STEPS = 1_000_000
"""The most steps in one action that a guest's own ruleset may ask for."""
_NAME = re.compile(r'^ruleset\s*=\s*"([a-z][a-z0-9_]{0,63})"', re.MULTILINE)
"""The id of a ruleset: its file has the same name."""


@frozen
class Shelved:
    """A ruleset of the session: what it was loaded from, and the rules."""

    name: str
    rules: sr.Ruleset
    spec: str
    """What `sr.load` takes: a name, layers, or the path of a file."""
    params: dict[str, int]
    home: TemporaryDirectory[str] | None = field(repr=False, default=None)
    """The folder of a ruleset that came as a text; it is removed with the ruleset."""


@define
class Table:
    """A game of the session. A game is a value: after an answer, the table holds another one."""

    name: str
    ruleset: str
    game: sr.Game
    version: int = 0

    def becomes(self, game: sr.Game) -> None:
        self.game = game
        self.version += 1


class Desk:
    """The rulesets and games of one session."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lang = "en"
        self._rulesets: dict[str, Shelved] = {}
        self._tables: dict[str, Table] = {}
        self._made = 0

    def spoken(self, lang: str) -> str:
        """The language of a request: its own, or that of the session."""
        return lang or self.lang

    # ---- rulesets -----------------------------------------------------------------------------------

    def load(self, name: str, text: str, params: dict[str, int]) -> Shelved:
        """Load a ruleset by name or from a text."""
        if len(self._rulesets) >= self.limits.rulesets:
            raise limit(f"a session holds at most {self.limits.rulesets} rulesets: close some with rulesets.close")
        spec, home = self.source(name, text)
        try:
            rules = sr.load(spec, params, most_steps=self._most_steps(text))
        except BaseException:
            if home is not None:
                home.cleanup()
            raise
        return self._shelve(rules, spec, params, home)

    def _most_steps(self, text: str) -> int | None:
        return GUEST_STEPS if text and not self.limits.files else None

    def source(self, name: str, text: str) -> tuple[str, TemporaryDirectory[str] | None]:
        """What `sr.load` takes; a text is written to a folder of its own, which the caller removes."""
        if bool(name) == bool(text):
            raise bad_params("a ruleset is given by `name` or by `text`, not by both")
        if text:
            home = TemporaryDirectory(prefix="solenia-")
            return written(text, Path(home.name)), home
        if not self.limits.files:
            self.check_bundled(name)
        return name, None

    def check_bundled(self, name: str) -> None:
        """Refuse a path: strangers name no files of this machine."""
        known = sr.list_rulesets()
        for layer in name[:1000].split("+"):
            if layer not in known:
                raise unknown("bundled ruleset", layer)

    def _shelve(
        self, rules: sr.Ruleset, spec: str, params: dict[str, int], home: TemporaryDirectory[str] | None
    ) -> Shelved:
        self._made += 1
        made = Shelved(f"r{self._made}", rules, spec, params, home)
        self._rulesets[made.name] = made
        return made

    def ruleset(self, name: str) -> Shelved:
        if name not in self._rulesets:
            raise unknown("ruleset", name)
        return self._rulesets[name]

    def again(self, shelved: Shelved, params: dict[str, int]) -> sr.Ruleset:
        """The same ruleset with other parameters."""
        return shelved.rules if params == shelved.params else sr.load(shelved.spec, params)

    def close_ruleset(self, name: str) -> int:
        """Forget a ruleset; its games stay."""
        home = self.ruleset(name).home
        del self._rulesets[name]
        if home is not None:
            home.cleanup()
        return len(self._rulesets)

    # ---- games --------------------------------------------------------------------------------------

    def seat_game(self, ruleset: str, game: sr.Game) -> Table:
        """Keep a new game under a new name."""
        if len(self._tables) >= self.limits.games:
            raise limit(f"a session holds at most {self.limits.games} games: close some with game.close")
        self._made += 1
        made = Table(f"g{self._made}", ruleset, game)
        self._tables[made.name] = made
        return made

    def shelve_rules_of(self, game: sr.Game) -> str:
        """The name of the rules of a restored game; they are added if the session does not have them."""
        for held in self._rulesets.values():
            if held.rules.digest == game.rules.digest:
                return held.name
        home = TemporaryDirectory(prefix="solenia-")
        spec = written(game.rules.text(), Path(home.name))
        return self._shelve(game.rules, spec, {}, home).name

    def table(self, name: str) -> Table:
        if name not in self._tables:
            raise unknown("game", name)
        return self._tables[name]

    def close_game(self, name: str) -> int:
        self.table(name)
        del self._tables[name]
        return len(self._tables)

    def close(self) -> None:
        """Remove the folders of rulesets that came as texts."""
        for name in list(self._rulesets):
            self.close_ruleset(name)


def written(text: str, folder: Path) -> str:
    """Write a ruleset to an empty folder under its own name, so that it can extend bundled rulesets and nothing else.
    The result is the path of the file."""
    named = _NAME.search(text)
    file = folder / f"{named[1] if named else 'upload'}.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)
