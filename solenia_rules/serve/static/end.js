// The end of a game: the score sheet, watching the game again, going on from any step, the download.

import { h } from "./dom.js";
import { readPicture, replacePicture } from "./picture.js";
import { download, post } from "./requests.js";
import { keepInvitations, keepToken, ownName, t } from "./settings.js";

export function endPanel(table) {
  const { end, people } = table.state;
  const token = table.tokens[table.shown];
  const slider = h("input", { type: "range", min: 0, max: end.steps, value: end.steps, "aria-label": t("replay"), oninput: move });
  const step = h("output", {}, t("step", { n: end.steps, of: end.steps }));
  const problem = h("p", { role: "alert", class: "problem" });
  let wanted = end.steps;
  let busy = false;

  async function move() {
    wanted = Number(slider.value);
    step.textContent = t("step", { n: wanted, of: end.steps });
    table.replaying = wanted === end.steps ? null : wanted;
    if (busy) return;
    busy = true;
    for (let shown = -1; shown !== wanted;) {
      shown = wanted;
      try {
        const told = await table.connection.ask({ type: "replay", step: shown });
        const made = readPicture(told.picture);
        if (made) replacePicture(table.frame, made);
      } catch (refused) { problem.textContent = refused.message; }
    }
    busy = false;
  }

  /** A new table with the same people: from the beginning, or from the step of the slider. */
  async function open(from) {
    const seats = people.map((one) => ({ plays: one.plays }));
    try {
      const made = await post(`/api/tables/${table.id}/fork`, { step: from, fresh: from === 0, seats }, token);
      const links = {};
      for (const [seat, invitation] of made.invitations.entries()) {
        if (table.isMine(seat)) {
          const joined = await post(`/api/tables/${made.table}/join`, { name: ownName() }, invitation);
          keepToken(made.table, joined.seat, joined.token, document.title);
        } else if (invitation) links[seat] = `${location.origin}/table/${made.table}#join=${invitation}`;
      }
      keepInvitations(made.table, { seats: links, watch: `${location.origin}/table/${made.table}#watch=${made.spectators}` });
      if (table.shown === "watch") keepToken(made.table, "watch", made.spectators, "");
      location.assign(`/table/${made.table}`);
    } catch (refused) { problem.textContent = refused.message; }
  }

  const scored = Object.keys(end.scores).length > 0;
  const rows = people.map((one) => h("tr", { class: end.winners.includes(one.seat) ? "winner" : "" },
    h("th", { scope: "row" }, table.nameOf(one.seat)), scored ? h("td", {}, String(end.scores[one.seat] ?? "")) : null,
    h("td", {}, end.winners.includes(one.seat) ? "★" : "")));
  return h("section", { class: "end", "aria-label": t("over") }, h("h2", {}, headline(table)),
    h("table", {}, h("caption", {}, t("score_sheet")), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player")),
      scored ? h("th", { scope: "col" }, t("score")) : null, h("th", {}, ""))), h("tbody", {}, rows)),
    h("div", { class: "replay" }, slider, step), problem,
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "main", onclick: () => open(0) }, t("again")),
      h("button", { type: "button", class: "quiet", onclick: () => open(wanted) }, t("fork")),
      h("button", { type: "button", class: "quiet", onclick: () => download(`/api/tables/${table.id}/save`, token, "game.save") }, t("save"))));
}

function headline(table) {
  const { winners } = table.state.end;
  if (!winners.length) return t("draw");
  if (winners.length > 1) return t("shares", { names: winners.map((seat) => table.nameOf(seat)).join(", ") });
  return table.isMine(winners[0]) && !table.hotSeat ? t("wins_you") : t("wins", { name: table.nameOf(winners[0]) });
}
