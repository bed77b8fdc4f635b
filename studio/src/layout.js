// The arrangement of the page: panes whose sizes can be changed by pointer and keyboard, and tabs.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { keep, kept } from "./settings.js";

/** A bar between two panes; it sets a length of the page, in pixels, and keeps it. */
export function splitter(name, label, { axis = "x", from = "end", least = 180, usual = 480 }) {
  const root = document.documentElement;
  const most = () => (axis === "x" ? innerWidth : innerHeight) - least;
  let size = kept(`size.${name}`, usual);
  const bar = h("div", { class: `splitter ${axis}`, role: "separator", tabindex: "0", "aria-label": label,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal" });
  const set = (wanted) => {
    size = Math.round(Math.max(least, Math.min(most(), wanted)));
    root.style.setProperty(`--${name}`, `${size}px`);
    bar.setAttribute("aria-valuenow", size);
    keep(`size.${name}`, size);
  };
  set(size);
  bar.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const start = axis === "x" ? event.clientX : event.clientY, before = size;
    const move = (moved) => {
      const by = (axis === "x" ? moved.clientX : moved.clientY) - start;
      set(before + (from === "end" ? -by : by));
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -24, ArrowRight: 24, ArrowUp: -24, ArrowDown: 24 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(size + (from === "end" ? -step : step));
  });
  return bar;
}

/** Tabs with their panels. Each tab is `{ id, label, panel }`; `shown(id)` hears which one is chosen. */
export class Tabs {
  constructor(label, tabs, shown) {
    this.shown = shown;
    this.tabs = tabs;
    this.buttons = tabs.map((tab) => h("button", {
      type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}`, title: tab.title, onclick: () => this.choose(tab.id),
    }, tab.label));
    this.list = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (event) => this.key(event) }, this.buttons);
    for (const tab of tabs) {
      tab.panel.id = `panel-${tab.id}`;
      tab.panel.setAttribute("role", "tabpanel");
      tab.panel.setAttribute("aria-labelledby", `tab-${tab.id}`);
    }
  }

  choose(id, quietly = false) {
    this.chosen = id;
    this.tabs.forEach((tab, index) => {
      const on = tab.id === id;
      this.buttons[index].setAttribute("aria-selected", on);
      this.buttons[index].tabIndex = on ? 0 : -1;
      tab.panel.hidden = !on;
    });
    if (!quietly) this.shown(id);
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const index = this.tabs.findIndex((tab) => tab.id === this.chosen);
    const next = (index + step + this.tabs.length) % this.tabs.length;
    this.choose(this.tabs[next].id);
    this.buttons[next].focus();
    event.preventDefault();
  }

  badge(id, text, sort = "") {
    const button = this.buttons[this.tabs.findIndex((tab) => tab.id === id)];
    button.querySelector(".badge")?.remove();
    if (text) button.append(h("span", { class: `badge ${sort}` }, text));
  }
}

/** A dialog over the page; closed by Escape, by its button, or by `close` of the result. */
export function dialog(title, close, ...content) {
  const made = h("dialog", { class: "dialog", "aria-label": title },
    h("header", {}, h("h2", {}, title), h("button", { type: "button", class: "quiet close", "aria-label": close, onclick: () => made.close() }, "×")),
    h("div", { class: "inside" }, content));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  document.body.append(made);
  made.showModal();
  made.querySelector(".inside :is(input, button)")?.focus();
  return made;
}

/** A question with one line of text; null if it is left. */
export function ask(title, close, label, value, button) {
  return new Promise((resolve) => {
    const input = h("input", { value, required: true });
    let given = null;
    const made = dialog(title, close, h("form", { class: "ask", onsubmit: (event) => {
      event.preventDefault();
      given = input.value;
      made.close();
    } }, h("label", {}, h("span", {}, label), input), h("button", { class: "main", type: "submit" }, button)));
    made.addEventListener("close", () => resolve(given));
    input.focus();
    input.select();
  });
}
