"""What there is once for each seat or each word of a kind, and how one of them, or all, are said."""

from __future__ import annotations

from solenia_rules.checked.names import Names


def once_for(text: str, names: Names) -> str | None:
    """`seat`, or the kind of words for each of which there is one; None: there is one, or none, or a number of it."""
    meaning = names.meanings.get(text)
    match meaning.sort if meaning is not None else "":
        case "zone":
            assert meaning is not None
            return names.zones[meaning.id].per
        case "board":
            assert meaning is not None
            return names.boards[meaning.id].per
        case "state":
            assert meaning is not None
            return names.state[meaning.id].per
        case "single":
            assert meaning is not None
            return names.pieces[meaning.id].per
        case _:
            return None


def how_one_is_said(text: str, per: str, names: Names) -> str:
    if per == "seat":
        return f"write `my {text}`, or `{text} of ...` a seat"
    return f"write `{text} of ...` a {per}, such as `{text} of {names.word_kinds[per].words[0]}`"


def how_all_are_said(text: str, per: str, names: Names) -> str:
    """Where several are meant: there is no set of them all."""
    if per == "seat":
        return f"take them one by one: `for s in seats {{ ... {text} of s ... }}`"
    kind = names.word_kinds[per]
    several = kind.plural or f"{kind.words[0]}, {kind.words[-1]}"
    some = " + ".join(f"{text} of {word}" for word in (kind.words[0], kind.words[-1]))
    return f"choose or take the {per} first: `choose p in {several}`, then `{text} of p`; or join some: `{some}`"
