"""Small card games: each is what people do with hidden cards, and must stay possible."""

from __future__ import annotations

from functools import cache

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset

GROUND = """
ruleset = "cards"
language = 1
source = "ours"
seats = { range = [2, 3] }
title = { en = "Cards", fr = "Cartes", pl = "Karty" }

[counters]
point = { per = ["seat"], plural = "points", score = true, source = "ours" }
coin = { per = ["seat"], plural = "coins", starts = 5, source = "ours" }

[state]
bid = { kind = "0..9", per = "seat", source = "ours" }

[pieces.card]
plural = "cards"
starts = "deck"
fields = { worth = "1..4", answer = "rules?" }
while = 'WHILE'
source = "ours"

[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
passing = { per = "seat", of = "card", source = "ours" }
buried = { of = "card", source = "ours" }
laid = { per = "seat", of = "card", seen = "all", source = "ours" }

[cards]
one = { worth = 1, copies = 8, source = "ours" }
two = { worth = 2, copies = 8, source = "ours" }
three = { worth = 3, copies = 6, source = "ours" }
four = { worth = 4, copies = 6, answer = 'ANSWER', source = "ours" }

[verbs]
hit = { effect = 'gain 1 coin', source = "ours" }
deal = { effect = 'shuffle deck; as seats { draw 3 from deck to my hand }', source = "ours" }

[setup.deal]
source = "ours"
effect = 'deal'

[play.rounds]
source = "ours"
effect = '''
repeat 3 { as seats { phase turn { hit } }; phase round {
ROUND
} }
'''

[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""
QUIET = {"WHILE": "this is in my laid", "ANSWER": "after hit by me { gain 1 point }"}

ROUNDS = {
    "search the deck in secret": "as seats { show deck to me; choose c in deck; move c to my hand; shuffle deck }",
    "look at the top and take or bury it": """
        as seats {
          let top = first(deck)
          show top to me
          may { move top to my hand } else { move top to buried }
        }""",
    "choose the top that was shown": "as seats { show first(deck) to me; choose c in first(deck); move c to my hand }",
    "look into a hand and take one": """
        as seats {
          let rival = next(me)
          show hand of rival to me
          if some(hand of rival) { choose c in hand of rival; move c to my hand }
        }""",
    "take two of a hand that was shown": """
        as seats {
          let rival = next(me)
          show hand of rival to me
          repeat 2 { if some(hand of rival) { choose c in hand of rival; move c to my hand } }
        }""",
    "discard unseen": """
        as seats { if some(my hand) { choose c in my hand; move c to buried }; draw 1 from deck to my hand }""",
    "draw blind from a neighbour": """
        as seats { draw 1 from hand of next(me) to my passing; move my passing to my hand }""",
    "draft and pass": """
        together as seats { choose c in my hand; move c to my laid }
        as seats { move my hand to my passing }
        as seats { move my passing to hand of next(me) }
        as seats { draw 1 from deck to my hand }""",
    "bid in secret": """
        together as seats { choose n in range(0, my coins); set my bid to n }
        let best = first(s in seats by -bid of s)
        as best { pay my bid of coins; draw 1 from deck to my laid }
        as best { gain sum(worth of c for c in my laid) of points }""",
    "pay with a card": "as seats { choose c in my hand; let n = worth of c; move c to my laid; gain n of points }",
    "everybody shows, the best hand wins": """
        as seats { show my hand to seats }
        let best = first(s in seats by -sum(worth of c for c in hand of s))
        as best { gain 1 point }
        as seats { move my hand to deck }
        deal""",
    "everybody shows, everybody steals": """
        for s in seats { show hand of s to seats }
        as seats { if some(hand of next(me)) { choose c in hand of next(me); move c to my laid } }
        as seats { draw 1 from deck to my hand }""",
    "a rival shows one card of its choice": """
        as seats {
          let asker = me
          as next(me) { choose c in my hand; show c to (me, asker) }
        }""",
    "a new hand": """
        as seats { may { move my hand to deck; shuffle deck; draw 3 from deck to my hand; lose 1 coin } }""",
    "turn up cards until one is high": """
        as seats {
          repeat 5 {
            if some(deck) {
              let c = first(deck)
              move c to my laid
              if worth of c > 2 { gain 1 point; stop }
            }
          }
        }
        as seats { move my laid to deck }
        shuffle deck""",
    "swap hands": """
        let first_seat = me
        move my hand to my passing
        move hand of next(first_seat) to my hand
        move my passing to hand of next(first_seat)""",
}
"""Name -> a round."""

ANSWERS = {
    "answer from the hand": ("after hit by others { may { move this to my laid; gain 1 point } }", ["W401"]),
    "a power that shows its card": ("after hit by me { show this to seats; gain 1 point }", []),
}
"""Cards whose rules hold while they are in a hand, and the warnings they get."""
HIDDEN_POWER = "after hit by me { gain 1 point }"
"""A card that acts openly while it stays hidden in a hand."""


@cache
def card_game(name: str) -> Ruleset:
    if name in ROUNDS:
        return made({**QUIET, "ROUND": ROUNDS[name]})
    return from_the_hand(ANSWERS[name][0])


def from_the_hand(rule: str) -> Ruleset:
    """A game in which cards have a rule that holds in a hand."""
    return made({"WHILE": "this is in my hand", "ANSWER": rule, "ROUND": ROUNDS["discard unseen"]})


def made(gaps: dict[str, str]) -> Ruleset:
    text = GROUND
    for gap, filling in gaps.items():
        text = text.replace(gap, filling)
    return sr.load_text(text, "cards")
