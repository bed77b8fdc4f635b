"""Numbers with their intervals as text, with as many digits as the interval deserves."""

from __future__ import annotations

from math import ceil, floor, log10

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.metrics import Metric
from solenia_rules.words.by_language import result_words


def share(measured: Measured, lang: str) -> str:
    if not measured.count:
        return "-"
    between = _between(f"{measured.interval.low:.1%}", f"{measured.interval.high:.1%}", lang)
    return f"{measured.value:6.1%}  {between}"


def _between(low: str, high: str, lang: str) -> str:
    return result_words(lang).RESULTS["between"].format(low=low, high=high)


def figure(measured: Measured, metric: Metric, lang: str) -> str:
    """The mean of a metric: a share in percent, an amount as a number."""
    return _percent(measured, "%", lang) if metric.share else number(measured, lang)


def gap(measured: Measured, metric: Metric, lang: str) -> str:
    """A difference in a metric: of shares in percent points, of amounts as a number."""
    if metric.share:
        return _percent(measured, result_words(lang).RESULTS["points_unit"], lang)
    return number(measured, lang)


def _percent(measured: Measured, unit: str, lang: str) -> str:
    """A number with two significant digits of its interval."""
    if not measured.count:
        return "-"
    low, value, high = (100 * x for x in (measured.interval.low, measured.value, measured.interval.high))
    half = (high - low) / 2
    digits = min(3, max(0, 1 - floor(log10(half)))) if half > 0 else 1
    return f"{_plain(value, digits)}{unit}  {_between(_plain(low, digits), _plain(high, digits), lang)}"


def certainty(level: float) -> str:
    """How sure an interval is whose error has this probability: with so many digits that it is not called 100 %."""
    digits = max(1, ceil(-log10(100 * level))) if level > 0 else 1
    return f"{1 - level:.{digits}%}"


def _plain(value: float, digits: int) -> str:
    """A rounded number; 0 has no sign."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def number(measured: Measured | None, lang: str) -> str:
    if measured is None or not measured.count:
        return "-"
    if measured.count == 1:
        return _plain(measured.value, 2)
    low, high = measured.interval.low, measured.interval.high
    return f"{_plain(measured.value, 2)}  {_between(_plain(low, 2), _plain(high, 2), lang)}"
