"""Effects made up at random on the ground world: mostly of the right kinds, in combinations that nobody would write."""

from __future__ import annotations

from random import Random

PLAIN: dict[str, tuple[str, ...]] = {
    "number": (
        "0",
        "3",
        "pace",
        "my points",
        "room",
        "depth",
        "count(#bundle)",
        "count(#tokens)",
        "worth of #token",
        "cost of #token",
        "shows of cube",
        "store(#seat, #metal)",
        "vault of #camp",
        "#number + #number",
        "#number * #number",
        "#number - #number",
        "#number / max(1, #number)",
        "min(#number, #number)",
        "sum(#number for x in #tokens)",
        "max(#number for c in #cells)",
        "if #test then #number else #number",
        "distance(#cell, #cells)",
        "distance(#cell, #cells, #cells)",
        "longest_path(#cells)",
        "longest_path(#cells, #cells)",
        "longest_path(max(0, #number) for c in #cells where #test)",
        "longest_path(row of c for c in #cells, #cells)",
        "place of #seat",
        "row of #cell",
        "level of #cell",
        "order_of of #spot",
        "-#number",
        "count(x in #tokens where #test)",
        "points of #seat",
    ),
    "test": (
        "true",
        "false",
        "#number > #number",
        "#number is #number",
        "#token is #token",
        "#cell is none",
        "#token is in #tokens",
        "#metal is in (tin, zinc)",
        "some(#cells)",
        "no(x in #tokens where #test)",
        "not #test",
        "#test and #test",
        "#test or #test",
        "#cell is clear",
        "can_pay(#bundle)",
        "apt of #token",
        "mark of #cell",
        "#token is active",
        "hue of #token is #camp",
        "#seat is me",
        "#tokens is #tokens",
        "leader is none",
        "tag of #token is none",
    ),
    "token": (
        "first(#tokens)",
        "last(#tokens)",
        "red_one",
        "plain_one",
        "best",
        "first(x in #tokens by #number)",
        "if #test then #token else #token",
        "first(x in #tokens where #test)",
    ),
    "tokens": (
        "tokens",
        "heap",
        "bag",
        "my pouch",
        "row of #camp",
        "purse(#seat)",
        "all(x in #tokens where #test)",
        "#tokens + #tokens",
        "#tokens - #token",
        "reverse(#tokens)",
        "(#token, #token)",
        "pouch of #seat",
    ),
    "cell": (
        "plain(#number, #number)",
        "cell of #token",
        "cell of my pawn",
        "first(#cells)",
        "outset",
        "first(c in #cells by #number)",
    ),
    "spot": ("outset", "finish", "first(spots)", "first(path)"),
    "cells": (
        "plain",
        "path",
        "neighbours(#cells)",
        "surroundings(#cell)",
        "group(#cell, #cells)",
        "closure(neighbours(c) for c in #cells where #test)",
        "all(c in #cells where #test)",
        "cell of #tokens",
        "cell of pawns",
        "#cells + #cells",
        "#cells - #cell",
        "spots",
    ),
    "seat": (
        "me",
        "first(seats)",
        "next(#seat)",
        "previous(#seat)",
        "leader",
        "owner of #token",
        "owner of my pawn",
        "last(#seats)",
    ),
    "seats": (
        "seats",
        "others",
        "seats_from(#seat)",
        "all(s in seats where #test)",
        "#seat",
        "reverse(#seats)",
        "owner of #tokens",
        "none",
    ),
    "metal": ("tin", "zinc", "first(metals)", "last(m in metals where #test)"),
    "camp": ("red", "blue", "camp of #seat", "other(#camp)", "hue of #token"),
    "bundle": (
        "2 tin",
        "1 metal",
        "#number of tin",
        "#number of metals",
        "#number of points",
        "3 points",
        "#bundle + #bundle",
        "#bundle - #bundle",
        "#number * #bundle",
        "my store",
        "store of #seat",
        "asks of #token",
        "#number of #metal",
        "if #test then #bundle else #bundle",
    ),
    "zone": ("heap", "bag", "my pouch", "row of #camp", "purse(#seat)", "pouch of #seat"),
}

EFFECTS = (
    "gain #bundle",
    "pay #bundle",
    "lose #bundle",
    "rest",
    "dig #number at #cell",
    "set pace to #number",
    "add #number to level of #cell",
    "set leader to #seat",
    "set best to #token",
    "set mark of #cell to #test",
    "set hue of #token to #camp",
    "set vault of #camp to #number",
    "set store(#seat, #metal) to #number",
    "move #tokens to #zone",
    "move #token to #cell",
    "move my pawn to #cell at #number",
    "move #tokens to none",
    "draw #number from #zone to #zone",
    "shuffle #zone",
    "roll cube",
    "show #tokens to #seats",
    "do deed of #token",
    "need #test",
    "win #seats",
    "start lasting of #token until turn",
    "if #test { #effect } else { #effect }",
    "for x in #tokens where #test { #effect }",
    "for c in #cells by #number { #effect }",
    "for m in metals { #effect }",
    "for x in #tokens by choice { #effect }",
    "repeat #number { #effect; stop }",
    "choose x in #tokens where #test; #effect",
    "choose c in #cells { #effect }",
    "choose 2 c in #cells where #test { #effect }",
    "choose up to 3 x in #tokens { #effect }",
    "choose (#number) m in metals { #effect }",
    "choose n in range(#number, #number); #effect",
    "choose s in #seats; #effect",
    "choose k in (front, back); #effect",
    "choose { #effect } or { #effect }",
    "choose now { #effect } or later { #effect }",
    "may { #effect } else { #effect }",
    "as #seats { #effect }",
    "together as #seats { choose x in #tokens; #effect }",
    "together as seats { #effect }",
    "try { #effect }",
    "if possible { #effect } else { #effect }",
    "let v = possible { #effect; #effect }; #effect",
    "phase turn { #effect }",
    "let v = #number; #effect",
    "let v = #bundle; #effect",
    "let v = #token; #effect",
    "let v = #cells; phase turn { #effect }",
    "let v = #test; #effect",
    "let v = none; #effect",
    "let v = #zone; #effect",
    "#effect; #effect",
)

FIXED = ("2 tin", "1 metal + 2 zinc", "2 * (1 tin + 1 metal)", "depth of tin")

RULES = (
    "after rest by #who { #effect }",
    "before dig by #who where #test { #effect }",
    "instead of dig by #who { #effect }",
    "after rest by #who once per turn { #effect }",
    "room by #who becomes it + #number",
    "room by #who becomes #number where #test",
    "clear by #who becomes it and #test",
)


def invented(pool: tuple[str, ...], random: Random, depth: int = 4) -> str:
    """A text from a pool of shapes, its gaps filled; deep ones with shapes that have none."""
    shape = random.choice(pool if depth > 0 else tuple(x for x in pool if "#" not in x) or pool)
    parts = shape.split("#")
    made = parts[0]
    for part in parts[1:]:
        gap = next(name for name in sorted([*PLAIN, "effect", "who"], key=len, reverse=True) if part.startswith(name))
        if gap == "effect":
            filled = invented(EFFECTS, random, depth - 1) if depth > 0 else "rest"
        elif gap == "who":
            filled = random.choice(("me", "anyone"))
        else:
            filled = invented(PLAIN[gap], random, depth - 1)
            filled = f"({filled})" if " " in filled and random.random() < 0.7 else filled
        made += filled + part.removeprefix(gap)
    return made


def ruleset(random: Random) -> str:
    """What is laid over the ground: a step, now and then a rule and a token with texts."""
    made = f"[play]\nmain = {{ effect = '''{invented(EFFECTS, random)}''', source = \"ours\" }}\n"
    if random.random() < 0.3:
        made += f"[rules]\ntithe = {{ rules = '''{invented(RULES, random, 3)}''', source = \"ours\" }}\n"
    if random.random() < 0.3:
        deed, cost = invented(EFFECTS, random, 2), invented(PLAIN["number"], random, 2)
        asks, apt = random.choice(FIXED), invented(PLAIN["test"], random, 2)
        fields = f"deed = '''{deed}''', cost = '''{cost}''', apt = '''{apt}''', asks = '''{asks}'''"
        made += f'[tokens]\nodd = {{ worth = 1, {fields}, source = "ours" }}\n'
    return made
