"""Explains a syntax error in the author's words: the most likely mistake, its place, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable

from solenia_rules.dsl.builtins import PREPOSITIONS, QUERIES, VERBS, takes_amount
from solenia_rules.dsl.lexer import END, SEPARATOR, TAKEN, UNKNOWN
from solenia_rules.dsl.mistakes import BOUNDARIES, Finding, Mistake, expected_hint
from solenia_rules.dsl.slips import explain_form, explain_slip, of_pairs
from solenia_rules.dsl.spelling import RULE_WORDS, WITHIN, explain_opener, explain_prefix, explain_unknown, near_word
from solenia_rules.dsl.vocabulary import RESERVED, SEATS
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

APART = "statements stand on lines of their own or are separated by `;`"
BRACES = "what is done stands in braces: `{ ... }`"
BLOCK = "a block follows only `if`, `for`, `repeat`, `may`, `choose`, `as`, `try`, `possible` and `phase`"
WHO = "say who acts: `by me`, `by others` or `by anyone`"
RULE = "a lasting rule is `after VERB by me { ... }`, `instead of VERB by me { ... }` or `QUERY by me becomes ...`"

_CHOSEN = re.compile(r"\s+([^;{}\n]*[-+*/(][^;{}\n]*?|my\s+\w+|\w+\s+of\s[^;{}\n]*?)\s+([a-z]\w*)\s+in\b", re.ASCII)
"""The number and the name of a choice whose number is computed: it holds a sign, `my` or `of`."""
OTHER_NAMES = {"before": "earlier", "after": "later", "from": "origin", "to": "goal", "at": "spot"}
"""Names instead of words of the language that authors like to give."""
_COMPARING = frozenset({"_IS", "LESS", "AT_MOST", "MORE", "AT_LEAST"})


def blame(m: Mistake, span: Span) -> Diagnostic:
    """The diagnostic of a mistake in the text that stands at `span`."""
    finding = next(found for check in _CHECKS if (found := check(m)))
    place = Span(span.source, span.start + finding.start, span.start + finding.end)
    return Diagnostic(finding.code, finding.message, place, finding.hint)


def _unknown(m: Mistake) -> Finding | None:
    return explain_unknown(m) if m.token.kind == UNKNOWN else None


def _brackets(m: Mistake) -> Finding | None:
    token, last = m.token, m.opened[-1] if m.opened else None
    if last and last.kind == "_LPAR" and token.kind in ("_LBRACE", "_RBRACE", END):
        return Finding("E107", "`(` is never closed", last.start, last.end)
    if last and token.kind == END:
        return Finding("E107", "`{` is never closed", m.unclosed.start, m.unclosed.end)
    if token.kind == "_RBRACE" and not last:
        return m.found(None, "`}` closes nothing", "E107")
    if token.kind == "_RPAR" and not (last and last.kind == "_LPAR"):
        return m.found(None, "`)` closes nothing", "E107")
    if token.kind == "_RPAR" and m.before().kind == "_LPAR":
        return m.found("leave the brackets out, or write something between them")
    if token.kind == "_RPAR" and m.before().kind == "_COMMA":
        return m.found("leave out the last `,`")
    return None


def _end(m: Mistake) -> Finding | None:
    if m.token.kind != END:
        return None
    last = len(m.text.rstrip())
    if len(m.seen) == 1:
        return Finding("E102", "the text is empty", 0, 0, "leave out a text that does nothing")
    hint = expected_hint(m)
    if "_THEN" in m.accepted or "_ELSE" in m.accepted:
        hint = "a value needs both: `if test then a else b`"
    elif m.before().kind == "_RBRACE" and "_OR" in m.accepted:
        hint = "a `choose` between effects needs a second one: `or { ... }`"
    elif "_LBRACE" in m.accepted:
        hint = BRACES
    return Finding("E102", "the text ends in the middle of something", last, last, hint)


def _late_if(m: Mistake) -> Finding | None:
    """A test after what is done: `stop if called`."""
    first = m.statement[0] if m.statement else None
    if m.kind_of_text != "effect" or first is None or first.kind != "NAME":
        return None
    if m.token.kind == UNKNOWN and m.token.text != ";":
        return None
    late = m.token if m.token.kind == "_IF" and SEPARATOR in m.accepted else None
    if "_THEN" in m.accepted and len(m.statement) > 1 and m.statement[1].kind == "_IF":
        late = m.statement[1]
    if late is None:
        return None
    test = re.split(r"[\n;{}]", m.text[late.end :])[0]
    if not test.strip() or m.text.startswith("{", late.end + len(test)):
        return None
    done = m.text[first.start : late.start].strip()
    hint = f"the test comes first: `if {test.strip()} {{ {done} }}`"
    return Finding("E102", "`if` cannot stand here", late.start, late.end, hint)


def _signs(m: Mistake) -> Finding | None:
    """Explains signs that other languages use, and signs in the wrong place."""
    token, before = m.token, m.before()
    glued = m.text[token.start : token.start + 2]
    opens = not m.statement
    match (before.text, token.text):
        case (_, "=") if glued in ("=>", "=<"):
            right = ">=" if glued == "=>" else "<="
            return Finding("E102", f"`{glued}` cannot stand here", token.start, token.start + 2, f"write `{right}`")
        case (_, "=") if glued == "==":
            return Finding("E102", "`==` cannot stand here", token.start, token.start + 2, "write `is`")
        case ("+" | "-" | "*" | "/", "="):
            return m.found("`add 1 to ...` raises a counter or field, `add -1 to ...` lowers it")
        case (_, "+" | "-" | "*" | "/") if glued[1:] == "=":
            return m.found("`add 1 to ...` raises a counter or field, `add -1 to ...` lowers it")
        case (name, "=") if len(m.statement) == 1 and before.kind == "NAME" and m.kind_of_text == "effect":
            return m.found(f"`let {name} = ...` names a value, `set {name} to ...` changes one")
        case ("=", "="):
            return m.found("a single `=` names a value")
        case (_, "="):
            return m.found("expected `becomes`" if "_BECOMES" in m.accepted else "write `is`")
        case ("<", ">"):
            return m.found("write `is not`")
        case ("and" | "or", "is" | "<" | "<=" | ">" | ">="):
            return m.found("write out both comparisons: `x > 1 and x < 5`")
        case (_, "is" | "<" | "<=" | ">" | ">=") if any(t.kind in _COMPARING for t in m.statement):
            return m.found("two comparisons are joined with `and`")
        case ("*", "*"):
            return m.found("there are `*` and `/`, but no powers")
        case ("/", "/") | ("/", "*"):
            return m.found("a comment begins with `#`")
        case (_, "-") if opens and glued == "--":
            return m.found("a comment begins with `#`")
        case (_, "+" | "-" | "*" | "/" | "<" | "<=" | ">" | ">=" | "is" | "of" | "by") if before.kind == SEPARATOR:
            return m.found(f"end the line before with `{token.text}`: a line cannot begin with it")
        case (_, ",") if before.kind == "NUMBER" and m.text[token.end : token.end + 1].isdigit():
            return m.found("write the number without `,`")
        case (_, ",") if before.kind == "NAME" and m.before(2).kind == "NUMBER":
            return m.found("amounts are joined with `+`: `1 ore + 2 gold`")
        case (_, ",") if (pairs := of_pairs(m)) is not None:
            return m.found(pairs)
        case (_, ","):
            return m.found("a comma stands only inside brackets and between the keys of `by`")
        case _:
            return None


def _words(m: Mistake) -> Finding | None:
    """Explains reserved words in the wrong place."""
    token, before = m.token, m.before()
    opens = before.kind in BOUNDARIES or before.kind == END
    match (before.text, token.text):
        case (_, "per") if before.kind == "NAME" and m.statement and takes_amount(m.statement[0].text):
            return m.found(f"count what it is for: `{m.statement[0].text} count(...) of {before.text}`")
        case ("repeat", "until"):
            return m.found(_leaving(m, ""))
        case ("is", "at") if m.next_word in ("least", "most"):
            return m.found("write `>=`" if m.next_word == "least" else "write `<=`")
        case (_, "else") if opens:
            return m.found("`else` stands directly after the block of an `if` or a `may`")
        case _ if before.kind == "_RBRACE" and (token.text == "or" or m.accepted == {"_OR"}):
            return m.found("`or` stands between the blocks of a `choose`")
        case (_, "and") if before.kind == "_RBRACE":
            return m.found(APART)
        case (_, "before" | "after" | "instead") if opens:
            return m.found("lasting rules stand in a rules text, not in an effect or a value")
        case (_, "then") if "_LBRACE" in m.accepted:
            return m.found("an effect is `if test { ... }`; `then` is for values")
        case (_, "then") if SEPARATOR in m.accepted:
            return m.found(APART)
        case ("not", "in"):
            return m.found("write `is not in`")
        case (_, "in") if any(t.kind == "_AS" for t in m.statement):
            return m.found("write `as others { ... }`: inside it, each of these seats is `me` in turn")
        case (_, "in") if before.kind == "OPENLY":
            message = "`openly` is a word of the language and cannot be a name"
            return Finding("E103", message, before.start, before.end, "name what is chosen: `choose openly x in ...`")
        case (_, "openly") if m.statement and m.statement[0].kind in ("_CHOOSE", "_MAY"):
            return m.found("`openly` stands directly after `choose` or `may`")
        case (_, "in") if "_FOR" in m.accepted:
            return m.found("`count(x in ...)` counts, `sum(value of x for x in ...)` adds up")
        case (_, "in") if "TO" in m.accepted:
            return m.found("write `to` for the target of a move, `is in` for a test")
        case (_, "in") if "NAME" not in m.accepted:
            return m.found("write `is in`")
        case (_, "not"):
            return m.found("write `is not` or `is not in`")
        case (_, "of") if before.kind == "NUMBER" and m.before(2).kind in ("_CHOOSE", "UP_TO"):
            return m.found(f"name what is chosen: `choose {before.text} x in ...`")
        case (_, "from" | "of") if "_IN" in m.accepted:
            return m.found("write `in`")
        case (_, "where") if (named := _filtered(m)) is not None:
            return m.found(named)
        case (_, "for") if m.kind_of_text == "effect" and SEPARATOR in m.accepted and m.statement:
            return m.found(_late_loop(m))
        case (_, "where") if any(t.kind == "_BY" for t in m.statement) and m.kind_of_text != "rules":
            return m.found("`where` stands before `by`")
        case (_, "possible") if m.kind_of_text == "effect" and not m.statement:
            return m.found("write `if possible { ... }` or `let can = possible { ... }`")
        case (_, "up"):
            return m.found("write `choose up to 2 x in ...`", f"`{token.text}` is a word of the language", "E103")
        case (_, "let" | "for" | "repeat" | "choose" | "may" | "try" | "phase") if m.kind_of_text == "value":
            return m.found("this text is a value: it computes and does nothing")
        case (_, "if") if "_WHERE" in m.accepted and m.kind_of_text == "rules":
            return m.found("write `where`")
        case (_, "let" | "if" | "for" | "repeat" | "choose" | "may" | "try" | "phase") if (
            not opens and SEPARATOR in m.accepted
        ):
            return m.found(APART)
        case _:
            return None


def _leaving(m: Mistake, negation: str) -> str:
    """How a block is repeated until a test holds; the test stands after the token."""
    test = re.split(r"[\n;{}]", m.text[m.token.end :])[0].strip() or "..."
    return f"say how often at most, and leave the block: `repeat 100 {{ ...; if {negation}{test} {{ stop }} }}`"


def _reserved(m: Mistake) -> Finding | None:
    if (m.token.kind != TAKEN and m.token.text not in RESERVED) or "NAME" not in m.accepted or not m.statement:
        return None
    if "_OF" in m.accepted:
        return None  # A name is only one of many things that may stand here.
    other = OTHER_NAMES.get(m.token.text) if m.before().kind in ("_LET", "_FOR", "_CHOOSE") else None
    hint = None if other is None else f"another name, such as `{other}`"
    return m.found(hint, f"`{m.token.text}` is a word of the language and cannot be a name", "E103")


def _number_chosen(m: Mistake) -> Finding | None:
    """A computed number of a choice without brackets: `choose count(my hand) - 1 c in ...`."""
    start = next((token.end for token in reversed(m.seen[:-1]) if token.kind in ("_CHOOSE", "UP_TO")), None)
    found = None if start is None else _CHOSEN.match(m.text, start)
    if found is None or not found.start(1) <= m.token.start < found.end(1) or "in" in found[1].split():
        return None
    sign = "choose up to" if m.text[:start].endswith("to") else "choose"
    return m.found(f"put a computed number in brackets: `{sign} ({found[1]}) {found[2]} in ...`")


def _names(m: Mistake) -> Finding | None:
    """Explains a superfluous word, an English word that the language lacks, and two statements on one line."""
    token, before = m.token, m.before()
    if token.kind not in ("NAME", "NUMBER", "_MY", "_LET", "_LBRACE"):
        return None
    if m.kind_of_text == "effect" and len(m.statement) > 1 and m.statement[0].text in SEATS:
        first = m.statement[0]
        message = f"`{first.text}` is no verb"
        return Finding("E102", message, first.start, first.end, f"to say who acts, write `as {first.text} {{ ... }}`")
    if before.text == "while" and m.before(2).kind == "_REPEAT":
        return m.found("say how often at most, and leave the block: `repeat 100 { ...; if not ... { stop } }`")
    if token.text == "times" and m.statement[:1] and m.statement[0].kind == "_REPEAT":
        return m.found("leave out `times`")
    if before.text in ("each", "every") and m.before(2).kind in ("_FOR", "_CHOOSE"):
        return m.found(f"leave out `{before.text}`")
    if m.text.startswith(("'t", "’t"), token.end):
        return m.found("write `is not`")
    if before.text in ("when", "if") and "_WHERE" in m.accepted and m.kind_of_text == "rules":
        return m.found("write `where`")
    for word in (token, before):
        if word.text in WITHIN and word.kind == "NAME":
            return m.found(WITHIN[word.text])
    beside = m.before(2).kind in ("_CHOOSE", "_FOR") or (len(m.statement) == 2 and m.before(2).kind == "NAME")
    if token.kind == "NAME" and (before.text == "the" or (before.text in ("a", "an") and beside)):
        return m.found(f"leave out `{before.text}`")
    if before.kind == token.kind == "NAME" and m.before(2).kind == "_MY":
        return m.found(f"a name is one word: `{before.text}_{token.text}`")
    if before.kind == "NAME" and m.before(2).kind in ("_AND", "_OR") and m.kind_of_text == "effect":
        return m.found(f"`{m.before(2).text}` joins tests; {APART}")
    if m.accepted == {"_IN"}:
        return m.found("expected `in`, as in `x in my hand`")
    if token.kind == "NAME" and len(token.text) > 2 and (near := near_word(m)):
        return m.found(f"did you mean `{near}`?")
    return None


def _places(m: Mistake) -> Finding | None:
    """Explains what is missing at the token, from the terminals that may stand there."""
    token, before = m.token, m.before()
    if m.accepted == {"_BY"}:
        return m.found(WHO if m.statement and m.statement[0].text in RULE_WORDS else RULE)
    if m.kind_of_text == "rules" and not m.opened and not m.statement:
        return m.found(RULE)
    if m.accepted == {"_EQUALS"}:
        return m.found("expected `=`")
    if before.kind == "_RBRACE" and SEPARATOR in m.accepted:
        return m.found(APART)
    if m.kind_of_text == "effect" and not m.statement and token.kind != "_LBRACE":
        return m.found("a statement begins with a verb, as in `gain 1 ore`")
    if token.kind == "_LBRACE" and "_THEN" in m.accepted:
        return m.found("a value is `if test then a else b`")
    if m.kind_of_text == "value" and token.kind in ("_LBRACE", "_EQUALS", "TO", "FROM", "ON", "WITH", "AT", "UNTIL"):
        return m.found("this text is a value: it computes and does nothing")
    if m.kind_of_text == "value" and len(m.statement) == 1 and token.kind in ("NAME", "NUMBER", "_MY"):
        return m.found("this text is a value: it computes and does nothing")
    asked = m.kind_of_text == "value" or m.next_word.startswith("{") or m.opened_last == "_LPAR"
    if before.kind == token.kind == "NAME" and asked and "_IS" in m.accepted:
        return m.found(f"is a word missing, as in `{before.text} is {token.text}` or `{before.text} of {token.text}`?")
    if token.kind == "_MY" and before.kind == "NUMBER" and (m.before(2).text == "+" or takes_amount(m.before(2).text)):
        return m.found(f"an amount goes to whoever acts: write `{before.text} {m.next_word}`")
    if token.kind == "_LPAR" and m.before(2).kind == "_MY":
        return m.found(f"whose it is stands in the brackets: `{before.text}(me, {m.in_brackets or '...'})`")
    if token.kind in ("_MY", "_LPAR") and "TO" in m.accepted:
        return m.found("is a word missing: `to`, `from`, `on`, `with`, `at` or `until`?")
    if token.kind == "_LBRACE":
        needs = {"if": "a test", "repeat": "a number", "for": "`x in ...`", "as": "seats", "phase": "a name"}
        if before.text in needs:
            return m.found(f"`{before.text}` needs {needs[before.text]} before its block")
        if {"NAME", "NUMBER"} <= m.accepted:
            return m.found(f"something is missing after `{before.text}`")
        return m.found(BLOCK)
    if "_LBRACE" in m.accepted and token.kind in (
        "NAME",
        "NUMBER",
        "_LET",
        "_IF",
        "_FOR",
        "_REPEAT",
        "_CHOOSE",
        "_MAY",
        "_TRY",
    ):
        return m.found(BRACES if SEPARATOR not in m.accepted else APART)
    if token.kind == "NAME" and "_OF" in m.accepted and m.ends_statement and _is_number(m):
        shown = "(...)" if before.kind == "_RPAR" else before.text
        if shown == "all":
            several = f"say how many: `{m.statement[0].text} my {token.text} of {token.text}`"
            return m.found(several if takes_amount(m.statement[0].text) else "leave out `all`")
        return m.found(f"is `of` missing: `{shown} of {token.text}`?")
    if token.kind == "NUMBER" and m.next_word.rstrip(";}") in ("times", "time") and m.kind_of_text == "effect":
        return m.found(f"write `repeat {token.text} {{ {_statement(m)} }}`")
    if token.kind == "NUMBER" and before.kind == "NAME" and len(m.statement) > 1:
        return m.found(f"the number comes first: `{token.text} {before.text}`")
    if token.kind == "NAME" and SEPARATOR in m.accepted:
        return m.found(APART)
    return None


def _statement(m: Mistake) -> str:
    """The statement up to the token."""
    return m.text[m.statement[0].start : m.before().end]


def _late_loop(m: Mistake) -> str:
    """A loop after what is done: `lose 2 points for s in others`."""
    loop = re.match(r"\s*(\w+)\s+in\s+([^;{}\n]+)", m.text[m.token.end :])
    done = _statement(m)
    if loop is None:
        return APART
    name, source = loop[1], loop[2].strip()
    if source in (*SEATS, "seats") and not re.search(rf"\b{name}\b", done):
        return f"who acts comes first: `as {source} {{ {done} }}`"
    return f"the loop comes first: `for {name} in {source} {{ {done} }}`"


def _filtered(m: Mistake) -> str | None:
    """A test of things that have no name: `count(tokens where ...)`."""
    opened = m.opened[-1] if m.opened_last == "_LPAR" else None
    place = -1 if opened is None else m.seen.index(opened) - 1
    asked = m.seen[place].text if place >= 0 else ""
    if opened is None or asked not in QUERIES or any(t.kind == "_IN" for t in m.seen[place:]):
        return None
    return f"give each of them a name: `{asked}(x in {m.text[opened.end : m.before().end].strip()} where ...)`"


def _is_number(m: Mistake) -> bool:
    """Whether the text before the token may be a number that must be followed by what it counts."""
    before, sooner = m.before(), m.before(2)
    return before.kind == "_RPAR" or (before.kind == "NAME" and sooner is m.statement[0] and sooner.kind == "NAME")


def _anything(m: Mistake) -> Finding | None:
    if m.token.kind == SEPARATOR:
        return Finding("E102", "`;` cannot stand here", m.token.start, m.token.start + 1, expected_hint(m))
    if {"TO", "UNTIL"} <= m.accepted and m.statement[0].text not in VERBS and m.token.text.isalpha():
        *words, last = (f"`{word}`" for word in PREPOSITIONS)
        return m.found(f"the parameters of a verb are joined by {', '.join(words)} or {last}")
    return m.found(expected_hint(m))


_CHECKS: tuple[Callable[[Mistake], Finding | None], ...] = (
    _late_if,
    explain_slip,
    _unknown,
    _brackets,
    explain_opener,
    _end,
    _signs,
    _number_chosen,
    _words,
    _reserved,
    explain_prefix,
    _names,
    explain_form,
    _places,
    _anything,
)
