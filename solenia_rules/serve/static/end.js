// The end of a game: the score sheet, watching the game again, going on from any step, the download.

import { h } from "./dom.js";
import { t } from "./texts.js";

/** The panel after the end. `open(step, fresh)` and `save()` are what a table offers beyond watching; each may be missing.
 * `next`: somebody else (`name`) plays again, and `take()` takes the own seat there. */
export function endPanel(table, { open, save, next = null }) {
  const { end, people } = table.state;
  const slider = h("input", { type: "range", min: 0, max: end.steps, value: end.steps, "aria-label": t("replay"), oninput: move });
  const step = h("output", {}, t("step", { n: end.steps, of: end.steps }));
  const problem = h("p", { role: "alert", class: "problem" });
  let wanted = end.steps;
  let busy = false;

  async function move() {
    wanted = Number(slider.value);
    step.textContent = t("step", { n: wanted, of: end.steps });
    if (busy) return;
    busy = true;
    for (let shown = -1; shown !== wanted;) {
      shown = wanted;
      await tried(() => table.replay(shown, shown === end.steps));
    }
    busy = false;
  }

  async function tried(work) {
    problem.textContent = "";
    try { await work(); } catch (refused) { problem.textContent = refused.message; }
  }

  const button = (text, sort, work) => h("button", { type: "button", class: sort, onclick: () => tried(work) }, text);
  return h("section", { class: "end", "aria-label": t("over") }, h("h2", {}, headline(table)),
    scoreSheet(table),
    h("div", { class: "replay" }, slider, step), problem,
    next ? h("p", { class: "next", role: "status" }, t("plays_again", { name: next.name }), " ", button(t("take_seat"), "main", next.take)) : null,
    h("div", { class: "buttons" },
      open ? button(t("again"), next ? "quiet" : "main", () => open(0, true)) : null,
      open ? button(t("fork"), "quiet", () => open(wanted, false)) : null,
      save ? button(t("save"), "quiet", save) : null));
}

/** Who has what from what: a column for each player, a row for each part of the score, and the sums. */
function scoreSheet(table) {
  const { end, people, parts } = table.state;
  const wins = (seat) => (end.winners.includes(seat) ? "winner" : "");
  const line = (sort, name, said) => h("tr", { class: sort }, h("th", { scope: "row" }, name),
    people.map((one) => h("td", { class: wins(one.seat) }, said(one.seat))));
  const scored = Object.keys(end.scores).length > 0;
  return h("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": t("score_sheet") }, h("table", {},
    h("caption", {}, t("score_sheet")),
    h("thead", {}, h("tr", {}, h("td", {}), people.map((one) => h("th", { scope: "col", class: wins(one.seat) },
      table.tint(h("span", { class: "mark", "aria-hidden": "true" }, String(one.seat + 1)), one.seat),
      h("span", {}, table.nameOf(one.seat)))))),
    h("tbody", {}, scored ? parts.map((part) => line("", part.title, (seat) => String(part.points[seat]))) : null,
      scored ? line("total", t("score"), (seat) => String(end.scores[seat] ?? "")) : null,
      line("stars", t("winner"), (seat) => (wins(seat) ? "★" : "")))));
}

function headline(table) {
  const { winners, together } = table.state.end;
  if (!winners.length) return together ? t("lost") : t("draw");
  if (winners.length > 1) return t("shares", { names: winners.map((seat) => table.nameOf(seat)).join(", ") });
  return table.isMine(winners[0]) && !table.hotSeat ? t("wins_you") : t("wins", { name: table.nameOf(winners[0]) });
}
