"""Hover: what a name is, and what the text at a place says in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.api.ruleset import explain, explain_at
from solenia_rules.checked.names import Meaning, Names
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, SPECIAL_NAMES
from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.schema_offers import told_at
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span


def verb_text(verb: r.Verb) -> str:
    """How a verb is written: `deliver token to cell`."""
    parts = [f"{param.preposition} {param.id}" if param.preposition else param.id for param in verb.params]
    kinds = ", ".join(f"{param.id}: {param.kind}" for param in verb.params)
    return f"verb: {' '.join([verb.id, *parts])}" + (f" ({kinds})" if kinds else "")


def meaning_text(meaning: Meaning, names: Names) -> str:
    """What a name stands for."""
    match meaning.sort:
        case "word":
            return f"word of the kind `{meaning.id}`"
        case "words":
            return f"all words of the kind `{meaning.id}`"
        case "counter":
            return f"counter {_per(names.counters[meaning.id].per)}"
        case "param":
            param = names.params[meaning.id]
            return f"parameter: {param.value}, from {param.low} to {param.high}"
        case "state":
            state = names.state[meaning.id]
            return f"state: {state.kind}{', per seat' if state.per else ''}"
        case "zone":
            zone = names.zones[meaning.id]
            order = "" if zone.order == "none" else f", a {zone.order}"
            return f"zone of {', '.join(zone.of)} {_per((zone.per,) if zone.per else ())}, seen by {zone.seen}{order}"
        case "board":
            board = names.boards[meaning.id]
            size = f"{board.columns} columns" if board.columns is not None else f"a list of {board.cells}"
            if board.part is not None:
                size = f"the {len(board.part.joints)} {board.part.sort} of {board.part.board}"
            return f"board: {size}{', per seat' if board.per else ''}"
        case "history":
            history = names.histories[meaning.id]
            return f"history: how often the present {', '.join(history.keeps)} stood before, at most {history.most}"
        case "record":
            record = names.records[meaning.id]
            copies = f", {record.copies} copies" if record.copies != 1 else ""
            return f"{record.kind}{copies}"
        case "single":
            return f"the {meaning.id}" if names.pieces[meaning.id].per is None else f"one {meaning.id} for each"
        case "pieces" | "cells":
            return f"all of the kind `{meaning.id}`"
        case "query":
            params = names.queries[meaning.id].params
            return f"query: {meaning.id}" + (f"({', '.join(f'{p.id}: {p.kind}' for p in params)})" if params else "")
        case "verb":
            return verb_text(names.verbs[meaning.id])
        case _:
            return meaning.sort


def _per(per: tuple[str, ...]) -> str:
    return f"per {' and '.join(per)}" if per else "shared by all"


LONGEST = 1500
"""The most characters of a generated text that are shown."""


def hover(question: Question, lang: str) -> str | None:
    """The hover text as Markdown; None if there is nothing to say."""
    parts = [part for part in (*_name(question, lang), _sentence(question, lang)) if part]
    return "\n\n".join(dict.fromkeys(parts)) or None


def _name(question: Question, lang: str) -> Iterator[str]:
    """What the name at the place is: by its meaning in a text, or else by its declaration."""
    told = [part for part in _named(question, lang) if part]
    yield from told or _declared(question)


def _declared(question: Question) -> Iterator[str]:
    name, names = question.name, question.known.names
    match question.target:
        case ("field", _):
            yield from _field(question)
        case ("kinds", str(kind)) if kind in names.word_kinds:
            yield f"**{name}**: a kind of words: {', '.join(names.word_kinds[kind].words)}"
        case ("pieces" | "cells" as section, str(kind)):
            yield f"**{name}**: a kind of {section}: `{kind}`"
        case ("verbs" | "queries", str(owner), "params", _):
            yield f"**{name}**: a parameter of `{owner}`"
        case ("phase", _):
            yield f"**{name}**: a phase"
        case (str(section), str(key)) if made := question.known.made_by((section, key)):
            yield _cut(f"**{name}**: a pattern that makes {', '.join(made)}")
        case (str(section), str()):
            yield f"**{name}**: declared in [{section}]"
        case (str(section), str(owner), _):
            yield f"**{name}**: another name of `{owner}` in [{section}]"


def _named(question: Question, lang: str) -> Iterator[str]:
    known, name = question.known, question.name
    meaning = known.names.meanings.get(name)
    if question.writing is not None:
        occurrence = question.occurrence[0] if question.occurrence else None
        if occurrence is not None and occurrence.variable and name not in SPECIAL_NAMES:
            yield f"**{name}**: a variable"
            return
        if occurrence is not None and occurrence.role == "field" and meaning is None:
            yield from _field(question)
            return
    else:
        told = told_at(known.schema, question.path)
        if question.spot is not None and question.spot.place in ("key", "header") and told:
            yield f"**{name}**: {told}"
    if meaning is not None:
        yield f"**{name}**: {meaning_text(meaning, known.names)}"
        yield _word(question, lang)
        yield _explained(question, meaning.id if meaning.sort != "word" else name, lang)
    elif question.writing is not None:
        built_in = VERBS.get(name) or QUERIES.get(name)
        if built_in is not None:
            yield f"**{name}**: {built_in.meaning}"
        elif name in SPECIAL_NAMES:
            yield f"**{name}**: {SPECIAL_NAMES[name]}"
    elif question.spot is not None and question.spot.place in ("key", "header"):
        yield _explained(question, name, lang)


def _field(question: Question) -> Iterator[str]:
    name, names = question.name, question.known.names
    for holder in (*names.pieces, *names.cells, *names.boards):
        for decl in names.fields_of(holder):
            if decl.id == name:
                yield f"**{name}**: {decl.kind}, a field of `{holder}`"
    if name in names.seat_fields:
        yield f"**{name}**: {names.seat_fields[name][0].kind}, a field of the seats"
    if name in BUILT_IN_FIELDS:
        yield f"**{name}**: {BUILT_IN_FIELDS[name]}"


def _word(question: Question, lang: str) -> str:
    """The words for it."""
    forms = question.known.world.words.get(lang, {}).get(question.name, {})
    return forms.get("one", "")


def _explained(question: Question, ident: str, lang: str) -> str:
    rules = question.known.rules
    topic = explain(rules, ident, lang) if rules is not None else None
    return _cut(topic.line()) if topic is not None else ""


def _sentence(question: Question, lang: str) -> str:
    """The explanation of the statement or value at the place, if the current text is the checked one."""
    spot, known = question.spot, question.known
    if question.writing is None or spot is None or known.rules is None:
        return ""
    for read in known.rules_reads.values():
        text = read.source.text
        if known.paths.get(read.source.name) != known.path:
            continue
        place = read.spans.places.get(spot.table)
        if place is None or text[place[1].inner_start : place[1].inner_end] != question.text[spot.start : spot.end]:
            continue
        at = place[1].inner_start + question.offset - spot.start
        told = explain_at(known.rules, Span(read.source, at, at), lang)
        return f"> {_cut(told)}" if told else ""
    return ""


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
