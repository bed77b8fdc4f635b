"""The desk: one object that answers every request of the page, by name. Texts in, texts out, so that a worker of a
browser and a test call it in the same way."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from solenia_rules.rules.errors import RulesetError
from solenia_rules.studio import library
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.drawings import Drawings
from solenia_rules.studio.editing import Editing
from solenia_rules.studio.grids import Grids
from solenia_rules.studio.insights import Insights
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, text_in, texts_in
from solenia_rules.studio.lessons import Lessons
from solenia_rules.studio.many_games import ManyGames
from solenia_rules.studio.mutations import Mutations
from solenia_rules.studio.playing import Playing
from solenia_rules.studio.reading import Reading
from solenia_rules.studio.trials import Trials

MOST_TRACE = 2000


class Desk:
    """Everything about the open draft."""

    def __init__(self, folder: Path) -> None:
        self.draft = Draft(folder)
        editing, reading = Editing(self.draft), Reading(self.draft)
        playing, games = Playing(self.draft), ManyGames(self.draft)
        trials = Trials(self.draft, playing)
        grids, lessons = Grids(self.draft), Lessons(self.draft)
        drawings, mutations = Drawings(self.draft, trials), Mutations(self.draft, trials)
        insights = Insights(self.draft)
        self.methods: Mapping[str, Callable[[Asked], Json]] = {
            "open": self.open, "edit": self.edit, "about": self.about,
            "games": library.games, "copy": library.copy_of,
            "diagnose": editing.diagnose, "complete": editing.complete, "hover": editing.hover,
            "define": editing.define, "refer": editing.refer, "base": editing.read_base,
            "renameable": editing.renameable, "rename": editing.rename, "format": editing.format,
            "outline": editing.outline,
            "tables": grids.tables, "set_field": grids.change, "add_record": grids.add, "remove_record": grids.remove,
            "lesson_put": lessons.put, "lesson_check": lessons.check,
            "sentences": reading.sentences, "rulebook": reading.rulebook, "aid": reading.aid,
            "picture": drawings.draw,
            "play": playing.begin, "state": playing.state, "act": playing.act, "bot": playing.bot,
            "rewind": playing.rewind, "carry_on": playing.carry_on, "save": playing.save,
            "scenarios": trials.run, "record": trials.record, "position": trials.position, "coverage": trials.coverage,
            "mutants": mutations.begin, "more_mutants": mutations.more,
            "measure": games.begin, "more": games.more, "version": games.version,
            "study": insights.begin, "study_more": insights.more, "study_skill": insights.skill,
        }  # fmt: skip

    def answer(self, line: str) -> str:
        """Answer one request: `{"method": ..., ...}` -> `{"result": ...}`, `{"refused": ...}` or `{"bug": ...}`."""
        try:
            asked = json.loads(line)
            return json.dumps({"result": self.methods[asked["method"]](asked)}, ensure_ascii=False, allow_nan=False)
        except Refusal as reason:
            return json.dumps({"refused": str(reason)}, ensure_ascii=False)
        except RulesetError as problem:
            return json.dumps({"refused": "; ".join(found.told for found in problem.diagnostics[:3])})
        except Exception as bug:
            # An internal error: the page shows it, and the next request is answered.
            return json.dumps({"bug": f"{type(bug).__name__}: {bug}", "trace": traceback.format_exc()[-MOST_TRACE:]})

    def open(self, asked: Asked) -> Json:
        """Replace the draft by other files."""
        self.draft.open(texts_in(asked, "files"))
        return {"main": self.draft.main}

    def edit(self, asked: Asked) -> Json:
        self.draft.edit(text_in(asked, "file"), text_in(asked, "text"))
        return None

    def about(self, asked: Asked) -> Json:
        """The title, the seats and the digest of the rules as they are read."""
        rules, lang = self.draft.rules(), text_in(asked, "lang", "en")
        return {"title": rules.titles.get(lang, rules.title), "seats": list(rules.seats), "digest": rules.digest,
                "current": self.draft.is_current()}  # fmt: skip
