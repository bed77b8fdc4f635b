// The language, the colours and the arrangement of the page, as this browser keeps them.

import { setTexts, t } from "../../solenia_rules/serve/static/texts.js";
import { data } from "./beside.js";

export const languages = { en: "English", fr: "Français", pl: "Polski" };

export function kept(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(`studio.${key}`)) ?? otherwise; } catch { return otherwise; }
}

export function keep(key, value) {
  try { localStorage.setItem(`studio.${key}`, JSON.stringify(value)); } catch { /* private windows keep nothing */ }
}

export function lang() {
  const chosen = kept("lang", null) ?? navigator.language.slice(0, 2);
  return chosen in languages ? chosen : "en";
}

/** A number as the language of the page writes it. */
export function number(value, digits) {
  return new Intl.NumberFormat(lang(), { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(value);
}

export function theme() {
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return kept("theme", preferred) === "dark" ? "dark" : "light";
}

export function applyTheme() { document.documentElement.dataset.theme = theme(); }

export async function loadTexts() {
  setTexts(await data(`texts.${lang()}.json`));
  document.documentElement.lang = lang();
  document.title = t("studio_title");
}

/** A name that nothing else has; also where the page is not served securely. */
export function newId() { return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""); }
