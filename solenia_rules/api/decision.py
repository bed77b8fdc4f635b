"""A decision as plain data: the seat that is asked, the question, and the options with their ids and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from solenia_rules.api.options import Named, Offer, Option, Position, offered
from solenia_rules.api.requests import check_lang
from solenia_rules.api.words import Words
from solenia_rules.checked import bundle_sets
from solenia_rules.core.compiled import Program
from solenia_rules.core.specs import Spec
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.play import reading
from solenia_rules.play.idents import Idents
from solenia_rules.rules.records import Board
from solenia_rules.text.frozen import field, remembered, sealed
from solenia_rules.text.places import Span
from solenia_rules.words.by_language import play_words
from solenia_rules.words.languages import IDS, LANGUAGES
from solenia_rules.words.tables.play import WordKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.play.sight import Sight

ENGINE_KINDS: dict[str | None, WordKey] = {
    "cell": "a cell",
    "corners": "a corner",
    "sides": "a side",
    "seat": "a seat",
    "number": "a number",
    "face": "a face",
    "name": "a name",
    "bundle": "a bundle",
}
"""Options that no ruleset declares."""
BUNDLE = "bundle:"
"""What the domain of a choice between bundles begins with; the name of the set of bundles follows."""
WORDS_ASKED = frozenset(verb.name for verb in VERBS.values() if verb.asks == "words") | {"spare"}
"""Questions about words, which the engine asks for a statement; they have no place of their own in a text."""
SHORT = 2
"""The most letters of a name that means nothing to players, such as `c`."""


@sealed
class Decision:
    """A decision: what a seat is asked. Options, texts, the place and what the question is about are worked out when
    they are first read."""

    seat: int
    _spec: Spec
    _offer: Offer
    key: Position | None
    _state: list[int] = field(eq=False)
    """The position in which the decision is asked."""
    _asker: Asker = field(eq=False)

    @remembered
    def left(self) -> int | None:
        """How many the seat still chooses, this one included: words to pay, pieces to pick. None if only one is
        asked."""
        return reading.left_to_choose(self._asker.program, self._state)

    @property
    def kind(self) -> str:
        return self._spec.reads

    @property
    def name(self) -> str:
        return self._spec.name

    @property
    def secret(self) -> bool:
        """Whether the other seats do not learn the answer before all seats have answered."""
        return self._spec.hidden

    @property
    def openly(self) -> bool:
        """Whether all seats will be told the answer."""
        return self._spec.openly

    @property
    def place(self) -> str:
        """The place of the question in the ruleset."""
        span = self._spec.span
        return f"{span.source.name}:{span.line}:{span.column}"

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options, in their order; faster to read than the options."""
        return self._offer.ids

    @remembered
    def options(self) -> tuple[Option, ...]:
        key, words = self.key, self._asker.words
        return tuple([Option(named, key, words) for named in self._offer.named])

    @property
    def prompt(self) -> str:
        return self.text("en")

    @property
    def rule(self) -> str:
        """The text that asks, on one line."""
        return " ".join(self._spec.span.text.split())[:120]

    def text(self, lang: str = "en") -> str:
        check_lang(lang)
        return self._asker.asked(self, tuple(named.value for named in self._offer.named), lang)

    def find(self, text: str) -> Option | None:
        """The option that a text means. An id has precedence over other names; other names must be unambiguous."""
        for option in self.options:
            if option.id == text:
                return option
        found = [option for option in self.options if text in option.names]
        found = found or [one for one, cells in zip(self.options, self.cells, strict=True) if text in cells]
        return found[0] if len(found) == 1 else None

    @remembered
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """For each option that is a piece on a board: the names of its cell, which mean the piece, too, if no other
        option stands there. Nothing for other options."""
        if self._spec.domain != "piece":
            return ((),) * len(self._offer.named)
        return tuple(self._asker.cell_of(self._state, named.value, self.seat) for named in self._offer.named)

    def imaginable(self) -> tuple[Option, ...]:
        """Every answer that this question could have, whether it is offered now or not; those on the boards of the
        question first. `why_not` takes these ids."""
        return tuple(sorted(self._asker.imaginable(self._spec, self.seat), key=elsewhere(self)))

    def __str__(self) -> str:
        return self.prompt

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, kind={self.kind!r}, name={self.name!r}, options={self.options!r})"


def elsewhere(decision: Decision) -> Callable[[Option], bool]:
    """Tests whether an option is a cell of a board of which the decision offers no cell."""
    boards = frozenset(ident.rpartition(".")[0] for ident in decision.ids)
    return lambda option: option.id.rpartition(".")[0] not in boards


MOST_OFFERS = 5_000
"""Offers that are kept for one program; a full store is emptied."""


_A_CELL = Spec(-1, "cell", "cell", (), "", False, "choose")


def _cell_kind(board: Board) -> str:
    return board.part.sort if board.part is not None else board.cells or "cell"


class Asker:
    """Makes decisions out of states of one program."""

    def __init__(self, program: Program, words: Words, open_texts: Callable[[], Mapping[Span, str]] = dict) -> None:
        """`open_texts`: the holders of texts that run only while every seat sees them, by the places of the texts."""
        self.program = program
        self.open_texts = open_texts
        self._holders: dict[tuple[str, int], str | None] = {}
        self.inventory = program.inventory
        self.idents = Idents(program.inventory)
        self.words = words
        self._offers: dict[tuple[int, int, int], Offer] = {}
        """By spec, seat and mask of the options."""
        self._named: dict[tuple[int, int, int], Named] = {}
        """By spec, seat and value."""
        self._known_names: dict[tuple[int, int], frozenset[str]] = {}
        """By spec and seat."""

    def decision(self, s: list[int], key: Position | None) -> Decision | None:
        if reading.is_over(s):
            return None
        spec = self.program.outline.specs[reading.asked_spec(s)]
        return Decision(reading.asked_seat(s), spec, self.offer(s), key, s, self)

    def cell_of(self, s: list[int], piece: int, seat: int) -> tuple[str, ...]:
        """The names of the cell on which a piece stands; nothing if it lies elsewhere. `done` is no piece."""
        if piece >= len(self.inventory.pieces):
            return ()
        cell = reading.place_of(self.program, s, piece) - self.inventory.first_cell
        if cell < 0:
            return ()
        return Option(self.named(_A_CELL, cell, seat), None, self.words).names[1:]

    def _sees(self, s: list[int], domain: str, value: int, seat: int) -> bool:
        """Whether a seat sees the value of a parameter. A parameter that is `none` counts as not seen, so the question
        leaves it out."""
        return (value >= 0 or domain == "number") and (domain != "piece" or self._sight.piece(s, value, seat))

    @remembered
    def _sight(self) -> Sight:
        from solenia_rules.play.sight import Sight

        return Sight(self.program)

    def offer(self, s: list[int]) -> Offer:
        """The options of the question that is asked in a state, in the order of their values."""
        index, seat, mask = reading.asked_spec(s), reading.asked_seat(s), reading.option_mask(s)
        found = self._offers.get((index, seat, mask))
        if found is None:
            if len(self._offers) >= MOST_OFFERS:
                self._offers.clear()
            named = [self.known(index, value, seat) for value in reading.options(s)]
            found = self._offers[index, seat, mask] = offered(named)
        return found

    def asked(self, decision: Decision, values: tuple[int, ...], lang: str) -> str:
        """The question to a seat, in words. If several things are chosen or paid, it says how many are left and what is
        paid for. If a record or a verb with parameters asks, it names the record and the values of the parameters."""
        prompts, spec, left = play_words(lang).PROMPTS, decision._spec, decision.left
        program, s = self.program, decision._state
        calls = [program.outline.places[place] for place in reading.callers(program, s)]
        span = calls[0] if calls and left is not None else spec.span
        behalf = reading.behalf(program, s)
        own = [program.outline.places[behalf]] if behalf >= 0 else []
        parts = self._about(decision, [*own, *calls] if spec.reads in WORDS_ASKED else [spec.span, *own, *calls], lang)
        if left is not None:
            purpose = self.words.purpose(span.source.name, span.start, lang) if spec.reads == "pay" else None
            if purpose is not None:
                parts.append(prompts["left for"].format(n=left, what=purpose))
            elif left > 1 or spec.done or spec.reads == "pick":
                parts.append(prompts["left at most" if spec.done else "left"].format(n=left))
        about = f" ({'; '.join(parts)})" if parts else ""
        if spec.reads == "may" and (what := self.words.may(spec.span.source.name, spec.span.start, lang)):
            return prompts["may do"].format(what=what + about)
        return prompts[prompts.key(spec.reads)].format(name=self.thing(spec, values, lang)) + about

    def _about(self, decision: Decision, places: Sequence[Span], lang: str) -> list[str]:
        """The record or rule whose text asks, if every seat sees it, and the parameters of the verb. A number is told
        only if the ruleset has words for its name, in any language."""
        told = []
        if holder := next((holder for place in places if (holder := self.holder(place)) is not None), None):
            told.append(self.words.word(holder, lang))
        for name, domain, value in reading.params_told(self.program, decision._state):
            if not self._sees(decision._state, domain, value, decision.seat):
                continue
            label = next((x for x in (name, domain.partition(":")[2]) if x and self.words.has(x, lang)), None)
            if domain == "number":
                if not any(self.words.has(name, one) for one in LANGUAGES):
                    continue
                label = name
            said = self.named(Spec(-1, domain, name, (), "", False, "choose"), value, decision.seat).said
            text = self.words.said(said, lang)
            entry = play_words(lang).PROMPTS["about one"]
            told.append(text if label is None else entry.format(name=self.words.word(label, lang), value=text))
        return told

    def holder(self, place: Span) -> str | None:
        """The record or entry of `[rules]` in whose text a place lies, if every seat sees that it is in play."""
        key = place.source.name, place.start
        if key not in self._holders:
            inside = (
                holder for span, holder in self.open_texts().items()
                if span.source == place.source and span.start <= place.start < span.end
            )  # fmt: skip
            self._holders[key] = next(inside, None)
        return self._holders[key]

    def thing(self, spec: Spec, values: tuple[int, ...], lang: str) -> str:
        """The words for what is chosen: the words of its name, or else the kind of the options. A name that is a word
        of its own is used if nothing else is known."""
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
        """The kind of the options, if all have the same kind."""
        if spec.domain.startswith("word:"):
            return spec.domain.removeprefix("word:")
        if spec.domain.startswith(BUNDLE):
            return "bundle"
        if spec.domain == "piece":
            kinds = {self.inventory.pieces[value].kind for value in values if value < len(self.inventory.pieces)}
        elif spec.domain == "cell":
            boards = {self.inventory.cells[value].board for value in values if value < len(self.inventory.cells)}
            kinds = {_cell_kind(self.inventory.names.boards[board]) for board in boards}
        else:
            return spec.domain
        return kinds.pop() if len(kinds) == 1 else None

    def known(self, index: int, value: int, seat: int) -> Named:
        """What an option of a decision is called for a seat; worked out once."""
        found = self._named.get((index, seat, value))
        if found is None:
            found = self._named[index, seat, value] = self.named(self.program.outline.specs[index], value, seat)
        return found

    def option(self, spec: Spec, value: int, seat: int) -> Option:
        """An option without a position."""
        return Option(self.known(spec.id, value, seat), None, self.words)

    def imaginable(self, spec: Spec, seat: int) -> tuple[Option, ...]:
        """Every option that could ever be offered there, one for each id."""
        found: dict[str, Named] = {}
        for named in self.named_options(spec, seat):
            found.setdefault(named.id, named)
        return tuple(Option(named, None, self.words) for named in found.values())

    def named_options(self, spec: Spec, seat: int, done: bool = False) -> list[Named]:
        """What every option is called that could ever be offered there; `done`: including the answer `done`."""
        count = len(spec.labels) if spec.labelled else self.inventory.domain_count(spec.domain)
        return [self.known(spec.id, value, seat) for value in range(count + (done and spec.done))]

    def known_names(self, spec: Spec, seat: int) -> frozenset[str]:
        """The texts of the answers there, in every language; worked out once."""
        kept = self._known_names.get((spec.id, seat))
        if kept is not None:
            return kept
        found = set()
        for option in self.imaginable(spec, seat):
            plain = option.id.partition("=")[2] or option.id
            found |= {option.id, plain, plain.partition("#")[0], *(option.text(lang) for lang in LANGUAGES)}
        kept = self._known_names[spec.id, seat] = frozenset(name.casefold() for name in found)
        return kept

    def named(self, spec: Spec, value: int, seat: int) -> Named:
        if spec.done and value == self.inventory.domain_count(spec.domain):
            return Named("done", (), value, ("engine", "done"))
        match spec.domain:
            case "branch":
                label = spec.labels[value]
                if label.isdigit():
                    place = f"{spec.span.source.name}|{spec.span.start}|{label}"
                    return Named(label, (("branch", label),), value, ("way", place))
                sort = "engine" if spec.reads == "may" else "word"
                return Named(label, (("branch", label),), value, (sort, label))
            case "rule":
                label = spec.labels[value]
                return Named(label, (("rule", label),), value, ("word", label))
            case "piece":
                piece = self.inventory.pieces[value]
                ident = self.idents.piece(piece)
                return Named(f"{spec.name}={ident}", (("piece", ident),), value, ("word", ident.replace(".", "|")))
            case "cell":
                cell = self.inventory.cells[value]
                ident = self.idents.cell(cell, seat)
                sort = "word" if cell.record is not None else "plain"
                label = cell.record or ident.split(".")[-1]
                others = (ident.replace(f".{cell.names[0]}", f".{name}") for name in cell.names[1:])
                also = tuple(x for one in others for x in (f"{spec.name}={one}", one, one.partition(".")[2]))
                if cell.seat >= 0:  # as in scenarios
                    also = (*also, f"{self.idents.cell(cell, cell.seat)} of seat {cell.seat + 1}")
                return Named(f"{spec.name}={ident}", (("cell", ident),), value, (sort, label), also)
            case "seat":
                return Named(f"{spec.name}={value}", (("seat", str(value)),), value, ("seat", str(value)))
            case "number":
                return Named(f"{spec.name}={value}", (("number", str(value)),), value, ("plain", str(value)))
            case "face":
                face = ("front", "back")[value]
                return Named(f"{spec.name}={face}", (("face", face),), value, ("engine", face))
            case "name":
                atom = list(self.inventory.names.atoms)[value]
                return Named(f"{spec.name}={atom}", (("name", atom),), value, ("word", atom))
            case _ if spec.domain.startswith(BUNDLE):
                amounts = bundle_sets.named(spec.domain.removeprefix(BUNDLE), value, self.inventory.names)
                ident = bundle_sets.ident(spec.domain.removeprefix(BUNDLE), value, self.inventory.names)
                said = "|".join(f"{number} {what}" for number, what in amounts)
                return Named(f"{spec.name}={ident}", (("bundle", ident),), value, ("bundle", said))
            case _:
                word = self.inventory.names.word_kinds[spec.domain.removeprefix("word:")].words[value]
                return Named(f"{spec.name}={word}", (("word", word),), value, ("word", word))
