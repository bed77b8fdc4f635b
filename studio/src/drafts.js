// Opening: a new game, a bundled game or a variant of it, a file, an earlier draft.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { shelfName, t } from "../../solenia_rules/serve/static/texts.js";
import { data } from "./beside.js";
import { dialog } from "./layout.js";
import { beginning } from "./learn.js";
import { lang } from "./settings.js";
import { unzip } from "./zip.js";

const NAME = "my_game";

/** A small game that can be played at once: the first step of the tutorial shows how it grows. */
export function blank() {
  const text = `ruleset  = "${NAME}"                   # the file is ${NAME}.toml
language = 1
source   = "ours"                      # every entry says where it comes from
seats    = { range = [2, 4] }
title    = { en = "My game" }
about    = { en = "A game that is being invented." }

[counters]
star = { plural = "stars", per = ["seat"], score = true, source = "ours" }

[play.turns]
source = "ours"
effect = 'repeat 3 { as seats { phase turn { take_turn } } }'

[verbs.take_turn]
source = "ours"
effect = 'choose small { gain 1 star } or large { gain 2 stars }'

[result.best]
source = "ours"
effect = 'win all(s in seats where stars of s is max(stars of t for t in seats))'
`;
  return { name: NAME, files: { [`${NAME}.toml`]: text } };
}

/** A draft from files of the disk: rulesets and scenarios, or an archive of them. */
async function draftOf(given) {
  const files = {};
  for (const one of given) {
    if (one.name.endsWith(".zip")) Object.assign(files, await unzip(new Uint8Array(await one.arrayBuffer()), (name) => name.endsWith(".toml")));
    else files[one.name] = await one.text();
  }
  const names = Object.keys(files);
  const main = names.find((name) => name.endsWith("ruleset.toml")) ?? names.find((name) => !name.endsWith(".scenarios.toml")) ?? names[0];
  if (!main) throw new Error("no ruleset");
  const named = /^ruleset\s*=\s*["']([a-z0-9_]+)["']/m.exec(files[main]);
  return { name: named?.[1] ?? main.replace(/\.toml$/, ""), files };
}

/** Delete a draft; until the dialog is closed, its line offers to take this back, with all earlier states. */
async function removed({ store }, draft, line) {
  const states = await store.states(draft.id), before = [...line.childNodes];
  await store.remove(draft.id);
  const back = h("button", { type: "button", class: "quiet", "data-act": "put-back", onclick: async () => {
    await store.restore(draft, states);
    line.replaceChildren(...before);
    line.querySelector("button").focus();
  } }, t("undo_change"));
  line.replaceChildren(h("span", { class: "remark gone", role: "status" }, t("removed_draft", { name: draft.name })), back);
  back.focus();
}

/** The dialog for opening something. */
export async function openDialog(studio) {
  const made = dialog(t("open"), t("close"));
  const inside = made.querySelector(".inside");
  const take = (draft, learn = false) => {
    made.close();
    studio.openNew(draft, { learn });
  };
  const problem = h("p", { class: "problem", role: "alert" });
  const file = h("input", { type: "file", accept: ".toml,.zip", multiple: true, id: "file", class: "unseen", onchange: async (event) => {
    try { take(await draftOf([...event.target.files])); } catch { problem.textContent = t("bad_file"); }
  } });
  const begin = h("section", { class: "begin" },
    h("button", { type: "button", class: "main", onclick: () => take(beginning(), true) }, t("new_with_tutorial")),
    h("button", { type: "button", class: "quiet", onclick: () => take(blank()) }, t("new_blank")),
    h("label", { class: "button", for: "file" }, t("open_file"), file), problem);
  const drafts = await studio.store.list();
  const own = drafts.length ? h("section", {}, h("h3", {}, t("drafts")), h("ul", { class: "drafts" }, drafts.map((draft) =>
    h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => { made.close(); studio.open(draft); } },
      h("strong", {}, draft.name), " ", h("span", { class: "remark" }, new Date(draft.at).toLocaleString(lang()))),
    h("button", { type: "button", class: "quiet small", "aria-label": t("remove_draft", { name: draft.name }), onclick: (event) => removed(studio, draft, event.target.closest("li")) }, "×"))))) : null;
  const search = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search") });
  const shelves = h("div", { class: "shelves" });
  const games = await data(`games.${lang()}.json`);
  const card = (game) => h("article", { class: "game", "data-game": game.name }, h("h5", {}, game.title), h("p", { class: "remark" }, game.about),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: async () => take((await data(`games/${game.name}.json`)).copy) }, t("open_copy")),
      h("button", { type: "button", class: "quiet", onclick: async () => take((await data(`games/${game.name}.json`)).variant) }, t("open_variant"))));
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const found = new Map();
    for (const game of games.filter((one) => `${one.title} ${one.about} ${one.name}`.toLowerCase().includes(wanted))) {
      found.set(game.shelf, [...(found.get(game.shelf) ?? []), game]);
    }
    shelves.replaceChildren(...[...found].map(([shelf, all]) => h("section", {},
      h("h4", { class: "shelf" }, shelfName(shelf)), h("div", { class: "cards" }, all.map(card)))));
  };
  search.addEventListener("input", draw);
  draw();
  inside.append(...[drafts.length ? null : h("p", { class: "lead" }, t("welcome")), begin, own, h("section", {}, h("h3", {}, t("bundled")), search, shelves)].filter(Boolean));
  begin.querySelector("button").focus();
}
