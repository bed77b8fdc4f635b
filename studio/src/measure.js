// Many games between bots, in the background, with figures that grow while they are played. Every figure has its interval;
// what is not settled is called open.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { Refused } from "./engine.js";
import { histogram, interval } from "./plots.js";
import { lang, number } from "./settings.js";

const STRETCH = 150;
const SKILL_SECONDS = 40;
const QUESTIONS = { results: [200, 500, 1000, 5000], strong: [50, 100, 200, 500], feel: [25, 50, 100, 200] };
const USUAL = { results: 1000, strong: 100, feel: 50 };

export class Measure {
  constructor(studio) {
    this.studio = studio;
    this.version = null;
    this.running = false;
    this.question = h("select", { "aria-label": t("question"), onchange: () => this.drawQuestion() }, Object.keys(QUESTIONS).map((name) => h("option", { value: name }, t(`ask_${name}`))));
    this.games = h("select", { "aria-label": t("games") });
    this.bots = h("select", { "aria-label": t("bots") }, ["random", "greedy"].map((bot) => h("option", { value: bot }, t(`bot_${bot}`))));
    this.go = h("button", { type: "submit", class: "main", "data-act": "measure" }, t("measure"));
    this.compare = h("input", { type: "checkbox", id: "compare" });
    this.comparing = h("label", { class: "check" }, this.compare, h("span", {}, t("compare_before")));
    this.keepButton = h("button", { type: "button", class: "quiet", onclick: () => this.remember(), title: t("keep_version_hint") }, t("keep_version"));
    this.state = h("p", { class: "remark", role: "status" });
    this.progress = h("progress", { class: "long", value: 0, max: 1, hidden: true, "aria-label": t("measure") });
    this.figures = h("div", { class: "figures" });
    this.panel = h("section", { class: "pane" }, h("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); this.toggle(); } },
      this.question, this.games, this.bots, this.go, this.comparing, this.keepButton), this.state, this.progress, this.figures);
    this.last = null;
    this.drawQuestion();
  }

  drawQuestion() {
    const name = this.question.value;
    this.games.replaceChildren(...QUESTIONS[name].map((n) => h("option", { value: n, selected: n === USUAL[name] }, t("games_n", { n }))));
    this.comparing.hidden = this.keepButton.hidden = name !== "results";
    if (!this.last && !this.running) this.state.textContent = t(`about_${name}`);
  }

  reset() {
    this.version = null;
    this.running = false;
    this.last = null;
    this.go.textContent = t("measure");
    this.progress.hidden = true;
    this.figures.replaceChildren();
    this.drawQuestion();
  }

  /** Show what another pane shows, in the present language. */
  takeOver({ version, question, games, bots, compare, last }) {
    this.version = version;
    this.question.value = question.value;
    this.drawQuestion();
    this.games.value = games.value;
    this.bots.value = bots.value;
    this.compare.checked = compare.checked;
    if (last) this.show(last.name, last.told);
  }

  /** Draw what is known so far of a question. */
  show(name, told) {
    this.last = { name, told };
    this.progress.value = told.wanted ? told.games / told.wanted : 0;
    if (name === "strong") this.drawStrong(told);
    else if (name === "feel") this.drawFeel(told);
    else this.draw(told);
  }

  /** Keep the present rules as the version to compare with. The version that was opened is the first one. */
  async remember(quietly = false) {
    try {
      this.version = await this.studio.engine.ask("version", {}, 60000);
      if (!quietly) this.state.textContent = t("version_kept");
    } catch (problem) { if (!quietly) this.state.textContent = problem.message; }
  }

  toggle() {
    if (this.running) this.studio.background.end();
    else this.run();
  }

  /** Ask the second engine, so that typing does not wait. */
  async run() {
    const { studio } = this, name = this.question.value;
    this.running = true;
    this.last = null;
    this.go.textContent = t("stop");
    this.progress.hidden = false;
    this.progress.removeAttribute("value");
    this.figures.replaceChildren();
    this.state.textContent = t("preparing");
    try {
      const { seats } = await studio.engine.ask("about");
      const count = studio.play.seats().length;
      const given = { games: Number(this.games.value), seats: seats.includes(count) ? count : seats[0], bots: this.bots.value, seed: 1 };
      const done = await studio.background.run(studio.draft.files, (ask) => (name === "results" ? this.results(ask, given) : this.study(ask, name, given)));
      if (!done && this.state.textContent === t("preparing")) this.state.textContent = "";
      if (!done) this.state.append(` ${t("ended")}`);
    } catch (problem) {
      this.state.textContent = problem.message;
      if (!(problem instanceof Refused)) console.error(problem);
    }
    this.running = false;
    this.progress.hidden = true;
    this.go.textContent = t("measure");
  }

  async results(ask, given) {
    const before = this.compare.checked && this.version ? this.version.text : "";
    await ask("measure", { ...given, before });
    for (let told = { games: 0 }; told.games < given.games;) {
      told = await ask("more", { milliseconds: STRETCH });
      this.show("results", told);
    }
  }

  async study(ask, sort, given) {
    await ask("study", { ...given, sort });
    let told = { games: 0 };
    while (told.games < given.games) {
      told = await ask("study_more", { milliseconds: STRETCH, lang: lang() });
      this.show(sort, told);
    }
    if (sort !== "feel") return;
    this.state.textContent = t("skill_running", { n: SKILL_SECONDS });
    this.show(sort, await ask("study_skill", { games: given.games, seconds: SKILL_SECONDS, lang: lang() }));
  }

  drawStrong(told) {
    this.state.textContent = t("strong_state", { n: told.games, of: told.wanted, seconds: number(told.seconds / told.games, 1), settled: told.settled, all: told.all, fewest: told.fewest });
    const unit = told.points ? 1 : 100;
    const ends = told.options.flatMap((one) => (one.games >= told.fewest ? [one.gain.low * unit, one.gain.high * unit] : [one.gain.value * unit]));
    const far = Math.max(1, ...ends.map(Math.abs));
    const scaled = ({ value, low, high }) => ({ value: value * unit, low: low * unit, high: high * unit });
    const rows = told.options.map((one) => h("tr", { class: `is-${one.verdict}` }, this.name(one), h("td", {}, String(one.games)),
      h("td", {}, interval("", scaled(one.gain), { low: -far, high: far, fair: 0 })), h("td", {}, t(`is_${one.verdict}`))));
    const head = [t("option"), t("games"), t(told.points ? "gain_points" : "gain_wins"), t("verdict")];
    this.figures.replaceChildren(this.block(told.title, rows.length ? h("table", {}, h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows)) : null,
      told.lines.map((line) => h("p", {}, line)), told.all > rows.length ? h("p", { class: "remark" }, t("not_listed", { n: told.all - rows.length })) : null));
  }

  drawFeel(told) {
    if (!told.games) return;
    this.state.textContent = t("feel_state", { n: told.games, of: told.wanted, seconds: number(told.seconds, 0) });
    this.figures.replaceChildren(this.block(told.title, h("ul", {}, told.lines.map((line) => h("li", {}, line)))));
  }

  draw(told) {
    if (!told.games) return;
    const rate = told.games / Math.max(0.01, told.seconds);
    this.state.textContent = t("measured", { n: told.games, of: told.wanted, rate: number(rate, rate >= 10 ? 0 : 1), bots: t(`bots_${told.bots[0]}`) });
    const parts = [
      this.block(t("who_wins"), told.seats.map((seat, index) => interval(t("seat", { n: index + 1 }), seat.wins, { low: 0, high: 1, share: true, fair: told.fair, before: told.before?.seats[index]?.wins })),
        told.shared ? h("p", { class: "remark" }, t("shared_n", { n: told.shared })) : null, told.drawn ? h("p", { class: "remark" }, t("drawn_n", { n: told.drawn })) : null),
      this.block(t("length_title"), interval(t("answers_mean"), told.length, { before: told.before?.length }), histogram(told.lengths, t("answers_each"))),
    ];
    if (told.score) {
      parts.push(this.block(t("score_title"), interval(t("score_mean"), told.score, { before: told.before?.score }),
        told.margin ? interval(t("margin_mean"), told.margin, { before: told.before?.margin }) : null, histogram(told.totals, t("totals_each"))));
    }
    if (told.options.length) parts.push(this.block(t("options_title"), this.options(told),
      told.all > told.options.length ? h("p", { class: "remark" }, t("not_listed", { n: told.all - told.options.length })) : null));
    if (told.stuck || told.capped) parts.push(h("p", { class: "problem" }, t("stuck_n", { stuck: told.stuck, capped: told.capped })));
    if (told.compared) parts.unshift(this.block(t("compared_title"), this.compared(told)));
    this.figures.replaceChildren(...parts);
  }

  block(title, ...content) { return h("section", { class: "block" }, h("h3", {}, title), content); }

  /** What people call an option, and where it is chosen; its name in the text is the title. */
  name(one) { return h("th", { scope: "row", title: one.name }, one.said[lang()], h("span", { class: "remark" }, one.of[lang()])); }

  options(told) {
    const rows = told.options.map((one) => h("tr", {}, this.name(one), h("td", {}, `${one.taken} / ${one.offered}`),
      h("td", {}, one.wins ? interval("", one.wins, { low: 0, high: 1, share: true, fair: told.fair }) : null)));
    return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("option")), h("th", { scope: "col" }, t("taken_offered")), h("th", { scope: "col" }, t("wins_when_taken")))),
      h("tbody", {}, rows));
  }

  compared(told) {
    const lines = Object.entries(told.compared).map(([name, one]) => h("p", { class: "verdict" }, h("strong", {}, t(`metric_${name}`)), ": ",
      t(`verdict_${one.verdict}`), " ", one.difference && h("span", { class: "remark" }, t("difference_of", {
        value: number(one.difference.value, 2), low: number(one.difference.low, 2), high: number(one.difference.high, 2), n: one.differing, of: told.games,
      }))));
    return [...lines, h("p", { class: "remark" }, t("pale_is_before"))];
  }
}
