"""The style sheets of rulebooks and player aids, for screen and print."""

from __future__ import annotations

from typing import Final

COMMON: Final = """
:root { --ink: #2b2926; --soft: #6f6a61; --line: #d9d2c3; --paper: #fffdf8; --wash: #f6f1e6; --accent: #9a4a2f; }
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 11pt/1.5 "Source Serif 4", "Noto Serif", Georgia,
  "DejaVu Serif", serif; hyphens: auto; }
h1, h2, h3, h4, nav, .count, .meta, th { font-family: "Source Sans 3", "Noto Sans", "Helvetica Neue", Arial,
  "DejaVu Sans", sans-serif; hyphens: manual; }
h1 { font-size: 30pt; line-height: 1.1; margin: 0 0 .2em; letter-spacing: -.01em; }
h2 { font-size: 17pt; color: var(--accent); margin: 2em 0 .6em; padding-bottom: .2em; break-after: avoid;
  border-bottom: 2px solid var(--accent); }
h3 { font-size: 12pt; margin: 1.3em 0 .3em; break-after: avoid; }
ul { margin: .2em 0 .6em; padding-left: 1.2em; }
li { margin: .15em 0; }
li::marker { color: var(--accent); }
p { margin: .3em 0; }
figure { margin: 1em 0; }
figure svg { max-width: 100%; height: auto; }
.icon { width: 1.7em; height: 1.7em; vertical-align: -.5em; flex: none; }
.icon text { font-family: "DejaVu Sans", "Noto Sans Symbols 2", "Noto Sans Symbols", sans-serif; }
.meta { color: var(--soft); font-size: 9.5pt; }
.cell-title { display: flex; gap: .5em; align-items: center; font-weight: 600; }
"""

BOOK: Final = """
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
header { background: var(--wash); border-bottom: 6px solid var(--accent); }
header > div { max-width: 46rem; margin: 0 auto; padding: 3.2rem 1.5rem 2.2rem; }
header p { font-size: 13pt; max-width: 36rem; }
nav ol { columns: 2; padding-left: 1.4em; margin: .4em 0; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { color: var(--accent); }
table { border-collapse: collapse; width: 100%; margin: .6em 0 1em; }
td, th { text-align: left; vertical-align: top; padding: .35em .7em .35em 0; border-bottom: 1px solid var(--line); }
td.count { white-space: nowrap; font-weight: 700; width: 1%; padding-right: 1.2em; }
tr { break-inside: avoid; }
.grid { display: grid; grid-template-columns: 1fr 1fr; gap: .7em; margin: .6em 0 1em; }
.piece { border: 1px solid var(--line); border-radius: 6px; padding: .55em .8em; break-inside: avoid; background: #fff;
  font-size: 10pt; }
.piece p, .piece ul { margin: .15em 0; }
.small { columns: 2; column-gap: 2em; list-style: none; padding: 0; font-size: 10pt; }
.small li { display: flex; gap: .5em; align-items: center; break-inside: avoid; margin: .2em 0; }
.example { border-left: 4px solid var(--accent); background: var(--wash); padding: .7em 1.1em; margin: 1em 0;
  border-radius: 0 6px 6px 0; font-size: 10pt; }
.example h3 { margin-top: 0; }
.example h4 { margin: .6em 0 .1em; font-size: 10pt; color: var(--accent); break-after: avoid; }
dt { font-weight: 600; margin-top: .5em; break-after: avoid; }
dd { margin: 0 0 0 1.2em; }
footer { max-width: 46rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
@media (max-width: 38rem) { .grid, .small, nav ol { grid-template-columns: 1fr; columns: 1; } h1 { font-size: 24pt; } }
@page { size: A4; margin: 17mm 17mm 19mm;
  @bottom-center { content: counter(page); font: 9pt sans-serif; color: #6f6a61; } }
@media print {
  body { font-size: 10pt; background: #fff; }
  main, header > div, footer { max-width: none; padding-left: 0; padding-right: 0; }
  header { background: none; }
  header > div { padding-top: 0; }
  main { padding-top: 1rem; }
  h2 { margin-top: 1.4em; }
}
"""

AID: Final = """
@page { size: A4 landscape; margin: 9mm; }
body { font-size: var(--size); line-height: 1.32; }
.sheet { width: 279mm; height: 192mm; margin: 0 auto; display: flex; flex-direction: column; overflow: hidden; }
.top { display: flex; align-items: baseline; gap: 1.2em; border-bottom: 2px solid var(--accent); padding-bottom: .15em;
  flex: none; }
.top h1 { font-size: 1.9em; margin: 0; flex: none; white-space: nowrap; }
.flow { columns: 3; column-gap: 6mm; column-fill: auto; flex: 1; min-height: 0; margin-top: .4em; }
h2 { font-size: 1.18em; margin: .5em 0 .2em; padding: 0; border-bottom: 1px solid var(--accent); }
.flow > :first-child { margin-top: 0; }
h3 { font-size: 1em; margin: .35em 0 .05em; }
ul { margin: .05em 0 .25em; padding-left: 1.1em; }
li { margin: 0; }
p { margin: .1em 0; break-inside: avoid; }
.row { display: flex; gap: .4em; align-items: flex-start; margin: .18em 0; break-inside: avoid; }
.row .icon { width: 1.5em; height: 1.5em; vertical-align: 0; }
.signs { display: flex; flex-wrap: wrap; gap: .15em .9em; }
.signs span { display: inline-flex; gap: .3em; align-items: center; }
@media screen {
  body { background: var(--wash); padding: 8mm 0; }
  .sheet { background: #fff; padding: 6mm; box-sizing: content-box; box-shadow: 0 1px 8px #0002; }
}
"""
