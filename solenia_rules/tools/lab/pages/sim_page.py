"""The page of `sim`: who wins in the first line, then how the game feels, what is strong, how games end, and what is
used."""

from __future__ import annotations

from collections import Counter
from html import escape

from solenia_rules.tools.lab.feel import Feel
from solenia_rules.tools.lab.findings import FEW, seat_level, tested_options
from solenia_rules.tools.lab.grouping import Group, cell_grid, groups, listed, named, split
from solenia_rules.tools.lab.intervals import LEVEL, Measured, least_seen, wilson
from solenia_rules.tools.lab.ladder import Ladder
from solenia_rules.tools.lab.pages import charts
from solenia_rules.tools.lab.pages.page import Page, table
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.strong import Strong
from solenia_rules.tools.lab.summary import Summary, apart, telling
from solenia_rules.tools.lab.telling_feel import Impression, feel_title, impressions
from solenia_rules.tools.lab.telling_strengths import conclusions, strengths_title
from solenia_rules.tools.lab.telling_strong import gain_text, habit_lines, habits, strong_rows, strong_title
from solenia_rules.tools.lab.told import Told
from solenia_rules.words.by_language import lab_words

BINS = 24
MOST_DRAWN = 12
"""The most options and sources of points in a plot."""
MOST_ROWS = 40


def sim_page(told: Told, batch: Batch, lang: str) -> str:
    rules, job, summary = told.rules, told.job, told.summary
    page = Page(rules, lang)
    texts = page.texts
    bots = ", ".join(dict.fromkeys(job.bots)) if len(set(job.bots)) == 1 else ", ".join(job.bots)
    about = texts["about_games"].format(games=f"{summary.games:,}", seats=job.seats, bots=bots, seed=job.seed)
    page.head(about, rules.digest)
    page.answer(*_answer(page, told))
    _tiles(page, summary)
    if len(told.claims) > 1:
        page.title(strengths_title(told.strengths, lang))
        page.list(conclusions(told.claims, lang, False, page.called))
    if told.impression is not None:
        _feel(page, told.impression)
    if told.strong is not None:
        _strong(page, told, told.strong)
    _ends(page, told, batch)
    _options(page, summary)
    _texts(page, told)
    _unused(page, told)
    return page.html()


def _answer(page: Page, told: Told) -> list[str]:
    """Whether the seats are balanced, and what does not go by the rules."""
    summary, texts = told.summary, page.texts
    said = []
    if summary.seats > 1:
        if summary.games < FEW:
            said.append(texts["too_few"].format(games=summary.games, least=FEW))
        elif claims := [claim for claim in told.claims if isinstance(claim.about, int)]:
            if len(claims) > 1 and all(claim.verdict == "even" for claim in claims):
                said.append(texts["even_with"].format(bots=", ".join(one.bot for one in told.strengths)))
            else:
                first = conclusions(claims, page.lang, everything=False)[0]
                said.append(first[0].upper() + first[1:] + ".")
        else:
            said.append(_balance(page, told))
    elif summary.score is not None:
        said.append(texts["answer_alone"].format(score=_number(summary.score)))
    if summary.stuck_games:
        where = ", ".join(f"{name}: {games}" for name, games in list(summary.stuck.items())[:3])
        said.append(texts["stuck"].format(games=summary.stuck_games, where=where))
    if summary.capped:
        said.append(texts["capped"].format(games=summary.capped))
    return said


def _balance(page: Page, told: Told) -> str:
    summary, texts = told.summary, page.texts
    level = seat_level(summary, told.tests)
    for seat, result in enumerate(summary.results):
        strict = wilson(result.wins.value * summary.games, summary.games, level).interval
        if not strict.holds(summary.fair):
            key = texts["uneven_more" if result.wins.value > summary.fair else "uneven_less"]
            return key.format(seat=seat + 1, share=_share(result.wins), even=f"{summary.fair:.0%}")
    seen = least_seen(summary.fair, summary.games, level)
    return texts["even"].format(games=f"{summary.games:,}", points=f"{100 * seen:.1f}")


def _tiles(page: Page, summary: Summary) -> None:
    texts, tiles = page.texts, []
    if summary.seats > 1:
        wins = " : ".join(f"{100 * result.wins.value:.0f}" for result in summary.results)
        tiles.append((wins, texts["tile_balance"].format(even=f"{summary.fair:.0%}")))
    if summary.score is not None:
        tiles.append((f"{summary.score.value:.1f}", texts["tile_score"].format(between=_between(summary.score))))
    if summary.margin is not None:
        tiles.append((f"{summary.margin.value:.1f}", texts["tile_margin"].format(between=_between(summary.margin))))
    longest = texts["tile_length"].format(low=summary.shortest, high=summary.longest)
    tiles.append((f"{summary.length.value:.0f}", longest))
    if summary.shared or summary.drawn:
        tiles.append((f"{summary.shared} / {summary.drawn}", texts["tile_shared"]))
    page.tiles(tiles)


def _feel(page: Page, found: Impression) -> None:
    texts = page.texts
    page.title(feel_title(found, page.lang))
    feel = found.feel
    amounts = [("feel_turns", feel.turns), ("feel_options", feel.choices),
               ("feel_leads", feel.lead_changes), ("feel_waiting", feel.waits)]  # fmt: skip
    page.tiles(
        [(f"{one.value:.1f}", f"{texts[texts.key(key)]} {_between(one)}") for key, one in amounts if one is not None]
    )
    plots = [(texts["plot_feel"], texts["plot_feel_read"], _feel_rows(page, feel))]
    if found.ladder.steps:
        caption = texts["plot_skill_read" if not found.ladder.together else "plot_skill_gain"]
        plots.append((texts["plot_skill"], caption, _ladder_rows(page, found.ladder)))
    page.plots(plots)
    sentences = "".join(f"<li>{escape(text)}</li>" for text in impressions(found, page.lang))
    page.folded(texts["in_words"], f"<ul>{sentences}</ul>")


def _feel_rows(page: Page, feel: Feel) -> str:
    texts = page.texts
    shares = [("feel_left", feel.left), ("feel_comebacks", feel.comebacks), ("feel_runaways", feel.runaways),
              ("feel_decisive", feel.decisive), ("feel_near", feel.near_equal), ("feel_interaction", feel.interaction),
              ("feel_kingmaking", feel.kingmaking)]  # fmt: skip
    made = [charts.row(texts[texts.key(key)], one, _share(one)) for key, one in shares if one is not None]
    whole = [charts.Row(one.name, one.value, one.low, one.high, one.told) for one in made]
    return charts.rows(whole, texts["plot_feel"], bars=True)


def _ladder_rows(page: Page, ladder: Ladder) -> str:
    in_points = ladder.together and ladder.scored
    made = [
        charts.row(f"{step.stronger} > {step.weaker}" + (" ✓" if step.settled else " ?"), step.gain,
                   _number(step.gain) if in_points else _share(step.gain))
        for step in ladder.steps
    ]  # fmt: skip
    return charts.rows(made, page.texts["plot_skill"], even=ladder.steps[0].even)


def _strong(page: Page, told: Told, strong: Strong) -> None:
    page.title(strong_title(strong, told.who, page.lang))
    settled = [one for one in strong.options if one.verdict != "open"]
    if settled:
        weak = [one for one in settled if one.verdict == "weak"][-MOST_DRAWN // 2 :]
        shown = [one for one in settled if one.verdict == "strong"][: MOST_DRAWN - len(weak)] + weak
        made = [charts.row(page.called(one.name), one.gain, gain_text(one.gain, strong.in_points)) for one in shown]
        page.plots([(page.texts["plot_strong"], page.texts["plot_strong_read"], charts.rows(made, "", even=0.0))])
        head, rows = strong_rows(strong, told.summary, page.lang, False, told.strong_with)
        cells = [[escape(page.called(row[0])), *map(escape, row[1:])] for row in rows]
        page.folded(page.texts["as_table"], f'<div class="wide">{table(head, cells)}</div>')
    else:
        page.note(lab_words(page.lang).LAB["strong_nothing"])
    page.list(habit_lines(habits(told.summary, strong), page.lang))


def _ends(page: Page, told: Told, batch: Batch) -> None:
    summary, texts, seats = told.summary, page.texts, told.job.seats
    plots = []
    names = [texts["seat"].format(seat=seat + 1) for seat in range(seats)]
    if seats > 1:
        bots = told.job.bots if len(set(told.job.bots)) > 1 else [""] * seats
        made = [
            charts.row(f"{name} {bot}".strip(), result.wins, _share(result.wins))
            for name, bot, result in zip(names, bots, summary.results, strict=True)
        ]
        plots.append((texts["plot_wins"], texts["plot_wins_read"], charts.rows(made, texts["plot_wins"], summary.fair)))
    if summary.score is not None:
        series = list(zip(names, _bins(batch, seats), strict=True))
        chart = charts.lines(series, texts["plot_scores"], texts["points"], percent=True, stepped=True)
        plots.append((texts["plot_scores"], texts["plot_scores_read"], chart))
    if summary.way and len(summary.way[0]) > 1:
        ways = [[(100 * n / (len(way) - 1), value) for n, value in enumerate(way)] for way in summary.way]
        chart = charts.lines(list(zip(names, ways, strict=True)), texts["plot_way"], texts["of_the_answers"])
        plots.append((texts["plot_way"], texts["plot_way_read"], chart))
    if summary.parts:
        total = summary.score.value if summary.score is not None else 0.0
        parts = [
            charts.row(
                page.called(name), one, f"{one.value:.1f}" + (f" ({one.value / total:.0%})" if total > 0 else "")
            )
            for name, one in list(summary.parts.items())[:MOST_DRAWN]
        ]
        plots.append(
            (texts["plot_parts"], texts["plot_parts_read"], charts.rows(parts, texts["plot_parts"], bars=True))
        )
    if plots:
        page.title(texts["how_games_end"])
        page.plots([(title, escape(caption), chart) for title, caption, chart in plots])


def _bins(batch: Batch, seats: int) -> list[list[tuple[float, float]]]:
    """The share of games in which a seat ends with so many points, in bins."""
    values = [[game.scores[seat] for game in batch.games] for seat in range(seats)]
    low, high = min(map(min, values)), max(map(max, values))
    width = max(1, -(-(high - low + 1) // BINS))
    count = (high - low) // width + 1
    made: list[list[tuple[float, float]]] = []
    for found in values:
        sums = Counter((value - low) // width for value in found)
        steps = [(float(low + n * width), sums[n] / len(found)) for n in range(count)]
        made.append([*steps, (float(low + count * width), 0.0)])
    return made


def _options(page: Page, summary: Summary) -> None:
    choices = [one for one in summary.options if one.seats_taken]
    if not choices:
        return
    texts = page.texts
    page.title(texts["options"])
    level = LEVEL / max(1, len(tested_options(summary)))
    settled = sorted(
        (one for one in choices if apart(one, level)), key=lambda one: (-telling(one, summary.fair), one.name)
    )
    if summary.seats > 1 and settled:
        made = [
            charts.row(
                page.called(one.name), one.when_taken,
                f"{one.when_taken.value:.0%} : {one.when_passed.value:.0%}", one.when_passed.value,
            )
            for one in settled[:MOST_DRAWN]
        ]  # fmt: skip
        chart = charts.rows(made, texts["plot_options"], even=summary.fair)
        page.plots([(texts["plot_options"], texts["plot_options_read"], chart)])
        page.note(texts["caution"])
    head = [texts[texts.key(key)] for key in ("decision", "map", "options_count", "offered", "taken", "most", "least")]
    rows = [
        [
            escape(group.name), _map(group), str(len(group.options)), f"{group.offered:,}",
            f"{group.taken / max(1, group.offered):.0%}", _extreme(page, group, True), _extreme(page, group, False),
        ]
        for group in groups(summary.options)
    ]  # fmt: skip
    page.table(head, rows, texts=2, last=2)
    page.note(texts["map_read"])
    most = sorted(choices, key=lambda one: (-one.seats_taken, one.name))
    cells = [
        [
            escape(page.called(one.name)), f"{one.offered:,}", f"{one.taken / max(1, one.offered):.0%}",
            f"{one.seats_taken:,}", _share(one.when_taken), _share(one.when_passed),
        ]
        for one in most[:MOST_ROWS]
    ]  # fmt: skip
    heads = [texts[texts.key(k)] for k in ("option", "offered", "taken", "by_seats", "they_win", "others_win")]
    title = texts["single_options"].format(shown=len(cells), all=len(most))
    page.folded(title, f'<div class="wide">{table(heads, cells)}</div>')


def _extreme(page: Page, group: Group, most: bool) -> str:
    if len(group.options) < 2:
        return "–"
    one = group.most_taken if most else group.least_taken
    name = page.words.word(split(one.name)[1], page.lang)
    return f"{escape(name)} {one.taken / max(1, one.offered):.0%}"


def _map(group: Group) -> str:
    """A small square for each option, the darker the more often it is taken; cells of a grid stand where they are."""
    if len(group.options) < 2:
        return ""
    grid = cell_grid(group)
    if grid is not None:
        rows = max(row for _column, row in grid)
        wide = 1 + max(column for column, _row in grid)
        squares = "".join(
            _square(rate, f"grid-column:{column + 1};grid-row:{rows - row + 1};")
            for (column, row), rate in grid.items()
        )
    else:
        wide = min(12, len(group.options))
        squares = "".join(_square(rate, "") for rate in group.rates)
    return f'<span class="map" style="grid-template-columns:repeat({wide},.55rem)" aria-hidden="true">{squares}</span>'


def _square(rate: float, place: str) -> str:
    return f'<i style="{place}opacity:{0.08 + 0.92 * rate:.2f}"></i>'


def _texts(page: Page, told: Told) -> None:
    rules, summary, texts = told.rules, told.summary, page.texts
    held = {record.id for record in rules.world.records} | {rule.id for rule in rules.world.rules}
    found = sorted((one for one in summary.texts if one.name in held), key=lambda one: (-one.times, one.name))
    if not found:
        return
    rows = [
        [
            escape(page.called(one.name)), f"{one.times / summary.games:.2f}",
            f"{one.seats / summary.games / summary.seats:.0%}", _share(one.wins),
        ]
        for one in found[:MOST_ROWS]
    ]  # fmt: skip
    heads = [texts[texts.key(key)] for key in ("text", "events", "of_seats", "they_win")]
    page.folded(
        texts["texts_at_work"].format(count=len(found)),
        f'<p class="about">{escape(texts["texts_caution"])}</p><div class="wide">{table(heads, rows)}</div>',
    )


def _unused(page: Page, told: Told) -> None:
    unused, texts = told.unused, page.texts
    lists = (
        ("never_asked", unused.never_asked), ("never_offered", unused.never_offered),
        ("never_taken", unused.never_taken), ("never_did", unused.never_did),
    )  # fmt: skip
    lines = []
    for key, names in lists:
        for asked, things in named(names):
            shown = listed([page.words.word(thing, page.lang) for thing in things], texts["and_more"])
            lines.append(f"{texts[texts.key(key)]}: " + (f"`{asked}`: {shown}" if asked else shown))
    if lines:
        page.title(texts["what_did_not_happen"])
        page.list(lines)


def _between(found: Measured) -> str:
    return f"({found.interval.low:.1f}–{found.interval.high:.1f})" if found.count > 1 else ""


def _number(found: Measured) -> str:
    return f"{found.value:.1f} {_between(found)}".strip()


def _share(found: Measured) -> str:
    if not found.count:
        return "–"
    return f"{found.value:.0%} ({found.interval.low:.0%}–{found.interval.high:.0%})"
