// The arrangement of the page: panes whose sizes can be changed by pointer and keyboard, and tabs.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { keep, kept } from "./settings.js";

/** A bar before a pane; it sets the size of this pane and keeps it, as a share of the window. `usual` is such a share. */
export function splitter(name, label, { axis = "x", least = 180, usual }) {
  const root = document.documentElement;
  const whole = () => (axis === "x" ? innerWidth : innerHeight);
  let share = kept(`share.${name}`, usual);
  const bar = h("div", { class: `splitter ${axis}`, role: "separator", tabindex: "0", "aria-label": label,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal" });
  const draw = () => {
    root.style.setProperty(`--${name}`, `max(${least}px, ${(100 * share).toFixed(2)}${axis === "x" ? "vw" : "dvh"})`);
    bar.setAttribute("aria-valuenow", Math.round(100 * share));
  };
  const set = (size) => {
    share = Math.max(least, Math.min(whole() - least, size)) / whole();
    keep(`share.${name}`, share);
    draw();
  };
  draw();
  bar.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const start = axis === "x" ? event.clientX : event.clientY, before = share * whole();
    const move = (moved) => set(before - ((axis === "x" ? moved.clientX : moved.clientY) - start));
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -24, ArrowRight: 24, ArrowUp: -24, ArrowDown: 24 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(share * whole() - step);
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
      if (on) this.buttons[index].scrollIntoView({ block: "nearest", inline: "nearest" });
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
  const made = h("dialog", { class: content.length ? "dialog" : "dialog large", "aria-label": title },
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
