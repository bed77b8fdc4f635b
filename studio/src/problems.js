// The mistakes of the text, with hints that are applied by a click.

import { h, say } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";

export class Problems {
  constructor(studio) {
    this.studio = studio;
    this.found = [];
    this.list = h("ul", { class: "problem-list", "aria-label": t("problems") });
    this.summary = h("p", { class: "summary", role: "status" }, t("checking"));
    this.said = h("p", { class: "problem", role: "alert" });
    this.lasting = h("p", { class: "problem", role: "alert" });
    this.panel = h("section", { class: "problems", "aria-label": t("problems") }, this.lasting, this.summary, this.said, this.list);
  }

  draw(found) {
    this.found = found.diagnostics;
    this.said.textContent = "";
    const errors = this.found.filter((one) => one.severity === "error").length, warnings = this.found.length - errors;
    const text = errors ? t("errors_n", { n: errors }) : warnings ? t("warnings_n", { n: warnings }) : t("no_problems");
    this.panel.dataset.sort = errors ? "bad" : warnings ? "warn" : "good";
    if (this.summary.textContent !== text) {
      this.summary.textContent = text;
      say(text);
    }
    const first = this.found[0];
    if (this.first !== `${first?.code} ${first?.message}`) this.panel.scrollTop = 0;
    this.first = `${first?.code} ${first?.message}`;
    this.list.replaceChildren(...this.found.map((one) => this.row(one)));
    this.tellEditor();
  }

  /** Whether there are mistakes; remarks do not count. */
  get any() { return this.found.some((one) => one.severity === "error"); }

  row(one) {
    return h("li", { class: one.severity },
      h("button", { type: "button", class: "go", onclick: () => this.studio.go(one) }, h("strong", {}, one.code), " ", one.message,
        h("span", { class: "remark" }, ` ${one.file.replace(/^base:/, "")}:${one.line}`)),
      one.hint ? h("span", { class: "hint" }, one.hint) : null,
      one.fix && one.fix.file in this.studio.draft.files
        ? h("button", { type: "button", class: "fix", "data-act": "fix", onclick: () => this.fix(one) }, t("write_this", { text: one.fix.write })) : null);
  }

  fix(one) {
    this.studio.applyAll({ [one.fix.file]: [one.fix] });
    this.studio.editor.focus();
  }

  /** Apply the hint of the mistake at a place of the text. */
  fixAt(file, at) {
    const one = this.found.find((found) => found.fix && found.file === file && found.from <= at && at <= found.to);
    if (one) this.fix(one);
    return Boolean(one);
  }

  tellEditor() { this.studio.editor?.tell(this.found); }

  /** Say something that stays until it has been read. */
  warn(text) {
    const read = h("button", { type: "button", class: "quiet small", onclick: () => this.lasting.replaceChildren() }, t("understood"));
    this.lasting.replaceChildren(text, " ", read);
    this.panel.scrollTop = 0;
  }

  /** Say something that is no mistake of the text. */
  say(text) { this.said.textContent = text; }
}
