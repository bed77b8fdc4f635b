"""Checks of the whole decoded world: how many pieces, cells and texts there are, and whether its parts fit each
other."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from math import prod

from solenia_rules.rules import caps
from solenia_rules.rules.declared import Declared
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import Board, CellKind, FieldDecl, PieceKind, Record, Text, World
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Source, Span


def check_amounts(world: World, names: Declared, reading: Reading) -> None:
    _check_score(world, reading)
    found = amounts(world)
    if found.pieces > caps.PIECES:
        reading.at_key("E024", f"{found.pieces} pieces; at most {caps.PIECES} are allowed", ("pieces",))
    if found.cells > caps.CELLS:
        reading.at_key("E024", f"{found.cells} cells; at most {caps.CELLS} are allowed", ("boards",))
    if found.zones > caps.ZONES:
        message = f"{found.zones} zones, counted for each seat and word; at most {caps.ZONES} are allowed"
        reading.at_key("E024", message, ("zones",))
    if found.numbers > caps.STORED:
        message = f"{found.numbers} numbers to store in a game; at most {caps.STORED} are allowed"
        hint = "each field takes a number for every piece or cell, each counter and state one for every seat and word"
        reading.at_key("E024", message, ("ruleset",), hint)
    _check_boards(world, names, reading)
    _check_histories(world, reading)
    _check_starts(world, names, reading)
    _check_effects(world, reading)


@frozen
class Amounts:
    """How much a game holds with all seats taken."""

    pieces: int
    cells: int
    zones: int
    """Counted for each seat and word."""
    numbers: int
    """All that is stored: counters and states by seat and word, fields of pieces and cells, zones, positions."""


def amounts(world: World) -> Amounts:
    """How much a game of a world holds."""
    copies: Tally[str] = Tally()
    for record in world.records:
        copies[record.kind] += record.copies
    by_kind = {kind.id: count_pieces(kind, world, copies[kind.id]) for kind in world.pieces}
    pieces = sum(by_kind.values())
    cells = sum(_count_cells(board, world, copies, by_kind) for board in world.boards)
    zones = sum(_sets(zone.per, world) for zone in world.zones)
    numbers = zones + _count_numbers(world) + _count_fields(world.pieces, pieces)
    numbers += _count_fields((*world.cells, *world.boards), cells) + sum(one.most for one in world.histories)
    return Amounts(pieces, cells, zones, numbers)


def count_pieces(kind: PieceKind, world: World, copies: int) -> int:
    """How many pieces of a kind there are with all seats taken."""
    return (copies or 1) * (_sets(kind.per, world) + (kind.also is not None))


def _sets(per: str | None, world: World) -> int:
    """How many of a thing exist that is declared `per` seat or word."""
    if per == "seat":
        return world.seats.high
    return next((len(kind.words) for kind in world.kinds if kind.id == per), 1)


def _count_numbers(world: World) -> int:
    """How many numbers all counters and states take."""
    counters = sum(prod(_sets(per, world) for per in counter.per) for counter in world.counters)
    return counters + sum(_sets(state.per, world) for state in world.state)


def _count_fields(kinds: Iterable[PieceKind | CellKind | Board], count: int) -> int:
    """How many numbers all fields take: each field takes one for each of `count` things, also for things of other
    kinds."""
    return count * len({decl.id for kind in kinds for decl in kind.fields})


def _count_cells(board: Board, world: World, copies: Tally[str], pieces: dict[str, int]) -> int:
    sets = world.seats.high if board.per == "seat" else 1
    if board.part is not None:
        return len(board.part.joints) * sets
    if board.cells is not None:
        return copies[board.cells] * sets
    rows = board.rows
    if isinstance(rows, str):
        rows = sum(pieces.get(kind, 0) for zone in world.zones if zone.id == rows for kind in zone.of)
    return (board.columns or 0) * (rows or 0) * sets


def _check_score(world: World, reading: Reading) -> None:
    scores = [counter for counter in world.counters if counter.score]
    for counter in scores[1:]:
        also = ((scores[0].span, "the first one"),)
        where = reading.spans.key(("counters", counter.id, "score"))
        reading.problems.add("E026", f"`{counter.id}` is a second score counter", where, also=also)


def _check_boards(world: World, names: Declared, reading: Reading) -> None:
    zones = {zone.id: zone for zone in world.zones}
    boards = {board.id: board for board in world.boards}
    section_of = {kind: section for section, (_, kind) in names.record_sections.items()}
    for board in world.boards:
        known = names.ids(section_of.get(board.cells or "", ""))
        for index, link in enumerate(board.links):
            for end, cell in enumerate(link):
                if cell not in known:
                    reading.unknown("cell", cell, ("boards", board.id, "links", index, end), known)
    for cells in world.cells:
        _check_coordinates([record for record in world.records if record.kind == cells.id], section_of, reading)
    for kind in world.pieces:
        rows = boards[kind.faces].rows if kind.faces in boards else None
        if kind.faces in boards and not (isinstance(rows, str) and (rows not in zones or kind.id in zones[rows].of)):
            message = f"the rows of `{kind.faces}` are no zone of `{kind.id}`"
            reading.at_value("E025", message, ("pieces", kind.id, "faces"))


def _check_histories(world: World, reading: Reading) -> None:
    ordered = {zone.id for zone in world.zones if zone.order != "none"}
    for history in world.histories:
        for index, name in enumerate(history.keeps):
            if name in ordered:
                path = ("history", history.id, "keeps", index)
                hint = "keep a zone without `order`, or a board"
                reading.at_value(
                    "E025", f"a history does not keep the order of a zone, but `{name}` has one", path, hint
                )


def _check_coordinates(cells: list[Record], section_of: dict[str, str], reading: Reading) -> None:
    """Either all cells of a kind say where they are drawn, each at another place, or none does."""
    drawn: dict[tuple[int, int], str] = {}
    for cell in cells:
        path = (section_of[cell.kind], cell.id)
        if cell.at is None:
            if any(other.at is not None for other in cells):
                hint = f"all cells of the kind `{cell.kind}` say where they are drawn, or none does"
                reading.at_key("E025", f"`{cell.id}` has no `at`, but other cells have one", path, hint)
        elif drawn.setdefault(cell.at, cell.id) != cell.id:
            reading.at_value("E025", f"`{drawn[cell.at]}` is drawn there already", (*path, "at"))


def _check_starts(world: World, names: Declared, reading: Reading) -> None:
    """A piece lies only in a zone of its kind."""
    zones = {zone.id: zone.of for zone in world.zones}
    section_of = {kind: section for section, (_, kind) in names.record_sections.items()}
    for kind in world.pieces:
        for key, zone in (("starts", kind.starts), ("also", kind.also)):
            if zone in zones and kind.id not in zones[zone]:
                reading.at_value("E025", f"`{zone}` is no zone of `{kind.id}`", ("pieces", kind.id, key))
    for record in world.records:
        if record.starts in zones and record.kind not in zones[record.starts]:
            path = (section_of[record.kind], record.id, "starts")
            reading.at_value("E025", f"`{record.starts}` is no zone of `{record.kind}`", path)


def _check_effects(world: World, reading: Reading) -> None:
    """Checks the amount of effects text in each file and in all files together."""
    by_source: dict[str, tuple[Source, int]] = {}
    for text in effect_texts(world):
        source = text.span.source
        before = by_source.get(source.name, (source, 0))[1]
        by_source[source.name] = (source, before + len(text.text.encode()))
    total = sum(size for _, size in by_source.values())
    if total > caps.RESOLVED_EFFECT_BYTES:
        limit = caps.RESOLVED_EFFECT_BYTES // 1024
        reading.at_key("E028", f"more than {limit} KiB of effects text in all files together", ("ruleset",))
    for source, size in by_source.values() if reading.literal else ():
        if size > caps.FILE_EFFECT_BYTES:
            message = f"more than {caps.FILE_EFFECT_BYTES // 1024} KiB of effects text in one file"
            reading.problems.add("E028", message, Span(source, 0, 0), "split the ruleset into parts")


def effect_texts(world: World) -> Iterator[Text]:
    """Every text of the effects language in the world."""
    holders = [c.limit for c in world.counters] + [p.active_while for p in world.pieces]
    holders += [c.active_while for c in world.cells] + [q.value for q in world.queries]
    holders += [v.effect for v in world.verbs] + [s.effect for s in world.steps] + [world.estimate]
    holders += [text for r in world.rules for text in (r.rules, r.active_while)]
    yield from (text for text in holders if text is not None)
    holding: tuple[PieceKind | CellKind, ...] = (*world.pieces, *world.cells)
    texts = {(kind.id, decl.id) for kind in holding for decl in kind.fields if _is_text(decl)}
    for record in world.records:
        for name, value, _ in record.fields:
            if isinstance(value, Text) and (record.kind, name) in texts:
                yield value


def _is_text(decl: FieldDecl) -> bool:
    kind = parse_kind(decl.kind)
    return kind is not None and kind.is_text
