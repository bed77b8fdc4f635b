"""Plays games of one ruleset with one number of seats and counts everything that the findings need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from solenia_rules.api.details import CAPS
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.core.outcomes import Form
from solenia_rules.core.specs import Spec
from solenia_rules.play import reading
from solenia_rules.play.emitting import NO_CAP, EmittingExecutor
from solenia_rules.play.events import UNCAUSED_EVENTS, RawEvent, Recorder
from solenia_rules.play.executor import Executor
from solenia_rules.play.longest import Exhausted
from solenia_rules.play.physics import BITS
from solenia_rules.tools.findings.evidence import Evidence, Trouble
from solenia_rules.tools.findings.players import GreedyPlayer, HelpedPlayer, Places, Player, Purse, RandomPlayer
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.worlds import code_maker
from solenia_rules.tools.measuring.trying import asking

SORTS = ("random", "greedy", "helped random", "helped greedy")
"""The sorts of players, used in turn, so that any number of games has some of each."""
GREED = 60
"""The most greedy answers for each requested game; in long games, more would take too long."""
MANY = 12
"""From this number of games with each number of seats on, machine code is compiled before the first one: in the end it
takes about as long as plain Python, and the next check finds it in the cache."""
HELPED = "helped"
KEPT = 60
"""The most positions kept of a choice between branches, in which all branches are tried later."""
LONG = 3
"""The number of games ended by a cap after which play stops: each takes long, and the finding is certain."""


class Noting(Recorder):
    """A log that counts the statements that run; looking ahead is silent and does not count."""

    def __init__(self, places: int) -> None:
        self.hits = [0] * (places + 1)
        super().__init__()

    @property
    def place(self) -> int:
        return self._place

    @place.setter
    def place(self, number: int) -> None:
        self.hits[number] += 1
        self._place = number

    def stand(self, place: int) -> None:
        self._place = place


class Telling(EmittingExecutor):
    """An executor that sets the place at the beginning of a block without counting a statement. It counts the options
    that are tried on copies of the game."""

    def __init__(self, silent: Executor, log: Noting) -> None:
        super().__init__(silent, log, Form.COUNTING)
        self.noting = log
        self.tried: Counter[int] = Counter()
        self.copies: Counter[int] = Counter()
        self._specs: dict[int, int] = {}

    def viable(self, s: list[int], dest: int, follow: int, mask: int, seat: int) -> int:
        if not self._specs:
            self._specs = asking(self.program)
        spec = self._specs[follow]
        self.tried[spec] += 1
        self.copies[spec] += mask.bit_count()
        return super().viable(s, dest, follow, mask, seat)

    def go_on(self, s: list[int], block: int) -> tuple[RawEvent, ...]:
        blocks, places, log = self.blocks, self.places, self.noting
        log.state = s
        log.calls.clear()
        try:
            while block >= 0:
                if places[block] >= 0:
                    log.stand(places[block])
                block = blocks[block](s, reading.first_local(s))
        except Exhausted:
            self._give_up(s)
        log.state = None
        return self.told()


def _unrefined(rules: Ruleset, seats: int) -> Executor:
    # Imported only where it is needed: most programs are in the cache.
    from solenia_rules.lower.program import compile_program

    return Executor(compile_program(rules.checked, seats, refined=False))


class Referee:
    def __init__(
        self, rules: Ruleset, seats: int, evidence: Evidence, refined: bool = True, many: bool = False
    ) -> None:
        """An unoptimized program (`refined=False`) is slower, but contains every statement. `many`: whether there are
        so many games that machine code for the greedy players is compiled at once."""
        self.seats = seats
        self.evidence = evidence
        made = rules.executor(seats) if refined else _unrefined(rules, seats)
        core = made.program.flat.core
        self.log = Noting(len(core.places))
        self.executor = Telling(made, self.log)
        silent = self.executor.silent
        self.core = core
        self.inventory = silent.program.inventory
        self.purse = Purse(rules.checked, silent)
        self.places = Places(silent)
        self.judge = Judge(silent, code_maker(rules, seats) if refined else None, many)
        self.positions: dict[int, list[list[int]]] = {}
        """Choice between branches -> some of the positions in which it was asked."""
        self._told: Counter[int] = Counter()
        self._asked: Counter[int] = Counter()
        self._offered: Counter[tuple[int, int]] = Counter()
        self._taken: Counter[tuple[int, int]] = Counter()
        self._masks: Counter[tuple[int, int]] = Counter()
        self._reached: Counter[int] = Counter()
        self._changed: Counter[int] = Counter()
        self._slots = silent.program.slots

    def player(self, sort: str, seed: int) -> Player:
        greedy = sort.endswith("greedy")
        player: Player = GreedyPlayer(seed, self.judge) if greedy else RandomPlayer(seed)
        return HelpedPlayer(seed, self.purse, self.places, player) if sort.startswith(HELPED) else player

    def play(self, seed: int, sort: str) -> int:
        """Play one game to its end; returns the number of answers."""
        self.evidence.games[sort] += 1
        self.evidence.seats[self.seats] += 1
        player = self.player(sort, seed)
        trouble = Trouble(self.seats, seed, sort)
        s, events = self.executor.start(seed)
        self._note(events, trouble)
        while not reading.is_over(s):
            spec = reading.asked_spec(s)
            self._asked[spec] += 1
            self._masks[spec, reading.option_mask(s)] += 1
            if self.core.specs[spec].domain == "branch" and self._asked[spec] % (1 + self._asked[spec] // KEPT) == 0:
                self._keep(s, spec)
            option = player.answer(s)
            s, events = self.executor.answer(s, option)
            self._note(events, trouble)
        self.evidence.answers += reading.decisions(s)
        return reading.decisions(s)

    def _keep(self, s: list[int], spec: int) -> None:
        kept = self.positions.setdefault(spec, [])
        if len(kept) < KEPT:
            kept.append(s[:])
        else:
            kept[self._asked[spec] * 7919 % KEPT] = s[:]

    def _note(self, events: tuple[RawEvent, ...], trouble: Trouble) -> None:
        first_cell = self.inventory.first_cell
        for event in events:
            if event.kind not in UNCAUSED_EVENTS:
                self._told[event.place] += 1
            args = event.args
            match event.kind:
                case "answered":
                    self._taken[args[0], args[2]] += 1
                    if args[3]:
                        self._asked[args[0]] += 1
                        self._offered[args[0], args[2]] += 1
                case "moved" | "drawn":
                    self.places.note(args[0], args[2])
                    if args[2] >= first_cell:
                        self._reached[args[2] - first_cell] += 1
                case "set" | "added":
                    stored = self._slots.variable(args[0])
                    if stored is not None and stored.sort == "cell":
                        self._changed[stored.index] += 1
                case "stuck" if not trouble.player.startswith(HELPED):
                    place = args[0]
                    span = self.core.places[place] if place >= 0 else self.core.specs[-1 - place].span
                    self.evidence.stuck.setdefault(span, []).append(trouble)
                case "won" if args[1] != NO_CAP and not trouble.player.startswith(HELPED):
                    cap, _most = CAPS[args[1]]
                    assert cap is not None
                    self.evidence.capped.setdefault(cap, []).append(trouble)

    def tired(self) -> bool:
        """Whether too many games were ended by a cap."""
        return sum(map(len, self.evidence.capped.values())) >= LONG

    def close(self) -> None:
        """Add the counts, which use numbers of this program, to the evidence, which uses places and names."""
        evidence, core = self.evidence, self.core
        for number, span in enumerate(core.places):
            if self.log.hits[number]:
                evidence.runs[span] += self.log.hits[number]
            if self._told[number]:
                evidence.told[span] += self._told[number]
        for noted, told in ((evidence.tried, self.executor.tried), (evidence.copies, self.executor.copies)):
            for number, times in told.items():
                noted[core.specs[number].span] += times
        for (number, mask), times in self._masks.items():
            for value in BITS[mask]:
                self._offered[number, value] += times
        for number, times in self._asked.items():
            evidence.asked[core.specs[number].span] += times
        for (number, value), times in self._offered.items():
            spec = core.specs[number]
            if spec.labelled and value < len(spec.labels):
                evidence.offered[spec.span, spec.labels[value]] += times
            elif (record := self._record(spec, value)) is not None:
                evidence.records[record] += times
        for (number, value), times in self._taken.items():
            spec = core.specs[number]
            if spec.labelled and value < len(spec.labels):
                evidence.taken[spec.span, spec.labels[value]] += times
        for found, cells in ((self._reached, evidence.reached), (self._changed, evidence.changed)):
            for cell, times in found.items():
                if (record := self.inventory.cells[cell].record) is not None:
                    cells[record] += times

    def _record(self, spec: Spec, value: int) -> str | None:
        if spec.domain == "piece" and value < len(self.inventory.pieces):
            return self.inventory.pieces[value].record
        if spec.domain == "cell" and value < len(self.inventory.cells):
            return self.inventory.cells[value].record
        return None


Progress: TypeAlias = Callable[[int], None]
"""Told how many more games are done."""


def play_games(
    rules: Ruleset,
    games: int,
    seed: int,
    seats: tuple[int, ...],
    evidence: Evidence,
    refined: bool = True,
    progress: Progress = lambda _done: None,
) -> list[Referee]:
    """Play `games` games in total, distributed over the numbers of seats and the sorts of players. An interrupt ends
    the games; those that were played count."""
    many = games >= MANY * len(seats)
    referees = [Referee(rules, count, evidence, refined, many) for count in seats]
    greed = GREED * games
    try:
        for number in range(games):
            referee = referees[number % len(referees)]
            sort = SORTS[number // len(referees) % len(SORTS)]
            if greed <= 0:
                sort = sort.replace("greedy", "random")
            answers = referee.play(seed + number, sort)
            greed -= answers if "greedy" in sort else 0
            progress(1)
            if referee.tired():
                break
    except KeyboardInterrupt:
        evidence.stopped = True
    for referee in referees:
        referee.close()
    return referees
