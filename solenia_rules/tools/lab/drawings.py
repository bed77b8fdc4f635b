"""The plots of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.plots import COLOURS, canvas, inline
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.summary import OptionUse, Summary

BINS = 24
MOST_PARTS = 14


def draw_scores(batch: Batch, seats: int) -> str:
    """A stepped line for each seat, because overlapping bars cannot be distinguished."""
    values = [[game.scores[seat] for game in batch.games] for seat in range(seats)]
    low, high = min(map(min, values)), max(map(max, values))
    width = max(1, -(-(high - low + 1) // BINS))
    edges = list(range(low, high + width + 1, width))
    with canvas(4.5, 2.9) as (figure, axes):
        for seat, found in enumerate(values):
            count = Counter((value - low) // width for value in found)
            shares = [count[index] / len(found) for index in range(len(edges) - 1)]
            axes.stairs(shares, edges, color=COLOURS[seat], linewidth=1.6, label=f"seat {seat + 1}")
            axes.stairs(shares, edges, color=COLOURS[seat], fill=True, alpha=0.12)
        axes.yaxis.set_major_formatter(lambda share, _at: f"{share:.0%}")
        axes.set_xlabel("points")
        axes.set_title("Scores")
        if seats > 1:
            axes.legend(frameon=False)
        return inline(figure)


def draw_wins(summary: Summary, bots: Sequence[str]) -> str:
    with canvas(4.5, 2.9) as (figure, axes):
        for seat, result in enumerate(summary.results):
            one = result.wins
            axes.barh(seat, one.value, color=COLOURS[seat], height=0.6, alpha=0.85)
            axes.plot([one.interval.low, one.interval.high], [seat, seat], color="#222", linewidth=1.4)
        axes.axvline(summary.fair, color="#222", linestyle="--", linewidth=1)
        axes.set_yticks(range(summary.seats), [f"seat {seat + 1}\n{bots[seat][:18]}" for seat in range(summary.seats)])
        axes.invert_yaxis()
        axes.set_xlim(0, max(0.05, *(min(1.0, r.wins.interval.high * 1.08) for r in summary.results)))
        axes.xaxis.set_major_formatter(lambda share, _at: f"{share:.0%}")
        axes.grid(visible=False, axis="y")
        axes.set_title("Wins by seat")
        return inline(figure)


def draw_way(summary: Summary) -> str:
    with canvas(4.5, 2.9) as (figure, axes):
        for seat, values in enumerate(summary.way):
            steps = [100 * index / (len(values) - 1) for index in range(len(values))]
            axes.plot(steps, values, color=COLOURS[seat], linewidth=1.8, label=f"seat {seat + 1}",
                      linestyle=("-", "--", "-.", ":")[seat % 4])  # fmt: skip
        axes.xaxis.set_major_formatter(lambda share, _at: f"{share:.0f} %")
        axes.set_xlabel("of the answers given")
        axes.set_title("Along the game")
        if len(summary.way) > 1:
            axes.legend(frameon=False)
        return inline(figure)


def draw_parts(parts: Mapping[str, Measured]) -> str:
    shown = list(parts.items())[:MOST_PARTS]
    with canvas(4.5, max(1.6, 0.5 + 0.26 * len(shown))) as (figure, axes):
        for index, (_name, one) in enumerate(shown):
            axes.barh(index, one.value, color=COLOURS[0], height=0.65, alpha=0.85)
            if one.count > 1:
                axes.plot([one.interval.low, one.interval.high], [index, index], color="#222", linewidth=1.2)
        axes.set_yticks(range(len(shown)), [_short(name) for name, _one in shown])
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("points")
        axes.set_title("What scores")
        return inline(figure)


def draw_options(options: Sequence[tuple[str, OptionUse]], fair: float) -> str:
    with canvas(8.4, 0.8 + 0.27 * len(options)) as (figure, axes):
        axes.axvline(fair, color="#222", linestyle="--", linewidth=1)
        for index, (_name, one) in enumerate(options):
            axes.plot(
                [one.when_taken.interval.low, one.when_taken.interval.high],
                [index, index],
                color=COLOURS[0],
                linewidth=2,
            )
            axes.plot(one.when_taken.value, index, "o", color=COLOURS[0], markersize=5)
            if one.when_passed.count:
                axes.plot(one.when_passed.value, index, "o", markerfacecolor="white", color=COLOURS[1], markersize=5)
        axes.set_yticks(range(len(options)), [f"{_short(name, 46)}  ({one.seats_taken})" for name, one in options])
        axes.invert_yaxis()
        axes.set_xlim(-0.02, 1.02)
        axes.xaxis.set_major_formatter(lambda share, _at: f"{share:.0%}")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("share of wins; in brackets how many seats took it")
        return inline(figure)


def _short(name: str, most: int = 28) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
