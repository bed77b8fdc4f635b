// Scenarios: all of them with what failed, marks beside the text, what they reach of the rules, and changes of the rules
// that none of them notices.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { Refused } from "./engine.js";
import { ask } from "./layout.js";
import { lang } from "./settings.js";

const CHANGES = [30, 100, 300, 100000];
const STRETCH = 300;

export class Scenarios {
  constructor(studio) {
    this.studio = studio;
    this.found = [];
    this.reached = null;
    this.unnoticed = null;
    this.summary = h("p", { class: "summary", role: "status" });
    this.reach = h("p", { class: "remark", role: "status" });
    this.list = h("ul", { class: "scenarios" });
    this.panel = h("section", { class: "pane" }, h("div", { class: "tools" },
      h("button", { type: "button", class: "main", "data-act": "run", onclick: () => this.draw() }, t("run_all")),
      h("button", { type: "button", class: "quiet", onclick: () => this.cover() }, t("show_reached")), this.summary), this.reach, this.list, this.drawMutation());
  }

  /** The part about changes that nobody notices. */
  drawMutation() {
    this.most = h("select", { "aria-label": t("changes") }, CHANGES.map((n) => h("option", { value: n }, n === CHANGES.at(-1) ? t("changes_all") : t("changes_n", { n }))));
    this.find = h("button", { type: "submit", class: "quiet", "data-act": "mutants" }, t("find_unnoticed"));
    this.mutation = h("p", { class: "remark", role: "status" });
    this.changes = h("ul", { class: "scenarios changes" });
    return h("section", { class: "block" }, h("h3", {}, t("unnoticed_title")), h("p", { class: "remark" }, t("unnoticed_hint")),
      h("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); this.toggle(); } }, this.most, this.find), this.mutation, this.changes);
  }

  toggle() {
    if (this.finding) this.studio.background.end();
    else this.mutate();
  }

  /** Try changes of the rules in the second engine, and list those that no scenario notices. */
  async mutate() {
    const { studio } = this;
    const files = { ...studio.draft.files };
    this.finding = true;
    this.find.textContent = t("stop");
    this.mutation.textContent = t("preparing");
    this.changes.replaceChildren();
    this.unnoticed = null;
    try {
      const done = await studio.background.run(files, async (ask) => {
        const { wanted } = await ask("mutants", { most: Number(this.most.value) });
        for (let told = { tried: 0 }; told.tried < wanted;) {
          told = await ask("more_mutants", { milliseconds: STRETCH });
          this.drawUnnoticed(told, files);
        }
      });
      if (!done) this.mutation.append(` ${t("ended")}`);
    } catch (problem) {
      this.mutation.textContent = problem.message;
      if (!(problem instanceof Refused)) console.error(problem);
    }
    this.finding = false;
    this.find.textContent = t("find_unnoticed");
  }

  drawUnnoticed(told, files) {
    this.unnoticed = { files, found: told.unnoticed };
    this.mutation.textContent = t("unnoticed_state", { n: told.tried, of: told.wanted, all: told.all, noticed: told.noticed, unnoticed: told.unnoticed.length, unreadable: told.unreadable });
    this.changes.replaceChildren(...told.unnoticed.map((one) => h("li", {},
      h("button", { type: "button", class: "go", onclick: () => this.studio.goToLine(one.file, one.line) }, h("span", { class: "sign", "aria-hidden": "true" }, "◇"),
        h("span", {}, h("code", {}, one.path), ` ${t("unnoticed_change", { old: one.old, new: one.new })}`), h("span", { class: "remark" }, ` ${one.file}:${one.line}`)))));
    this.studio.drawMarks();
  }

  reset() {
    this.found = [];
    this.reached = null;
    this.unnoticed = null;
    this.summary.textContent = "";
    this.reach.textContent = "";
    this.mutation.textContent = "";
    this.list.replaceChildren();
    this.changes.replaceChildren();
  }

  get any() { return Object.keys(this.studio.draft?.files ?? {}).some((file) => file.endsWith(".scenarios.toml")); }

  async draw() {
    if (!this.any) {
      this.summary.textContent = t("no_scenarios");
      this.list.replaceChildren();
      this.studio.tabs.badge("scenarios", "");
      return;
    }
    if (!this.found.length) this.summary.textContent = t("preparing");
    if (this.reached && Object.entries(this.studio.draft.files).some(([name, text]) => this.reached.texts[name] !== text)) this.reach.textContent = "";
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

  /** Add the game at the table to the scenarios. */
  async record() {
    const { studio } = this;
    if (!studio.play.table) return studio.complain(new Refused(t("no_game_yet")));
    const name = await ask(t("record"), t("close"), t("scenario_name"), t("scenario_usual", { n: new Date().toLocaleTimeString(lang()) }), t("record"));
    if (!name) return undefined;
    try {
      await studio.sent();
      const made = await studio.engine.ask("record", { name }, 60000);
      if (!(made.file in studio.draft.files)) studio.draft.files[made.file] = "";
      studio.showFile(made.file);
      studio.editor.replace(made.text);
      studio.editor.go(made.at + 1);
      await studio.look();
      studio.tabs.choose("scenarios");
    } catch (problem) { studio.complain(problem); }
    return undefined;
  }

  async playFrom(one) {
    const { seats, seed, given } = await this.studio.engine.ask("position", { file: one.file, name: one.name });
    this.studio.tabs.choose("play");
    await this.studio.play.begin({ seats: ["person", ...Array(seats - 1).fill("greedy")], seed, position: given });
  }

  async cover() {
    const files = { ...this.studio.draft.files };
    this.reach.textContent = t("preparing");
    try { this.reached = { ...await this.studio.engine.ask("coverage", {}, 120000), texts: files }; } catch (problem) {
      this.reach.textContent = problem.message;
      return;
    }
    this.reach.textContent = t("lines_reached", { n: this.reached.reached, of: this.reached.lines, games: this.reached.games });
    this.studio.drawMarks();
  }

  /** The marks beside the lines of a file. */
  marks(file) {
    const own = this.found.filter((one) => one.file === file)
      .map((one) => ({ line: one.line, sort: one.passed ? "passed" : "failed", title: one.passed ? t("passes") : t("fails") }));
    const text = this.studio.draft.files[file];
    const reached = (this.reached?.texts[file] === text ? this.reached.files[file] ?? [] : [])
      .map((one) => ({ line: one.line, sort: `reach-${one.state}`, title: [t(`reach_${one.state}`, { n: one.run }), ...one.notes].join("; ") }));
    const changes = (this.unnoticed?.files[file] === text ? this.unnoticed.found : []).filter((one) => one.file === file);
    const unnoticed = [...byLine(changes)].map(([line, all]) => ({
      line, sort: "unnoticed", title: `${t("unnoticed_mark")} ${all.map((one) => t("unnoticed_change", { old: one.old, new: one.new })).join("; ")}`,
    }));
    return [...own, ...reached, ...unnoticed];
  }
}

/** Changes by their lines. */
function byLine(changes) {
  const found = new Map();
  for (const one of changes) found.set(one.line, [...(found.get(one.line) ?? []), one]);
  return found;
}
