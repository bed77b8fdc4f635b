// The text editor. What it knows of the rules comes from the engine; what it changes goes to the draft.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, indentUnit } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";
import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { colours, ruleLanguage } from "./colours.js";
import { marked } from "./markdown.js";
import { lang } from "./settings.js";

const TYPES = {
  keyword: "keyword", variable: "variable", function: "function", method: "function", field: "property", event: "type", class: "class",
  enum_member: "enum", enum: "enum", unit: "variable", constant: "constant", property: "property", folder: "namespace", struct: "class",
  value: "constant", module: "namespace",
};

/** Marks beside lines: scenarios that pass or fail, and lines that scenarios reach. */
class Mark extends GutterMarker {
  constructor(sort, title) { super(); this.sort = sort; this.title = title; }
  eq(other) { return other.sort === this.sort && other.title === this.title; }
  toDOM() { return h("span", { class: `mark ${this.sort}`, title: this.title, role: "img", "aria-label": this.title }); }
}
const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => RangeSet.empty,
  update(found, transaction) {
    let next = found.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMarks)) next = effect.value;
    return next;
  },
});

export class Editor {
  /**
   * `host` has `ask(method, given)`: a question to the engine about the present text; `changed(file, text)`; `go(place)`;
   * `rename(place)`; `format()`; `moved(at)`.
   */
  constructor(place, words, host) {
    this.host = host;
    this.file = null;
    this.states = new Map();
    this.language = ruleLanguage(words);
    this.readOnly = new Compartment();
    this.view = new EditorView({ parent: place, state: EditorState.create({ doc: "" }) });
  }

  extensions(readOnly) {
    return [
      lineNumbers(), foldGutter(), lintGutter(),
      marks, gutter({ class: "marks", markers: (view) => view.state.field(marks), initialSpacer: () => new Mark("none", "") }),
      history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), closeBrackets(),
      highlightSelectionMatches(), indentUnit.of("  "), EditorView.lineWrapping,
      autocompletion({ override: [(context) => this.complete(context)], activateOnTyping: true, maxRenderedOptions: 60 }),
      hoverTooltip((_view, at) => this.hover(at), { hoverTime: 350 }),
      keymap.of([
        { key: "F8", run: nextDiagnostic }, { key: "Shift-F8", run: previousDiagnostic },
        { key: "F12", run: () => { this.define(); return true; } },
        { key: "F2", run: () => { this.host.rename(this.at); return true; } },
        { key: "Shift-Alt-f", run: () => { this.host.format(); return true; } },
        { key: "Mod-Enter", run: () => true }, // the page begins a game; the usual binding would add a line
        { key: "Mod-.", run: () => this.host.fixHere(this.at) },
        { key: "Tab", run: acceptCompletion },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab,
      ]),
      this.language, colours, EditorView.contentAttributes.of({ "aria-label": t("text_of_rules"), tabindex: "0" }),
      this.readOnly.of(EditorState.readOnly.of(readOnly)),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (!(event.ctrlKey || event.metaKey)) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at !== null) this.define(at);
          return true;
        },
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.showing) this.host.changed(this.file, update.state.doc.toString());
        if (update.selectionSet || update.docChanged) this.host.moved(this.at);
      }),
    ];
  }

  get at() { return this.view.state.selection.main.head; }
  get text() { return this.view.state.doc.toString(); }

  /** Show a file; each file keeps its own undo history while the draft is open. */
  show(file, text, readOnly = false) {
    if (this.file) this.states.set(this.file, this.view.state);
    const kept = this.states.get(file);
    this.file = file;
    this.showing = true;
    this.view.setState(kept && kept.doc.toString() === text ? kept : EditorState.create({ doc: text, extensions: this.extensions(readOnly) }));
    this.showing = false;
  }

  forget() {
    this.states.clear();
    this.file = null;
  }

  /** Replace ranges of the shown file as one step that can be undone. */
  apply(edits) {
    this.view.dispatch({ changes: edits.map(({ from, to, write }) => ({ from, to, insert: write })), userEvent: "input" });
  }

  /** Replace the whole text as one step, changing only what differs. */
  replace(text) {
    const old = this.text;
    let from = 0, end = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
    while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
    this.apply([{ from, to: old.length - end, write: text.slice(from, text.length - end) }]);
  }

  go(at, end = at) {
    const length = this.view.state.doc.length;
    const anchor = Math.min(at, length), head = Math.min(end, length);
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Show a place without going there. */
  reveal(at) { this.view.dispatch({ effects: EditorView.scrollIntoView(Math.min(at, this.view.state.doc.length), { y: "center" }) }); }

  goToLine(number) { this.go(this.view.state.doc.line(Math.min(number, this.view.state.doc.lines)).from); }

  tell(diagnostics) {
    const length = this.view.state.doc.length;
    const made = diagnostics.filter((one) => one.file === this.file).map((one) => ({
      from: Math.min(one.from, length), to: Math.min(Math.max(one.to, one.from), length), severity: one.severity,
      renderMessage: () => this.message(one),
      message: one.message,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, made));
  }

  message(one) {
    return h("div", { class: "told" }, h("p", {}, h("strong", {}, one.code), " ", one.message), one.hint ? h("p", { class: "hint" }, one.hint) : null,
      one.fix && one.fix.file === this.file
        ? h("button", { type: "button", class: "fix", onclick: () => this.apply([one.fix]) }, t("write_this", { text: one.fix.write })) : null);
  }

  mark(found) {
    const doc = this.view.state.doc;
    const made = found.filter((one) => one.line <= doc.lines).sort((a, b) => a.line - b.line)
      .map((one) => new Mark(one.sort, one.title).range(doc.line(one.line).from));
    this.view.dispatch({ effects: setMarks.of(RangeSet.of(made)) });
  }

  async complete(context) {
    const before = context.matchBefore(/[a-z0-9_]*$/);
    const last = context.state.sliceDoc(context.pos - 1, context.pos);
    if (!context.explicit && (!before || before.from === before.to) && !/[ .([{'"=]/.test(last)) return null;
    if (context.state.sliceDoc(context.pos - 3, context.pos) === "'''") return null;
    try {
      const found = await this.host.ask("complete", { file: this.file, at: context.pos });
      if (context.aborted || !found.offers.length) return null;
      if (!context.explicit && before?.from === before?.to && found.offers.length > 200) return null;
      return {
        from: found.from, validFor: /^["']?[a-z0-9_ ]*$/,
        options: found.offers.map((offer) => ({ label: offer.label, detail: offer.detail.slice(0, 90), type: TYPES[offer.kind], boost: -offer.rank })),
      };
    } catch { return null; }
  }

  openCompletion() { startCompletion(this.view); }

  async hover(at) {
    try {
      const found = await this.host.ask("hover", { file: this.file, at, lang: lang() });
      if (!found) return null;
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom: h("div", { class: "told" }, marked(found.text)) }) };
    } catch { return null; }
  }

  async define(at = this.at) {
    const found = await this.host.ask("define", { file: this.file, at });
    if (found.length) this.host.go(found[0]);
  }

  focus() { this.view.focus(); }
}
