"""Counts what the server does, and writes the counts as Prometheus text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The bounds of the histogram of answer times, in seconds."""


class Metrics:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.levels: Counter[str] = Counter()
        self.times = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, name: str, number: int = 1) -> None:
        """Count something that happened."""
        self.counts[name] += number

    def change(self, name: str, by: int) -> None:
        """Change a number that goes up and down."""
        self.levels[name] += by

    def answered(self, seconds: float) -> None:
        """Note the time from receiving an answer to acknowledging it."""
        self.times[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def text(self) -> str:
        lines = []
        for name, number in sorted(self.counts.items()):
            lines += [f"# TYPE solenia_{name}_total counter", f"solenia_{name}_total {number}"]
        for name, number in sorted(self.levels.items()):
            lines += [f"# TYPE solenia_{name} gauge", f"solenia_{name} {number}"]
        lines.append("# TYPE solenia_answer_seconds histogram")
        total = 0
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), self.times, strict=True):
            total += number
            lines.append(f'solenia_answer_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"solenia_answer_seconds_sum {self.sum:.6f}", f"solenia_answer_seconds_count {total}"]
        return "\n".join(lines) + "\n"
