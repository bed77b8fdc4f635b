// Publishing: the game as a folder of static files that anybody can host. The folder holds the engine and a page with the
// table, and nothing of the studio.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { dialog } from "./layout.js";
import { data } from "./settings.js";
import { download, zip } from "./zip.js";

/** All files of the published folder. */
async function folder(draft, told) {
  const names = await data("published.json");
  const files = { "game.json": JSON.stringify({ name: draft.name, files: draft.files }) };
  for (const [index, name] of names.entries()) {
    told(index / names.length);
    const response = await fetch(new URL(`./${name}`, import.meta.url));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    files[name === "player.html" ? "index.html" : name] = new Uint8Array(await response.arrayBuffer());
  }
  told(1);
  return files;
}

export function publish(studio) {
  const bar = h("progress", { value: 0, max: 1, hidden: true, "aria-label": t("publish") });
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { type: "button", class: "main", "data-act": "publish-folder", onclick: async () => {
    button.disabled = true;
    bar.hidden = false;
    try { download(zip(await folder(studio.draft, (share) => { bar.value = share; })), `${studio.draft.name}-game.zip`); } catch (refused) { problem.textContent = refused.message; }
    button.disabled = false;
  } }, t("publish_folder"));
  dialog(t("publish"), t("close"), h("p", {}, t("publish_hint")), h("div", { class: "row" }, button, bar), problem);
}
