// A draft in a link: its files, compressed, in the fragment, which browsers do not send to servers.

import { copyText } from "../../solenia_rules/serve/static/copying.js";
import { h, say } from "../../solenia_rules/serve/static/dom.js";
import { t } from "../../solenia_rules/serve/static/texts.js";
import { dialog } from "./layout.js";
import { decoded, packed } from "./packing.js";

const LONGEST = 2_000_000;

async function linkOf(draft) {
  const plain = new TextEncoder().encode(JSON.stringify({ name: draft.name, files: draft.files }));
  const text = (await packed(plain)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}#draft=${text}`;
}

/** The draft in a fragment; null if there is none, an error if it cannot be read. */
export async function draftIn(fragment) {
  const found = new URLSearchParams(fragment.replace(/^#/, "")).get("draft");
  if (!found) return null;
  const reader = new Blob([decoded(found.replaceAll("-", "+").replaceAll("_", "/"))]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new Error("too long");
    parts.push(value);
  }
  const given = JSON.parse(await new Blob(parts).text());
  const files = Object.fromEntries(Object.entries(given.files).filter(([, text]) => typeof text === "string"));
  if (!Object.keys(files).length) throw new Error("no files");
  return { name: String(given.name), files };
}

/** The link to the draft of the studio, to be copied. */
export async function share({ draft }) {
  const link = await linkOf(draft);
  const input = h("input", { readonly: true, value: link, "aria-label": t("link"), "data-link": "", onfocus: (event) => event.target.select() });
  const button = h("button", { type: "button", class: "main", onclick: async () => {
    const told = (await copyText(input)) ? t("copied") : t("not_copied");
    button.textContent = told;
    say(told);
  } }, t("copy"));
  dialog(t("share"), t("close"), h("p", {}, t("share_hint")), h("div", { class: "row" }, input, button), h("p", { class: "remark" }, t("link_length", { n: Math.ceil(link.length / 1024) })));
}
