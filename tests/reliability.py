"""Writes `docs/reliability.md`: every promise with its tries and failures (`make reliability`).

The numbers come from the result files in `docs/reliability/`, which the long runs write. A promise with fewer tries
than promised, or with a failure, is not kept, and the page says so.
"""

from __future__ import annotations

from pathlib import Path

from solenia_rules.text.frozen import frozen
from tests.mutation.groups import GROUPS
from tests.mutation.results import read as read_tried
from tests.results import FOLDER, Result, read

PAGE = FOLDER.with_suffix(".md")


@frozen
class Promise:
    """Something that holds for every input, and how often it is to be tried."""

    name: str
    text: str
    tries: int
    command: str
    """How it is tried."""


PROMISES = (
    Promise(
        "generated_rulesets",
        "A generated ruleset that `check` accepts plays without a crash or a hang, the same in every executor; saves, "
        "undo, views, sentences and formatting work; no seat learns a secret",
        200_000,
        "python -m tests.soak --hours N",
    ),
    Promise(
        "generated_secrets",
        "Generated rulesets with hidden things tell a seat the same in two games that look the same to it",
        20_000,
        "python -m tests.long_runs secrets_generated",
    ),
    Promise(
        "bundled_secrets",
        "Games of all bundled rulesets tell a seat the same in two games that look the same to it",
        5_000,
        "python -m tests.long_runs secrets_bundled",
    ),
    Promise(
        "served_secrets",
        "Tables of the server, of all bundled rulesets (300 games of each), send a client the same bytes in two games "
        "that look the same to it",
        10_800,
        "python -m tests.long_runs secrets_served",
    ),
    Promise(
        "planted_leaks",
        "A leak planted in the code or in the rules is found, one for each channel",
        25,
        "python -m tests.long_runs planted",
    ),
    Promise(
        "legal_answers",
        "Every offered answer of a bundled ruleset is taken",
        1_000_000,
        "python -m tests.long_runs answers",
    ),
    Promise(
        "illegal_answers",
        "Every other answer is refused, and the state stays the same",
        3_000_000,
        "python -m tests.long_runs answers",
    ),
    Promise(
        "altered_saves",
        "A save that is cut off or altered is refused or gives the same game; with a right checksum, it is refused or "
        "gives exactly the game that it describes",
        300_000,
        "python -m tests.long_runs saves",
    ),
    Promise(
        "same_everywhere",
        "The same seeds give the same bytes under any hash seed, on every Python at hand",
        2_000,
        "python -m tests.long_runs everywhere",
    ),
    Promise(
        "killed_saves",
        "`solenia play --save` killed at any moment leaves a whole save: the one before or the one after",
        10_000,
        "python -m tests.long_runs kills",
    ),
    Promise(
        "dropped_writes",
        "Saves and the database of the server survive power cuts that drop any writes that were not synchronised",
        20_000,
        "python -m tests.long_runs drops",
    ),
    Promise(
        "fuzzed_inputs",
        "Bytes for the loader, the parser, scenarios, saves, the cache, the protocol and the language server end with "
        "documented errors only",
        5_000_000,
        "python -m tests.fuzzing.run --seconds N",
    ),
)


def verdict(promise: Promise, result: Result | None) -> str:
    """Whether a promise is kept, as far as it was tried."""
    if result is None:
        return "no: not tried"
    if result.failures:
        return f"no: {len(result.failures)} failures"
    if result.tries < promise.tries:
        return f"no: too few tries ({result.tries / promise.tries:.1%})"
    return "yes"


def _mutation(folder: Path) -> list[str]:
    """The changes of our own code that tests notice, for each group of modules."""
    lines = [
        "",
        "## Changes of our own code",
        "",
        "`python -m tests.mutation GROUP` changes functions of the engine one by one, and runs the tests near them. A "
        "change that no test notices survives; it counts as noticed if a person gave a reason why nobody could notice "
        "it. The survivors stand in [reliability/mutation/](reliability/mutation/), and a function that becomes "
        "another one is tried anew.",
        "",
        "| group | kept | changes | tried | noticed | without effect | survived | goal | date | commit |",
        "|---|---|---:|---:|---:|---:|---:|---:|---|---|",
    ]
    for name, group in GROUPS.items():
        tried = read_tried(name, folder)
        date, commit = (tried.date, f"`{tried.commit}`") if tried.number else ("-", "-")
        without = tried.noticed - len(tried.killed)
        lines.append(
            f"| `{name}`: {group.text} | {tried.verdict(group.goal)} | {tried.changes or '-'} | {tried.number} | "
            f"{len(tried.killed)} | {without} | {tried.number - tried.noticed} | {group.goal:.0%} | {date} | {commit} |"
        )
    return lines


def page(folder: Path = FOLDER) -> str:
    """The page, from the results."""
    lines = [
        "# Reliability",
        "",
        "What the engine promises for every input, how often each promise was tried, and what went wrong. `make "
        "reliability` writes this page from the files in [reliability/](reliability/), which the long runs write. A "
        "promise that was tried less often than promised counts as not kept.",
        "",
        "| promise | kept | tries | promised tries | failures | date | commit | run |",
        "|---|---|---:|---:|---:|---|---|---|",
    ]
    notes = []
    for promise in PROMISES:
        result = read(promise.name, folder)
        tries, failures = (0, 0) if result is None else (result.tries, len(result.failures))
        date, commit = ("-", "-") if result is None else (result.date, f"`{result.commit}`")
        lines.append(
            f"| {promise.text} | {verdict(promise, result)} | {tries:,} | {promise.tries:,} | {failures:,} | {date} | "
            f"{commit} | `{promise.command}` |"
        )
        if result is not None:
            notes += [f"- `{promise.name}`: {number:,} {what}." for what, number in result.more.items()]
            if len(result.parts) > 1:
                parts = ", ".join(f"{tries:,} on `{commit}`" for commit, tries in result.parts.items())
                notes.append(f"- `{promise.name}` was added up: {parts}.")
            notes += [f"- `{promise.name}` failed: {message}" for message in result.failures[:20]]
    lines += _mutation(folder / "mutation")
    if notes:
        lines += ["", "## More numbers", "", *notes]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
