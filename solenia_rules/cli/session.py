"""One game at the terminal: it asks people for the answers of their seats, and bots for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field
from rich.console import Console
from rich.text import Text

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.cli.answers import Chosen, Offer, Said, Unclear, meant, numbered, read_answer
from solenia_rules.cli.phrases import read_phrase
from solenia_rules.cli.saves import write_whole
from solenia_rules.cli.screen import Screen
from solenia_rules.cli.tabletop import (
    LISTED,
    draw_legend,
)
from solenia_rules.cli.telling import tell_cells, tell_rules, tell_thing
from solenia_rules.cli.texts import text
from solenia_rules.cli.why import said
from solenia_rules.pictures.scene import Scene
from solenia_rules.text.counted import counted
from solenia_rules.tools.lab.bots import Bot, Seen
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.stuck import stuck_seats
from solenia_rules.words.tables.commands import TextKey

if TYPE_CHECKING:
    from solenia_rules import Decision, Game, Option


class Left(Exception):
    """Somebody left the game before its end."""


@define
class Session(Screen):
    """The game, what was typed and saved, and the bots."""

    err: Console
    read_line: Callable[[], str]
    """Reads one line that somebody typed; raises EOFError if there are no more."""
    shown_to: int | None = None
    saved_as: set[Path] = field(factory=set)
    saved: Game | None = None
    """The game as it was when it was last saved."""
    answers: int = 0
    bots: dict[int, Bot] = field(factory=dict)

    def play(self) -> None:
        """Play to the end of the game; raises Left if somebody leaves before. Earlier events are not shown; they are in
        the log."""
        self.told = {seat: len(self.game.told_to(seat)) for seat in range(self.game.seats)}
        while (decision := self.game.decision) is not None:
            if self.players[decision.seat] != "human":
                self.game = self.game.choose(self.bot_answer(decision))
                self.answers += 1
            else:
                self.ask(decision)
        if not self.quiet:
            self.show_end()
        self.show_scores(self.answers)
        self.show_stuck()

    def bot_answer(self, decision: Decision) -> Option:
        """The answer of the bot on the seat that is asked. The bot sees only what the seat may see."""
        game = self.game
        if decision.seat not in self.bots:
            self.bots[decision.seat] = bot_maker(self.players[decision.seat])(game.seed, decision.seat)
        seen = Seen(Course.of(game), judge_for(game.rules, game.seats))
        return decision.options[seen.values.index(self.bots[decision.seat].answer(seen))]

    def ask(self, decision: Decision) -> None:
        """One decision of somebody at the keyboard, until it is answered or taken back."""
        self.hand_over(decision.seat)
        self.around = None
        if self.quiet:
            self.show_decision(decision)
        else:
            self.show_screen(decision)
        offers = self.offers(decision)
        while True:
            match read_answer(self.typed(decision.seat), offers):
                case Chosen(index):
                    self.game = self.game.choose(decision.options[index])
                    self.answers += 1
                    return
                case Said("quit", _):
                    raise Left
                case Said("undo", _):
                    if self.undo(decision.seat):
                        return
                case Said("table", cell):
                    self.around = cell or None
                    self.show_screen(decision)
                case Said(word, rest):
                    self.obey(word, rest, decision)
                case Unclear(fits, typed):
                    self.complain(fits, typed, offers)

    def typed(self, seat: int) -> str:
        self.out.print(
            Text.assemble(
                self.looks.seat_mark(seat),
                f" {text('prompt', self.looks.lang)} ",
                (f"({text('prompt_hint', self.looks.lang)})", "dim"),
                " > ",
            ),
            end="",
        )
        try:
            return self.read_line()
        except EOFError as end:
            raise Left from end

    def obey(self, word: str, rest: str, decision: Decision) -> None:
        """Run a command that does not change the game."""
        match word:
            case "save":
                self.save(rest)
            case "why":
                self.say_why(rest)
            case "what":
                self.say_what(rest)
            case "log":
                for line in counted(self.scene(decision.seat).log):
                    self.say(Text(line))
            case "rules":
                for told in tell_rules(self.game.rules, self.looks):
                    self.say(told)
            case "legend":
                self.out.print(draw_legend(self.scene(decision.seat), self.looks, self.out.width))
            case _:
                self.say(Text(text("help", self.looks.lang)))

    def complain(self, fits: Sequence[int], typed: str, offers: Sequence[Offer]) -> None:
        if not typed:
            return
        if fits:
            which = ", ".join(f"{offers[index].key} {offers[index].label}" for index in fits[:6])
            self.refuse("answer_ambiguous", answer=typed, which=which)
        elif offers[0].key == "1" and offers[-1].key == str(len(offers)):
            self.refuse("answer_unknown", answer=typed, n=len(offers))
        else:
            keys = ", ".join(offer.key for offer in offers[:LISTED]) + (", …" if len(offers) > LISTED else "")
            self.refuse("answer_unknown_key", answer=typed, keys=keys)

    def refuse(self, key: TextKey, **values: object) -> None:
        self.err.print(Text(text(key, self.looks.lang, **values)), soft_wrap=not self.err.is_terminal)

    def undo(self, seat: int) -> bool:
        """Undo to the last decision of this seat; the answers of bots after it are undone, too."""
        game = self.game
        try:
            while True:
                game = game.undo()
                if game.decision is not None and game.decision.seat == seat:
                    break
        except sr.Error:
            self.refuse("nothing_to_undo")
            return False
        self.game = game
        return True

    def save(self, name: str) -> bool:
        """Write the game to a file. If it cannot be written, print the reason and return False."""
        if not name:
            self.refuse("save_where")
            return False
        path = Path(name).expanduser()
        if path.exists() and path.resolve() not in self.saved_as:
            self.refuse("save_exists", path=name)
            return False
        try:
            write_whole(path, self.game.dump())
        except OSError as problem:
            self.refuse("cannot_write", path=name, reason=problem.strerror or str(problem))
            return False
        self.saved_as.add(path.resolve())
        self.saved = self.game
        self.err.print(Text(text("saved", self.looks.lang, path=name)), soft_wrap=True)
        return True

    def say_why(self, name: str) -> None:
        if not name:
            self.refuse("why_what")
            return
        option = numbered(self.game.decision, name, self.looks.lang)
        line = name if option is None else option.id
        self.say(Text(said(read_phrase(self.game, line, self.looks.lang), self.looks.lang)))

    def say_what(self, name: str) -> None:
        """Everything that the ruleset says about a card or another thing that can be explained."""
        if not name:
            self.refuse("what_what")
            return
        fits = meant(self.game, name, self.looks.name, self.looks.lang)
        called = list(dict.fromkeys(map(self.looks.name, fits)))
        if len(called) > 1:
            which = "; ".join(called[:LISTED]) + ("; …" if len(called) > LISTED else "")
            self.refuse("what_several", name=name, which=which)
        elif not called:
            option = numbered(self.game.decision, name, self.looks.lang)
            cells = list(tell_cells(name, self.scene_of_asked(), self.looks))
            if option is not None:
                self.refuse("no_more", name=self.label(option))
            elif cells:
                for told in cells:
                    self.say(told, 2)
            else:
                self.refuse("what_unknown", name=name)
        else:
            scene = self.scene_of_asked()
            for one in fits[:LISTED]:
                self.out.print(Text(self.looks.name(one), style="bold"))
                for told in tell_thing(one, self.game.rules, scene, self.looks):
                    self.say(told, 2)

    def scene_of_asked(self) -> Scene:
        """What the seat that is asked sees; after the end, what a spectator sees."""
        decision = self.game.decision
        return self.scene(None if decision is None else decision.seat)

    def hand_over(self, seat: int) -> None:
        """Hide the table while two people change places at one keyboard."""
        before, self.shown_to = self.shown_to, seat
        if self.out.is_terminal and not self.quiet:
            self.out.clear()
        if self.players.count("human") < 2 or before == seat or not self.out.is_terminal:
            return
        if self.quiet:
            self.out.clear()
        self.out.print(Text(text("hand_over", self.looks.lang, n=seat + 1), style="bold"))
        try:
            self.read_line()
        except EOFError as end:
            raise Left from end
        self.out.clear()

    def show_stuck(self) -> None:
        """Which seats got stuck, and where: the rules have a mistake that nobody at the table may have noticed."""
        course = Course.of(self.game)
        for (seat, span), n in stuck_seats(course.services.executor.program, course.events).items():
            place = f"{span.source.name}:{span.line}:{span.column}"
            if seat < 0:
                self.refuse("stuck_all", n=n, place=place)
            else:
                self.refuse("stuck_seat", seat=seat + 1, n=n, place=place)
