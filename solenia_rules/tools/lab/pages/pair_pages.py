"""The pages of `compare`, `price` and `sweep`: the verdict first, then the means with intervals, and what lies behind
them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.comparison import Comparison, differences
from solenia_rules.tools.lab.figures import figure, gap, number
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.metrics import Metric
from solenia_rules.tools.lab.pages import charts
from solenia_rules.tools.lab.pages.page import Page
from solenia_rules.tools.lab.restricted import Restricted
from solenia_rules.tools.lab.sweeping import Point
from solenia_rules.tools.lab.telling_restricted import restricted_rows
from solenia_rules.tools.lab.wire import Job
from solenia_rules.words.by_language import lab_words

BINS = 20


def compare_page(
    found: Comparison,
    rules: tuple[Ruleset, Ruleset],
    names: tuple[str, str],
    job: Job,
    answer: Sequence[str],
    lang: str,
) -> str:
    page = Page(rules[1], lang)
    first, second = names
    _head(page, found, job, rules[1].digest, f"{first} – {second}")
    page.answer(*answer)
    page.tiles(_tiles(page, found))
    page.plots(_plots(page, found, names))
    return page.html()


def price_page(
    found: Comparison,
    rules: Ruleset,
    ident: str,
    job: Job,
    answer: Sequence[str],
    restricted: Sequence[Restricted] | str | None,
    lang: str,
    used: tuple[Measured, str] | None = None,
) -> str:
    """`used`: what the power is worth for a seat that used it, and what that means."""
    page = Page(rules, lang)
    texts = page.texts
    name = page.called(ident)
    _head(page, found, job, rules.digest, f"{page.heading}: {name}")
    page.answer(*answer)
    page.tiles([*_tiles(page, found), *([] if used is None else [_tile(number(used[0], lang), used[1])])])
    page.plots(_plots(page, found, (texts["without_it"], texts["with_it"])))
    if restricted is not None:
        page.title(lab_words(lang).LAB["restricted"])
    if isinstance(restricted, str):
        page.note(restricted)
    elif restricted is not None:
        head, rows = restricted_rows(restricted, lang)
        page.table(head, [[escape(cell) for cell in row] for row in rows], texts=2)
    return page.html()


def sweep_page(
    points: Sequence[Point], rules: Ruleset, name: str, metric: Metric, job: Job, answer: Sequence[str], lang: str
) -> str:
    page = Page(rules, lang)
    texts = page.texts
    first = points[0]
    about = texts["about_games"].format(
        games=f"{first.measured.count:,}", seats=job.seats, bots=", ".join(dict.fromkeys(job.bots)), seed=job.seed
    )
    seeds = texts["each_value"].format(name=name, value=f"{name}={first.value}")
    page.head(f"{about}; {seeds}", rules.digest, f"{page.heading}: {name}")
    page.answer(*answer)
    page.plots([(f"{metric.name} / {name}", escape(texts["plot_curve_read"]), curve(points, name, metric))])
    rows = []
    for one in points:
        above = "–" if one is first else escape(gap(one.above(first, metric), metric, page.lang))
        rows.append([str(one.value), escape(figure(one.measured, metric, page.lang)), above])
    page.table([name, metric.name, texts["above"].format(value=f"{name}={first.value}")], rows)
    return page.html()


def curve(points: Sequence[Point], name: str, metric: Metric) -> str:
    """A metric over the values of a parameter, with intervals."""
    line = [(float(point.value), point.measured.value) for point in points]
    band = [(float(p.value), p.measured.interval.low, p.measured.interval.high) for p in points if p.measured.count > 1]
    return charts.lines([(metric.name, line)], f"{metric.name} / {name}", name, metric.share, band=band, dots=True)


def _head(page: Page, found: Comparison, job: Job, digest: str, heading: str) -> None:
    texts = page.texts
    bots = ", ".join(dict.fromkeys(job.bots))
    about = texts["about_games"].format(games=f"{found.games:,}", seats=job.seats, bots=bots, seed=job.seed)
    page.head(f"{about}; {texts['same_seeds']}", digest, heading)


def _tiles(page: Page, found: Comparison) -> list[tuple[str, str]]:
    texts, metric = page.texts, found.metric
    return [
        _tile(
            gap(found.judged.difference, metric, page.lang),
            texts["tile_difference"].format(metric=metric.name),
        ),
        (f"{found.games:,}", texts["tile_pairs"]),
        (f"{found.judged.differing:,}", texts["tile_differing"]),
    ]


def _tile(told: str, what: str) -> tuple[str, str]:
    """A value as a tile; its interval stands beside what it is."""
    value, _, interval = told.strip().partition("  ")
    return value, f"{what} {interval}".strip()


def _plots(page: Page, found: Comparison, names: tuple[str, str]) -> list[tuple[str, str, str]]:
    texts, metric = page.texts, found.metric
    means = [_row(name, one, metric, page.lang) for name, one in zip(names, (found.first, found.second), strict=True)]
    plots = [(texts["plot_means"], escape(texts["plot_means_read"]), charts.rows(means, texts["plot_means"]))]
    gaps = differences(found)
    if not metric.share and len(set(gaps)) > 1:
        chart = charts.lines([("", _bins(gaps))], texts["plot_gaps"], metric.name, percent=True, stepped=True)
        plots.append((texts["plot_gaps"], escape(texts["plot_gaps_read"]), chart))
    return plots


def _row(name: str, found: Measured, metric: Metric, lang: str) -> charts.Row:
    return charts.row(name, found, figure(found, metric, lang))


def _bins(values: Sequence[float]) -> list[tuple[float, float]]:
    """The share of pairs whose difference lies in each bin."""
    low, high = min(values), max(values)
    width = (high - low) / BINS
    if all(value == int(value) for value in values):
        width = max(1.0, float(-(-int(high - low + 1) // BINS)))
    count = Counter(int((value - low) / width) for value in values)
    last = max(count)
    steps = [(low + n * width, count[n] / len(values)) for n in range(last + 1)]
    return [*steps, (low + (last + 1) * width, 0.0)]
