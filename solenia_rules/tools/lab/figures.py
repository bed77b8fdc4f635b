"""Numbers with their intervals as text, with as many digits as the interval deserves."""

from __future__ import annotations

from math import floor, log10

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.metrics import Metric


def share(measured: Measured) -> str:
    if not measured.count:
        return "-"
    return f"{measured.value:6.1%}  ({measured.interval.low:.1%} to {measured.interval.high:.1%})"


def figure(measured: Measured, metric: Metric) -> str:
    """The mean of a metric: a share in percent, an amount as a number."""
    return _percent(measured, "%") if metric.share else number(measured)


def gap(measured: Measured, metric: Metric) -> str:
    """A difference in a metric: of shares in percent points, of amounts as a number."""
    return _percent(measured, " points") if metric.share else number(measured)


def _percent(measured: Measured, unit: str) -> str:
    """A number with two significant digits of its interval."""
    if not measured.count:
        return "-"
    low, value, high = (100 * x for x in (measured.interval.low, measured.value, measured.interval.high))
    half = (high - low) / 2
    digits = min(3, max(0, 1 - floor(log10(half)))) if half > 0 else 1
    return f"{_plain(value, digits)}{unit}  ({_plain(low, digits)} to {_plain(high, digits)})"


def _plain(value: float, digits: int) -> str:
    """A rounded number; 0 has no sign."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def number(measured: Measured | None) -> str:
    if measured is None or not measured.count:
        return "-"
    if measured.count == 1:
        return _plain(measured.value, 2)
    low, high = measured.interval.low, measured.interval.high
    return f"{_plain(measured.value, 2)}  ({_plain(low, 2)} to {_plain(high, 2)})"
