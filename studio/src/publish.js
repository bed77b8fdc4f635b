// Publishing: the game as a single HTML file, or as a folder of static files. Both hold the engine and a page with the
// table, and nothing of the studio.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { bytesOf, data } from "./beside.js";
import { dialog } from "./layout.js";
import { packed } from "./packing.js";
import { download, zip } from "./zip.js";

const game = (draft) => JSON.stringify({ name: draft.name, files: draft.files });

/** All files of the published folder, in one archive. */
async function folder(draft, told) {
  const { folder: names } = await data("published.json");
  const files = { "game.json": game(draft) };
  for (const [index, name] of names.entries()) {
    told(index / names.length);
    files[name === "player.html" ? "index.html" : name] = await bytesOf(name);
  }
  return zip(files);
}

/** The page with all its files inside. */
async function single(draft, told) {
  const { single: names } = await data("published.json");
  const held = (name, text) => `  <script type="text/plain" data-file="${name}">${text}</script>\n`;
  const parts = [held("game.json", await packed(new TextEncoder().encode(game(draft))))];
  for (const [index, name] of names.entries()) {
    told(index / names.length);
    parts.push(held(name, await packed(await bytesOf(name))));
  }
  const [before, after] = new TextDecoder().decode(await bytesOf("single.html")).split("  <!-- files -->\n");
  return new Blob([before, ...parts, after], { type: "text/html" });
}

export function publish(studio) {
  const bar = h("progress", { value: 0, max: 1, hidden: true, "aria-label": t("publish") });
  const problem = h("p", { class: "problem", role: "alert" });
  const buttons = [];
  const button = (id, label, make, ending, sort) => {
    const made = h("button", { type: "button", class: sort, "data-act": id, onclick: async () => {
      for (const one of buttons) one.disabled = true;
      bar.hidden = false;
      try { download(await make(studio.draft, (share) => { bar.value = share; }), `${studio.draft.name}${ending}`); } catch (refused) { problem.textContent = refused.message; }
      bar.value = 1;
      for (const one of buttons) one.disabled = false;
    } }, label);
    buttons.push(made);
    return made;
  };
  dialog(t("publish"), t("close"), h("p", {}, t("publish_hint")),
    h("div", { class: "row" }, button("publish-single", t("publish_single"), single, ".html", "main"), button("publish-folder", t("publish_folder"), folder, "-game.zip", "quiet"), bar), problem);
}
