// The page of a table on a server: invitations and tokens, one connection for each seat of this browser, and what can be
// done after the end. The table itself is drawn by `table.js`, which knows nothing of servers.

import { copyText } from "./copying.js";
import { h, show } from "./dom.js";
import { endPanel } from "./end.js";
import { bar } from "./main.js";
import { download, post } from "./requests.js";
import { invitationsOf, keepInvitations, keepToken, lang, LONGEST_NAME, ownName, pictureWidth, setOwnName, theme, tokensOf } from "./settings.js";
import { Seat } from "./socket.js";
import { Table } from "./table.js";
import { t } from "./texts.js";

export function openTable(id) {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("join")) return openInvitation(id, given.get("join"));
  if (given.has("watch")) {
    keepToken(id, "watch", given.get("watch"), "");
    history.replaceState(null, "", location.pathname);
  }
  const tokens = tokensOf(id);
  if (Object.keys(tokens).length) return new Seated(id, tokens).draw();
  return show(bar(() => openTable(id)), h("main", { class: "alone" }, h("p", { role: "alert" }, t("no_seat")),
    h("a", { href: "/" }, t("home"))));
}

/** Somebody followed an invitation: the name, then the seat. */
function openInvitation(id, invitation) {
  const name = h("input", { value: ownName(), maxlength: LONGEST_NAME, placeholder: t("name_optional"), autocomplete: "nickname", id: "name" });
  const problem = h("p", { role: "alert", class: "problem" });
  const form = h("form", { class: "setup", onsubmit: take }, h("h1", {}, t("join")), h("p", {}, t("join_hint")),
    h("label", {}, h("span", {}, t("your_name")), name), problem,
    h("button", { type: "submit", class: "main" }, t("take_seat")));

  async function take(event) {
    event.preventDefault();
    try {
      const joined = await post(`/api/tables/${id}/join`, { name: name.value }, invitation);
      setOwnName(name.value);
      keepToken(id, joined.seat, joined.token, "");
      history.replaceState(null, "", location.pathname);
      openTable(id);
    } catch (refused) {
      if (Object.keys(tokensOf(id)).length) {
        history.replaceState(null, "", location.pathname);
        openTable(id);
      } else problem.textContent = refused.message;
    }
  }
  show(bar(() => openInvitation(id, invitation)), h("main", { class: "alone" }, form));
  name.focus();
}

/** Take the seats of a new table that belong to this browser, and keep the links for others. `names` has the name of the
 * person at each of these seats; it may be empty. */
export async function settle(made, names, title) {
  const address = `${location.origin}/table/${made.table}`;
  const links = {};
  let seated = false;
  for (const [seat, invitation] of made.invitations.entries()) {
    if (!invitation) continue;
    if (seat in names) {
      const joined = await post(`/api/tables/${made.table}/join`, { name: names[seat] }, invitation);
      keepToken(made.table, joined.seat, joined.token, title);
      seated = true;
    } else links[seat] = `${address}#join=${invitation}`;
  }
  keepInvitations(made.table, { seats: links, watch: `${address}#watch=${made.spectators}` });
  if (!seated) keepToken(made.table, "watch", made.spectators, title);
  location.assign(`/table/${made.table}`);
}

/** A link with a button that copies it. */
function copied(label, address) {
  const input = h("input", { readonly: true, value: address, onfocus: (event) => event.target.select() });
  return h("li", {}, h("label", {}, h("span", {}, label), input),
    h("button", { type: "button", class: "quiet", onclick: async (event) => {
      event.target.textContent = (await copyText(input)) ? t("copied") : t("not_copied");
    } }, t("copy")));
}

class Seated {
  constructor(id, tokens) {
    this.id = id;
    this.tokens = tokens;
    const seats = Object.keys(tokens).filter((seat) => seat !== "watch");
    const used = seats.length ? seats : ["watch"];
    this.status = h("div", { class: "status", role: "status" });
    this.width = pictureWidth();
    addEventListener("resize", () => this.resized());
    this.table = new Table(used, {
      ask: (seat, message) => this.connections[seat].ask(message),
      tell: (text, sort) => this.tell(text, sort),
      above: () => this.invitations(),
      below: () => this.forSpectators(),
      atEnd: (table) => this.end(table),
    });
    this.connections = Object.fromEntries(used.map((seat) => [seat, new Seat(id, tokens[seat],
      (message) => this.hear(seat, message),
      () => this.table.connected(seat, this.connections[seat].ready, this.connections[seat].fatal))]));
  }

  draw() {
    show(h("a", { class: "skip", href: "#question" }, t("skip")), bar(() => this.redraw(), this.status), this.table.draw());
  }

  /** After a change of the language or the colours. */
  redraw() {
    this.draw();
    this.tellSettings();
  }

  /** The page has another width, for example because a phone was turned: pictures are arranged for it. */
  resized() {
    clearTimeout(this.resizing);
    this.resizing = setTimeout(() => { if (pictureWidth() !== this.width) this.tellSettings(); }, 300);
  }

  tellSettings() {
    this.width = pictureWidth();
    for (const connection of Object.values(this.connections)) {
      connection.ask({ type: "settings", lang: lang(), theme: theme(), width: this.width }).catch(() => {});
    }
  }

  hear(seat, message) {
    if (message.type !== "state") return;
    if (this.title !== message.title) {
      this.title = message.title;
      keepToken(this.id, seat, this.tokens[seat], message.title);
    }
    this.table.hear(seat, message);
  }

  tell(text, sort) {
    this.status.className = `status ${sort}`;
    if (this.status.textContent !== text) this.status.textContent = text;
    document.title = sort === "mine" ? `● ${t("your_turn")} · ${this.title}` : this.title ?? t("title");
  }

  /** The links for people who have not come yet. */
  invitations() {
    const made = invitationsOf(this.id), state = this.table.state;
    const open = made ? Object.entries(made.seats).filter(([seat]) => !state.people[Number(seat)].joined) : [];
    if (!open.length || state.end) return null;
    return h("details", { class: "invitations", open: true }, h("summary", {}, t("invite")), h("p", { class: "remark" }, t("invite_hint")),
      h("ul", {}, open.map(([seat, address]) => copied(t("seat", { n: Number(seat) + 1 }), address)), copied(t("watch_link"), made.watch)));
  }

  /** The link for spectators, when everybody has come. */
  forSpectators() {
    const made = invitationsOf(this.id), { state } = this.table;
    if (!made || state.end || this.invitations()) return null;
    return h("details", { class: "invitations" }, h("summary", {}, t("watch_link")), h("ul", {}, copied(t("watch_link"), made.watch)));
  }

  /** Somebody at this table plays again: who, and how to take the own seat there. */
  successor(table) {
    const { successor, people } = table.state;
    if (!successor) return null;
    return { name: table.nameOf(successor.by), take: async () => {
      const address = `/table/${successor.table}`;
      if (Object.keys(tokensOf(successor.table)).length) return location.assign(address);
      const own = people[Number(table.shown)];
      const joined = await post(`/api/tables/${successor.table}/join`, { name: own.name }, successor.invitation);
      keepToken(successor.table, joined.seat, joined.token, table.state.title);
      return location.assign(address);
    } };
  }

  end(table) {
    const token = this.tokens[table.shown];
    return endPanel(table, {
      /** A new table with the same people: from the beginning, or from a step of this game. */
      open: async (step, fresh) => {
        const seats = table.state.people.map((one) => ({ plays: one.plays }));
        const made = await post(`/api/tables/${this.id}/fork`, { step, fresh, seats }, token);
        const mine = table.state.people.filter((one) => table.isMine(one.seat));
        await settle(made, Object.fromEntries(mine.map((one) => [one.seat, one.name])), "");
      },
      next: this.successor(table),
      save: () => download(`/api/tables/${this.id}/save`, token, "game.save"),
    });
  }
}
