// The studio: one draft, its editor, and the panes that show what the engine knows of it.

import "../../solenia_rules/serve/static/page.css";
import "./studio.css";
import { redo, undo } from "@codemirror/commands";
import { h, show } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { Background } from "./background.js";
import { data } from "./beside.js";
import { Book } from "./book.js";
import { commands, palette } from "./commands.js";
import { openDialog } from "./drafts.js";
import { Editor } from "./editor.js";
import { Engine, Refused } from "./engine.js";
import { drawFiles } from "./files.js";
import { ask, splitter, Tabs } from "./layout.js";
import { Learn } from "./learn.js";
import { Measure } from "./measure.js";
import { Outline } from "./outline.js";
import { Play } from "./play.js";
import { Position } from "./position.js";
import { Problems } from "./problems.js";
import { publish } from "./publish.js";
import { Records } from "./records.js";
import { Scenarios } from "./scenarios.js";
import { Sentences } from "./sentences.js";
import { applyTheme, keep, kept, lang, languages, loadTexts, newId, theme } from "./settings.js";
import { draftIn, share } from "./share.js";
import { Store } from "./store.js";
import { download, zip } from "./zip.js";

const PAUSE = 60;
const MARK_EVERY = 30000;

class Studio {
  async begin() {
    applyTheme();
    const [words, store] = await Promise.all([data("language.json"), Store.open(), loadTexts()]);
    this.words = words;
    this.store = store;
    this.engine = new Engine((state) => this.drawEngine(state));
    this.background = new Background();
    this.restarts = 0;
    this.draw();
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.fromLink().catch((problem) => this.complain(problem)));
    await this.first();
    if ("serviceWorker" in navigator) navigator.serviceWorker.register("./service_worker.js").catch(() => {});
  }

  // ---- the page -------------------------------------------------------------------------------

  draw() {
    const button = (id, label, work, sort = "quiet") => h("button", { type: "button", class: sort, "data-act": id, title: commands[id]?.keys ?? "", onclick: work }, label);
    this.name = h("button", { type: "button", class: "quiet draft-name", title: t("rename_draft"), onclick: () => this.renameDraft() });
    this.engineState = h("div", { class: "engine", role: "status" });
    this.chooseLanguage = h("select", { "aria-label": t("language"), onchange: async (event) => { keep("lang", event.target.value); await loadTexts(); this.redraw(); } },
      Object.entries(languages).map(([code, name]) => h("option", { value: code }, name)));
    this.chooseLanguage.value = lang();
    this.chooseTheme = h("button", { type: "button", class: "quiet", onclick: () => this.changeTheme() });
    this.drawTheme();
    const bar = h("header", { class: "bar studio-bar" }, h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }), h("h1", {}, t("studio_title")), this.name,
      h("div", { class: "acts" }, button("open", t("open"), () => openDialog(this)), button("share", t("share"), () => share(this)), button("export", t("export"), () => this.export()), button("publish", t("publish"), () => publish(this)),
        button("palette", "⋯", () => palette(this))),
      this.engineState, this.chooseLanguage, this.chooseTheme);

    this.fileTabs = h("div", { class: "files", role: "group", "aria-label": t("files") });
    this.editorPlace = h("div", { class: "editor" });
    this.problems = new Problems(this);
    this.outline = new Outline(this);
    this.reading = new Sentences(this);
    this.book = new Book(this);
    this.play = new Play(this);
    this.position = new Position(this);
    this.scenarios = new Scenarios(this);
    this.measure = new Measure(this);
    this.learn = new Learn(this);
    this.records = new Records(this);
    this.tabs = new Tabs(t("panes"), [
      { id: "rules", label: t("pane_rules"), panel: this.reading.panel }, { id: "play", label: t("pane_play"), panel: this.play.panel },
      { id: "position", label: t("pane_position"), panel: this.position.panel },
      { id: "scenarios", label: t("pane_scenarios"), panel: this.scenarios.panel }, { id: "measure", label: t("pane_measure"), panel: this.measure.panel },
      { id: "records", label: t("pane_records"), panel: this.records.panel },
      { id: "book", label: t("pane_book"), panel: this.book.panel }, { id: "learn", label: t("pane_learn"), panel: this.learn.panel },
    ], (id) => this.shown(id).catch((problem) => this.complain(problem)));
    const text = h("section", { class: "text", "aria-label": t("text_of_rules") }, h("div", { class: "over" }, this.fileTabs, this.outline.choice), this.editorPlace,
      splitter("problems-height", t("resize"), { axis: "y", least: 60, usual: 0.15 }), this.problems.panel);
    const side = h("section", { class: "side-pane", "aria-label": t("panes") }, this.tabs.list, this.tabs.tabs.map((tab) => tab.panel));
    this.switch = h("div", { class: "phone" }, h("button", { type: "button", onclick: () => this.onPhone("text") }, t("text_of_rules")), h("button", { type: "button", onclick: () => this.onPhone("side") }, t("panes")));
    show(bar, h("main", { class: "studio" }, text, splitter("side-width", t("resize"), { axis: "x", least: 300, usual: 0.48 }), side), this.switch);
    this.onPhone(kept("phone", "text"));
    this.editor = new Editor(this.editorPlace, this.words, {
      ask: async (method, given) => { await this.sent(); return this.engine.ask(method, given); },
      changed: (file, text_) => this.changed(file, text_),
      go: (place) => this.go(place),
      rename: (at) => this.rename(at),
      format: () => this.format(),
      fixHere: (at) => this.problems.fixAt(this.editor.file, at),
      moved: (at) => { this.outline.follow(at); this.position.later(); },
    });
    this.tabs.choose(kept("pane", "rules"), true);
    this.drawEngine(this.engine.state);
  }

  onPhone(which) {
    keep("phone", which);
    document.documentElement.dataset.shown = which;
    [...this.switch.children].forEach((button, index) => button.setAttribute("aria-pressed", (index === 0) === (which === "text")));
  }

  drawEngine({ step, done, broken, restarts }) {
    if (!this.engineState) return;
    const text = broken ? t("engine_broken") : t(`engine_${step}`);
    this.engineState.classList.toggle("broken", Boolean(broken));
    this.engineState.classList.toggle("ready", done === 1);
    this.engineState.title = broken || (restarts ? t("engine_restarts", { n: restarts }) : "");
    this.engineState.replaceChildren(h("progress", { value: done, max: 1, "aria-label": text }), h("span", {}, text));
    if (done === 1 && restarts > this.restarts) this.lookAgain(restarts);
  }

  /** After a new start of the engine, check again what was being checked; the same texts only once. */
  lookAgain(restarts) {
    this.restarts = restarts;
    const texts = JSON.stringify(this.draft.files);
    if (this.checkedAgain === texts) return;
    this.checkedAgain = texts;
    this.look().catch((problem) => this.complain(problem));
  }

  drawTheme() {
    const other = theme() === "dark" ? "light" : "dark";
    this.chooseTheme.setAttribute("aria-label", `${t("theme")}: ${t(`theme_${other}`)}`);
    this.chooseTheme.textContent = other === "dark" ? "☾" : "☀";
  }

  /** The other colours. Only the pictures hold colours of their own. */
  async changeTheme() {
    keep("theme", theme() === "dark" ? "light" : "dark");
    applyTheme();
    this.drawTheme();
    await this.play.redraw();
    await this.position.draw();
  }

  /** After a change of the language: everything is drawn again, the draft stays. */
  async redraw() {
    const { file } = this.editor, at = this.editor.at, { play, measure, reading } = this;
    this.background.end();
    this.draw();
    this.play.takeOver(play);
    this.reading.takeOver(reading);
    this.measure.takeOver(measure);
    this.showDraft(file);
    this.editor.go(at);
    this.chooseLanguage.focus();
    await this.play.redraw();
    await this.look();
  }

  // ---- drafts ---------------------------------------------------------------------------------

  async first() {
    try { if (await this.fromLink()) return; } catch (problem) { this.complain(problem, t("bad_link")); }
    const [last] = await this.store.list();
    if (last) return this.open(last);
    const opened = this.open({ id: newId(), ...(await data("games/summer.json")).copy }, { untouched: true });
    openDialog(this);
    return opened;
  }

  /** Open a new draft, under a name that no other draft has. */
  async openNew(made, given) {
    const names = new Set((await this.store.list()).map((draft) => draft.name));
    let { name } = made;
    for (let n = 2; names.has(name); n += 1) name = `${made.name} (${n})`;
    return this.open({ id: newId(), ...made, name }, given);
  }

  async fromLink() {
    const given = new URLSearchParams(location.hash.slice(1));
    let draft = null;
    if (given.has("draft")) draft = await draftIn(location.hash);
    else if (given.has("game")) draft = (await data(`games/${given.get("game").replaceAll(/[^a-z0-9_]/g, "")}.json`)).copy;
    if (!draft) return false;
    history.replaceState(null, "", location.pathname);
    await this.openNew(draft);
    return true;
  }

  /** Open a draft. An `untouched` one is kept from the first change on. */
  async open(draft, { learn = false, untouched = false } = {}) {
    this.draft = { id: draft.id, name: draft.name, files: { ...draft.files } };
    this.untouched = untouched ? { ...draft } : null;
    this.editor.forget();
    for (const pane of [this.reading, this.play, this.position, this.scenarios, this.measure, this.book]) pane.reset();
    this.background.end();
    this.opened = false;
    this.unsent = null;
    this.pending = this.engine.open(this.draft.files);
    this.showDraft();
    if (learn) {
      this.learn.restart();
      this.tabs.choose("learn");
    }
    try {
      if (!untouched) {
        await this.store.put(this.draft);
        await this.store.mark(this.draft);
      }
      await this.pending;
      await this.look();
      await this.measure.remember(true);
    } catch (problem) { this.complain(problem); }
  }

  showDraft(file = null) {
    this.name.textContent = this.draft.name;
    const names = Object.keys(this.draft.files);
    const main = names.find((name) => !name.endsWith(".scenarios.toml")) ?? names[0];
    this.showFile(file in this.draft.files ? file : main);
  }

  showFile(file, text = null) {
    this.base = text === null ? null : { file, text };
    this.editor.show(file, text ?? this.draft.files[file], text !== null);
    drawFiles(this.fileTabs, Object.keys(this.draft.files), file, this.base, (name, read) => this.showFile(name, read));
    this.outline.draw().catch((problem) => this.complain(problem));
    if (this.tabs.chosen === "records" && this.opened) this.records.draw();
    this.position.later();
    this.problems.tellEditor();
    this.drawMarks();
    if (this.opened && !this.base) this.look().catch((problem) => this.complain(problem));
  }

  async renameDraft() {
    const name = await ask(t("rename_draft"), t("close"), t("name"), this.draft.name, t("rename"));
    if (!name) return;
    this.draft.name = name;
    this.name.textContent = name;
    await this.store.put(this.draft);
  }

  // ---- changes --------------------------------------------------------------------------------

  changed(file, text) {
    if (!(file in this.draft.files)) return;
    this.draft.files[file] = text;
    this.store.put(this.draft).then((other) => { if (other) this.problems.warn(t("other_window")); }).catch((problem) => this.complain(problem));
    if (this.untouched) {
      this.marked = Date.now();
      this.store.mark(this.untouched).catch(() => {});
      this.untouched = null;
    }
    if (Date.now() - (this.marked ?? 0) > MARK_EVERY) {
      this.marked = Date.now();
      this.store.mark(this.draft).catch(() => {});
    }
    this.unsent = file;
    this.stamp = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look().catch((problem) => this.complain(problem)), PAUSE);
  }

  /** Give the last change to the engine, before it is asked about it. */
  async sent() {
    await this.pending;
    if (this.unsent) {
      const file = this.unsent;
      this.unsent = null;
      await this.engine.edit(file, this.draft.files[file]);
    }
  }

  /** Have the text checked, and show everything that follows from it. */
  async look() {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    try {
      do {
        this.again = false;
        const stamp = this.stamp;
        await this.sent();
        const file = this.editor.file in this.draft.files ? this.editor.file : Object.keys(this.draft.files)[0];
        const found = await this.engine.ask("diagnose", { file });
        this.problems.draw(found);
        if (stamp) {
          this.lag = performance.now() - stamp;
          this.lags = [...(this.lags ?? []), this.lag].slice(-200);
        }
        this.stamp = null;
        await this.outline.draw();
        if (!this.again) await this.follow(found.good);
      } while (this.again);
    } finally { this.looking = false; }
  }

  /** What is slower than a check waits until nothing is typed for a moment. */
  async follow(good) {
    clearTimeout(this.later);
    this.later = setTimeout(async () => {
      try {
        await this.shown(this.tabs.chosen);
        if (good) {
          await this.play.refresh();
          await this.play.carryOn();
          if (this.scenarios.found.length && this.tabs.chosen !== "scenarios") await this.scenarios.draw();
        }
      } catch (problem) { this.complain(problem); }
    }, this.opened ? 350 : 0);
    this.opened = true;
  }

  async shown(id) {
    keep("pane", id);
    if (!this.draft) return;
    if (id === "rules") await this.reading.draw();
    else if (id === "book") await this.book.draw();
    else if (id === "scenarios") await this.scenarios.draw();
    else if (id === "learn") await this.learn.draw();
    else if (id === "records") await this.records.draw();
    else if (id === "position") await this.position.draw();
  }

  undo() { undo(this.editor.view); }
  redo() { redo(this.editor.view); }

  drawMarks() { this.editor.mark(this.base ? [] : this.scenarios.marks(this.editor.file)); }

  async go({ file, from, to = from }) {
    this.onPhone("text");
    if (file !== this.editor.file) {
      if (file in this.draft.files) this.showFile(file);
      else {
        await this.sent();
        this.showFile(file, (await this.engine.ask("base", { file })).text);
      }
    }
    this.editor.go(from, to);
  }

  async goToLine(file, line) {
    await this.go({ file, from: 0 });
    this.editor.goToLine(line);
  }

  async rename(at) {
    const { file } = this.editor;
    try {
      await this.sent();
      const found = await this.engine.ask("renameable", { file, at });
      const name = await ask(t("rename"), t("close"), t("new_name"), found.name, t("rename"));
      if (!name || name === found.name) return;
      this.applyAll(await this.engine.ask("rename", { file, at: found.from, new: name }));
    } catch (problem) { this.complain(problem); }
  }

  /** Apply edits to several files: file -> edits. */
  applyAll(changes) {
    const shown = this.editor.file;
    for (const [file, edits] of Object.entries(changes)) {
      if (!(file in this.draft.files)) continue;
      if (file !== this.editor.file) this.showFile(file);
      this.editor.apply(edits);
    }
    if (shown !== this.editor.file) this.showFile(shown);
  }

  async format() {
    await this.sent();
    const edits = await this.engine.ask("format", { file: this.editor.file });
    if (edits.length) this.editor.apply(edits);
  }

  export() { download(zip(this.draft.files), `${this.draft.name}.zip`); }

  complain(problem, text = problem.message) {
    if (!(problem instanceof Refused)) console.error(problem);
    this.problems.say(problem instanceof Refused && problem.message === "stopped" ? t("was_stopped") : text);
  }

  key(event) {
    const found = Object.entries(commands).find(([, command]) => command.fits?.(event));
    if (!found) return;
    event.preventDefault();
    found[1].run(this);
  }
}

const studio = new Studio();
window.studio = studio;
studio.begin().catch((problem) => {
  console.error(problem);
  show(h("main", { class: "alone" }, h("p", { role: "alert" }, problem.message)));
});
