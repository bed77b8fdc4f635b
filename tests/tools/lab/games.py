"""Small rulesets that try bots, and games between bots."""

from __future__ import annotations

from collections.abc import Sequence

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.tools.lab.bots import Bot, Seen
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.roster import bot_maker

HEAD = """
ruleset = "small"
language = 1
source = "ours"
title = { en = "Small", fr = "Petit", pl = "Mała" }
about = { en = "For tests.", fr = "Pour les tests.", pl = "Do testów." }
seats = { range = [1, 2] }
[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[result]
end = { effect = 'win seats', source = "ours" }
"""
GUESSING = (
    HEAD
    + """
[kinds]
colour = { plural = "colours", words = ["red", "green", "blue", "white"], source = "ours" }
[pieces]
card = { plural = "cards", starts = "deck", fields = { colour = "colour" }, source = "ours" }
[zones]
deck = { of = "card", order = "stack", seen = "nobody", source = "ours" }
open = { of = "card", seen = "all", source = "ours" }
[cards]
ruby = { colour = "red", copies = 10, source = "ours" }
leaf = { colour = "green", copies = 10, source = "ours" }
lake = { colour = "blue", copies = 10, source = "ours" }
snow = { colour = "white", copies = 10, source = "ours" }
[setup]
mix = { effect = 'shuffle deck', source = "ours" }
[play.guesses]
source = "ours"
effect = '''
repeat 40 {
  as seats { phase guess {
    choose colour in colours
    draw 1 from deck to open
    if some(c in open where colour of c is colour) { gain 1 point }
    move open to deck
    shuffle deck
  } }
}
'''
"""
)
PEEKED = (
    HEAD.replace("range = [1, 2]", "range = [2, 2]")
    + """
[pieces]
card = { plural = "cards", starts = "deck", fields = { rank = "1..9", worn = "0..3" }, source = "ours" }
die = { plural = "dice", per = "seat", sides = 6, starts = "cup", source = "ours" }
[state]
higher = { kind = "yes_no", judged = true, source = "ours" }
[zones]
deck = { of = "card", order = "stack", seen = "nobody", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
pile = { per = "seat", of = "card", seen = "owner", source = "ours" }
cup = { per = "seat", of = "die", seen = "owner", source = "ours" }
[cards]
low = { rank = 2, worn = 0, copies = 4, source = "ours" }
middle = { rank = 5, worn = 0, copies = 4, source = "ours" }
high = { rank = 9, worn = 0, copies = 4, source = "ours" }
[dice]
bone = { copies = 1, source = "ours" }
[setup]
deal = { effect = 'shuffle deck; as seats { draw 4 from deck to my hand }', source = "ours" }
[play.turns]
source = "ours"
effect = '''
repeat 3 {
  as seats { phase turn {
    for d in my cup { roll d }
    choose c in my hand
    set worn of c to 1
    set higher to rank of c + max(shows of d for d in my cup) > max(rank of o for s in others for o in hand of s)
    if higher { gain 1 point }
    move c to my pile
  } }
  shuffle deck
}
'''
"""
)
STEPS = (
    HEAD
    + """
[play.steps]
source = "ours"
effect = '''
as seats { phase move {
  choose a in range(1, 4)
  choose b in range(1, 4)
  if a is 2 and b is 3 { gain 9 points } else { gain (a) of points }
} }
'''
"""
)


def play(rules: sr.Ruleset, words: Sequence[str], seed: int, judge: Judge | None = None) -> Course:
    """A whole game between bots, who think in plain Python unless a judge is given."""
    course = Course.begin(rules, len(words), seed)
    judge = judge or Judge(rules.executor(len(words)))
    bots: list[Bot] = [bot_maker(word)(seed, seat) for seat, word in enumerate(words)]
    while not course.over:
        course.answer(bots[course.asked].answer(Seen(course, judge)))
    return course
