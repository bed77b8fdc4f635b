// Everything that can be done, by name: for the keyboard and for the list of commands.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { openDialog } from "./drafts.js";
import { dialog } from "./layout.js";
import { publish } from "./publish.js";
import { share } from "./share.js";

const mod = (key) => (event) => (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key;
const alt = (key) => (event) => event.altKey && !event.ctrlKey && !event.metaKey && event.code === `Digit${key}`;
const pane = (number, id, label) => ({ label, keys: `Alt+${number}`, fits: alt(number), run: (studio) => { studio.onPhone("side"); studio.tabs.choose(id); } });

export const commands = {
  palette: { label: "commands", keys: "Ctrl+K", fits: mod("k"), run: (studio) => palette(studio) },
  open: { label: "open", keys: "Ctrl+O", fits: mod("o"), run: (studio) => openDialog(studio) },
  share: { label: "share", keys: "", run: (studio) => share(studio) },
  export: { label: "export", keys: "Ctrl+S", fits: mod("s"), run: (studio) => studio.export() },
  publish: { label: "publish", keys: "", run: (studio) => publish(studio) },
  begin: { label: "new_game", keys: "Ctrl+Enter", fits: (event) => (event.ctrlKey || event.metaKey) && event.key === "Enter", run: (studio) => { studio.onPhone("side"); studio.tabs.choose("play"); studio.play.begin(); } },
  record: { label: "record", keys: "", run: (studio) => studio.scenarios.record() },
  format: { label: "format", keys: "Shift+Alt+F", run: (studio) => studio.format() },
  rename: { label: "rename", keys: "F2", run: (studio) => studio.rename(studio.editor.at) },
  define: { label: "define", keys: "F12", run: (studio) => studio.editor.define() },
  fix: { label: "fix", keys: "Ctrl+.", run: (studio) => studio.problems.fixAt(studio.editor.file, studio.editor.at) },
  states: { label: "earlier_states", keys: "", run: (studio) => earlier(studio) },
  text: { label: "text_of_rules", keys: "Alt+0", fits: alt(0), run: (studio) => { studio.onPhone("text"); studio.editor.focus(); } },
  rules: pane(1, "rules", "pane_rules"), play: pane(2, "play", "pane_play"), position: pane(3, "position", "pane_position"),
  scenarios: pane(4, "scenarios", "pane_scenarios"), measure: pane(5, "measure", "pane_measure"), records: pane(6, "records", "pane_records"),
  book: pane(7, "book", "pane_book"), learn: pane(8, "learn", "pane_learn"),
  restart: { label: "restart_engine", keys: "", run: (studio) => studio.engine.restart() },
};

/** All commands, filtered by what is typed. */
export function palette(studio) {
  const search = h("input", { type: "search", "aria-label": t("commands"), placeholder: t("commands") });
  const list = h("ul", { class: "commands" });
  const made = dialog(t("commands"), t("close"), search, list);
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    list.replaceChildren(...Object.entries(commands).filter(([id]) => id !== "palette").map(([, command]) => ({ ...command, text: t(command.label) }))
      .filter(({ text }) => text.toLowerCase().includes(wanted))
      .map((command) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => { made.close(); command.run(studio); } }, h("span", {}, command.text), command.keys ? h("kbd", {}, command.keys) : null))));
  };
  search.addEventListener("input", draw);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("button")?.click();
    if (event.key === "ArrowDown") list.querySelector("button")?.focus();
  });
  draw();
}

/** Earlier states of the draft, each of which can be gone back to. */
async function earlier(studio) {
  const states = await studio.store.states(studio.draft.id);
  const made = dialog(t("earlier_states"), t("close"), states.length ? h("ul", { class: "drafts" }, states.map((state) => h("li", {},
    h("button", { type: "button", class: "quiet", onclick: () => { made.close(); studio.open({ ...studio.draft, files: state.files }); } },
      new Date(state.at).toLocaleString())))) : h("p", {}, t("no_earlier_states")));
}
