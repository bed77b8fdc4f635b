// The start: choose a game, say who plays, open the table.

import { h, show } from "./dom.js";
import { bar } from "./main.js";
import { get, post } from "./requests.js";
import { settle } from "./seated.js";
import { lang, LONGEST_NAME, ownName, setOwnName, tables, theme } from "./settings.js";
import { shelfName, t } from "./texts.js";

const BOTS = ["random", "greedy", "mcts:200"];
const MINUTES = [0, 2, 10, 60, 1440];

export async function openStart() {
  const games = await get("/api/games");
  const redraw = () => openStart();
  const query = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: filter });
  const shelves = new Map();
  for (const game of games) {
    if (!shelves.has(game.shelf)) shelves.set(game.shelf, []);
    shelves.get(game.shelf).push(game);
  }
  const list = [...shelves].map(([shelf, found]) => h("section", { class: "shelf" },
    h("h2", {}, shelfName(shelf)),
    h("ul", { class: "cards" }, found.map((game) => card(game)))));
  show(bar(redraw), h("main", { class: "start" },
    h("div", { class: "hero" }, h("h1", {}, t("choose_game")), h("p", {}, t("tagline")), query),
    mine(), ...list, ownGame()));

  function filter() {
    const wanted = query.value.toLowerCase();
    for (const item of document.querySelectorAll("[data-search]")) item.hidden = !item.dataset.search.includes(wanted);
    for (const shelf of document.querySelectorAll(".shelf")) shelf.hidden = !shelf.querySelector("li:not([hidden])");
  }
}

function range([low, high]) {
  if (high === 1) return t("players_single");
  return low === high ? t("players_one", { low }) : t("players_range", { low, high });
}

function card(game) {
  return h("li", { "data-search": `${game.title} ${game.name} ${game.about}`.toLowerCase() },
    h("button", { class: "card", type: "button", onclick: () => openSetup(game) },
      h("img", { src: `/api/games/${game.name}/picture.svg?theme=${theme()}`, alt: "", loading: "lazy" }),
      h("span", { class: "name" }, game.title || game.name),
      h("span", { class: "seats" }, range(game.seats)),
      h("span", { class: "about" }, game.about)));
}

/** When somebody was last at a table of this browser. */
function since(time) {
  const when = new Date(time);
  const today = when.toDateString() === new Date().toDateString();
  return today ? when.toLocaleTimeString(lang(), { timeStyle: "short" }) : when.toLocaleDateString(lang());
}

function mine() {
  const found = Object.entries(tables()).sort((a, b) => b[1].at - a[1].at).slice(0, 6);
  if (!found.length) return null;
  return h("section", { class: "mine" }, h("h2", {}, t("my_tables")), h("ul", { class: "tables" }, found.map(([id, one]) =>
    h("li", {}, h("a", { href: `/table/${id}` }, one.title || id, h("small", {}, ` ${since(one.at)}`))))));
}

function ownGame() {
  const result = h("div", { role: "status" });
  let text = "";
  const file = h("input", { type: "file", accept: ".toml,text/plain", "aria-label": t("choose_file"), onchange: check });

  async function check() {
    result.replaceChildren(t("busy"));
    try {
      text = await file.files[0].text();
      const found = await post("/api/check", { text });
      const mistakes = h("ul", { class: "mistakes" }, found.diagnostics.map((one) => h("li", { class: one.severity },
        h("strong", {}, `${one.code} `), one.line ? `${t("line", { n: one.line })}: ` : "", one.message,
        one.hint ? h("em", {}, ` (${t("hint")}: ${one.hint})`) : null)));
      const game = { name: "", title: found.title, about: "", seats: found.seats, text };
      result.replaceChildren(
        h("p", {}, found.good ? t("check_good") : t("check_bad")), mistakes,
        ...(found.good ? [h("button", { type: "button", class: "main", onclick: () => openSetup(game) }, t("play_this"))] : []));
    } catch (problem) { result.replaceChildren(h("p", { role: "alert" }, problem.message)); }
  }
  return h("section", { class: "own" }, h("h2", {}, t("own_game")), h("p", {}, t("own_game_hint")), file, result);
}

async function openSetup(game) {
  const details = game.name ? await get(`/api/games/${game.name}`) : { params: [] };
  const [low, high] = game.seats;
  const problem = h("p", { role: "alert", class: "problem" });
  const rows = h("div", { class: "seats-form" });
  const count = h("select", { id: "count", onchange: drawRows });
  for (let n = low; n <= high; n += 1) count.append(h("option", { value: n }, String(n)));
  const name = h("input", { value: ownName(), maxlength: LONGEST_NAME, placeholder: t("name_optional"), autocomplete: "nickname", id: "name" });
  const absent = h("select", { id: "absent" }, MINUTES.map((n) =>
    h("option", { value: n * 60 }, n ? t("absent_minutes", { n }) : t("absent_never"))));
  const params = details.params.map((one) => h("label", {}, h("span", {}, one.title),
    h("input", { type: "number", min: one.low, max: one.high, value: one.default, "data-param": one.id, "data-default": one.default })));

  function drawRows() {
    rows.replaceChildren(...Array.from({ length: Number(count.value) }, (_none, seat) => {
      const choice = h("select", { "data-seat": seat, onchange: drawNames },
        h("option", { value: "me" }, seat ? t("hot_seat") : t("you")), h("option", { value: "person" }, t("person")),
        BOTS.map((bot) => h("option", { value: bot }, t(`bot_${bot.split(":")[0]}`))));
      choice.value = seat ? "greedy" : "me";
      const other = h("input", { maxlength: LONGEST_NAME, placeholder: t("name_optional"), "aria-label": t("name_at", { n: seat + 1 }), "data-name": seat, hidden: true });
      return h("div", { class: "seat" }, h("label", {}, h("span", {}, t("seat", { n: seat + 1 })), choice), other);
    }));
    drawNames();
  }

  /** The seats at this device, and the fields for the names of all but the first, whose name has a field of its own. */
  function here() {
    return [...rows.querySelectorAll("select")].filter((one) => one.value === "me")
      .map((one, index) => [Number(one.dataset.seat), index ? rows.querySelector(`[data-name="${one.dataset.seat}"]`) : name]);
  }

  function drawNames() {
    const fields = here().map(([, field]) => field);
    for (const field of rows.querySelectorAll("[data-name]")) field.hidden = !fields.includes(field);
  }
  drawRows();

  async function create(event) {
    event.preventDefault();
    const names = Object.fromEntries(here().map(([seat, field]) => [seat, field.value.trim()]));
    const told = Object.values(names).filter(Boolean).map((one) => one.toLowerCase());
    if (new Set(told).size < told.length) { problem.textContent = t("same_names"); return; }
    problem.textContent = t("busy");
    setOwnName(name.value);
    const choices = [...rows.querySelectorAll("select")].map((one) => one.value);
    const changed = [...form.querySelectorAll("[data-param]")].filter((one) => one.value !== one.dataset.default);
    const body = {
      seats: choices.map((plays) => ({ plays: plays === "me" ? "person" : plays })),
      absent_after: Number(absent.value),
      ...(game.text ? { text: game.text }
        : { ruleset: game.name, params: Object.fromEntries(changed.map((one) => [one.dataset.param, Number(one.value)])) }),
    };
    try {
      await settle(await post("/api/tables", body), names, game.title);
    } catch (refused) { problem.textContent = refused.message; }
  }

  const heading = h("h1", { tabindex: "-1" }, game.title);
  const form = h("form", { class: "setup", onsubmit: create },
    heading, game.about ? h("p", {}, game.about) : null,
    game.name ? h("img", { class: "preview", src: `/api/games/${game.name}/picture.svg?theme=${theme()}`, alt: "" }) : null,
    h("label", {}, h("span", {}, t("your_name")), name),
    h("fieldset", {}, h("legend", {}, t("seats")), h("label", {}, h("span", {}, t("seat_count")), count), rows,
      h("p", { class: "remark" }, t("hot_seat_hint"))),
    params.length ? h("details", {}, h("summary", {}, t("params")), params) : null,
    h("label", {}, h("span", {}, t("absent")), absent), problem,
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: openStart }, t("back")),
      h("button", { type: "submit", class: "main" }, t("create"))));
  show(bar(() => openSetup(game)), h("main", { class: "alone" }, form));
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}
