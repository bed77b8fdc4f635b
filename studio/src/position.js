// The picture of a position beside the text: the beginning of a game, or the position of the scenario at the cursor. It is
// drawn again after each change without mistakes.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { readPicture, replacePicture } from "../../solenia_rules/serve/static/picture.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { Refused } from "./engine.js";
import { lang, theme } from "./settings.js";

const PAUSE = 200;

export class Position {
  constructor(studio) {
    this.studio = studio;
    this.seed = 0;
    this.drawn = "";
    this.count = h("select", { "aria-label": t("seats"), onchange: () => this.draw() });
    this.seat = h("select", { "aria-label": t("seen_by"), onchange: () => this.draw() });
    this.again = h("button", { type: "button", class: "quiet", "data-act": "another", onclick: () => { this.seed += 1; this.draw(); } }, t("another_beginning"));
    this.caption = h("p", { class: "summary", role: "status" });
    this.note = h("p", { class: "remark", role: "status" });
    this.frame = h("div", { class: "picture", role: "group", "aria-label": t("pane_position") });
    this.panel = h("section", { class: "pane position" }, h("div", { class: "tools" }, this.count, this.seat, this.again), this.caption, this.note, this.frame);
    new ResizeObserver(() => this.later()).observe(this.panel);
  }

  reset() {
    this.drawn = "";
    this.seed = 0;
    this.frame.replaceChildren();
    this.caption.textContent = "";
    this.note.textContent = "";
  }

  /** The cursor or the width changed: draw again after a moment, if the picture is shown. */
  later() {
    clearTimeout(this.timer);
    if (this.studio.tabs?.chosen === "position" && this.studio.opened) this.timer = setTimeout(() => this.draw(), PAUSE);
  }

  async draw() {
    const { studio } = this;
    if (this.panel.clientWidth === 0 || !studio.draft) return;
    let told;
    try {
      await studio.sent();
      told = await studio.engine.ask("picture", {
        file: studio.editor.file ?? "", at: studio.editor.at, lang: lang(), theme: theme(), width: Math.max(420, Math.round(this.panel.clientWidth - 24)), seed: this.seed,
        ...(this.count.value ? { seats: Number(this.count.value) } : {}), seat: this.seat.value ? Number(this.seat.value) : null,
      });
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.note.textContent = problem.message;
      return;
    }
    this.note.textContent = told.current ? "" : t("older_version");
    if (!told.current) return;
    this.drawChoices(told);
    const { scenario } = told;
    this.caption.textContent = scenario ? t("position_scenario", { name: scenario.name, n: scenario.given, of: scenario.answers }) : t("position_beginning", { seed: told.seed });
    this.note.textContent = scenario?.refused ? t("position_refused", { answer: scenario.refused }) : scenario || !studio.scenarios.any ? "" : t("position_hint");
    if (told.picture === this.drawn && this.frame.firstChild) return;
    this.drawn = told.picture;
    const made = readPicture(told.picture, "-position");
    if (made) replacePicture(this.frame, made);
  }

  drawChoices({ seats, count, seat, scenario }) {
    const options = (values, text, chosen) => values.map((value) => h("option", { value: value ?? "", selected: value === chosen }, text(value)));
    this.count.replaceChildren(...options(seats, (n) => t("players_n", { n }), count));
    this.count.hidden = seats.length < 2 || scenario !== null;
    this.again.hidden = scenario !== null;
    this.seat.replaceChildren(...options([null, ...Array(count).keys()], (one) => (one === null ? t("seen_by_spectator") : t("seen_by_seat", { n: one + 1 })), seat));
  }
}
