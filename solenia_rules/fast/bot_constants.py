"""The numbers and tables with which bots think in machine code: the arithmetic of the search, who sees what, what may
be exchanged in an imagined world, and the tests of choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.core.flatten import DecideEnd
from solenia_rules.fast.classes import Sort
from solenia_rules.fast.intrinsics import MIND_WORDS, MOST_SECRETS
from solenia_rules.fast.memory import WORD, Memory
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import Value, Writer, bits_of, number
from solenia_rules.play import thinking
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.play.events import shown_to
from solenia_rules.play.executor import Executor
from solenia_rules.play.held import Held, piece_slots
from solenia_rules.play.hidden_amounts import MOST_UNITS, HiddenAmounts
from solenia_rules.play.judgements import JUDGED_TRIALS, MOST_JUDGED, TRIALS
from solenia_rules.play.reading import chance_slots
from solenia_rules.play.resample import MOST_JUDGED_TRIES, MOST_TRIES, WORLDS
from solenia_rules.play.sight import Sight

List: TypeAlias = Callable[[str, list[int]], None]
FARTHEST = 1 << 62
OUTLOOK_HEAD = 3
MOST_POSITIONS, MOST_TREE = 1 << 30, 1 << 30
"""The most bytes that the imagined positions of a bot take, and that its tree takes."""
TOO_MUCH_MEMORY = 5
WRITTEN_WORDS = 8
MIX_WORDS = 3
"""The words before the groups of a shuffle."""


def unsupported(executor: Executor, memory: Memory) -> str | None:
    """Why worlds of a program cannot be drawn in machine code; None: they can."""
    program = executor.program
    if any(memory.rest(slot) for slot in judged_slots(program)):
        return "judged state that takes more than one word"
    if any(memory.rest(base) for base in program.layout.piece_fields.values()):
        return "a field of a piece that takes more than one word"
    return None


def judged_slots(program: Program) -> list[int]:
    return [slot for slot in range(program.layout.size) if program.slots.is_judged(slot)]


class BotConstants:
    """The numbers, by name; the tables are given to `list_`."""

    def __init__(self, executor: Executor, shapes: Shapes, memory: Memory, list_: List) -> None:
        self.executor, self.shapes, self.memory = executor, shapes, memory
        self.program = executor.program
        self.layout = executor.program.layout
        self.list = list_
        self.sight = Sight(self.program)
        self.options = f"i{shapes.shape(shapes.options).bits}"
        self.numbers: dict[str, int] = self._numbers()
        self._specs()
        self._pieces()
        self._held()
        self._amounts()
        self._judged()

    def _numbers(self) -> dict[str, int]:
        layout, first_level = self.layout, 1
        streams = chance_slots(self.program)
        self.list("logistic", [*thinking.logistic()])
        self.list("logarithms", [*thinking.logarithms()])
        return {
            "TOGETHER": int(all_win_or_lose(self.program)), "ALL_SEATS": (1 << layout.seats) - 1,
            "FARTHEST": FARTHEST, "WON": thinking.WON, "MOST_LEAD": thinking.MOST_LEAD, "ONE": thinking.ONE,
            "STEPS": thinking.STEPS, "STEEPEST": thinking.STEEPEST, "FEW": thinking.FEW, "BUDGET": thinking.BUDGET,
            "BOT_WORLDS": thinking.WORLDS, "DEEPEST": thinking.DEEPEST, "PLIES": thinking.PLIES,
            "LONGEST": thinking.LONGEST, "PRIOR": thinking.PRIOR, "SETTLING": thinking.SETTLING,
            "SAMPLES": thinking.SETTLING**2,
            "FIRST_LEVEL": first_level, "FIRST_WORLD": first_level + thinking.DEEPEST + 2,
            "OUTLOOK_HEAD": OUTLOOK_HEAD + bits_of(self.options) // 64, "STREAMS": streams.stop - streams.start,
            "BOT_STREAM": thinking.STREAM, "WORLD_STREAM": WORLDS, "MOST_TRIES": MOST_TRIES,
            "MOST_JUDGED_TRIES": MOST_JUDGED_TRIES,
            "MOST_SECRETS": MOST_SECRETS, "TOO_MUCH_MEMORY": TOO_MUCH_MEMORY, "MOST_DESK": MOST_TREE // WORD,
            "MOST_STANDS": MOST_POSITIONS // (WORD * self.memory.total),
            "GREEDY": thinking.BOTS.index("greedy"), "SEARCH": thinking.BOTS.index("mcts"),
            "WRITTEN_WORDS": WRITTEN_WORDS, "MIX_WORDS": MIX_WORDS, "PAST_WORDS": 6 * len(layout.pieces),
            "DICE_SLOTS": layout.dice, "FACE_SLOTS": layout.faces, "PIECE_WORDS": bits_of(self.shapes.piece_type) // 64,
        }  # fmt: skip

    def _specs(self) -> None:
        program, layout = self.program, self.layout
        specs = program.outline.specs
        most = bits_of(self.options)
        tested = [2 if spec.reads == "choose" else 1 for spec in specs]
        self.list("spec_hidden", [int(spec.hidden) for spec in specs])
        self.list("spec_pieces", [int(spec.domain == "piece") for spec in specs])
        self.list("spec_done", [layout.domain_count(spec.domain) if spec.done else -1 for spec in specs])
        self.list("spec_branches", [len(spec.labels) if spec.domain == "branch" else 0 for spec in specs])
        self.list("spec_tested", [how * (spec.id in program.whys) for how, spec in zip(tested, specs, strict=True)])
        self.list("spec_domain", [0 if spec.labelled else min(most, layout.domain_count(spec.domain))
                                  for spec in specs])  # fmt: skip
        self.list("spec_looks", [int(spec.look) for spec in specs])
        unsure = [0] * len(program.flat.blocks)
        for block in program.flat.blocks:
            if isinstance(block.end, DecideEnd):
                unsure[block.end.next] = int(block.end.unsure is not None)
        self.list("block_unsure", unsure)

    def _pieces(self) -> None:
        layout = self.layout
        start = self.executor.ready(0)
        kinds = [piece.kind for piece in layout.pieces]
        ends = {kind: place + 1 for place, kind in enumerate(kinds)}
        self.list("start_place", start[layout.locations : layout.locations + len(kinds)])
        self.list("start_known", shown_to(layout, start))
        self.list("kind_first", [kinds.index(kind) for kind in kinds])
        self.list("kind_last", [ends[kind] for kind in kinds])
        ranges = piece_slots(layout)
        self.numbers["PIECE_RANGES"] = len(ranges)
        self.list("piece_range_low", [low for low, _high in ranges])
        self.list("piece_range_high", [high for _low, high in ranges])
        fields = [base for base in layout.piece_fields.values() if not self.memory.rest(base)]
        owners = [-1] * layout.size
        for base in fields:
            owners[base : base + len(kinds)] = range(len(kinds))
        self.numbers["PIECE_FIELDS"] = int(bool(fields))
        self.numbers["WRITES"] = int(bool(fields) or layout.faced > 0 or layout.rolled > 0)
        self.list("slot_piece", owners)
        single = [*fields, layout.faces, layout.dice]
        values = [0] * layout.size
        for base, count in layout.parts:
            if base in single:
                values[base : base + count] = start[base : base + count]
        self.list("start_value", values)
        kept = [one for one in layout.kept_masks if one.base in fields]
        self.numbers["PIECE_MASKS"] = len(kept)
        self.list("piece_mask_low", [one.slot for one in kept])
        self.list("piece_mask_rest", [self.memory.rest(one.slot) for one in kept])
        self.list("piece_mask_base", [one.base for one in kept])
        self.list("piece_mask_value", [one.value for one in kept])

    def _held(self) -> None:
        """The locals in frames that hold pieces: where they are, and whether one piece, a set or a sequence."""
        program, held = self.program, Held(self.program)
        firsts, found = [0], list[tuple[int, int, int]]()
        for function in program.flat.core.functions:
            for local, place in program.flat.frames.get(function.id, {}).items():
                where, shape = self.memory.places[function.id][place]
                match held.locals[function.id].get(local, ""):
                    case "piece":
                        found.append((where, 0, 1))
                    case "mask":
                        found.append((where, 1, shape.bits // 64))
                    case "sequence":
                        found.append((where, 2, 0))
                    case _:
                        pass
            firsts.append(len(found))
        self.list("held_first", firsts)
        self.list("held_at", [where for where, _sort, _words in found])
        self.list("held_sort", [sort for _where, sort, _words in found])
        self.list("held_words", [words for _where, _sort, words in found])

    def _amounts(self) -> None:
        layout = self.layout
        counters = [one for one in HiddenAmounts(self.program, self.sight).counters if one.low <= 0]
        seats = range(layout.seats)
        self.numbers["HIDDEN_COUNTERS"] = len(counters)
        self.numbers["MOST_UNITS"] = MOST_UNITS
        self.list("hidden_base", [layout.counters[one.id] for one in counters])
        self.list("hidden_width", [layout.width(one) for one in counters])
        self.list("hidden_high", [one.high for one in counters])
        self.list("hidden_seers", [self.sight.counter(one.id, seat) for one in counters for seat in seats])

    def _judged(self) -> None:
        slots = judged_slots(self.program)
        numbers = [-1] * self.layout.size
        for place, slot in enumerate(slots):
            numbers[slot] = place
        self.numbers["JUDGED"] = len(slots)
        self.numbers["JUDGED_TELLS"] = 3 + 2 * len(slots)
        self.numbers["JUDGED_HEAD"] = 3 + 2 * len(slots) + self.layout.seats
        self.numbers["MOST_JUDGED"] = MOST_JUDGED
        self.numbers["JUDGED_TRIALS"] = JUDGED_TRIALS
        self.numbers["TRIAL_STREAM"] = TRIALS
        self.numbers["DIE_PIECES"] = self.layout.rolled
        alike = [(piece.kind, piece.owner) for piece in self.layout.pieces]
        self.list("alike_first", [alike.index(one) for one in alike])
        self.list("judged_number", numbers)
        self.list("judged_slot", slots)
        self.list("judged_seers", [self.sight.slots[slot] for slot in slots])


def _tested(program: Program) -> Iterator[tuple[int, int]]:
    """The functions that ask for choices with tests, each with the spec. A function that was inlined everywhere may not
    keep the values of the tests in its frame; it is never run."""
    for block in program.flat.blocks:
        if isinstance(block.end, DecideEnd) and block.end.spec in program.whys:
            captured = program.whys[block.end.spec].captured
            if all(isinstance(one, Const) or one.number in program.flat.frames[block.fn] for one in captured):
                yield block.fn, block.end.spec


def passing(program: Program, shapes: Shapes, memory: Memory) -> str:
    """The function that tests a candidate of the pending decision."""
    w = Writer("define internal i64 @passes(ptr %s, i64 %spec, i64 %value) nounwind")
    frame = w.load("i64", w.at("%s", 8 * at.FRAME))
    top = w.element("%s", frame, 8)
    specs = len(program.outline.specs)
    key = w.binary("add", w.binary("mul", w.load("i64", top), number(specs)), Value("i64", "%spec"))
    asked = sorted(set(_tested(program)))
    labels = {one: w.label() for one in asked}
    no, yes = w.label(), w.label()
    cases = " ".join(f"i64 {fn * specs + spec}, label %{label}" for (fn, spec), label in labels.items())
    w.end(f"switch i64 {key.text}, label %{yes} [{cases}]")
    for (fn, spec), label in labels.items():
        w.here(label)
        why = program.whys[spec]
        for test, _span in why.tests:
            given = ["ptr %s", "i64 %value"]
            for place, one in enumerate(why.captured, 1):
                shape = shapes.of_local(test, place)
                if isinstance(one, Const):
                    given.append(f"i{shape.bits} {one.value}")
                    continue
                where, local = memory.places[fn][program.flat.frames[fn][one.number]]
                address = w.at(top, 8 * where)
                if shape.sort is Sort.SEQUENCE:
                    given.append(f"ptr {address}")
                    continue
                value = w.load(f"i{local.bits}", address)
                if local.bits < shape.bits and local.signed:
                    value = w.give(f"i{shape.bits}", f"sext i{local.bits} {value.text} to i{shape.bits}")
                given.append(f"i{shape.bits} {w.resize(value, f'i{shape.bits}').text}")
            result = f"i{shapes.of_result(test, 0).bits}"
            found = w.give(result, f"call {result} @f{test}({', '.join(given)})")
            onward = w.label()
            w.branch(found, onward, no)
            w.here(onward)
        w.jump(yes)
    w.here(no)
    w.end("ret i64 0")
    w.here(yes)
    w.end("ret i64 1")
    return w.text()


def mind_words(seats: int) -> int:
    """The number of words of the minds of a game."""
    return 2 * seats + len(MIND_WORDS) + 2 * MOST_SECRETS
