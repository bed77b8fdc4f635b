// Colours of the text: TOML, and the effects language inside its literal strings.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const NAME = /^[a-z][a-z0-9_]*/;

function token(words) {
  const kinds = new Map();
  for (const word of words.special) kinds.set(word, "atom");
  for (const word of words.reserved) kinds.set(word, "keyword");
  const verbs = new Set(words.verbs), queries = new Set(words.queries);

  function effect(stream, state) {
    if (stream.match(state.quote)) {
      state.quote = "";
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#[^\n']*/)) return "comment";
    if (stream.match(/^[0-9]+/)) return "number";
    const name = stream.match(NAME);
    if (name) {
      if (kinds.has(name[0])) return kinds.get(name[0]);
      if (verbs.has(name[0])) return "verb";
      if (queries.has(name[0]) || stream.peek() === "(") return "query";
      return "name";
    }
    stream.next();
    return "operator";
  }

  return function next(stream, state) {
    if (state.quote.startsWith("'")) return effect(stream, state);
    if (state.quote) {
      while (!stream.eol()) {
        if (stream.match(state.quote)) {
          state.quote = "";
          return "string";
        }
        if (stream.next() === "\\") stream.next();
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.sol() || stream.string.slice(0, stream.pos).trim() === "") {
      if (stream.match(/^\[\[?[^\]#]*\]\]?/)) return "heading";
    }
    const quote = stream.match(/^('''|"""|'|")/);
    if (quote) {
      const rest = stream.string.slice(stream.pos);
      if (/^"?$/.test(quote[0]) && /^[^"\\]*"\s*=/.test(rest)) {
        stream.match(/^[^"]*"/);
        return "key";
      }
      state.quote = quote[0];
      return "string";
    }
    if (stream.match(/^[A-Za-z0-9_.-]+(?=\s*=)/)) return "key";
    if (stream.match(/^(true|false)\b/)) return "atom";
    if (stream.match(/^[+-]?[0-9][0-9_.]*/)) return "number";
    stream.next();
    return "operator";
  };
}

export function ruleLanguage(words) {
  return StreamLanguage.define({
    name: "ruleset",
    startState: () => ({ quote: "" }),
    token: token(words),
    blankLine() {},
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", "'", '"'] } },
    tokenTable: {
      verb: tags.function(tags.name), query: tags.function(tags.variableName), key: tags.propertyName, heading: tags.heading,
      name: tags.variableName,
    },
  });
}

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, color: "var(--text-comment)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--text-heading)", fontWeight: "650" },
  { tag: tags.propertyName, color: "var(--text-key)" },
  { tag: tags.string, color: "var(--text-string)" },
  { tag: tags.number, color: "var(--text-number)" },
  { tag: tags.atom, color: "var(--text-number)" },
  { tag: tags.keyword, color: "var(--text-keyword)" },
  { tag: tags.function(tags.name), color: "var(--text-verb)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--text-verb)" },
  { tag: tags.variableName, color: "var(--ink)" },
  { tag: tags.operator, color: "var(--soft)" },
]));
