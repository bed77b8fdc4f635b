"""Writes a self-contained HTML page with plots about many games; it can be printed."""

from __future__ import annotations

from html import escape

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.version import VERSION
from solenia_rules.api.words import Words
from solenia_rules.tools.lab.drawings import draw_options, draw_parts, draw_scores, draw_way, draw_wins
from solenia_rules.tools.lab.findings import findings, tested_options
from solenia_rules.tools.lab.intervals import LEVEL, Measured
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.strong import Strong
from solenia_rules.tools.lab.summary import Summary, apart, telling
from solenia_rules.tools.lab.telling_feel import feel_title, impressions
from solenia_rules.tools.lab.telling_strengths import conclusions, strengths_title
from solenia_rules.tools.lab.telling_strong import habit_lines, habits, strong_rows, strong_title
from solenia_rules.tools.lab.told import Told
from solenia_rules.words.by_language import lab_words

STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1.2rem; }
h1 { font-size: 1.7rem; margin: 0; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
.about { color: #666; margin: .3rem 0 1.4rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .7rem; }
.tile { border: 1px solid #ddd; border-radius: .4rem; padding: .6rem .8rem; }
.tile b { display: block; font-size: 1.35rem; } .tile span { color: #666; font-size: .85rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1.2rem; }
figure { margin: 0; break-inside: avoid; } figure svg { width: 100%; height: auto; }
figcaption { color: #555; font-size: .85rem; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; } thead { display: table-header-group; }
th, td { text-align: left; padding: .22rem .5rem; border-bottom: 1px solid #e5e5e5; }
th { color: #555; font-weight: 600; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } tr { break-inside: avoid; }
.settled li { margin: .15rem 0; } .open { color: #666; } code { font-size: .9em; }
.names { font-size: .9rem; }
@media (max-width: 30rem) { .plots { grid-template-columns: 1fr; } body { margin: 1rem auto; } }
@media screen and (prefers-color-scheme: dark) {
  body { color: #e4e4e4; background: #16181b; } .tile { border-color: #444; } th, td { border-color: #333; }
  .about, .tile span, .open, figcaption, th { color: #aaa; }
  figure svg { filter: invert(1) hue-rotate(180deg); } }
@media print { body { margin: 0; max-width: none; font-size: 10pt; padding: 0; } h2 { break-after: avoid; }
  .plots { grid-template-columns: 1fr 1fr; } .tiles { grid-template-columns: repeat(3, 1fr); }
  table { font-size: 8pt; } th, td { padding: .1rem .35rem; } .tile b { font-size: 1.1rem; }
  h2 { margin-top: 1.3rem; } }
@page { margin: 15mm; }
"""
MOST_OPTIONS = 40
CAUTION = (
    '<p class="about">Taking something may go with winning without being the reason: <code>solenia price</code>'
    " plays with and without it.</p>"
)


class Page:
    """Collects the parts of a page."""

    def __init__(self, rules: Ruleset) -> None:
        self.words = Words(rules.world)
        self.parts: list[str] = []

    def add(self, text: str) -> None:
        self.parts.append(text)

    def title(self, text: str) -> None:
        self.add(f"<h2>{escape(text)}</h2>")

    def called(self, ident: str) -> str:
        """The label of an id; an option is described by the place where it is asked and by what it names."""
        asked, _, thing = ident.rpartition(" ")
        name = thing.partition("=")[2] or thing
        said = self.words.word(name, "en")
        return f"{said} ({self.words.word(asked, 'en')})" if asked else said

    def figure(self, drawing: str, caption: str) -> str:
        return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"

    def tile(self, value: str, what: str) -> str:
        return f'<div class="tile"><b>{escape(value)}</b><span>{escape(what)}</span></div>'

    def names(self, title: str, idents: tuple[str, ...]) -> None:
        if idents:
            shown = ", ".join(escape(self.called(ident)) for ident in idents)
            self.add(f'<p class="names"><b>{escape(title)}:</b> {shown}</p>')


def report_page(told: Told, batch: Batch) -> str:
    rules, job, summary, unused = told.rules, told.job, told.summary, told.unused
    page = Page(rules)
    bots = ", ".join(dict.fromkeys(job.bots)) if len(set(job.bots)) == 1 else ", ".join(job.bots)
    page.add(f"<h1>{escape(rules.title)}</h1>")
    page.add(
        f'<p class="about">{summary.games:,} games, {job.seats} seat{"s" * (job.seats > 1)}, bots {escape(bots)},'
        f" seed {job.seed}; rules <code>{rules.digest[:12]}</code>, engine {VERSION}. Intervals are right in 95 of 100"
        " cases.</p>"
    )
    _tiles(page, summary)
    if told.claims:
        page.title(strengths_title(told.strengths, "en").removesuffix(":"))
        said = conclusions(told.claims, "en", everything=False)
        page.add('<ul class="settled">' + "".join(f"<li>{_code(text)}</li>" for text in said) + "</ul>")
    if told.impression is not None:
        page.title(feel_title(told.impression, "en").removesuffix(":"))
        said = impressions(told.impression, "en")
        page.add('<ul class="settled">' + "".join(f"<li>{_code(text)}</li>" for text in said) + "</ul>")
    if told.strong is not None:
        _strong(page, told, told.strong)
    _words(page, told)
    page.title("How games end")
    page.add('<div class="plots">')
    if summary.score is not None:
        page.add(page.figure(draw_scores(batch, job.seats), "How often a seat ends with so many points."))
    if job.seats > 1:
        page.add(page.figure(draw_wins(summary, job.bots), "Share of the games won, with intervals; dashed: even."))
    if summary.way:
        page.add(
            page.figure(draw_way(summary), "What seats have on average along the game, by the ruleset's estimate.")
        )
    if summary.parts:
        named = {page.called(name): value for name, value in summary.parts.items()}
        page.add(page.figure(draw_parts(named), "Where the points of a seat come from, with intervals."))
    page.add("</div>")
    _options(page, summary)
    _texts(page, rules, summary)
    if any((unused.never_asked, unused.never_offered, unused.never_taken, unused.never_did)):
        page.title("What did not happen")
        page.names("Never asked", unused.never_asked)
        page.names("Never on offer", unused.never_offered)
        page.names("On offer, never taken", unused.never_taken)
        page.names("Never did anything", unused.never_did)
    body = "\n".join(page.parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(rules.title)}: {summary.games:,} games</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _tiles(page: Page, summary: Summary) -> None:
    tiles = []
    if summary.seats > 1:
        best = max(range(summary.seats), key=lambda seat: summary.results[seat].wins.value)
        wins = summary.results[best].wins
        between = f"({wins.interval.low:.0%} to {wins.interval.high:.0%}); even: {summary.fair:.0%}"
        tiles.append(page.tile(f"{wins.value:.0%}", f"wins of seat {best + 1}, which wins most {between}"))
    tiles.append(page.tile(f"{summary.games:,}", "games"))
    if summary.score is not None:
        tiles.append(page.tile(f"{summary.score.value:.1f}", f"points a seat {_between(summary.score)}"))
    if summary.margin is not None:
        tiles.append(page.tile(f"{summary.margin.value:.1f}", f"points ahead of the next {_between(summary.margin)}"))
    tiles.append(page.tile(f"{summary.length.value:.0f}", f"answers a game, {summary.shortest} to {summary.longest}"))
    tiles.append(page.tile(f"{summary.shared}", "shared wins"))
    tiles.append(page.tile(f"{summary.drawn}", "games that nobody won"))
    page.add(f'<div class="tiles">{"".join(tiles)}</div>')


def _strong(page: Page, told: Told, strong: Strong) -> None:
    page.title(strong_title(strong, told.who, "en").removesuffix(":"))
    head, rows = strong_rows(strong, told.summary, "en", everything=False)
    if rows:
        cells = "".join(
            f"<tr><td>{escape(page.called(row[0]))}</td>"
            + "".join(f'<td class="n">{escape(cell)}</td>' for cell in row[1:])
            + "</tr>"
            for row in rows
        )
        heads = f"<th>{escape(head[0])}</th>" + "".join(f'<th class="n">{escape(one)}</th>' for one in head[1:])
        page.add(f"<table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>")
    else:
        page.add(f"<p>{escape(lab_words('en').LAB['strong_nothing'])}</p>")
    for line in habit_lines(habits(told.summary, strong), "en"):
        page.add(f'<p class="names">{escape(line)}</p>')


def _words(page: Page, told: Told) -> None:
    settled, unsettled = findings(told.summary, told.job.bots, told.tests)
    with_bots = f" with {told.job.bots[0]}" if told.strengths else ""
    page.title(f"What is settled{with_bots}")
    page.add(
        '<ul class="settled">' + "".join(f"<li>{_code(text)}</li>" for text in settled or ["nothing yet"]) + "</ul>"
    )
    if unsettled:
        page.title(f"Not enough games to tell{with_bots}")
        page.add('<ul class="open">' + "".join(f"<li>{_code(text)}</li>" for text in unsettled) + "</ul>")


def _code(text: str) -> str:
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if index % 2 else part for index, part in enumerate(parts))


def _options(page: Page, summary: Summary) -> None:
    choices = [one for one in summary.options if one.seats_taken]
    if not choices:
        return
    page.title("Use of powers and options")
    level = LEVEL / max(1, len(tested_options(summary)))
    settled = [one for one in choices if apart(one, level)]
    settled.sort(key=lambda one: (-telling(one, summary.fair), one.name))
    drawn = [(page.called(one.name), one) for one in settled[:20]]
    if summary.seats > 1 and drawn:
        caption = "How often those win who take it, with intervals; hollow: those who pass it by. Only what is settled."
        page.add(page.figure(draw_options(drawn, summary.fair), caption))
        page.add(CAUTION)
    rows = []
    for one in sorted(choices, key=lambda one: (-one.seats_taken, one.name))[:MOST_OPTIONS]:
        rows.append(
            f'<tr><td>{escape(page.called(one.name))}</td><td class="n">{one.offered:,}</td>'
            f'<td class="n">{one.taken / max(1, one.offered):.0%}</td><td class="n">{one.seats_taken:,}</td>'
            f'<td class="n">{_share(one.when_taken)}</td><td class="n">{_share(one.when_passed)}</td></tr>'
        )
    page.add(
        '<table><thead><tr><th>option</th><th class="n">offered</th><th class="n">taken</th>'
        '<th class="n">by seats</th><th class="n">they win</th><th class="n">others win</th></tr></thead><tbody>'
        + "".join(rows) + "</tbody></table>"
    )  # fmt: skip
    if len(choices) > MOST_OPTIONS:
        page.add(
            f'<p class="about">The {MOST_OPTIONS} most taken of {len(choices)}; <code>--out</code> writes all.</p>'
        )


def _texts(page: Page, rules: Ruleset, summary: Summary) -> None:
    held = {record.id for record in rules.world.records} | {rule.id for rule in rules.world.rules}
    found = sorted((one for one in summary.texts if one.name in held), key=lambda one: (-one.times, one.name))
    if not found:
        return
    page.title("Powers, bonuses and rules at work")
    rows = [
        f'<tr><td>{escape(page.called(one.name))}</td><td class="n">{one.times / summary.games:.2f}</td>'
        f'<td class="n">{one.seats / summary.games / summary.seats:.0%}</td><td class="n">{_share(one.wins)}</td></tr>'
        for one in found[:MOST_OPTIONS]
    ]
    page.add(
        '<table><thead><tr><th>what</th><th class="n">events a game</th><th class="n">of seats</th>'
        '<th class="n">they win</th></tr></thead><tbody>' + "".join(rows) + "</tbody></table>"
    )


def _between(measured: Measured) -> str:
    return f"({measured.interval.low:.1f} to {measured.interval.high:.1f})" if measured.count > 1 else ""


def _share(measured: Measured) -> str:
    if not measured.count:
        return "–"
    return f"{measured.value:.0%} ({measured.interval.low:.0%}–{measured.interval.high:.0%})"
