// The tutorial beside the text: one step at a time. The engine checks whether a step is done.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { data } from "./beside.js";
import { marked } from "./markdown.js";
import { keep, kept, lang } from "./settings.js";

/** The draft with which the tutorial begins. */
export function beginning() { return { name: "my_herbs", files: { "my_herbs.toml": `# ${t("learn_begin")}\n` } }; }

export class Learn {
  constructor(studio) {
    this.studio = studio;
    this.at = kept("lesson", 0);
    this.choice = h("select", { "aria-label": t("pane_learn"), onchange: (event) => this.show(Number(event.target.value)) });
    this.state = h("p", { class: "summary", role: "status" });
    this.body = h("div", { class: "lesson" });
    this.panel = h("section", { class: "pane" }, h("div", { class: "tools" }, this.choice,
      h("button", { type: "button", class: "quiet", "aria-label": t("step_back"), onclick: () => this.show(this.at - 1) }, "‹"),
      h("button", { type: "button", class: "main", "data-act": "next-lesson", onclick: () => this.show(this.at + 1) }, t("next_step"))), this.state, this.body);
  }

  async draw() {
    if (!this.lessons) {
      this.lessons = await data(`lessons.${lang()}.json`);
      this.choice.replaceChildren(...this.lessons.map((lesson, index) => h("option", { value: index }, lesson.title)));
      this.show(this.at);
    }
    await this.check();
  }

  /** Begin with the first step. */
  restart() {
    this.at = 0;
    if (this.lessons) this.show(0);
  }

  show(wanted) {
    this.at = Math.max(0, Math.min(this.lessons.length - 1, wanted));
    keep("lesson", this.at);
    this.choice.value = this.at;
    const parts = this.lessons[this.at].parts.filter((part) => part.text);
    this.body.replaceChildren(...parts.filter((part) => part.sort !== "sh").map((part) => this.part(part, parts[parts.indexOf(part) + 1]?.sort === "sh")));
    this.panel.scrollTop = 0;
    this.check();
  }

  /** `cut`: commands of a terminal follow on the page, which the studio does not show. */
  part(part, cut) {
    if (part.sort === "words") return h("div", {}, marked(cut ? part.text.replace(/\s*:$/, ".") : part.text));
    const code = h("pre", { tabindex: "0", class: part.sort }, part.text.trimEnd());
    if (part.sort !== "toml" && part.sort !== "scenarios") return code;
    return h("figure", { class: "code-block" }, code, h("button", { type: "button", class: "quiet small", "data-act": "put", onclick: () => this.put(part) }, t("put_into_text")));
  }

  async put(part) {
    const { studio } = this;
    await studio.sent();
    const main = Object.keys(studio.draft.files).find((file) => !file.endsWith(".scenarios.toml"));
    const file = part.sort === "scenarios" ? main.replace(/\.toml$/, ".scenarios.toml") : main;
    const text = part.sort === "scenarios" ? part.text : await studio.engine.ask("lesson_put", { file, block: part.text });
    if (!(file in studio.draft.files)) studio.draft.files[file] = "";
    if (studio.editor.file !== file) studio.showFile(file);
    studio.editor.replace(text);
  }

  async check() {
    if (this.studio.engine.state.done !== 1 || !this.lessons) return;
    const { needs } = this.lessons[this.at];
    if (!needs.length) {
      this.state.textContent = "";
      return;
    }
    try {
      const { missing, errors } = await this.studio.engine.ask("lesson_check", { needs });
      const done = !missing.length && !errors;
      this.state.textContent = done ? t("lesson_done") : missing.length ? t("lesson_missing", { what: missing.slice(0, 4).join(", ") }) : t("lesson_errors", { n: errors });
      this.state.dataset.sort = done ? "good" : "";
    } catch (problem) { this.state.textContent = problem.message; }
  }
}
