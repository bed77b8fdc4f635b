// The language and the colours, and what this browser keeps: tokens of seats and the own name.

import { setTexts, t } from "./texts.js";

const LANGUAGES = { en: "English", fr: "Français", pl: "Polski" };

function kept(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
}

function keep(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private windows keep nothing */ }
}

export const languages = LANGUAGES;

export function lang() {
  const chosen = kept("lang", null) ?? navigator.language.slice(0, 2);
  return chosen in LANGUAGES ? chosen : "en";
}

export function theme() {
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return kept("theme", preferred) === "dark" ? "dark" : "light";
}

export async function setLanguage(value) {
  keep("lang", value);
  await loadTexts();
}

export function setTheme(value) {
  keep("theme", value);
  applyTheme();
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

export async function loadTexts() {
  setTexts(await (await fetch(`/api/texts?lang=${lang()}`)).json());
  document.documentElement.lang = lang();
  document.title = t("title");
}

/** The width for which pictures are arranged. Beside the answers a picture has two columns if it has room for them. */
export function pictureWidth() {
  if (innerWidth <= 736) return 480;
  const beside = innerWidth - Math.min(352, Math.max(240, 0.27 * innerWidth)) - 48;
  return innerWidth <= 860 ? 480 : Math.max(960, Math.round(beside));
}

/** The most characters of a name. */
export const LONGEST_NAME = 40;

export function ownName() { return kept("name", ""); }
export function setOwnName(name) { keep("name", name); }

/** The tables of this browser: id -> title and the tokens by seat (`watch` for a spectator). */
export function tables() { return kept("tables", {}); }

export function tokensOf(table) { return tables()[table]?.tokens ?? {}; }

export function keepToken(table, seat, token, title) {
  const all = tables();
  const one = all[table] ?? { title: "", tokens: {}, at: 0 };
  one.tokens[seat] = token;
  one.title = title || one.title;
  one.at = Date.now();
  all[table] = one;
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 30);
  keep("tables", Object.fromEntries(newest));
}

/** Links of invitations that this browser has made and not used, by table. */
export function invitationsOf(table) { return kept("invitations", {})[table] ?? null; }

export function keepInvitations(table, links) {
  const all = kept("invitations", {});
  all[table] = links;
  keep("invitations", Object.fromEntries(Object.entries(all).slice(-30)));
}
