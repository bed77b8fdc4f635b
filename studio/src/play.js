// A game at the drawn table of `solenia serve`, with the engine of this page instead of a server. After a change of the
// rules the game goes on from the same answers, as far as they hold.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { endPanel } from "../../solenia_rules/serve/static/end.js";
import { Table } from "../../solenia_rules/serve/static/table.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { Refused } from "./engine.js";
import { keep, kept, lang, newId, theme } from "./settings.js";
import { download } from "./zip.js";

const PACE = 350;
const SEEDS = 1_000_000; // short enough to read out, and within the numbers that a scenario may hold
const BOTS = ["random", "greedy", "mcts:50"];

export class Play {
  /** `studio` has the engine and the draft; `recording`: whether games can become scenarios. */
  constructor(studio, { recording = true } = {}) {
    this.studio = studio;
    this.recording = recording;
    this.table = null;
    this.status = h("div", { class: "status", role: "status" });
    this.place = h("div", { class: "at-table" });
    this.news = h("div", { class: "news", role: "status" });
    this.setup = h("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); this.begin(); } });
    this.panel = h("section", { class: "pane play" }, this.setup, this.news, this.place);
    this.drawSetup({ low: 2, high: 2 });
  }

  /** Who plays; as many choices as the rules have seats. */
  drawSetup({ low, high }) {
    const kept_ = kept("seats", ["person", "greedy"]);
    const count = Math.min(high, Math.max(low, this.count ?? kept_.length));
    this.bounds = { low, high };
    this.choices = Array.from({ length: count }, (_, seat) => {
      const made = h("select", { "aria-label": t("seat", { n: seat + 1 }), onchange: () => keep("seats", this.seats()) },
        h("option", { value: "person" }, t("person_here")), BOTS.map((bot) => h("option", { value: bot }, t(`bot_${bot.split(":")[0]}`))));
      made.value = kept_[seat] ?? "greedy";
      return made;
    });
    const number = h("select", { "aria-label": t("seats"), onchange: (event) => { this.count = Number(event.target.value); this.drawSetup(this.bounds); } },
      Array.from({ length: high - low + 1 }, (_, index) => h("option", { value: low + index, selected: low + index === count }, t("players_n", { n: low + index }))));
    this.setup.replaceChildren(...(high > low ? [number] : []), ...this.choices,
      h("button", { type: "submit", class: "main", "data-act": "begin" }, t("new_game")), this.status,
      ...(this.recording ? [h("button", { type: "button", class: "quiet", "data-act": "record", onclick: () => this.studio.scenarios.record(), title: t("record_hint") }, t("record"))] : []));
  }

  seats() { return this.choices.map((choice) => choice.value); }

  /** The rules can be played by other numbers of seats now. */
  async refresh() {
    try {
      const { seats } = await this.studio.engine.ask("about");
      if (seats[0] !== this.bounds.low || seats.at(-1) !== this.bounds.high) this.drawSetup({ low: seats[0], high: seats.at(-1) });
    } catch (problem) { if (!(problem instanceof Refused)) throw problem; }
  }

  reset() {
    this.table = null;
    this.place.replaceChildren();
    this.news.replaceChildren();
    this.status.textContent = "";
  }

  async begin(given = {}) {
    this.news.replaceChildren();
    const seats = given.seats ?? this.seats();
    const seed = given.seed ?? Math.floor(Math.random() * SEEDS);
    try { await this.studio.engine.ask("play", { seats, seed, position: given.position ?? null }, 60000); } catch (problem) {
      this.news.replaceChildren(h("p", { class: "problem", role: "alert" }, problem.message));
      return;
    }
    const people = seats.map((plays, seat) => [plays, String(seat)]).filter(([plays]) => plays === "person").map(([, seat]) => seat);
    this.people = people.length ? people : ["watch"];
    this.again = () => this.begin({ seats, ...given, seed: undefined });
    this.table = new Table(this.people, this.host());
    for (const seat of this.people) this.table.connected(seat, true);
    this.place.replaceChildren(this.table.draw());
    await this.show();
    this.letBotsPlay();
  }

  /** What the table needs of this pane. */
  host() {
    return {
      ask: (seat, message) => this.ask(seat, message),
      tell: (text, sort) => this.tell(text, sort),
      above: () => null,
      atEnd: (table) => endPanel(table, { open: (step, fresh) => (fresh ? this.again() : this.goBack(step)), save: () => this.save() }),
    };
  }

  /** Play on from an earlier position of this game. */
  async goBack(answers) {
    await this.studio.engine.ask("rewind", { answers }, 60000);
    this.table.replaying = null;
    await this.drawAgain();
    this.letBotsPlay();
  }

  async save() {
    download(new Blob([await this.studio.engine.ask("save")], { type: "text/plain" }), `${this.studio.draft.name}.save`);
  }

  tell(text, sort) {
    this.status.className = `status ${sort}`;
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  view(seat) {
    const width = Math.max(480, Math.round(this.place.clientWidth * (this.place.clientWidth > 820 ? 0.68 : 1)));
    return { seat: seat === "watch" ? null : Number(seat), lang: lang(), theme: theme(), width };
  }

  async show() {
    for (const seat of this.people) this.table.hear(seat, await this.studio.engine.ask("state", this.view(seat)));
  }

  async ask(seat, message) {
    const told = await this.studio.engine.ask("act", { ...this.view(seat), message: { ...message, request: newId() } });
    if (told.type === "refused") throw new Error(told.text);
    if (message.type === "answer" || message.type === "undo") {
      await this.show();
      if (message.type === "answer") this.letBotsPlay();
    }
    return told;
  }

  /** Bots answer one after the other, slowly enough to follow. */
  async letBotsPlay() {
    const table = this.table;
    if (this.botsPlay) return;
    this.botsPlay = true;
    try {
      for (let more = true; more && this.table === table && !table.state.end;) {
        const asked = table.state.view.decision?.seat;
        if (asked === undefined || table.isMine(asked)) break;
        const begun = performance.now();
        more = await this.studio.engine.ask("bot", {}, 60000);
        await new Promise((done) => { setTimeout(done, Math.max(0, PACE - (performance.now() - begun))); });
        if (this.table === table) await this.show();
      }
    } catch (problem) { this.tell(problem.message, "lost"); } finally { this.botsPlay = false; }
  }

  /** The rules changed: go on from the same answers. */
  async carryOn() {
    if (!this.table) return;
    let found;
    try { found = await this.studio.engine.ask("carry_on", { lang: lang() }, 60000); } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      return;
    }
    if (!found.changed) return;
    const { parting } = found;
    if (!found.looks_only) this.news.replaceChildren(h("div", { class: "parting" },
      h("p", {}, h("strong", {}, found.kept === found.given ? t("game_goes_on", { n: found.kept }) : t("game_parts", { n: found.kept, of: found.given }))),
      parting ? h("dl", {}, h("dt", {}, t("parts_at", { n: parting.answers })), h("dd", {}, parting.what),
        parting.before ? [h("dt", {}, t("before")), h("dd", {}, parting.before)] : [], parting.after ? [h("dt", {}, t("now")), h("dd", {}, parting.after)] : [],
        parting.rules.map((rule) => h("dd", { class: "rule" }, h("code", {}, rule)))) : null,
      h("button", { type: "button", class: "quiet", onclick: () => this.news.replaceChildren() }, t("understood"))));
    await this.drawAgain();
    this.letBotsPlay();
  }

  async drawAgain() {
    this.table.logs = Object.fromEntries(this.people.map((seat) => [seat, []]));
    this.place.replaceChildren(this.table.draw());
    await this.show();
  }

  /** Go on with the game and the players of another pane. */
  takeOver({ table, people, bounds, count, again }) {
    Object.assign(this, { table, people, count, again });
    this.drawSetup(bounds);
    if (table) table.host = this.host();
  }

  /** After a change of language or colours. */
  async redraw() {
    if (this.table) await this.drawAgain();
  }
}
