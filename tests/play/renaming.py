"""A ruleset in which every id is another one, and what two games have to share to be the same game."""

from __future__ import annotations

import random
import re
import string
import tomllib

import tomli_w

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, RESERVED, SPECIAL_NAMES
from solenia_rules.rules.declared import HEAD, SECTIONS
from solenia_rules.rules.grid_ids import read_cell_id
from solenia_rules.rules.kind_texts import BUILT_IN_KINDS
from solenia_rules.text.set_kinds import LIST, SETS

KEPT = frozenset({*RESERVED, *SPECIAL_NAMES, *BUILT_IN_FIELDS, *BUILT_IN_KINDS, *SETS, *VERBS, *QUERIES, "anyone"})
"""Words of the language: they mean the same in every ruleset."""
PLAIN_KEYS = frozenset(("source", "note", "seen", "size_seen", "past_limit", "grid", "wraps"))
"""Keys whose texts are words of the format or for people."""
RECORD_KEYS = frozenset(("copies", "starts", "order", "at", "links", "front", "back", "source", "note"))
NAMED_KEYS = frozenset(("fields", "params"))
"""Keys of an entry that hold a table by id."""
_NAME = re.compile(r"(?<![A-Za-z0-9_])[a-z][a-z0-9_]*")


class Renamer:
    """Gives every name another one, always the same."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names: dict[str, str] = {}

    def name(self, name: str) -> str:
        if name in KEPT:
            return name
        if name not in self.names:
            made = "".join(self.chance.choices(string.ascii_lowercase, k=9))
            while made in self.names.values() or made in KEPT:
                made += self.chance.choice(string.ascii_lowercase)
            self.names[name] = made
        return self.names[name]

    def text(self, text: str) -> str:
        return _NAME.sub(lambda match: self.name(match.group()), text)

    def document(self, document: dict[str, object]) -> dict[str, object]:
        made: dict[str, object] = {}
        for key, value in document.items():
            if key in ("language", "abstract", "title", "about", "source", "note"):
                made[key] = value
            elif key == "words":
                made[key] = {lang: self.keyed(entries) for lang, entries in table(value).items()}
            elif key == "look":
                made[key] = self.keyed(value)
            elif key == "allow":
                continue  # what `check` keeps quiet about is no rule
            elif key == "seats":
                made[key] = self.entry("seats", table(value))
            elif key in HEAD:
                made[key] = self.value(value)
            else:
                section = key if key in SECTIONS else self.name(key)
                made[section] = {self.name(id_): self.entry(key, table(entry)) for id_, entry in table(value).items()}
        return made

    def keyed(self, value: object) -> dict[str, object]:
        """A table whose keys are ids and whose values are for people."""
        return {self.name(id_): entry for id_, entry in table(value).items()}

    def entry(self, section: str, entry: dict[str, object]) -> dict[str, object]:
        made: dict[str, object] = {}
        record = section not in SECTIONS and section != "seats"
        for key, value in entry.items():
            if key in PLAIN_KEYS or (section == "zones" and key == "order"):
                made[key] = value
            elif key in NAMED_KEYS and not record:
                made[key] = {self.name(id_): self.declared(item) for id_, item in table(value).items()}
            else:
                made[self.name(key) if record and key not in RECORD_KEYS else key] = self.value(value)
        return made

    def declared(self, item: object) -> object:
        """A field or parameter: its kind, or a table that says more."""
        return {key: self.value(value) for key, value in item.items()} if isinstance(item, dict) else self.value(item)

    def value(self, value: object) -> object:
        match value:
            case str() if (board := read_cell_id(value)) is not None:
                return f"{self.name(board)}.{value.partition('.')[2]}"
            case str() if value.startswith(LIST):
                return LIST + self.text(value.removeprefix(LIST))
            case str():
                return self.text(value)
            case list():
                return [self.value(item) for item in value]
            case dict():
                return {self.name(key): self.value(item) for key, item in value.items()}
            case _:
                return value


def table(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def renamed(rules: Ruleset, seed: int) -> tuple[Ruleset, dict[str, str]]:
    """The same rules under other names, and old name -> new name."""
    renamer = Renamer(seed)
    document = renamer.document(tomllib.loads(rules.text()))
    text = tomli_w.dumps(document, multiline_strings=True)
    return sr.load_text(text, renamer.name(rules.id)), renamer.names


def difference(one: Game, two: Game) -> str | None:
    """Where two games part if the same indices are answered; None: nowhere."""
    number = 0
    while True:
        for what in ("scores", "winners"):
            if getattr(one, what) != getattr(two, what):
                return f"{what} at decision {number}: {getattr(one, what)} and {getattr(two, what)}"
        kinds = [event.kind for event in one.news], [event.kind for event in two.news]
        if kinds[0] != kinds[1]:
            return f"events before decision {number}: {kinds[0]} and {kinds[1]}"
        if one.decision is None or two.decision is None:
            return None if one.decision is two.decision else f"only one is over at decision {number}"
        asked = [(d.seat, d.kind, len(d.options)) for d in (one.decision, two.decision)]
        if asked[0] != asked[1]:
            return f"decision {number}: {asked[0]} and {asked[1]}"
        index = one.decision.options.index(sr.random_answer(one))
        if index != two.decision.options.index(sr.random_answer(two)):
            return f"random answers part at decision {number}"
        if one.decision.options[index].value != two.decision.options[index].value:
            return f"option {index} of decision {number} is another one"
        one, two = one.choose(index), two.choose(index)
        number += 1
