// Records as tables, beside the text. Both edit the same file, and one undo history holds the changes of both.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { ask } from "./layout.js";

const LONG = 24; // characters of a cell that needs more than one line

export class Records {
  constructor(studio) {
    this.studio = studio;
    this.section = "";
    this.choice = h("select", { "aria-label": t("records_of"), hidden: true, onchange: (event) => { this.section = event.target.value; this.draw(); } });
    this.note = h("p", { class: "remark", role: "status" });
    this.grid = h("div", { class: "grid-frame" });
    this.panel = h("section", { class: "pane" }, h("div", { class: "tools" }, this.choice,
      h("button", { type: "button", class: "quiet", onclick: () => studio.undo() }, t("undo_change")), h("button", { type: "button", class: "quiet", onclick: () => studio.redo() }, t("redo_change"))), this.note, this.grid);
  }

  async draw() {
    const { studio } = this;
    const file = studio.editor.file;
    let tables = [];
    if (!this.grid.firstChild) this.note.textContent = t("preparing");
    try {
      await studio.sent();
      if (file in studio.draft.files && !file.endsWith(".scenarios.toml")) tables = await studio.engine.ask("tables", { file });
      this.note.textContent = tables.length ? tables.some((table) => table.inherited.length) ? t("inherited_hint") : "" : t("no_records");
    } catch (problem) {
      this.note.textContent = problem.message;
      return;
    }
    const shown = tables.find((table) => table.section === this.section) ?? tables.find((table) => table.rows.length) ?? tables[0];
    this.choice.replaceChildren(...tables.map((table) => h("option", { value: table.section, selected: table === shown }, `${table.section} (${table.rows.length + table.inherited.length})`)));
    this.choice.hidden = !tables.length;
    if (!shown) return this.grid.replaceChildren();
    const focused = this.grid.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    this.grid.replaceChildren(this.table(file, shown));
    if (focused) this.grid.querySelector(`[data-cell="${CSS.escape(focused)}"]`)?.focus();
    return undefined;
  }

  table(file, { section, columns, rows, inherited }) {
    const cell = (row, column) => {
      const value = row.cells[column.id] ?? "";
      const long = value.length > LONG || value.includes("\n");
      return h(long ? "textarea" : "input", {
        value, rows: long ? Math.min(6, value.split("\n").length + 1) : null, "data-cell": `${row.id}.${column.id}`, "aria-label": `${row.id}: ${column.id}`,
        size: long ? null : Math.max(4, value.length), onchange: (event) => this.change("set_field", { file, section, id: row.id, key: column.id, value: event.target.value }, event.target, value),
        onkeydown: (event) => this.move(event),
      });
    };
    return h("table", { class: "grid" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "id"), columns.map((column) => h("th", { scope: "col", title: column.kind }, column.id)), h("th", {}, ""))),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, h("button", { type: "button", class: "go", title: t("go_to_text"), onclick: () => this.go(file, section, row.id) }, row.id)),
        columns.map((column) => h("td", { "data-label": column.id }, cell(row, column))),
        h("td", { class: "acts" }, h("button", { type: "button", class: "quiet small", "aria-label": t("copy_record", { name: row.id }), title: t("copy_record", { name: row.id }), onclick: () => this.add(file, section, row.id) }, "+"),
          h("button", { type: "button", class: "quiet small", "aria-label": t("remove_record", { name: row.id }), title: t("remove_record", { name: row.id }), onclick: () => this.change("remove_record", { file, section, id: row.id }) }, "×")))),
      inherited.map((row) => h("tr", { class: "inherited" }, h("th", { scope: "row", title: t("inherited") }, row.id), columns.map((column) => h("td", { "data-label": column.id, class: (row.cells[column.id] ?? "").length > LONG ? "long" : null }, row.cells[column.id] ?? "")),
        h("td", { class: "acts" }, h("button", { type: "button", class: "quiet small", "aria-label": t("copy_record", { name: row.id }), title: t("copy_record", { name: row.id }), onclick: () => this.add(file, section, row.id) }, "+"))))));
  }

  /** The arrow keys go to the cell above or below. */
  move(event) {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (!step || event.target.tagName === "TEXTAREA") return;
    const own = event.target.closest("td"), row = own.parentElement;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    next?.children[[...row.children].indexOf(own)]?.querySelector("input, textarea")?.focus();
    event.preventDefault();
  }

  /** Where a record stands in the text; undefined if it is not there. */
  async placeOf({ file, section, id }) {
    return (await this.studio.engine.ask("outline", { file })).find((one) => one.name === section)?.entries.find((entry) => entry.name === id)?.at;
  }

  async go(file, section, id) {
    const at = await this.placeOf({ file, section, id });
    if (at !== undefined) this.studio.go({ file, from: at });
  }

  async add(file, section, like) {
    const id = await ask(t("copy_record", { name: like }), t("close"), t("name"), `${like}_2`, t("add"));
    this.section = section;
    if (!id || !await this.change("add_record", { file, section, like, id })) return;
    await this.draw();
    this.grid.querySelector(`[data-cell^="${CSS.escape(`${id}.`)}"]`)?.focus();
  }

  /** Change the text, and show the changed record there. Returns whether the engine agreed. */
  async change(method, given, input = null, before = "") {
    const { studio } = this;
    try {
      await studio.sent();
      studio.editor.replace(await studio.engine.ask(method, given));
      this.note.textContent = "";
      await studio.sent();
      const at = await this.placeOf(given);
      if (at !== undefined) studio.editor.reveal(at);
      return true;
    } catch (problem) {
      this.note.textContent = problem.message;
      if (input) input.value = before;
      return false;
    }
  }
}
