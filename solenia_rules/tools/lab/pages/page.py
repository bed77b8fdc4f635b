"""A page that needs nothing else: its style, tiles, lists, tables and plots. It can be read in both themes, on a
telephone, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.version import VERSION
from solenia_rules.api.words import Words
from solenia_rules.tools.lab.pages import charts
from solenia_rules.words.by_language import page_words
from solenia_rules.words.tables.pages import PageTexts

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2430; --soft: #5b6675; --rule: #d5dae1; --tint: #f3f5f8; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --ink: #e8ebf0; --soft: #a3adba; --rule: #39414d; --tint: #1d222a; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1.2rem; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; margin: 0; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
.about { color: var(--soft); margin: .3rem 0 1.2rem; font-size: .9rem; }
.answer { border-left: .35rem solid var(--ink); background: var(--tint); padding: .8rem 1rem; margin: 0 0 1.2rem; }
.answer p { margin: 0; font-size: 1.12rem; font-weight: 600; } .answer p + p { margin-top: .5rem; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; margin: 0 0 1rem; }
.tile { border: 1px solid var(--rule); border-radius: .4rem; padding: .6rem .8rem; }
.tile b { display: block; font-size: 1.35rem; } .tile span { color: var(--soft); font-size: .85rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.4rem 2rem; }
figure { margin: 0; break-inside: avoid; max-width: 34rem; } figure > svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .85rem; margin-bottom: .4rem; } figcaption b { color: var(--ink); }
svg.key { width: 1rem; height: 1rem; vertical-align: -.15rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .87rem; }
thead { display: table-header-group; } th, td { text-align: left; padding: .25rem .5rem; vertical-align: top; }
th, td { border-bottom: 1px solid var(--rule); } th { color: var(--soft); font-weight: 600; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } tr { break-inside: avoid; }
ul { padding-left: 1.2rem; } li { margin: .15rem 0; } code { font-size: .9em; } .soft { color: var(--soft); }
.map { display: inline-grid; gap: 1px; } .map i { width: .55rem; height: .55rem; background: var(--ink); }
details { margin: .8rem 0; } summary { cursor: pointer; color: var(--soft); }
@media (max-width: 30rem) { body { margin: 1rem auto; padding: 0 .9rem; } }
@media print { body { margin: 0; max-width: none; font-size: 10pt; padding: 0; } h2 { break-after: avoid; }
  .tiles { grid-template-columns: repeat(3, 1fr); } .plots { grid-template-columns: 1fr 1fr; }
  table { font-size: 8pt; } th, td { padding: .1rem .35rem; } h2 { margin-top: 1.3rem; } }
@page { margin: 15mm; }
"""


class Page:
    """Collects the parts of a page in one language."""

    def __init__(self, rules: Ruleset, lang: str) -> None:
        self.lang = lang
        self.texts: PageTexts = page_words(lang).PAGES
        self.words = Words(rules.world)
        self.heading = rules.titles.get(lang, rules.title)
        self.parts: list[str] = []

    def add(self, text: str) -> None:
        """A part that is HTML already."""
        self.parts.append(text)

    def head(self, about: str, digest: str, heading: str | None = None) -> None:
        self.heading = heading or self.heading
        self.add(f"<h1>{escape(self.heading)}</h1>")
        rules = self.texts["rules_and_engine"].format(digest=digest[:12], engine=VERSION)
        self.add(f'<p class="about">{escape(about)}. {escape(rules)} {escape(self.texts["intervals"])}</p>')

    def answer(self, *sentences: str) -> None:
        """What a reader should know after ten seconds."""
        self.add(f'<div class="answer">{"".join(f"<p>{code(one)}</p>" for one in sentences if one)}</div>')

    def title(self, text: str) -> None:
        self.add(f"<h2>{escape(text.rstrip().removesuffix(':').rstrip())}</h2>")

    def note(self, text: str) -> None:
        self.add(f'<p class="about">{code(text)}</p>')

    def list(self, sentences: Sequence[str]) -> None:
        self.add("<ul>" + "".join(f"<li>{code(text)}</li>" for text in sentences) + "</ul>")

    def tiles(self, found: Sequence[tuple[str, str]]) -> None:
        made = "".join(
            f'<div class="tile"><b>{escape(value)}</b><span>{escape(what)}</span></div>' for value, what in found
        )
        self.add(f'<div class="tiles">{made}</div>')

    def plots(self, found: Sequence[tuple[str, str, str]]) -> None:
        """Plots beside each other, each with a title and a sentence that says how to read it."""
        made = "".join(
            f"<figure><figcaption><b>{escape(title)}.</b> {caption}</figcaption>{chart}</figure>"
            for title, caption, chart in found
        )
        if made:
            self.add(f'<div class="plots">{made}</div>')

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1, last: int = 0) -> None:
        """The first and the last columns are texts, the others numbers. Cells are HTML."""
        if rows:
            self.add('<div class="wide">' + table(head, rows, texts, last) + "</div>")

    def folded(self, summary: str, inner: str) -> None:
        """Something for those who want to know more."""
        self.add(f"<details><summary>{escape(summary)}</summary>{inner}</details>")

    def called(self, ident: str) -> str:
        """The label of an id; an option is described by what it names and by the place where it is asked."""
        asked, _, thing = ident.rpartition(" ")
        name = thing.partition("=")[2] or thing
        said = self.words.word(name, self.lang)
        return f"{said} ({self.words.word(asked, self.lang)})" if asked else said

    def html(self) -> str:
        body = "\n".join(self.parts)
        return (
            f'<!doctype html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.heading)}</title>\n<style>{STYLE}{charts.STYLE}</style>\n</head>\n"
            f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
        )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1, last: int = 0) -> str:
    def cell(tag: str, number: int, text: str) -> str:
        told = number < texts or number >= len(head) - last
        return f"<{tag}>{text}</{tag}>" if told else f'<{tag} class="n">{text}</{tag}>'

    heads = "".join(cell("th", number, escape(text)) for number, text in enumerate(head))
    body = "".join("<tr>" + "".join(cell("td", n, text) for n, text in enumerate(row)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def code(text: str) -> str:
    """A sentence as HTML; what stands in backquotes is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if index % 2 else part for index, part in enumerate(parts))
