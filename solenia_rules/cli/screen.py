"""What a game at the terminal prints: the table, what happened, the question with its answers, and the score sheet.

`session.py` asks people and bots for answers, and uses this class to show them the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from solenia_rules.checked.contest import won_together
from solenia_rules.cli.answers import Offer
from solenia_rules.cli.grid import Form
from solenia_rules.cli.looks import Looks, Value
from solenia_rules.cli.recent import tell_recent
from solenia_rules.cli.tabletop import draw_offers, draw_scores, draw_tabletop, keys_on_boards, offers_of
from solenia_rules.cli.texts import text
from solenia_rules.pictures.arranging import stacked, without
from solenia_rules.pictures.marks import mark_scene, marked_pieces
from solenia_rules.pictures.scene import Piece, Scene, read_view
from solenia_rules.text.counted import counted

if TYPE_CHECKING:
    from solenia_rules import Decision, Game, Option
    from solenia_rules.api.events import Told

FORMS: tuple[Form, ...] = ("tall", "low", "compact")
"""From the roomiest to the one with the fewest lines."""
RECENT = 10
"""How many events are shown before a decision, half as many on a low terminal; `log` shows all."""
FEW = 3
"""How many events are shown in the compact form."""


@define
class Screen:
    """A game and how it is shown."""

    game: Game
    players: tuple[str, ...]
    """For each seat `human`, or the word for a bot."""
    looks: Looks
    quiet: bool
    """Whether the table and what happened are left out."""
    out: Console
    told: dict[int, int] = field(init=False, factory=dict)
    """How many events each seat has seen."""
    around: str | None = field(init=False, default=None)
    """A cell that must be in sight on a board that is too large for the terminal."""

    def say(self, line: Text, indent: int = 0) -> None:
        """Print a line that may be long. It is broken between words on a terminal, and whole in a file or pipe."""
        if self.out.is_terminal:
            self.out.print(Padding(line, (0, 0, 0, indent)))
        else:
            self.out.print(Text(" " * indent).append_text(line), soft_wrap=True)

    def scene(self, seat: int | None) -> Scene:
        scene = read_view(self.game.view(seat, self.looks.lang))
        scene = stacked(scene, lambda kind: self.looks.looks.get(kind, {}).get("stack"))
        return without(scene, self.game.rules.world.unshown)

    def show_screen(self, decision: Decision) -> None:
        """The table, what happened and the question, in the roomiest form that fits the terminal."""
        told = self.game.told_to(decision.seat, self.looks.lang)
        fresh = told[self.told.get(decision.seat, 0) :]
        self.told[decision.seat] = len(told)
        if not self.out.is_terminal:
            self.print_all([*self.table(decision, "tall"), *self.events(decision.seat, fresh, "tall")])
            self.show_decision(decision)
            return
        for form in FORMS:
            parts = [
                *self.table(decision, form), *self.events(decision.seat, fresh, form), *self.question(decision, form),
            ]  # fmt: skip
            if len(self.out.render_lines(Group(*parts), pad=False)) < self.out.height or form == FORMS[-1]:
                self.print_all(parts)
                return

    def print_all(self, parts: Sequence[RenderableType]) -> None:
        for part in parts:
            if isinstance(part, Text):
                self.say(part)
            else:
                self.out.print(part)

    def table(self, decision: Decision, form: Form) -> list[RenderableType]:
        scene = self.scene(decision.seat)
        title = self.game.rules.titles.get(self.looks.lang, self.game.rules.title)
        shown = scene.phase is not None and scene.phase not in self.game.rules.world.unshown
        phase = f" · {self.looks.name(scene.phase)}" if scene.phase and shown else ""
        marked = mark_scene(scene, [offer.key for offer in self.offers(decision)])
        names = self.names(decision.seat)
        return [
            Rule(Text(f"{title}{phase}", style="bold"), style="dim"),
            draw_tabletop(marked, self.looks, names, self.out.width, form, self.around),
        ]

    def events(self, seat: int, fresh: Sequence[Told], form: Form) -> list[RenderableType]:
        """What happened since this seat last decided."""
        if not fresh:
            return []
        parts: list[RenderableType] = []
        if form != "compact":
            parts.append(Rule(Text(text("happened", self.looks.lang)), style="dim"))
        low = max(RECENT // 2, min(RECENT, 2 * self.game.seats))
        most = {"tall": RECENT, "low": low, "compact": FEW}[form]
        recent = tell_recent(fresh, seat, most, "x" if self.looks.ascii_only else "×")
        for at_turn, line in recent.lines:
            whose = Text() if at_turn is None else self.looks.seat_mark(at_turn)
            parts.append(Text.assemble(whose, "" if at_turn is None else ": " if self.looks.ascii_only else " ", line))
        if recent.left_out:
            parts.append(Text(text("more_in_log", self.looks.lang, n=recent.left_out), style="dim"))
        return parts

    def question(self, decision: Decision, form: Form) -> list[RenderableType]:
        prompt = decision.text(self.looks.lang)
        offers = self.offers(decision)
        marked = mark_scene(self.scene(decision.seat), [offer.key for offer in offers])
        on_boards = frozenset[str]() if self.quiet else keys_on_boards(marked, self.looks)
        standing = self.scene(decision.seat).offered
        pieces = marked_pieces(marked)
        facts = [
            self.facts(option, pieces.get(offer.key), form) if not lies.holds else Text(lies.holds, style="dim")
            for option, lies, offer in zip(decision.options, standing, offers, strict=True)
        ]
        return [
            Rule(style="dim", characters="-" if self.looks.ascii_only else "─"),
            Text(prompt[:1].upper() + prompt[1:], style="bold"),
            draw_offers(offers, facts, self.looks, self.out.width, form, on_boards),
        ]

    def show_decision(self, decision: Decision, form: Form = "tall") -> None:
        self.print_all(self.question(decision, form))

    def show_end(self) -> None:
        """The table at the end, as everybody sees it."""
        humans = [seat for seat, player in enumerate(self.players) if player == "human"]
        seat = humans[0] if len(humans) == 1 else None
        scene = self.scene(seat)
        for line in counted(scene.log[self.told.get(seat, 0) if seat is not None else 0 :]):
            self.say(Text(line))
        self.out.print(draw_tabletop(scene, self.looks, self.names(seat), self.out.width, "tall"))

    def show_scores(self, answers: int) -> None:
        """The score sheet; `answers`: how many answers were given here."""
        lang = self.looks.lang
        note = text("played", lang, seed=self.game.seed, answers=answers)
        players = [self.called(player) for player in self.players]
        together = self.game.rules.known("won together", won_together)
        nobody = text("lost" if together else "draw", lang)
        self.out.print(draw_scores(self.game.scores, self.game.winners, players, self.looks, nobody, note))

    def facts(self, option: Option, piece: Piece | None, form: Form) -> Text:
        """What stands beside an answer that names a single piece: the fields that the looks of the ruleset list for it.
        If the looks list none, the fields that the board would show beside `piece`, the piece on the table that only
        this answer names."""
        records = [id_.partition("#")[0].partition(".")[0] for sort, id_ in option.refs if sort == "piece"]
        if len(records) != 1:
            return Text()
        if piece is None or form == "compact" or self.looks.tells(piece.kind):
            return self.told_of(records[0], () if piece is None else piece.fields)
        told = Text(", ").join(self.looks.brief(piece.id, piece.kind, piece.fields))
        told.stylize("dim")
        return told

    def told_of(self, record: str, now: Iterable[tuple[str, Value]] = ()) -> Text:
        kinds = {known.id: known.kind for known in self.game.rules.world.records}
        told = self.looks.facts(record, kinds[record], now) if record in kinds else Text()
        told.stylize("dim")
        return told

    def offers(self, decision: Decision) -> list[Offer]:
        offers = offers_of(decision.options, self.scene(decision.seat).offered, self.looks)
        return [evolve(offer, cells=cells) for offer, cells in zip(offers, decision.cells, strict=True)]

    def label(self, option: Option) -> str:
        return option.text(self.looks.lang)

    def names(self, seat: int | None) -> list[str]:
        """The names of the seats for the viewer."""
        return [self.called("you" if index == seat else player) for index, player in enumerate(self.players)]

    def called(self, player: str) -> str:
        """The name of who sits on a seat, for people. A bot is called by its word, except the random bot."""
        match player:
            case "you" | "human" | "random":
                return text(player, self.looks.lang)
            case _:
                return player
