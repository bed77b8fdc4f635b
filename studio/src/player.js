// The page of a published game: the table, with the engine of the page. `game.json`, beside it or inside of it, holds the
// rules.

import "../../solenia_rules/serve/static/page.css";
import "./studio.css";
import { h, show } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { data } from "./beside.js";
import { Engine } from "./engine.js";
import { Play } from "./play.js";
import { applyTheme, keep, lang, languages, loadTexts, theme } from "./settings.js";

class Player {
  async begin() {
    applyTheme();
    [this.draft] = await Promise.all([data("game.json"), loadTexts()]);
    this.engine = new Engine((state) => this.drawEngine(state));
    this.draw();
    await this.engine.open(this.draft.files);
    await this.play.refresh();
    const { title } = await this.engine.ask("about", { lang: lang() });
    this.title.textContent = title;
    document.title = title;
    await this.play.begin();
  }

  draw() {
    this.engineState = h("div", { class: "engine", role: "status" });
    this.title = h("h1", {}, this.draft.name);
    const chooseLanguage = h("select", { "aria-label": t("language"), onchange: async (event) => { keep("lang", event.target.value); await loadTexts(); this.redraw(); } },
      Object.entries(languages).map(([code, name]) => h("option", { value: code }, name)));
    chooseLanguage.value = lang();
    const other = theme() === "dark" ? "light" : "dark";
    const chooseTheme = h("button", { type: "button", class: "quiet", "aria-label": `${t("theme")}: ${t(`theme_${other}`)}`, onclick: () => { keep("theme", other); applyTheme(); this.redraw(); } }, other === "dark" ? "☾" : "☀");
    const before = this.play;
    this.play = new Play(this, { recording: false });
    if (before) this.play.takeOver(before);
    show(h("header", { class: "bar studio-bar" }, h("img", { src: document.querySelector("link[rel=icon]").href, alt: "", width: 26, height: 26 }), this.title, h("div", { class: "acts" }), this.engineState, chooseLanguage, chooseTheme),
      h("div", { class: "published" }, this.play.panel));
    this.drawEngine(this.engine.state);
  }

  async redraw() {
    const { textContent } = this.title;
    this.draw();
    this.title.textContent = textContent;
    await this.play.redraw();
  }

  drawEngine({ step, done, broken }) {
    if (!this.engineState) return;
    const text = broken ? t("engine_broken") : t(`engine_${step}`);
    this.engineState.classList.toggle("broken", Boolean(broken));
    this.engineState.classList.toggle("ready", done === 1);
    this.engineState.title = broken;
    this.engineState.replaceChildren(h("progress", { value: done, max: 1, "aria-label": text }), h("span", {}, text));
  }
}

new Player().begin().catch((problem) => {
  console.error(problem);
  show(h("main", { class: "alone" }, h("p", { role: "alert" }, problem.message)));
});
