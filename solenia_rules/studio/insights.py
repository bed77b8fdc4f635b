"""What many games say beyond their results: which options are strong, and how the game feels. Games are tried
or replayed one after the other, so that the page shows what is known so far."""

from __future__ import annotations

from math import isfinite
from time import monotonic

from attrs import define, field

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, number_in, text_in
from solenia_rules.studio.option_words import option_words
from solenia_rules.tools.lab.chunk import play_games
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.feel import Felt, felt_games, summed
from solenia_rules.tools.lab.ladder import Ladder, climb
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import OneProcess, make_job
from solenia_rules.tools.lab.strong import FEWEST, Strong, Tryout
from solenia_rules.tools.lab.summary import json_of, summarize
from solenia_rules.tools.lab.telling_feel import Impression, feel_title, impressions
from solenia_rules.tools.lab.telling_strong import habit_lines, habits, strong_title
from solenia_rules.tools.lab.wire import Job

STRONG, FEEL = "strong", "feel"
MOST_GAMES = 2000
LADDER = ("random", "greedy", "mcts:50")
"""The bots whose skill is compared in a browser; stronger ones take minutes there."""
SECONDS = 40
"""How long they play."""
SHOWN = 30
"""The most options that the page lists."""


@define
class Study:
    """A question, and what was found so far."""

    sort: str
    rules: Ruleset
    job: Job
    wanted: int
    tryout: Tryout
    batch: Batch = field(factory=Batch)
    felt: list[Felt] = field(factory=list)
    ladder: Ladder | None = None
    spent: float = 0.0
    """Seconds of playing."""

    @property
    def games(self) -> int:
        return len(self.felt) if self.sort == FEEL else self.tryout.games


class Insights:
    """The studies of one draft, one at a time."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.study: Study | None = None

    def begin(self, asked: Asked) -> Json:
        """A new study: `sort` is `strong` or `feel`."""
        sort, wanted, rules = text_in(asked, "sort"), number_in(asked, "games"), self.draft.playable()
        if sort not in (STRONG, FEEL):
            raise Refusal(f"`{sort}` is not studied: ask for `{STRONG}` or `{FEEL}`")
        if not 0 < wanted <= MOST_GAMES:
            raise Refusal(f"a study has 1 to {MOST_GAMES} games")
        seats, bots, seed = number_in(asked, "seats"), text_in(asked, "bots", "random"), number_in(asked, "seed", 1)
        try:
            job = make_job(rules, seats, bots, seed)
        except LabError as problem:
            raise Refusal(str(problem)) from None
        program = rules.executor(seats).program
        none = Ladder((), all_win_or_lose(program), program.score is not None)
        self.study = Study(sort, rules, job, wanted, Tryout(rules, job), ladder=none)
        return {"digest": rules.digest}

    def more(self, asked: Asked) -> Json:
        """Go on for about `milliseconds`, and tell what is known so far."""
        study = self.study
        if study is None:
            raise Refusal("no study was begun")
        begun = monotonic()
        until = begun + number_in(asked, "milliseconds", 50) / 1000
        while study.games < study.wanted:
            if study.sort == FEEL:
                study.felt += felt_games(study.rules, study.job, len(study.felt), 1, _silently, plainly=True)
            else:
                study.batch.add(play_games(study.job, study.rules, study.tryout.games, 1))
                study.tryout.more()
            if monotonic() >= until:
                break
        study.spent += monotonic() - begun
        return self._told(study, text_in(asked, "lang", "en"))

    def skill(self, asked: Asked) -> Json:
        """Let stronger bots play against weaker ones, for at most `SECONDS`, and tell everything."""
        study = self.study
        if study is None or study.sort != FEEL or not study.felt:
            raise Refusal("no study of how the game feels was begun")
        games, job = number_in(asked, "games", study.wanted), study.job
        study.ladder = climb(study.rules, job.seats, job.seed, games, OneProcess(), _silently, _one_by_one, LADDER,
                             number_in(asked, "seconds", SECONDS))  # fmt: skip
        return self._told(study, text_in(asked, "lang", "en"))

    def _told(self, study: Study, lang: str) -> Json:
        who = ",".join(dict.fromkeys(study.job.bots))
        made: dict[str, Json] = {"games": study.games, "wanted": study.wanted, "seconds": round(study.spent, 2)}
        if study.sort == STRONG:
            return made | self._strong(study, study.tryout.found(), who, lang)
        if not study.felt or study.ladder is None:
            return made | {"title": "", "lines": []}
        found = Impression(summed(study.felt), study.ladder, who)
        return made | {"title": feel_title(found, lang), "lines": list(impressions(found, lang))}

    def _strong(self, study: Study, found: Strong, who: str, lang: str) -> dict[str, Json]:
        settled = [one for one in found.options if one.verdict != "open"]
        open_ = sorted((one for one in found.options if one.verdict == "open"), key=lambda one: -one.games)
        chosen = {one.name for one in (*settled, *open_)[:SHOWN]}
        options: list[Json] = []
        for one in found.options:
            gain = json_of(one.gain) if one.games > 1 else None
            if one.name in chosen and gain is not None and all(map(isfinite, gain.values())):
                words = option_words(study.rules, one.name)
                options.append({**words, "games": one.games, "gain": dict(gain), "verdict": one.verdict})
        lines = habit_lines(habits(summarize(study.batch, study.job.seats), found), lang) if study.batch.games else []
        return {
            "title": strong_title(found, who, lang), "lines": list(lines), "options": options,
            "points": found.in_points, "all": len(found.options), "settled": len(settled), "fewest": FEWEST,
        }  # fmt: skip


def _silently(_done: int) -> None:
    """No progress is told while games are played: the page asks for a little at a time."""


def _one_by_one(_games: int, _bots: object) -> int:
    """The games of a unit of work."""
    return 1
