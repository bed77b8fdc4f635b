"""Hints of mistakes that everybody makes: followed, they lead to something that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from solenia_rules.check.kinds.scope import MOST_LOOKED_UP, Problems
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import NOWHERE
from tests.check.cases import Case


@pytest.mark.parametrize(
    ("effect", "message", "hint", "right"),
    [
        ("if my points { gain 1 tin }", "expected a test (yes or no), found a number",
         "compare it with something: `my points > 0`", "if my points > 0 { gain 1 tin }"),
        ("gain (worth of me) of points", "a seat has no `worth`",
         "`worth` is a field of `token`", "gain (worth of first(heap)) of points"),
        ("repeat my depth { gain 1 tin }", "a seat has no `depth`",
         "`depth` is a parameter, the same for everybody: write just `depth`", "repeat depth { gain 1 tin }"),
        ("set my pace to 3", "a seat has no `pace`",
         "`pace` is a counter of the table, the same for everybody: write just `pace`", "set pace to 3"),
        ("dig 2 by plain(1, 1)", "`by` cannot stand here",
         "the parameters of a verb are joined by `to`, `from`, `on`, `with`, `at` or `until`", "dig 2 at plain(1, 1)"),
        ("gain 1 my tin", "`my` cannot stand here", "an amount goes to whoever acts: write `1 tin`", "gain 1 tin"),
        ("gain (my points + 1) points", "`points` cannot stand here",
         "is `of` missing: `(...) of points`?", "gain (my points + 1) of points"),
        ("for s in others { gain 1 tin }", "this loop does not use `s`, so the same seat does everything in it",
         "if each of these seats acts, write `as others { ... }`; else write `repeat count(others) { ... }`",
         "as others { gain 1 tin }"),
        ("for s in seats where points of s > 1 { gain 1 tin }",
         "this loop does not use `s`, so the same seat does everything in it",
         "if each of these seats acts, write `as all(s in seats where points of s > 1) { ... }`; "
         "else write `repeat count(s in seats where points of s > 1) { ... }`",
         "repeat count(s in seats where points of s > 1) { gain 1 tin }"),
        ("if posible { gain 1 tin }", "nothing is called `posible`", "did you mean `possible`?",
         "if possible { pay 1 tin } else { gain 1 tin }"),
        ("if some(a in plain where some(b in plain where some(c in plain where some(d in plain where "
         "some(e in plain where distance(a, b) > distance(c, d) + distance(d, e)))))) { gain 1 tin }",
         "`play.main` may take 8798346 steps in one action; at most 1000000 are allowed",
         "`plain` may have 9 members, and `some(b in plain where some(c in plain where some(d in plain…` may take "
         "244396 steps for each of them: choose from a smaller set, or put a test before it with `and` that few pass "
         "(a row, a column, `is`, `is in`); counting starts again in each `phase`, and `budget` allows more steps",
         "if some(a in plain where a is plain(1, 1) and some(b in plain where some(c in plain where some(d in plain "
         "where some(e in plain where distance(a, b) > distance(c, d) + distance(d, e)))))) { gain 1 tin }"),
        ("for c in plain where mark of c { repeat 900 { set level of c to count(d in plain where distance(c, d) > 1) "
         "} }",
         "`play.main` may take 3855678 steps in one action; at most 1000000 are allowed",
         "a block is done for each of the 4 members of `seats`, and a block is done for each of the 9 members of "
         "`plain`, and a block is done 900 times, and `plain` may have 9 members, and `distance(c, d) > 1` may take 12 "
         "steps for each of them: choose from a smaller set, or put a test before it with `and` that few pass "
         "(a row, a column, `is`, `is in`); counting starts again in each `phase`, and `budget` allows more steps",
         "for c in plain where mark of c { let n = count(d in plain where distance(c, d) > 1); "
         "repeat 900 { set level of c to n } }"),
        ("repeat 40 { if longest_path(plain) > 2 { gain 1 tin } }",
         "`play.main` may take 3201926 steps in one action; at most 1000000 are allowed",
         "a block is done for each of the 4 members of `seats`, and a block is done 40 times, and "
         "`longest_path(plain) > 2` may take 20000 steps, because a search for a longest path counts as up to 20000: "
         "work it out once with `let` before the block, or store it in a state when it changes; "
         "counting starts again in each `phase`, and `budget` allows more steps",
         "let n = longest_path(plain); repeat 40 { if n > 2 { gain 1 tin } }"),
        ("repeat 1000 { repeat 900 { repeat 10 { gain 1 tin } } }",
         "`play.main` may take 399604006 steps in one action; at most 1000000 are allowed",
         "a block is done 1000 times, and a block is done 900 times, and a block is done 10 times: repeat less often, "
         "or over smaller sets; counting starts again in each `phase`, and `budget` allows more steps",
         "repeat 100 { repeat 90 { gain 1 tin } }"),
        ("repeat 4 { let cs = all(c in plain where level of c < 3); for a in cs { for b in cs { for c in cs { "
         "set level of c to count(d in cs where distance(a, b) + distance(b, c) > distance(c, d)) } } } }",
         "`play.main` may take 3922182 steps in one action; at most 1000000 are allowed",
         "a block is done for each of the 4 members of `seats`, and a block is done 4 times, and a block is done for "
         "each of the 9 members of `cs`, and a block is done for each of the 9 members of `cs`, and a block is done "
         "for each of the 9 members of `cs`, and `cs` may have 9 members, and `distance(a, b) + distance(b, c) > "
         "distance(c, d)` may take 36 steps for each of them: give it a smaller set or a single cell; counting starts "
         "again in each `phase`, and `budget` allows more steps",
         "repeat 4 { let cs = neighbours(plain(2, 2)); for a in cs { for b in cs { for c in cs { "
         "set level of c to count(d in cs where distance(a, b) + distance(b, c) > distance(c, d)) } } } }"),
        ("repeat 40 { if longest_path(level of c for c in plain, plain) > 2 { gain 1 tin } }",
         "`play.main` may take 3203526 steps in one action; at most 1000000 are allowed",
         "a block is done for each of the 4 members of `seats`, and a block is done 40 times, and "
         "`longest_path(level of c for c in plain, plain) > 2` may take 20010 steps, because a search for a longest "
         "path counts as up to 20000: work it out once with `let` before the block, or store it in a state when it "
         "changes; counting starts again in each `phase`, and `budget` allows more steps",
         "let n = longest_path(level of c for c in plain, plain); repeat 40 { if n > 2 { gain 1 tin } }"),
        ("set level of plain(1, 1) to longest_path(row of c - 2 for c in plain)",
         "what a cell counts for a longest path could be less than 0",
         "write `max(0, ...)`, or declare the number with a range: `0..9`",
         "set level of plain(1, 1) to min(3, longest_path(max(0, row of c - 2) for c in plain))"),
        ("set level of plain(1, 1) to longest_path(c in plain by row of c, plain)",
         "`longest_path` does not take a phrase without `for`",
         "what each cell counts stands before `for`: `longest_path(VALUE for x in CELLS, JOINTS)`",
         "set level of plain(1, 1) to min(3, longest_path(row of c for c in plain, plain))"),
        ("for n in 1..depth { gain 1 tin }", "`..` is no sign of the language",
         "write `range(1, depth)`, or `repeat depth { ... }` to do something so often",
         "for n in range(1, depth) { gain n of tin }"),
        ("for n in depth { gain n of tin }", "expected a set, found a number",
         "`range(1, depth)` is the set of the numbers from 1 to depth", "for n in range(1, depth) { gain n of tin }"),
        ("repeat 3 { stop if pace > 2; gain 1 tin }", "`if` cannot stand here",
         "the test comes first: `if pace > 2 { stop }`", "repeat 3 { if pace > 2 { stop }; gain 1 tin }"),
        ("gain 1 tin if pace > 2", "`if` cannot stand here",
         "the test comes first: `if pace > 2 { gain 1 tin }`", "if pace > 2 { gain 1 tin }"),
        ("repeat until pace > 2 { gain 1 tin }", "`until` cannot stand here",
         "say how often at most, and leave the block: `repeat 100 { ...; if pace > 2 { stop } }`",
         "repeat 100 { gain 1 tin; if pace > 2 { stop } }"),
        ("repeat depth times { gain 1 tin }", "`times` cannot stand here", "leave out `times`",
         "repeat depth { gain 1 tin }"),
        ("gain 1 point per token", "`per` cannot stand here", "count what it is for: `gain count(...) of point`",
         "gain count(heap) of point"),
        ("if count(neighbours of plain(1, 1)) > 2 { gain 1 tin }", "a plain or none has no `neighbours`",
         "write `neighbours(plain(1, 1))`", "if count(neighbours(plain(1, 1))) > 2 { gain 1 tin }"),
        ("if place of cube > 1 { gain 1 tin }", "a cube has no `place`",
         'no zone of `cube` has an order: give one `order = "line"`',
         "if place of first(row of red) is 1 { gain 1 tin }"),
        ("if shows of my pawn > 1 { gain 1 tin }", "a pawn has no `shows`", "`pawn` is no die: it has no `sides`",
         "if shows of cube > 1 { gain 1 tin }"),
        ("if face of cube is front { gain 1 tin }", "a cube has no `face`", "`cube` has no `faces`",
         "if shows of cube is 1 { gain 1 tin }"),
        ("if longest_trail(plain) > 2 { gain 1 tin }", "no query is called `longest_trail`",
         "did you mean `longest_path`?", "if longest_path(plain) > 2 { gain 1 tin }"),
        ("for c in plain where c is clear(c) { gain 1 tin; set mark of c to true }",
         "a cell of `plain` is never a test (yes or no)", "write `c is clear`, or just `clear(c)`",
         "for c in plain where c is clear { gain 1 tin; set mark of c to true }"),
        ("if leader is none or me { gain 1 tin }", "expected a test (yes or no), found a seat",
         "write out both tests: `or leader is me`", "if leader is none or leader is me { gain 1 tin }"),
        ("if leader { gain 1 tin }", "expected a test (yes or no), found a seat or none",
         "to ask whether there is one: `leader is not none`", "if leader is not none { gain 1 tin }"),
        ("roll cubes", "expected a piece or none, found a set of cube", "for each of them: `for x in cubes { roll x }`",
         "for x in cubes { roll x }"),
        ("if pace > 2 { let who = me } else { let who = next(me) }; set leader to who", "nothing is called `who` here",
         "`who` is known only inside the block in which it gets its name; a value for both cases is "
         "`let who = if ... then ... else ...`",
         "let who = if pace > 2 then me else next(me); set leader to who"),
        ("let n = 1; set n to 2", "this cannot be given a value",
         "a `let` never changes; keep in [state] what changes, or give it a value for both cases: "
         "`let n = if ... then ... else ...`",
         "let n = if pace > 2 then 1 else 2; set pace to n"),
        ("choose c in plain; set c to true", "this cannot be given a value",
         "`c` names a thing and never changes; its fields do: `set mark of c to ...`",
         "choose c in plain; set mark of c to true"),
        ("move 1 token from heap to my pouch", "`move` takes no `from`",
         "pieces leave the place where they are; `draw 1 from ... to ...` takes the first ones of a zone, and "
         "`choose c in ...; move c to ...` asks which",
         "draw 1 from heap to my pouch"),
        ("lose all points", "`points` cannot stand here", "say how many: `lose my points of points`",
         "lose my points of points"),
        ("choose up to my points - 1 t in heap { gain 1 tin }", "`my` cannot stand here",
         "put a computed number in brackets: `choose up to (my points - 1) t in ...`",
         "choose up to (my points - 1) t in heap { gain 1 tin }"),
        ("let n = 1; if my points > 0 { let n = 5 }; gain n of points",
         "the `n` outside this block keeps its value: this is a new one, which ends with the block",
         "a `let` never changes; keep in [state] what changes, or give it a value for both cases: "
         "`let n = if ... then ... else ...`",
         "let n = if my points > 0 then 5 else 1; gain n of points"),
        ("let n = 0; for c in plain { let n = n + level of c }; gain n of points",
         "the `n` outside this block keeps its value: this is a new one, which ends with the block",
         "a `let` never changes; keep in [state] what changes; to add up, write `let n = sum(... for c in plain)`",
         "let n = sum(level of c for c in plain); gain n of points"),
        ("let n = 0; repeat 3 { let n = n + 1; gain n of points }",
         "the `n` outside this block keeps its value: this is a new one, which ends with the block",
         "a `let` never changes; keep in [state] what changes; for another thing, take another name",
         "let n = 0; repeat 3 { let more = n + 1; gain more of points }"),
        ("gain -2 points", "expected a number, found a bundle",
         "an amount is never below 0: write `gain 2 points` or `lose 2 points`", "lose 2 points"),
        ("for c in cubes { roll c 2 times }", "`2` cannot stand here", "write `repeat 2 { roll c }`",
         "for c in cubes { repeat 2 { roll c } }"),
        ("if every(s in seats where points of s > 1) { gain 1 tin }", "no query is called `every`",
         "write `no(s in seats where not points of s > 1)`",
         "if no(s in seats where not points of s > 1) { gain 1 tin }"),
        ("if every(s in seats where points of s > 1 and points of s < 5) { gain 1 tin }", "no query is called `every`",
         "write `no(s in seats where not (points of s > 1 and points of s < 5))`",
         "if no(s in seats where not (points of s > 1 and points of s < 5)) { gain 1 tin }"),
        ("if any(s in seats where points of s > 1) { gain 1 tin }", "no query is called `any`",
         "write `some(s in seats where points of s > 1)`",
         "if some(s in seats where points of s > 1) { gain 1 tin }"),
        ("gain count(plain where mark) of points", "`where` cannot stand here",
         "give each of them a name: `count(x in plain where ...)`", "gain count(x in plain where mark of x) of points"),
        ("gain sum(points of seats) of points", "`sum` takes `value for x in set`",
         "give each of them a name: `sum(points of x for x in seats)`",
         "gain sum(points of x for x in seats) of points"),
        ("if max(points of others) > 2 { gain 1 tin }", "`max` takes two numbers or more, or `value for x in set`",
         "give each of them a name: `max(points of x for x in others)`",
         "if max(points of x for x in others) > 2 { gain 1 tin }"),
        ("gain 5 vault of red", "`vault` is counted for each camp; name one",
         "it belongs to no seat: `add 5 to vault of ...`", "add 5 to vault of red"),
        ("gain 5 store", "`store` is counted for each metal; name one", "write the metal instead: `5 tin`",
         "gain 5 tin"),
        ("gain 1 point to next(me)", "`gain` takes no `to`", "who acts gains it: `as next(me) { gain 1 point }`",
         "as next(me) { gain 1 point }"),
        ("lose 1 point from others", "`lose` takes no `from`", "who acts loses it: `as others { lose 1 point }`",
         "as others { lose 1 point }"),
        ("draw all from heap to my pouch", "nothing is called `all`",
         "to take all of them, write `move heap to my pouch`", "move heap to my pouch"),
        ("lose 2 points for s in others", "`for` cannot stand here",
         "who acts comes first: `as others { lose 2 points }`", "as others { lose 2 points }"),
        ("set mark of c to true for c in plain", "`for` cannot stand here",
         "the loop comes first: `for c in plain { set mark of c to true }`",
         "for c in plain { set mark of c to true }"),
        ("choose t in heap; move t on my pouch", "`move` takes no `on`", "write `to`",
         "if some(heap) { choose t in heap; move t to my pouch }"),
        ("draw 1 from heap into my pouch", "`into` cannot stand here", "write `to`", "draw 1 from heap to my pouch"),
        ("give 1 tin to next(me)", "no verb is called `give`",
         "pieces are moved, `move ... to ...`, and words and counters change hands in two steps: "
         "`pay 1 ...; as s { gain 1 ... }`",
         "if possible { pay 1 tin; as next(me) { gain 1 tin } }"),
        ("gain 1 tin by others", "`by` cannot stand here", "who acts comes first: `as others { gain 1 tin }`",
         "as others { gain 1 tin }"),
        ("others { gain 1 tin }", "`{` cannot stand here", "to say who acts, write `as others { ... }`",
         "as others { gain 1 tin }"),
        ("repeat 3 { gain 1 tin; if pace > 2 { break } }", "no verb is called `break`",
         "`stop` leaves a `repeat`, `stop turn` ends the phase `turn`, and `win ...` ends the game",
         "repeat 3 { gain 1 tin; if pace > 2 { stop } }"),
        ("phase turn { if pace > 2 { stop phase turn }; gain 1 tin }", "`phase` cannot stand here",
         "leave out `phase`: `stop turn`", "phase turn { if pace > 2 { stop turn }; gain 1 tin }"),
        ("phase turn { if pace > 2 { stop game }; gain 1 tin }", "no text has a phase `game`",
         "a game ends with `win ...`: some seats, or `win none` for a draw", "if pace > 2 { win none }; gain 1 tin"),
        ("phase turn { if pace > 2 { stop bidding }; gain 1 tin }", "no text has a phase `bidding`",
         "the phases are `turn`", "phase turn { if pace > 2 { stop turn }; gain 1 tin }"),
        ("choose 2 metals; gain 1 tin", "the set of this choice is missing",
         "name what is chosen: `choose 2 x in metals { ... }`", "choose 2 x in metals { gain 1 of x }"),
        ("choose metal; gain 1 tin", "the set of this choice is missing", "name what is chosen: `choose metal in ...`",
         "choose metal in metals; gain 1 of metal"),
        ("if can { pay 1 tin } else { gain 1 tin }", "nothing is called `can`",
         "to ask whether a block can be done, write `if possible { ... } else { ... }`",
         "if possible { pay 1 tin } else { gain 1 tin }"),
        ("if pace > 2 { gain 1 tin } { gain 1 zinc }", "`{` cannot stand here",
         "a second block begins with `else` after `if` and `may`, and with `or` in a `choose`",
         "if pace > 2 { gain 1 tin } else { gain 1 zinc }"),
        ("choose b in bundles up to 2 metals; gain b", "`up to` cannot stand here", "write `bundles(2 metals)`",
         "choose b in bundles(2 metals); gain b"),
        ("choose b in bundles(metals); gain b", "expected a bundle, found a set of metal",
         "say how many: `bundles(2 metals)`", "choose b in bundles(2 metals); gain b"),
        ("gain (worth of heap[1]) of points", "`[` is no sign of the language",
         "the n-th member of a set is `nth(heap, 1)`", "gain (worth of nth(row of red, 1)) of points"),
        ("gain (worth of heap(1)) of points", "no query is called `heap`", "its n-th piece is `nth(heap, 1)`",
         "gain (worth of nth(row of red, 1)) of points"),
        ("gain (worth of nth(1, row of red)) of points", "expected a set, found a number",
         "the set comes first: `nth(row of red, 1)`", "gain (worth of nth(row of red, 1)) of points"),
        ("let n = random(1, 6); gain n of points", "`random` takes 1 value(s), found 2",
         "it takes a set: `random(range(1, 6))` is a number from 1 to 6",
         "let n = random(range(1, 6)); gain n of points"),
        ("if longest_path(c in plain where mark of c) > 2 { gain 1 tin }",
         "`longest_path` does not take a phrase without `for`",
         "make it a set: `longest_path(all(c in plain where mark of c))`",
         "if longest_path(all(c in plain where mark of c)) > 2 { gain 1 tin }"),
        ("if count(closure(c in plain where mark of c)) > 2 { gain 1 tin }",
         "`closure` does not take a phrase without `for`",
         "say what follows from each member: `closure(neighbours(c) for c in plain where mark of c)`",
         "if count(closure(neighbours(c) for c in plain where mark of c)) > 2 { gain 1 tin }"),
        ("set owner of first(row of red) to me", "this cannot be given a value",
         "a piece belongs to the owner of the zone in which it lies: `move ... to ZONE of SEAT`",
         "move first(row of red) to pouch of me"),
        ("gain 1 tin; if clear of plain(1, 1) { gain 1 tin }", "`clear` needs 1 value(s) in brackets",
         "write `clear(plain(1, 1))`, or `plain(1, 1) is clear` if it answers yes or no",
         "if clear(plain(1, 1)) { gain 1 tin }"),
        ("if me is room { gain 1 tin }", "a seat is never a number", None, "if room > 2 { gain 1 tin }"),
        ("set mark of plain.b3 to true", "`.` is no sign of the language",
         "a text names a cell by its row and column: `plain(3, 2)`", "set mark of plain(3, 2) to true"),
        ("for a, b in metals { gain 1 of a }", "`,` cannot stand here",
         "a loop over pairs is a `for` inside a `for`: `for a in A { for b in B { ... } }`",
         "for a in metals { for b in metals where a is not b { gain 1 of a + 1 of b } }"),
        ("gain sum(1 for a in metals, b in camps) of points", "`,` cannot stand here",
         "write `for` again for each set: `sum(1 for a in A for b in B)`",
         "gain sum(place of a + place of b for a in metals for b in camps) of points"),
        ("choose b in bundles(2 metals) where b is 1 tin; gain b", "bundles are compared with `can_pay` or `count`",
         "ask for the amount of a word: `tin of b is 1`", "choose 2 b in bundles(2 metals) { gain b }"),
        ("let c = beside(plain(1, 1)); set mark of c to true", "`beside` takes 2 value(s), found 1",
         "write `beside(CELL, NUMBER)`", "let c = beside(plain(1, 1), 2); set mark of c to true"),
        ("gain depth points", "`points` cannot stand here", "is `of` missing: `depth of points`?",
         "gain depth of points"),
    ],
)  # fmt: skip
def test_hints_that_are_followed_work(
    effect: str, message: str, hint: str, right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (found,) = _told(effect, tmp_path)
    assert (found.message, found.hint) == (message, hint)
    assert not _told(right, tmp_path)


def _told(effect: str, folder: Path) -> tuple[Diagnostic, ...]:
    text = f"main = {{ effect = 'as seats {{ {effect} }}', source = \"ours\" }}"
    return Case("hint", ("[play]", text)).load(folder)


WIDER = """
[boards]
posts = { corners = "plain", fields = { peg = "seat?" }, source = "ours" }
[history]
stood = { keeps = ["plain"], most = 20, source = "ours" }
[queries]
near = { params = { cell = "cell", seat = "seat" }, value = 'cell of pawn of seat is cell', source = "ours" }
wet  = { value = 'pace > 2', source = "ours" }
"""
"""Corners, a history, a query of two parameters and one without, beside what `ground.toml` declares."""


@pytest.mark.parametrize(
    ("effect", "message", "hint"),
    [
        ("for c in plain where c is near { gain (level of c) of points }",
         "`is` asks a query about one thing, but `near` takes 2 value(s)",
         "write `near(c, ...)`: its parameters are `cell` and `seat`"),
        ("for c in plain where c is near(me) { gain (level of c) of points }", "`near` takes 2 value(s), found 1",
         "write `near(c, me)`"),
        ("for c in plain where near(c) { gain (level of c) of points }", "`near` takes 2 value(s), found 1",
         "write `near(c, ...)`: its parameters are `cell` and `seat`"),
        ("for c in plain where c is near me { gain (level of c) of points }", "`me` cannot stand here",
         "a query of two things has brackets: `near(c, ...)`"),
        ("if near { gain 1 tin }", "`near` needs 2 value(s) in brackets",
         "write `near(cell, ...)`: its parameters are `cell` and `seat`"),
        ("if wet(me) { gain 1 tin }", "`wet` takes 0 value(s), found 1", "write just `wet`"),
        ("if me is wet { gain 1 tin }", "a seat is never a test (yes or no)",
         "`wet` asks about nothing: write just `wet`"),
        ("choose c in corners; set peg of c to me", "nothing is called `corners`",
         "write `corners_of(...)`; the corners of the whole grid are `posts`"),
        ("record plain", "expected a history, found a set of plain",
         "name a history, which says in [history] what it keeps: `stood`"),
        ("forget position", "nothing is called `position`",
         "name a history, which says in [history] what it keeps: `stood`"),
        ("if count(stood) > 2 { win none }", "expected a set, found a number",
         "`stood` is a number already: how often the present position was recorded"),
        ("if stood(plain) > 2 { win none }", "no query is called `stood`",
         "a history is a number, how often the present position was recorded: write just `stood`"),
        ("set stood to 0", "this cannot be given a value",
         "`record stood` counts the present position once more, and `forget stood` begins again"),
        ("let stood = 3; gain stood of points", "`stood` already means a history here", None),
    ],
)  # fmt: skip
def test_hints_about_histories_corners_and_queries(
    effect: str, message: str, hint: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"[play]\nmain = {{ effect = 'as seats {{ {effect} }}', source = \"ours\" }}"
    found = Case("hint", (*WIDER.splitlines(), text)).load(tmp_path)
    assert [(d.message, d.hint) for d in found] == [(message, hint)]


@pytest.mark.parametrize(
    ("rule", "message", "hint"),
    [
        ("after gain by me once per turn of me { gain 1 point }", "`of` cannot stand here",
         "write `once per my turn`"),
        ("after gain tin by me { gain 1 point }", "`tin` cannot stand here",
         "who acts comes first, then the amount: `after gain by me where ... of what > 0 { ... }`"),
        ("after gain by me where what is tin { gain 1 point }", "a bundle is never a metal",
         "ask how much of it there is: `tin of what > 0`"),
        ("after gain by me where tin is in what { gain 1 point }", "expected a set, found a bundle",
         "ask how much of a word it has: `WORD of what > 0`"),
        ("depth by me becomes it + 1", "no query is called `depth`",
         "`depth` is a parameter, and rules change queries: put it into one, `NAME = { value = 'depth' }`, and use "
         "NAME"),
        ("after turn by me { gain 1 point }", "no verb is called `turn`",
         "a rule hangs on a verb of [verbs] or on a built-in one: let what happens there be a verb of its own"),
    ],
)  # fmt: skip
def test_hints_about_lasting_rules(
    rule: str, message: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = Case("hint", ("[rules.odd]", f"rules = {chr(34) * 3}{rule}{chr(34) * 3}", 'source = "ours"')).load(tmp_path)
    assert (message, hint) in [(d.message, d.hint) for d in found]


@pytest.mark.parametrize(
    ("condition", "wrong", "hint", "rights"),
    [
        ("this is in heap", "after rest by anyone where my points > 2 { set pace to 1 }",
         "write `actor` or `as actor { ... }` for that seat, or let the rule hold only for an owner: "
         "`owner of this is not none and ...`",
         [("this is in heap", "after rest by anyone where points of actor > 2 { set pace to 1 }"),
          ("this is in heap",
           "after rest by anyone where owner of this is not none and my points > 2 { set pace to 1 }")]),
        ("cell of this is not none and my points > 2", "after rest by anyone { set pace to 1 }",
         "write `by me`, or let the `while` hold only for an owner: `owner of this is not none and ...`",
         [("cell of this is not none and my points > 2", "after rest by me { set pace to 1 }"),
          ("owner of this is not none and cell of this is not none and my points > 2",
           "after rest by anyone { set pace to 1 }")]),
    ],
)  # fmt: skip
def test_a_rule_that_may_have_no_owner_is_mended_by_its_hint(
    condition: str,
    wrong: str,
    hint: str,
    rights: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (found,) = _told_of_rule(condition, wrong, tmp_path)
    assert (found.code, found.hint) == ("E319", hint)
    for right in rights:
        assert not _told_of_rule(*right, tmp_path)


def _told_of_rule(condition: str, rule: str, folder: Path) -> tuple[Diagnostic, ...]:
    kind = f"[pieces.token]\nwhile = '{condition}'\nsource = \"ours\""
    return Case("rule", (kind, "[tokens]", f"odd = {{ worth = 1, lasting = '{rule}', source = \"ours\" }}")).load(
        folder
    )


def test_near_names_are_looked_for_only_for_the_first_unknown_names() -> None:
    problems = Problems()
    for _number in range(MOST_LOOKED_UP + 2):
        problems.unknown("E202", "no verb is called", "gian", NOWHERE, ["pay", "gain"])
    hints = [problem.hint for problem in problems.found]
    assert hints == ["did you mean `gain`?"] * MOST_LOOKED_UP + [None] * 2


NEEDS_FIRST = "a field with `resets` needs the value to which it is reset"


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ('"yes_no"', "a field that may be absent has the kind `yes_no?`"),
        ('{ kind = "yes_no", resets = "turn" }', f"{NEEDS_FIRST}: `starts = false`"),
        ('{ kind = "2..5", resets = "turn" }', f"{NEEDS_FIRST}: `starts = 2`"),
        ('{ kind = "camp", resets = "turn" }', f"{NEEDS_FIRST}: `starts = ...`"),
    ],
)  # fmt: skip
def test_a_field_that_is_reset_needs_a_first_value(
    kind: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (
        "[pieces]", f'chit = {{ plural = "chits", fields = {{ spent = {kind} }}, source = "ours" }}',
        "[chits]", 'plain_chit = { source = "ours" }',
    )  # fmt: skip
    found = [d for d in Case("hint", lines).load(tmp_path) if d.code == "E022"]
    assert [(d.message, d.hint) for d in found] == [("the field `spent` is missing", hint)]


@pytest.mark.parametrize(
    ("lines", "message", "hint"),
    [
        (("[pieces]", 'chit = { plural = "chits", copies = 5, source = "ours" }'), "unknown key `copies`",
         "each record says how many there are of it, as `NAME = { copies = 5 }` in the section of its plural"),
        (("[pieces.chit]", 'plural = "chits"', 'source = "ours"',
          'fields = { mark = { kind = "camp?", seen = "owner" } }'), "unknown key `seen`",
         "who sees a thing sees all its fields: a secret is a piece in a zone with `seen`, or [state] with `seen`"),
        (("[boards.flat]", "columns = 2", "rows = 2", 'source = "ours"',
          'fields = { mark = { kind = "camp?", seen = "owner" } }'), "unknown key `seen`",
         "who sees a thing sees all its fields, and all see a board: a secret is a piece in a zone with "
         '`seen = "owner"` that names its cell'),
        (("[zones]", 'yard = { per = ["seat", "metal"], of = "token", source = "ours" }'),
         "expected a text, found a list",
         'a zone is per "seat" or per one kind: have one zone for each seat, and ask for a part of it: '
         "`all(p in my yard where FIELD of p is WORD)`"),
        (("[state]", 'yard = { per = ["seat", "metal"], kind = "0..9", source = "ours" }'),
         "expected a text, found a list",
         'state is shared or per "seat": numbers for each seat and word are a counter, `per = ["seat", KIND]` in '
         "[counters]"),
        (("[params]", 'most = { default = 4, min = 1, max = 9, source = "ours" }'), "unknown key `min`",
         "both ends stand in one list: `range = [1, 9]`"),
        (("[state]", 'late = { type = "yes_no", source = "ours" }'), "unknown key `type`", "`kind` says what it holds"),
        (("[state]", 'sum_of = { kind = "bundle", source = "ours" }', "[play]",
          "main = { effect = 'set sum_of to 2 tin; gain sum_of', source = \"ours\" }"),
         "`bundle` cannot be stored in the state",
         "say of what, and how many at most: `kind = \"3 ores\"` holds a member of `bundles(3 ores)`"),
        (("[boards.flat]", "columns = 2", "rows = 1", 'fields = { hue = "camp" }', 'map = "red blue"',
          'source = "ours"'), "a map stands in single quotes", "write '''...'''"),
        (("[pieces]", 'chit = { plural = "chits", fields = { hues = "list of camp" }, source = "ours" }'),
         "there is no kind `list of camp`",
         "a list has a fixed length, and its words are named in the plural: `list of 4 camps`"),
        (("[state]", 'late = { kind = "yes_no", per = "seats", source = "ours" }', "[play]",
          "main = { effect = 'set my late to true', source = \"ours\" }"), "state is shared or per `seat`",
         'write `per = "seat"`'),
        (("[zones]", 'yard = { per = "seats", of = "token", source = "ours" }', "[play]",
          "main = { effect = 'move yard to my yard; move yard of seats to heap', source = \"ours\" }"),
         "there is no kind of words `seats`", "did you mean `seat`?"),
        (("[state]", 'late = { kind = "bool", source = "ours" }'), "there is no kind `bool`", "write `yes_no`"),
        (("[queries]", 'near = { params = { c = "plain" }, value = "3", source = "ours" }'),
         "there is no kind `plain`", "a cell of `plain` has the kind `cell`"),
        (("[queries]", 'near = { params = ["c"], value = "3", source = "ours" }'), "expected a table, found a list",
         'name each of them with its kind: `params = { cell = "cell", seat = "to seat" }`'),
        (("[queries]", 'late = { effect = "pace > 2", source = "ours" }'), "unknown key `effect`",
         "a query has a `value`; what is done is a verb, with an `effect`"),
        (("[query]", 'late = { value = "3", source = "ours" }'), "unknown key `query`", "did you mean `queries`?"),
        (("[history]", 'stood = { keeps = "plain", most = 9, source = "ours" }'),
         "expected a list, found the text `plain`", 'write `["plain"]`'),
        (("[pieces]", 'die = { sides = [1, 2, 3], source = "ours" }'), "expected a number, found a list",
         "a die shows the numbers from 1: `sides = 6`"),
        (("[allow]", 'W503 = "fine"'), "expected a table, found the text `fine`",
         'name what is allowed, and say why: `"verbs.NAME" = "..."` under `[allow.CODE]`'),
        (("[boards.flat]", "columns = 2", "rows = 1", 'source = "ours"', 'shape = "hex"'), "unknown key `shape`",
         'six-sided cells are `grid = "hex"`'),
        (("[tokens]", '"{hue}_token" = { for = { hue = "camps" }, worth = "{n}", source = "ours" }'),
         "`{n}` names no variable of the pattern",
         "its variables are `{hue}`; braces hold a value of the variables, numbers and words: `{n}`, `{n + 1}`, "
         "`{2 * n - 1}`, `{remainder(n, 5)}`, `{if n is in (5, 7) then 2 else 1}`"),
        (("[tokens]", '{hue}_token = { for = { hue = "camps" }, worth = 1, source = "ours" }'), "invalid statement",
         'the key of a pattern stands in quotes: `"{suit}_{rank}" = { ... }`'),
        (("[tokens.'{hue}_token']", 'for = { hue = "camps" }', "worth = 1", "deed = 'gain 1 {hue}'", 'source = "ours"'),
         "`{` cannot stand here",
         "a text is the same in all records of a pattern: read a field, as in `worth of this`"),
    ],
)  # fmt: skip
def test_what_stands_in_the_wrong_place_of_a_file(
    lines: tuple[str, ...], message: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = Case("hint", lines).load(tmp_path)
    assert (message, hint) in [(d.message, d.hint) for d in found]


def test_a_test_that_a_phase_makes_worthless_belongs_into_the_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lit, choice = "some(t in heap where lit)", "choose t in heap where lit; move t to bag"
    state = ("[state]", 'lit = { kind = "yes_no", resets = "night", source = "ours" }', "[play]")
    put = "set lit to some(heap)"

    def hints(text: str) -> list[str | None]:
        lines = (*state, f"main = {{ effect = '{text}', source = \"ours\" }}")
        return [d.hint for d in Case("hint", lines).load(tmp_path) if d.code == "W503"]

    (outside,) = hints(f"{put}; if {lit} {{ phase night {{ {choice} }} }}")
    assert (
        outside
        == "the beginning of a phase changes what the test before the phase reads: put the test into the phase, too"
    )
    assert not hints(f"{put}; phase night {{ if {lit} {{ {choice} }} }}")
    (elsewhere,) = hints(f"{put}; if {lit} {{ phase night {{ move first(heap) to bag; {choice} }} }}")
    assert elsewhere is not None
    assert elsewhere.startswith("ask first")


@pytest.mark.parametrize(
    ("section", "lines", "call", "hint"),
    [
        ("queries.clear", ('params = { seat = "seat" }', "value = 'points of seat > 1'"), "if clear(me) { rest }",
         "`cell` comes from the base, ground.toml: a variant adds to its parameters; to replace all of them, write "
         '`remove = ["queries.clear.params"]` before the sections'),
        ("queries.clear", ('params = { seat = "seat" }', "value = 'points of seat > 1'"), "if me is clear { rest }",
         "`cell` comes from the base, ground.toml: a variant adds to its parameters; to replace all of them, write "
         '`remove = ["queries.clear.params"]` before the sections'),
        ("verbs.dig", ('params = { metal = "to metal" }', "effect = 'gain 1 of metal'"), "dig to tin",
         "`times` and `cell` come from the base, ground.toml: a variant adds to its parameters; to replace all of "
         'them, write `remove = ["verbs.dig.params"]` before the sections'),
    ],
)  # fmt: skip
def test_parameters_that_come_from_the_base_can_be_replaced(
    section: str, lines: tuple[str, ...], call: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play = ("[play.main]", f"effect = '{call}'", 'source = "ours"')
    changed = (f"[{section}]", *lines, 'source = "ours"', *play)
    told = Case("hint", changed).load(tmp_path)
    found = [d for d in told if d.code == "E302" and d.span.source.name != "ground.toml"]
    assert [d.hint for d in found] == [hint]
    left = Case("hint", (f'remove = ["{section}.params"]', *changed)).load(tmp_path)
    assert not [d for d in left if d.code == "E302" and d.span.source.name == "sample.toml"]
