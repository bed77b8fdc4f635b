// Scenarios: all of them with what failed, marks beside the text, and what they reach of the rules.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";

export class Scenarios {
  constructor(studio) {
    this.studio = studio;
    this.found = [];
    this.reached = null;
    this.summary = h("p", { class: "summary", role: "status" });
    this.list = h("ul", { class: "scenarios" });
    this.panel = h("section", { class: "pane" }, h("div", { class: "tools" },
      h("button", { type: "button", class: "main", "data-act": "run", onclick: () => this.draw() }, t("run_all")),
      h("button", { type: "button", class: "quiet", onclick: () => this.cover() }, t("show_reached")), this.summary), this.list);
  }

  reset() {
    this.found = [];
    this.reached = null;
    this.summary.textContent = "";
    this.list.replaceChildren();
  }

  get any() { return Object.keys(this.studio.draft?.files ?? {}).some((file) => file.endsWith(".scenarios.toml")); }

  async draw() {
    if (!this.any) {
      this.summary.textContent = t("no_scenarios");
      this.list.replaceChildren();
      this.studio.tabs.badge("scenarios", "");
      return;
    }
    try { this.found = await this.studio.engine.ask("scenarios", {}, 120000); } catch (problem) {
      this.summary.textContent = problem.message;
      return;
    }
    const failed = this.found.filter((one) => !one.passed).length;
    this.summary.textContent = failed ? t("scenarios_failed", { n: failed, of: this.found.length }) : t("scenarios_passed", { n: this.found.length });
    this.studio.tabs.badge("scenarios", failed ? String(failed) : "✓", failed ? "bad" : "good");
    const order = [...this.found].sort((a, b) => Number(a.passed) - Number(b.passed));
    this.list.replaceChildren(...order.map((one) => this.row(one)));
    this.studio.drawMarks();
  }

  row(one) {
    return h("li", { class: one.passed ? "passed" : "failed" },
      h("button", { type: "button", class: "go", onclick: () => this.studio.go({ file: one.file, from: one.from, to: one.from }) },
        h("span", { class: "sign", "aria-hidden": "true" }, one.passed ? "✓" : "✗"), h("span", {}, one.name || one.file),
        h("span", { class: "unseen" }, t(one.passed ? "passes" : "fails"))),
      one.name ? h("button", { type: "button", class: "quiet small", onclick: () => this.playFrom(one) }, t("play_from_here")) : null,
      one.failures.map((failure) => h("p", { class: "failure" }, h("strong", {}, failure.what), ": ",
        failure.expected ? t("expected_found", { expected: failure.expected, found: failure.found }) : failure.found,
        failure.rule ? h("code", {}, `${failure.rule}`) : null)));
  }

  async playFrom(one) {
    const { seats, seed, given } = await this.studio.engine.ask("position", { file: one.file, name: one.name });
    this.studio.tabs.choose("play");
    await this.studio.play.begin({ seats: ["person", ...Array(seats - 1).fill("greedy")], seed, position: given });
  }

  async cover() {
    try { this.reached = await this.studio.engine.ask("coverage", {}, 120000); } catch (problem) {
      this.summary.textContent = problem.message;
      return;
    }
    this.summary.textContent = t("lines_reached", { n: this.reached.reached, of: this.reached.lines, games: this.reached.games });
    this.studio.drawMarks();
  }

  /** The marks beside the lines of a file. */
  marks(file) {
    const own = this.found.filter((one) => one.file === file)
      .map((one) => ({ line: one.line, sort: one.passed ? "passed" : "failed", title: one.passed ? t("passes") : t("fails") }));
    const reached = (this.reached?.files[file] ?? [])
      .map((one) => ({ line: one.line, sort: `reach-${one.state}`, title: [t(`reach_${one.state}`, { n: one.run }), ...one.notes].join("; ") }));
    return [...own, ...reached];
  }
}
