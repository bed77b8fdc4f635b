// The records of the shown file, to jump to.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";

export class Outline {
  constructor(studio) {
    this.studio = studio;
    this.sections = [];
    this.choice = h("select", { class: "outline", "aria-label": t("outline"), onchange: (event) => {
      const at = Number(event.target.value);
      if (at >= 0) this.studio.editor.go(at);
    } });
  }

  async draw() {
    if (!this.studio.draft || this.studio.base || this.studio.engine.state.done !== 1) return this.choice.replaceChildren();
    const { file } = this.studio.editor;
    await this.studio.sent();
    const sections = await this.studio.engine.ask("outline", { file });
    if (!sections.length && this.sections.length && this.file === file) return undefined;
    this.file = file;
    this.sections = sections;
    this.choice.replaceChildren(h("option", { value: -1 }, t("outline")), ...sections.map((section) => h("optgroup", { label: section.name },
      h("option", { value: section.at }, `[${section.name}]`), section.entries.map((entry) => h("option", { value: entry.at }, entry.name)))));
    this.follow(this.studio.editor.at);
    return undefined;
  }

  /** Show the record around a place. */
  follow(at) {
    const places = this.sections.flatMap((section) => [section.at, ...section.entries.map((entry) => entry.at)]).filter((one) => one <= at);
    this.choice.value = places.length ? Math.max(...places) : -1;
  }
}
