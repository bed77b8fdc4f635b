// The rules in sentences, beside the text. What differs from the version that was opened is marked.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { lang } from "./settings.js";

const SORTS = ["section", "phase", "step", "verb", "query", "rules", "counter", "state", "history", "zone", "board", "kind", "record", "field", "words", "param"];
const CLOSED = new Set(["counter", "state", "zone", "board", "kind", "record", "field", "words", "param"]);

export class Sentences {
  constructor(studio) {
    this.studio = studio;
    this.search = h("input", { type: "search", placeholder: t("find_rule"), "aria-label": t("find_rule"), oninput: () => this.filter() });
    this.next = h("button", { type: "button", class: "quiet", "data-act": "next-change", hidden: true, onclick: () => this.goToChange() });
    this.list = h("div", { class: "sentences" });
    this.note = h("p", { class: "remark", role: "status" });
    this.panel = h("section", { class: "pane reading" }, h("div", { class: "tools" }, this.search, this.next), this.note, this.list);
    this.first = null;
    this.digest = "";
    this.changes = new Map();
  }

  /** Forget the version that later ones are compared with. */
  reset() {
    this.first = null;
    this.digest = "";
    this.changes = new Map();
    this.next.hidden = true;
    this.list.replaceChildren();
    this.note.textContent = t("preparing");
  }

  async draw() {
    let found;
    try { found = await this.studio.engine.ask("sentences", { lang: lang() }); } catch (problem) {
      this.note.textContent = problem.message;
      return;
    }
    this.note.textContent = found.current ? "" : t("older_version");
    const shown = `${found.digest} ${lang()}`;
    if (this.digest === shown) return;
    this.digest = shown;
    const told = new Map(found.topics.map((topic) => [keyOf(topic), JSON.stringify(topic.steps)]));
    this.first ??= new Map([...told].filter(([key]) => this.changes.get(key) !== "new").map(([key, steps]) => [key, this.changes.has(key) ? "[]" : steps]));
    this.changes = new Map(found.topics.map((topic) => [keyOf(topic), this.changeOf(topic)]).filter(([, change]) => change));
    this.next.hidden = !this.changes.size;
    this.next.textContent = t("next_change", { n: this.changes.size });
    const groups = new Map(SORTS.map((sort) => [sort, []]));
    for (const topic of found.topics) groups.get(topic.sort)?.push(topic);
    const open = new Set([...this.list.querySelectorAll("details[open]")].map((one) => one.dataset.sort));
    const fresh = this.list.childElementCount === 0;
    this.list.replaceChildren(...[...groups].filter(([, topics]) => topics.length).map(([sort, topics]) =>
      h("details", { open: (fresh ? !CLOSED.has(sort) : open.has(sort)) || topics.some((topic) => this.changeOf(topic)), "data-sort": sort },
        h("summary", {}, t(`sort_${sort}`), " ", h("span", { class: "count" }, String(topics.length))),
        topics.map((topic) => this.topic(topic, found.colon)))));
    this.filter();
  }

  /** Keep the marks of a pane in another language: what had changed there is marked as a whole. */
  takeOver({ changes }) { this.changes = changes; }

  /** Show the next change, after the one that was shown last. */
  goToChange() {
    this.search.value = "";
    this.filter();
    const all = [...this.list.querySelectorAll(".topic.new, .topic.changed")];
    const at = all.findIndex((topic) => topic.classList.contains("shown"));
    all[at]?.classList.remove("shown");
    const next = all[(at + 1) % all.length];
    next.classList.add("shown");
    next.closest("details").open = true;
    (next.querySelector(".fresh") ?? next).scrollIntoView({ block: "center" });
  }

  /** What happened to a rule since the draft was opened: it is new, it is changed, or nothing. */
  changeOf(topic) {
    const before = this.first.get(keyOf(topic));
    return before === undefined ? "new" : before !== JSON.stringify(topic.steps) ? "changed" : "";
  }

  topic(topic, colon) {
    const before = this.first.get(keyOf(topic)), changed = this.changeOf(topic);
    const title = topic.title.charAt(0).toUpperCase() + topic.title.slice(1);
    const known = changed === "changed" ? new Set(texts(JSON.parse(before))) : null;
    return h("article", { class: `topic ${changed}`, "data-id": topic.id },
      h("h3", {}, topic.file ? h("button", { type: "button", class: "go", title: t("go_to_text"), onclick: () => this.studio.go({ file: topic.file, from: topic.at, to: topic.at }) }, title) : title,
        h("code", {}, topic.id), changed ? h("span", { class: "badge changed" }, t(changed === "new" ? "is_new" : "is_changed")) : null),
      this.steps(topic.steps, colon, 0, known));
  }

  /** `known`: the sentences before the change; others are marked. */
  steps(steps, colon, depth, known) {
    if (!steps.length) return null;
    const ends = (step) => (step.steps.length ? colon.trimEnd() : /[.!?]$/.test(step.text) ? "" : ".");
    return h(depth ? "ul" : "div", {}, steps.map((step) => h(depth ? "li" : "p", {},
      h("span", { class: known && !known.has(step.text) ? "fresh" : null }, depth ? step.text : step.text.charAt(0).toUpperCase() + step.text.slice(1), ends(step)), this.steps(step.steps, colon, depth + 1, known))));
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const topic of this.list.querySelectorAll(".topic")) topic.hidden = wanted !== "" && !topic.textContent.toLowerCase().includes(wanted);
    if (wanted) for (const group of this.list.querySelectorAll("details")) group.open = group.querySelector(".topic:not([hidden])") !== null;
  }
}

/** A step and a zone, say, may have the same id. */
function keyOf({ sort, id }) { return `${sort} ${id}`; }

/** All sentences of steps, also those inside of others. */
function texts(steps) { return steps.flatMap((step) => [step.text, ...texts(step.steps)]); }
