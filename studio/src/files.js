// The files of the draft, as buttons over the text.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";

/** Draw a button for each file, and for the file of a base that is shown read-only. `choose(name, text)` shows one; the text is that of the base. */
export function drawFiles(place, names, shown, base, choose) {
  place.replaceChildren(...[...names, ...(base ? [base.file] : [])].map((name) => h("button", {
    type: "button", class: "file", "aria-pressed": String(name === shown), title: name, onclick: () => choose(name, base?.file === name ? base.text : null),
  }, shortName(name, names), name.startsWith("base:") ? h("span", { class: "remark" }, ` ${t("read_only")}`) : null)));
  place.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The name of a file without what all files of the draft share. */
function shortName(name, names) {
  const own = name.replace(/^base:/, "").split("/").pop();
  const main = names.find((one) => !one.endsWith(".scenarios.toml"))?.split("/").pop().replace(/\.toml$/, "");
  return own.endsWith(".scenarios.toml") && own.startsWith(`${main}.`) ? own.slice(main.length + 1).replace(/\.toml$/, "") : own.replace(/\.toml$/, "");
}
