"""Plots as SVG, drawn by matplotlib."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from solenia_rules.tools.lab.errors import MissingExtra
from solenia_rules.tools.lab.sweeping import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#2a6f97", "#c8553d", "#588157", "#8e6c8a", "#b08900", "#3d405b", "#6a994e", "#9c6644")
"""One colour for each seat; their brightness differs too, for print."""
STYLE = {
    "svg.hashsalt": "solenia", "svg.fonttype": "path", "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e6e6", "axes.axisbelow": True,
    "axes.titlesize": 10, "axes.titleweight": "bold", "axes.titlelocation": "left",
}  # fmt: skip


def check_installed() -> None:
    if find_spec("matplotlib") is None:
        raise MissingExtra("a plot", "report")


@contextmanager
def canvas(width: float, height: float) -> Iterator[tuple[Figure, Axes]]:
    """An empty plot in our style."""
    check_installed()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots()


def svg(figure: Figure) -> str:
    """The plot as SVG without XML header and date: the same plot gives the same bytes."""
    made = io.StringIO()
    figure.savefig(made, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    return made.getvalue()


def inline(figure: Figure) -> str:
    """The SVG for embedding in HTML: from the `svg` tag on."""
    text = svg(figure)
    return text[text.index("<svg") :]


def curve(points: Sequence[Point], name: str, metric: str) -> str:
    """A plot of a metric over the values of a parameter, with intervals."""
    with canvas(6.4, 3.6) as (figure, axes):
        at = [point.value for point in points]
        axes.fill_between(
            at, [p.measured.interval.low for p in points], [p.measured.interval.high for p in points],
            color=COLOURS[0], alpha=0.18, linewidth=0, label="95 % interval",
        )  # fmt: skip
        axes.plot(at, [p.measured.value for p in points], color=COLOURS[0], marker="o", markersize=4)
        axes.set_xticks(at if len(at) <= 20 else at[:: len(at) // 20 + 1])
        axes.set_xlabel(name)
        axes.set_ylabel(metric)
        axes.set_title(f"{metric} by {name}")
        axes.legend(frameon=False, loc="best")
        return svg(figure)
