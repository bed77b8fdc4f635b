"""Explains signs and words that the language does not know: misspelled words, and words of other languages."""

from __future__ import annotations

import re
import unicodedata

from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.mistakes import Finding, Mistake, spelled
from solenia_rules.dsl.vocabulary import SPECIAL_NAMES
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import closest

LONGEST_NAME = 64
RULE_WORDS = ("before", "after", "instead")

COMPARE = "compare with `is`, `<`, `<=`, `>` or `>=`"
REPEAT = "write `repeat 10 { ... }`, and `stop` to leave it"
EACH = "write `for x in ... { ... }`, or `as others { ... }` if each of these seats acts"
OPENERS = {
    "foreach": EACH,
    "each": EACH,
    "every": EACH,
    "while": REPEAT,
    "unless": "write `if not ...`",
    "when": "write `if`",
    "whenever": "write `if`",
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "elsif": "write `else if`",
    "otherwise": "write `else`",
}
"""Words of other programming languages with which people begin a statement."""
WITHIN = {
    "than": COMPARE,
    "between": "write out both comparisons: `x > 1 and x < 5`",
    "equals": "write `is`",
    "equal": "write `is`",
    "greater": COMPARE,
    "less": COMPARE,
    "least": "write `>=`",
    "most": "write `<=`",
    "each": EACH,
    "every": EACH,
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "otherwise": "write `else`",
    "unless": "write `if not ... { }` around it",
    "your": "write `my`",
    "end": "a block ends with `}`",
    "begin": "a block begins with `{`",
    "into": "write `to`",
    "onto": "write `to`",
}
"""English words that people write inside a statement."""

_SIGNS = {
    '"': "names are written without quotes",
    "`": "names are written without quotes",
    "“": "names are written without quotes",
    "”": "names are written without quotes",
    "„": "names are written without quotes",
    "‘": "names are written without quotes",
    "’": "names are written without quotes",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "≠": "write `is not`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `/`",
    "−": "write `-`",
    "–": "write `-`",
    "—": "write `-`",
    "[": "a set is listed in round brackets: `(a, b)`",
    "]": "a set is listed in round brackets: `(a, b)`",
    ":": "what is done stands in braces: `if test { ... }`",
    "?": "a value that depends on a test is `if test then a else b`",
    "%": "`remainder(a, b)` is what is left of `a / b`",
    "^": "there are `*` and `/`, but no powers",
    "$": "a name is written without `$`",
    "@": "a name is written without `@`",
}
_DOUBLE = {
    "!=": "write `is not`",
    "&&": "write `and`",
    "||": "write `or`",
    ":=": "`let x = ...` names a value, `set ... to ...` changes one",
    "**": "there are `*` and `/`, but no powers",
}
_CARRIED_ON = re.compile(r";[\s;]*(else|or|and|where)\b")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_CELL = re.compile(r"([a-z]{1,2})([0-9]{1,3})(ne|nw|se|sw|n|e|s|w)?\b", re.ASCII)
"""A cell, corner or side of a grid as options name it."""


def explain_unknown(m: Mistake) -> Finding:
    word = m.token.text
    if word == ";":
        return _semicolon(m)
    return _word(m, word) if re.fullmatch(r"\w+", word) else _sign(m, word)


def _semicolon(m: Mistake) -> Finding:
    if match := _CARRIED_ON.match(m.text, m.token.start):
        return m.found(f"no `;` before `{match.group(1)}`")
    if m.opened_last == "_LPAR":
        return m.found("inside brackets things are separated by `,`")
    return m.found(None)


def _sign(m: Mistake, sign: str) -> Finding:
    start = m.token.start
    before, after = m.text[max(0, start - 1) : start], m.text[start + 1 : start + 2]
    hint = _SIGNS.get(sign)
    double = m.text[start : start + 2]
    if double in _DOUBLE:
        return Finding("E101", f"`{double}` is no sign of the language", start, start + 2, _DOUBLE[double])
    if double == "..":
        ends = m.before().text, re.match(r"\.\.\s*(\w*)", m.text[start:])
        low, high = ends[0], ends[1][1] if ends[1] else ""
        hint = f"write `range({low or 1}, {high or '...'})`"
        if m.statement[:1] and m.statement[0].kind == "_FOR":
            hint += f", or `repeat {high or '...'} {{ ... }}` to do something so often"
        return Finding("E101", "`..` is no sign of the language", start, start + 2, hint)
    if sign == ".":
        if before.isdigit() and after.isdigit():
            return m.found("numbers are whole", "a number with a point", "E101")
        cell = _CELL.match(m.text, m.token.end)
        if cell is not None and m.before().kind == "NAME":
            return m.found(_named_cell(m.before().text, cell), "`.` is no sign of the language", "E101")
        owner, field = m.before().text, re.match(r"\s*(\w*)", m.text[m.token.end :])
        if _NAME.fullmatch(owner) and field and _NAME.fullmatch(field[1]):
            hint = f"write `{field[1]} of {owner}`"
        else:
            hint = "no full stop at the end of a statement"
    elif sign in ("'", "’") and before.isalpha() and after.isalpha():
        hint = "write `is not`" if after == "t" else "write `value of token`, not `token's value`"
    elif sign == "'":
        hint = "names are written without quotes"
    elif hint is None and sign.isspace():
        hint = "write an ordinary space"
        return m.found(hint, f"an unusual space, U+{ord(sign):04X}", "E101")
    elif hint is None and (plain := unicodedata.normalize("NFKC", sign)) != sign and plain.isascii():
        hint = f"write `{plain}`"
    return m.found(hint, f"{quoted(sign)} is no sign of the language", "E101")


def _named_cell(board: str, cell: re.Match[str]) -> str:
    """How a text names a cell that options call `board.b3`."""
    if cell[3] is not None:
        return "a text finds corners and sides by queries: `corners_of(...)`, `side_at(..., 1)`, or by row and column"
    column = 0
    for letter in cell[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return f"a text names a cell by its row and column: `{board}({cell[2]}, {column})`"


def _word(m: Mistake, word: str) -> Finding:
    digits = re.match(r"[0-9_]*", word)
    number = digits.group() if digits else ""
    if word.isascii() and number == word and word[0] != "_":
        plain = word.replace("_", "")
        if plain != word:
            return m.found(f"write `{plain}`", f"{quoted(word)} is no number", "E101")
        return m.found(None, "a number above 1000000000", "E105")
    if word[0].isdigit():
        rest = word[len(number) :].lower()
        hint = f"write `{number.rstrip('_')} {rest}`" if number and _NAME.fullmatch(rest) else None
        return m.found(hint, f"{quoted(word)} runs a number into a word", "E101")
    if len(word) > LONGEST_NAME and word.isascii():
        return m.found(None, f"a name of more than {LONGEST_NAME} letters", "E108")
    if not word.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", word) if c.isascii()).lower()
        hint = f"write `{plain}`" if len(plain) >= len(word) and _NAME.fullmatch(plain) else None
        return m.found(hint, f"{quoted(word)} has letters other than a to z", "E101")
    if word[0] == "_":
        return m.found("a name begins with a letter", f"{quoted(word)} is no name", "E101")
    hint = f"names are written in small letters: `{word.lower()}`"
    return m.found(hint, f"{quoted(word)} has capital letters", "E101")


def explain_opener(m: Mistake) -> Finding | None:
    """The rest of the statement does not fit this word, so another word was meant."""
    if not m.statement or m.statement[0].kind != "NAME" or m.kind_of_text == "value":
        return None
    first = m.statement[0]
    hint = OPENERS.get(first.text)
    if hint and m.kind_of_text == "rules":
        hint = "write `after VERB by me { ... }`"
    elif hint is None and (near := closest(first.text, _shaped(m))):
        hint = f"did you mean `{near}`?"
    if hint is None:
        return None
    return Finding("E102", f"{quoted(first.text)} is no word of the language", first.start, first.end, hint)


def explain_prefix(m: Mistake) -> Finding | None:
    """A misspelled word at the beginning of a value: `nott ready`, `mi points`, `posible { ... }`."""
    word, sooner = m.before(), m.before(2)
    opens = sooner.kind not in ("NAME", "NUMBER", "_RPAR") or m.statement[:1] == [sooner]
    if word.kind != "NAME" or not opens or word.text in SPECIAL_NAMES or word.text in QUERIES:
        return None
    near = closest(word.text, ("possible",) if m.token.kind == "_LBRACE" else ("not", "my", "if"))
    if near is None or near[0] != word.text[0]:
        return None
    message = f"{quoted(word.text)} is no word of the language"
    return Finding("E102", message, word.start, word.end, f"did you mean `{near}`?")


def near_word(m: Mistake) -> str | None:
    """The reserved word that could stand at the token and has nearly the same spelling. A short word must begin with
    the same letter."""
    near = None if m.token.text in VERBS else closest(m.token.text, spelled(m))
    return near if near is not None and (len(m.token.text) > 3 or near[0] == m.token.text[0]) else None


def _shaped(m: Mistake) -> tuple[str, ...]:
    """The words with which a statement that continues like this one can begin."""
    if m.kind_of_text == "rules":
        return RULE_WORDS if m.token.kind in ("NAME", "_OF") and len(m.statement) == 1 else ()
    match (m.token.kind, len(m.statement)):
        case ("_IN", 2):
            return ("for", "choose")
        case ("_EQUALS", 2):
            return ("let",)
        case ("_LBRACE", 1):
            return ("may", "try", "choose")
        case ("_LBRACE", 2):
            return ("if", "repeat", "as", "phase")
        case ("_LBRACE", _):
            return ("if", "repeat", "as")
        case _:
            return ()
