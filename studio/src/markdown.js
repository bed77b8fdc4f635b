// The little Markdown of hover texts and of the tutorial: paragraphs, quotes, lists, bold, emphasis, code. Links become
// their text, because the pages that they name are not here.

import { h } from "../../solenia_rules/serve/static/dom.js";

export function marked(text) {
  return text.split(/\n\n+/).filter(Boolean).map((part) => {
    if (part.startsWith("> ")) return h("blockquote", {}, inline(part.slice(2)));
    if (/^- /.test(part)) return h("ul", {}, part.split(/\n(?=- )/).map((item) => h("li", {}, inline(item.slice(2)))));
    return h("p", {}, inline(part));
  });
}

function inline(text) {
  const plain = text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  return plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/).map((piece) => (piece.startsWith("**") ? h("strong", {}, piece.slice(2, -2))
    : piece.startsWith("`") && piece.length > 1 ? h("code", {}, piece.slice(1, -1)) : piece.startsWith("*") && piece.length > 2 ? h("em", {}, piece.slice(1, -1)) : piece));
}
