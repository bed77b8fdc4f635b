// Many games between bots, in the background, with figures that grow while they are played. Every figure has its interval;
// what is not settled is called open.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { histogram, interval } from "./plots.js";

const STRETCH = 40;

export class Measure {
  constructor(studio) {
    this.studio = studio;
    this.version = null;
    this.running = false;
    this.games = h("select", { "aria-label": t("games") }, [200, 500, 1000, 5000].map((n) => h("option", { value: n, selected: n === 1000 }, t("games_n", { n }))));
    this.bots = h("select", { "aria-label": t("bots") }, ["random", "greedy"].map((bot) => h("option", { value: bot }, t(`bot_${bot}`))));
    this.go = h("button", { type: "submit", class: "main", "data-act": "measure" }, t("measure"));
    this.compare = h("input", { type: "checkbox", id: "compare" });
    this.keepButton = h("button", { type: "button", class: "quiet", onclick: () => this.remember(), title: t("keep_version_hint") }, t("keep_version"));
    this.state = h("p", { class: "remark", role: "status" });
    this.figures = h("div", { class: "figures" });
    this.panel = h("section", { class: "pane" }, h("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); this.toggle(); } },
      this.games, this.bots, this.go, h("label", { class: "check" }, this.compare, h("span", {}, t("compare_before"))), this.keepButton), this.state, this.figures);
  }

  reset() {
    this.version = null;
    this.running = false;
    this.figures.replaceChildren();
    this.state.textContent = "";
  }

  /** Keep the present rules as the version to compare with. The version that was opened is the first one. */
  async remember(quietly = false) {
    try {
      this.version = await this.studio.engine.ask("version", {}, 60000);
      if (!quietly) this.state.textContent = t("version_kept");
    } catch (problem) { if (!quietly) this.state.textContent = problem.message; }
  }

  toggle() {
    if (this.running) this.running = false;
    else this.run();
  }

  async run() {
    const run = Symbol("run");
    const games = Number(this.games.value);
    const compare = this.compare.checked && this.version;
    this.running = run;
    this.go.textContent = t("stop");
    this.figures.replaceChildren();
    this.state.textContent = t("preparing");
    try {
      const { seats } = await this.studio.engine.ask("about");
      const count = this.studio.play.seats().length;
      await this.studio.engine.ask("measure", { games, seats: seats.includes(count) ? count : seats[0], bots: this.bots.value, seed: 1, before: compare ? this.version.text : "" }, 60000);
      for (let drawn = 0; this.running === run;) {
        const now = performance.now();
        const figures = now - drawn > 400;
        const told = await this.studio.engine.ask("more", { milliseconds: STRETCH, figures }, 60000);
        if (figures) {
          drawn = now;
          this.draw(told);
        }
        if (told.games >= games) break;
        await new Promise((done) => { setTimeout(done, 0); });
      }
      this.draw(await this.studio.engine.ask("more", { milliseconds: 0 }, 60000));
    } catch (problem) { this.state.textContent = problem.message; }
    if (this.running === run) this.running = false;
    this.go.textContent = t("measure");
  }

  draw(told) {
    if (!told.games) return;
    const rate = told.games / Math.max(0.01, told.seconds);
    this.state.textContent = t("measured", { n: told.games, of: told.wanted, rate: rate >= 10 ? Math.round(rate) : rate.toFixed(1), bots: t(`bot_${told.bots[0]}`) });
    const parts = [
      this.block(t("who_wins"), told.seats.map((seat, index) => interval(t("seat", { n: index + 1 }), seat.wins, { low: 0, high: 1, share: true, fair: told.fair, before: told.before?.seats[index]?.wins })),
        told.shared ? h("p", { class: "remark" }, t("shared_n", { n: told.shared })) : null, told.drawn ? h("p", { class: "remark" }, t("drawn_n", { n: told.drawn })) : null),
      this.block(t("length_title"), interval(t("answers_mean"), told.length, { before: told.before?.length }), histogram(told.lengths, t("answers_each"))),
    ];
    if (told.score) {
      parts.push(this.block(t("score_title"), interval(t("score_mean"), told.score, { before: told.before?.score }),
        told.margin ? interval(t("margin_mean"), told.margin, { before: told.before?.margin }) : null, histogram(told.totals, t("totals_each"))));
    }
    if (told.options.length) parts.push(this.block(t("options_title"), this.options(told)));
    if (told.stuck || told.capped) parts.push(h("p", { class: "problem" }, t("stuck_n", { stuck: told.stuck, capped: told.capped })));
    if (told.compared) parts.unshift(this.block(t("compared_title"), this.compared(told)));
    this.figures.replaceChildren(...parts);
  }

  block(title, ...content) { return h("section", { class: "block" }, h("h3", {}, title), content); }

  options(told) {
    const rows = told.options.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), h("td", {}, `${one.taken} / ${one.offered}`),
      h("td", {}, one.wins ? interval("", one.wins, { low: 0, high: 1, share: true, fair: told.fair }) : null)));
    return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("option")), h("th", { scope: "col" }, t("taken_offered")), h("th", { scope: "col" }, t("wins_when_taken")))),
      h("tbody", {}, rows));
  }

  compared(told) {
    return Object.entries(told.compared).map(([name, one]) => h("p", {}, h("strong", {}, t(`metric_${name}`)), ": ",
      t(`verdict_${one.verdict}`), " ", one.difference && h("span", { class: "remark" }, t("difference_of", {
        value: one.difference.value.toFixed(2), low: one.difference.low.toFixed(2), high: one.difference.high.toFixed(2), n: one.differing, of: told.games,
      }))));
  }
}

