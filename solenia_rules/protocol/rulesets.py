"""Carries out the methods about rulesets: list, load, check, explain, metadata, close."""

from __future__ import annotations

import solenia_rules as sr
from solenia_rules.protocol import requests, results
from solenia_rules.protocol.desk import Desk, Shelved
from solenia_rules.protocol.errors import diagnostics_of, unknown
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.headings import headings, in_language, inherited, seat_bounds
from solenia_rules.rules.records import FieldValue, Record, Text
from solenia_rules.sentences.said import Said

LONGEST_ID = 200


def list_rulesets(desk: Desk, asked: requests.InLanguage) -> results.Listing:
    return results.Listing(list_games(desk.spoken(asked.lang)))


def list_games(lang: str) -> tuple[results.Listed, ...]:
    """All bundled rulesets that can be played, in the order of shelves and names."""
    bundle = open_bundle()
    own = headings(bundle)
    made: list[results.Listed] = []
    for name, (found, *_) in bundle.rulesets.items():
        heading = inherited(own, name)
        bounds = seat_bounds(heading)
        if heading.get("abstract") or bounds is None:
            continue
        title, about = (in_language(heading.get(key), lang) for key in ("title", "about"))
        made.append(results.Listed(name, found.shelf, title, about, bounds))
    return tuple(sorted(made, key=lambda one: (one.shelf, one.name)))


def load(desk: Desk, asked: requests.Load) -> results.Loaded:
    held = desk.load(asked.name, asked.text, asked.params)
    rules = held.rules
    return results.Loaded(
        held.name, rules.id, rules.titles.get(desk.lang, rules.title), rules.digest, _seats(rules),
        _params(rules, desk.lang), diagnostics_of(rules.warnings),
    )  # fmt: skip


def _seats(rules: sr.Ruleset) -> tuple[int, int]:
    return rules.seats[0], rules.seats[-1]


def _params(rules: sr.Ruleset, lang: str) -> tuple[results.Parameter, ...]:
    return tuple(
        results.Parameter(one.id, rules.label(one.id, lang), one.value, one.default, one.low, one.high)
        for one in rules.params.values()
    )


def check(desk: Desk, asked: requests.Check) -> results.CheckReport:
    from solenia_rules.api.looking import look, look_written

    desk.check_source(asked.name, asked.text)
    found = (look_written(asked.text) if asked.text else look(asked.name)).diagnostics
    return results.CheckReport(not any(one.severity == "error" for one in found), diagnostics_of(found))


def explain(desk: Desk, asked: requests.Explain) -> results.Explanation:
    rules = desk.ruleset(asked.ruleset).rules
    topic = sr.explain(rules, asked.id[:LONGEST_ID], desk.spoken(asked.lang))
    if topic is None:
        raise unknown("explanation of", asked.id)
    steps = tuple(map(_sentence, topic.steps))
    return results.Explanation(topic.id, topic.sort, topic.title, topic.line(), steps)


def _sentence(said: Said) -> results.Sentence:
    return results.Sentence(said.text, tuple(map(_sentence, said.steps)))


def metadata(desk: Desk, asked: requests.Metadata) -> results.About:
    held, lang = desk.ruleset(asked.ruleset), desk.spoken(asked.lang)
    return about(held, lang)


def about(held: Shelved, lang: str) -> results.About:
    """What a ruleset declares, with words in a language."""
    rules, world = held.rules, held.rules.world

    def label(ident: str) -> str:
        return rules.label(ident, lang)

    return results.About(
        held.name, rules.id, rules.titles.get(lang, rules.title), dict(rules.titles), world.languages, rules.digest,
        _seats(rules), _params(rules, lang),
        tuple(results.WordInfo(x.id, label(x.id), x.words) for x in world.kinds),
        tuple(results.CounterInfo(x.id, label(x.id), x.per, x.score, x.seen) for x in world.counters),
        tuple(results.PieceInfo(x.id, label(x.id), x.sides, x.faces is not None) for x in world.pieces),
        tuple(results.ZoneInfo(x.id, label(x.id), x.of, x.per, x.order, x.seen) for x in world.zones),
        tuple(results.BoardInfo(x.id, label(x.id), x.per, x.grid) for x in world.boards),
        tuple(results.RecordInfo(x.id, x.kind, label(x.id), x.copies, _fields(x)) for x in world.records),
        tuple(ident for ident, sort in rules.topics(lang).ids() if sort == "phase"),
        {ident: label(ident) for ident in rules.ids()},
    )  # fmt: skip


def _fields(record: Record) -> dict[str, bool | int | str | list[str]]:
    return {name: _field(value) for name, value, _span in record.fields}


def _field(value: FieldValue) -> bool | int | str | list[str]:
    if isinstance(value, Text):
        return value.text
    return [str(_field(one)) for one in value] if isinstance(value, tuple) else value


def close(desk: Desk, asked: requests.CloseRuleset) -> results.Closed:
    return results.Closed(desk.close_ruleset(asked.ruleset))
