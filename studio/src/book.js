// The printed rulebook and the player aid, in a frame of their own without scripts.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { lang } from "./settings.js";
import { download } from "./zip.js";

export class Book {
  constructor(studio) {
    this.studio = studio;
    this.sort = "rulebook";
    this.page = "";
    this.frame = h("iframe", { class: "book", sandbox: "allow-popups", title: t("rulebook") });
    this.note = h("p", { class: "remark", role: "status" });
    this.choice = h("select", { "aria-label": t("printed_page"), onchange: (event) => { this.sort = event.target.value; this.draw(); } },
      h("option", { value: "rulebook" }, t("rulebook")), h("option", { value: "aid" }, t("player_aid")));
    this.panel = h("section", { class: "pane" }, h("div", { class: "tools" }, this.choice,
      h("button", { type: "button", class: "quiet", onclick: () => this.save() }, t("save_page"))), this.note, this.frame);
  }

  /** Forget the page of another draft. */
  reset() {
    this.page = "";
    this.frame.srcdoc = "";
    this.note.textContent = "";
  }

  async draw() {
    try {
      const page = await this.studio.engine.ask(this.sort, { lang: lang() }, 60000);
      this.note.textContent = this.studio.problems.any ? t("older_version") : "";
      if (page !== this.page) this.frame.srcdoc = page;
      this.page = page;
    } catch (problem) { this.note.textContent = this.page && this.studio.problems.any ? t("older_version") : problem.message; }
  }

  save() { download(new Blob([this.page], { type: "text/html" }), `${this.studio.draft.name}.${this.sort}.html`); }
}
