"""What a session holds: its rulesets and games by name, its language, and its limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import define, frozen

import solenia_rules as sr
from solenia_rules.api.loading import load_written
from solenia_rules.protocol.errors import bad_params, limit, not_bundled, unknown
from solenia_rules.protocol.results import Limits

LOCAL = Limits(line=8 << 20, rulesets=200, games=5000, simulated=1_000_000, playouts=1_000_000, files=True)
"""For a program that started the engine itself: it may do what its user may do."""
GUEST = Limits(line=512 << 10, rulesets=20, games=200, simulated=20_000, playouts=1000, files=False)
"""For programs of strangers."""
GUEST_STEPS = 1_000_000
"""The most steps in one action that a guest's own ruleset may ask for."""


@frozen
class Shelved:
    """A ruleset of the session, and how to load it with other parameters."""

    name: str
    rules: sr.Ruleset
    params: dict[str, int]
    load: Callable[[dict[str, int]], sr.Ruleset]

    def again(self, params: dict[str, int]) -> sr.Ruleset:
        """The same ruleset with more parameters set."""
        wanted = {**self.params, **params}
        return self.rules if wanted == self.params else self.load(wanted)


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

    def spoken(self, lang: str | None) -> str:
        """The language of a request: its own, or that of the session."""
        return lang or self.lang

    # ---- rulesets -----------------------------------------------------------------------------------

    def load(self, name: str, text: str, params: dict[str, int]) -> Shelved:
        """Load a ruleset by name or from a text."""
        if len(self._rulesets) >= self.limits.rulesets:
            raise limit(f"a session holds at most {self.limits.rulesets} rulesets: close some with rulesets.close")
        self.check_source(name, text)
        if text:
            allowed = None if self.limits.files else sr.Limits(steps=GUEST_STEPS)
            load = partial(load_written, text, limits=allowed)
        else:
            load = partial(sr.load, name)
        return self._shelve(load(params), params, load)

    def check_source(self, name: str, text: str) -> None:
        """Refuse what names no ruleset, and paths that strangers name."""
        if bool(name) == bool(text):
            raise bad_params("a ruleset is given by `name` or by `text`, not by both")
        if name and not self.limits.files:
            self.check_bundled(name)

    def check_bundled(self, name: str) -> None:
        """Refuse a path: strangers name no files of this machine."""
        known = sr.list_rulesets()
        for layer in name[:1000].split("+"):
            if layer not in known:
                raise not_bundled(layer, known)

    def _shelve(
        self, rules: sr.Ruleset, params: dict[str, int], load: Callable[[dict[str, int]], sr.Ruleset]
    ) -> Shelved:
        self._made += 1
        made = Shelved(f"r{self._made}", rules, params, load)
        self._rulesets[made.name] = made
        return made

    def ruleset(self, name: str) -> Shelved:
        if name not in self._rulesets:
            raise unknown("ruleset", name)
        return self._rulesets[name]

    def close_ruleset(self, name: str) -> int:
        """Forget a ruleset; its games stay."""
        self.ruleset(name)
        del self._rulesets[name]
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
        return self._shelve(game.rules, {}, partial(load_written, game.rules.text())).name

    def table(self, name: str) -> Table:
        if name not in self._tables:
            raise unknown("game", name)
        return self._tables[name]

    def close_game(self, name: str) -> int:
        self.table(name)
        del self._tables[name]
        return len(self._tables)
