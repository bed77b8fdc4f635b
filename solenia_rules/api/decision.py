"""A decision as plain data: who is asked, what for, which options."""

from __future__ import annotations

from solenia_rules.api.requests import check_lang
from solenia_rules.api.words import Words
from solenia_rules.core.compiled import Program
from solenia_rules.core.specs import Spec
from solenia_rules.play import reading
from solenia_rules.play.idents import Idents
from solenia_rules.text.frozen import field, frozen
from solenia_rules.words.by_language import play_words
from solenia_rules.words.languages import IDS, LANGUAGES
from solenia_rules.words.tables.play import WordKey

ENGINE_KINDS: dict[str | None, WordKey] = {
    "cell": "a cell",
    "seat": "a seat",
    "number": "a number",
    "face": "a face",
    "name": "a name",
}
"""What can be chosen that no ruleset declares."""
SHORT = 2
"""Letters of a name that says nothing to players, such as `c`."""


@frozen
class Option:
    """One answer. `id` is stable text, `refs` says what it names."""

    id: str
    refs: tuple[tuple[str, str], ...]
    value: int = field(repr=False)
    key: object = field(repr=False)
    _words: Words = field(repr=False, eq=False)
    _said: tuple[str, str] = field(repr=False, eq=False)

    @property
    def label(self) -> str:
        return self.text("en")

    @property
    def names(self) -> tuple[str, str, str]:
        """Texts that mean this option: its id, what the id names, what people read."""
        return (self.id, self.id.partition("=")[2] or self.id, self.label)

    def text(self, lang: str = "en") -> str:
        check_lang(lang)
        sort, ident = self._said
        match sort:
            case "plain":
                return ident
            case "engine":
                own = play_words(lang).WORDS
                return own[own.key(ident)] if ident in own else ident
            case "seat":
                return play_words(lang).WORDS["seat"].format(n=int(ident) + 1)
            case "way":
                return self._words.way(ident, lang)
            case _:
                parts = ident.split("|")
                return " ".join(self._words.word(p, lang) for p in parts)

    def __str__(self) -> str:
        return self.label


@frozen
class Decision:
    """What a seat is asked. `place` is where in the ruleset the question stands."""

    seat: int
    kind: str
    name: str
    options: tuple[Option, ...]
    place: str
    _asker: Asker = field(repr=False, eq=False)
    _spec: Spec = field(repr=False, eq=False)

    @property
    def prompt(self) -> str:
        return self.text("en")

    @property
    def rule(self) -> str:
        """The text that asks, on one line."""
        return " ".join(self._spec.span.text.split())[:120]

    def text(self, lang: str = "en") -> str:
        check_lang(lang)
        return self._asker.asked(self._spec, tuple(option.value for option in self.options), lang)

    def find(self, text: str) -> Option | None:
        """The option a text means; an id goes before other names, and those must be clear."""
        for option in self.options:
            if option.id == text:
                return option
        found = [option for option in self.options if text in option.names]
        return found[0] if len(found) == 1 else None

    def imaginable(self) -> tuple[Option, ...]:
        """Every answer that such a question could have, on offer or not; the ids are what `why_not` takes."""
        return self._asker.imaginable(self._spec, self.seat)

    def __str__(self) -> str:
        return self.prompt


class Asker:
    """Makes decisions out of states of one program."""

    def __init__(self, program: Program, words: Words) -> None:
        self.program = program
        self.inventory = program.inventory
        self.idents = Idents(program.inventory)
        self.words = words

    def decision(self, s: list[int], key: object) -> Decision | None:
        if reading.is_over(s):
            return None
        spec = self.program.outline.specs[reading.asked_spec(s)]
        seat = reading.asked_seat(s)
        options = self.options(spec, reading.options(s), seat, key)
        place = f"{spec.span.source.name}:{spec.span.line}:{spec.span.column}"
        return Decision(seat, spec.reads, spec.name, options, place, self, spec)

    def asked(self, spec: Spec, values: tuple[int, ...], lang: str) -> str:
        """What a seat is asked, in words."""
        if spec.reads == "may" and (what := self.words.may(spec.span.source.name, spec.span.start, lang)):
            return play_words(lang).PROMPTS["may do"].format(what=what)
        prompts = play_words(lang).PROMPTS
        return prompts[prompts.key(spec.reads)].format(name=self.thing(spec, values, lang))

    def thing(self, spec: Spec, values: tuple[int, ...], lang: str) -> str:
        """What is chosen: by the words for its name, else by what the things on offer are; a name that is a word of
        its own is good enough where nothing else is said."""
        words, name = self.words, spec.name
        if words.has(name, lang):
            return words.word(name, lang)
        kind = self._kind(spec, values)
        if kind in ENGINE_KINDS:
            named = lang == IDS and len(name) > SHORT
            return words.word(name, lang) if named else play_words(lang).WORDS[ENGINE_KINDS[kind]]
        if kind is not None and (words.has(kind, lang) or len(name) <= SHORT):
            return words.word(kind, lang)
        return words.word(name, lang)

    def _kind(self, spec: Spec, values: tuple[int, ...]) -> str | None:
        """The kind of what is on offer, if all are of one."""
        if spec.domain.startswith("word:"):
            return spec.domain.removeprefix("word:")
        if spec.domain == "piece":
            kinds = {self.inventory.pieces[value].kind for value in values if value < len(self.inventory.pieces)}
        elif spec.domain == "cell":
            boards = {self.inventory.cells[value].board for value in values if value < len(self.inventory.cells)}
            kinds = {self.inventory.names.boards[board].cells or "cell" for board in boards}
        else:
            return spec.domain
        return kinds.pop() if len(kinds) == 1 else None

    def options(self, spec: Spec, values: tuple[int, ...], seat: int, key: object) -> tuple[Option, ...]:
        named = [self.named(spec, value, seat) for value in values]
        ids = [ident for ident, _refs, _said in named]
        made = []
        for index, (ident, refs, said) in enumerate(named):
            if ids.count(ident) > 1:
                ident += f"#{ids[: index + 1].count(ident)}"
            made.append(Option(ident, refs, values[index], key, self.words, said))
        return tuple(made)

    def imaginable(self, spec: Spec, seat: int) -> tuple[Option, ...]:
        """All that could ever be offered there, one of each id."""
        count = len(spec.labels) if spec.labelled else self.inventory.domain_count(spec.domain)
        found: dict[str, Option] = {}
        for value in range(count):
            option = self.options(spec, (value,), seat, None)[0]
            found.setdefault(option.id, option)
        return tuple(found.values())

    def known_names(self, spec: Spec, seat: int) -> frozenset[str]:
        """What the answers there are called, in every language."""
        found = set()
        for option in self.imaginable(spec, seat):
            plain = option.id.partition("=")[2] or option.id
            found |= {option.id, plain, plain.partition("#")[0], *(option.text(lang) for lang in LANGUAGES)}
        return frozenset(name.casefold() for name in found)

    def named(self, spec: Spec, value: int, seat: int) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, str]]:
        """Id, what it names, and how it is said."""
        if spec.done and value == self.inventory.domain_count(spec.domain):
            return "done", (), ("engine", "done")
        match spec.domain:
            case "branch":
                label = spec.labels[value]
                if label.isdigit():
                    place = f"{spec.span.source.name}|{spec.span.start}|{label}"
                    return label, (("branch", label),), ("way", place)
                sort = "engine" if spec.reads == "may" else "word"
                return label, (("branch", label),), (sort, label)
            case "rule":
                label = spec.labels[value]
                return label, (("rule", label),), ("word", label)
            case "piece":
                piece = self.inventory.pieces[value]
                ident = self.idents.piece(piece)
                return f"{spec.name}={ident}", (("piece", ident),), ("word", ident.replace(".", "|"))
            case "cell":
                cell = self.inventory.cells[value]
                ident = self.idents.cell(cell, seat)
                sort = "word" if cell.record is not None else "plain"
                return f"{spec.name}={ident}", (("cell", ident),), (sort, cell.record or ident.split(".")[-1])
            case "seat":
                return f"{spec.name}={value}", (("seat", str(value)),), ("seat", str(value))
            case "number":
                return f"{spec.name}={value}", (("number", str(value)),), ("plain", str(value))
            case "face":
                face = ("front", "back")[value]
                return f"{spec.name}={face}", (("face", face),), ("engine", face)
            case "name":
                atom = list(self.inventory.names.atoms)[value]
                return f"{spec.name}={atom}", (("name", atom),), ("word", atom)
            case _:
                word = self.inventory.names.word_kinds[spec.domain.removeprefix("word:")].words[value]
                return f"{spec.name}={word}", (("word", word),), ("word", word)
