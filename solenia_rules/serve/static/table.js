// A table, drawn: the picture, the question with its answers, what happened, who is there. States go in, answers and
// questions go out; where they come from and go to is the business of the host, which may be a server or a page alone.

import { h, say } from "./dom.js";
import { readPicture, replacePicture } from "./picture.js";
import { t } from "./texts.js";

/** With more answers than this, they stand side by side. */
const MANY = 6;
/** So many of the last answers of a turn stand above the question. */
const STEPS = 6;

/** The arrow keys go from answer to answer. */
function step(event) {
  const ways = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const all = [...event.currentTarget.querySelectorAll(".answer")];
  const at = all.indexOf(document.activeElement);
  const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1
    : event.key in ways ? (at + ways[event.key] + all.length) % all.length : -1;
  if (at < 0 || to < 0) return;
  event.preventDefault();
  all[to].focus();
}

export class Table {
  /**
   * `seats` are the seats of the people at this page, as texts; `["watch"]` for a spectator. The host has
   * - `ask(seat, message)`: a request of a seat, as in the protocol of a table, without its id; a promise of the answer,
   *   which fails with an error whose message is for people;
   * - `tell(text, sort)`: whose turn it is; the sort is `mine`, `lost` or empty;
   * - `above()`: an element above the question, or null; `below()`: one below the people, may be missing;
   * - `atEnd(table)`: the panel after the end.
   */
  constructor(seats, host) {
    this.seats = seats;
    this.host = host;
    this.states = {};
    this.logs = {};
    this.connections = Object.fromEntries(seats.map((seat) => [seat, { ready: false, fatal: "" }]));
    this.pending = null;
    this.replaying = null;
    this.uncovered = null;
    this.shown = seats[0];
    this.hotSeat = seats.length > 1;
    this.folded = false;
    /** Whether a finger has stayed on a thing until its rules were shown: lifting it gives no answer, and the rules stay. */
    this.held = false;
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("pointerdown", (event) => { if (this.held && !this.frame?.contains(event.target)) this.hideTip(); });
  }

  get state() { return this.states[this.shown]; }

  // ---- messages -------------------------------------------------------------------------------

  /** The connection of a seat comes or goes. `fatal` says why it will not come back. */
  connected(seat, ready, fatal = "") {
    this.connections[seat] = { ready, fatal };
    this.drawStatus();
  }

  /** A new state of the table as a seat sees it (a message `state`). */
  hear(seat, message) {
    const log = this.logs[seat] ?? [];
    this.logs[seat] = [...log.slice(0, message.log_from), ...message.log];
    if (log.slice(message.log_from).some((line, index) => line.text !== message.log[index]?.text)) this.logShown = null;
    const before = this.states[seat];
    const fresh = before?.version !== message.version;
    this.states[seat] = message;
    if (this.hotSeat) this.chooseSeat(message);
    if (seat !== this.shown) {
      // What one person at this device can take back depends on the states of all of them.
      if (this.state && this.replaying === null) this.drawQuestion();
      return;
    }
    if (fresh && message.log.length && message.log_from) say(message.log.map((line) => line.text).join(". "));
    if (this.replaying === null) this.drawState();
    if (!fresh && !message.wish && String(before.wish?.seat) === seat) this.complain(t("undo_refused"));
  }

  /** Tell the people at this page what did not work. */
  complain(text) {
    this.problem.textContent = text;
    say(text);
  }

  /** At one device: show the seat that is asked, after the players have changed places. */
  chooseSeat(message) {
    const asked = message.view.decision?.seat;
    if (asked === undefined || asked === null || !this.isMine(asked) || String(asked) === this.shown) return;
    this.shown = String(asked);
    this.uncovered = null;
  }

  async ask(message, seat = this.shown) {
    this.problem.textContent = "";
    try { return await this.host.ask(seat, message); } catch (refused) {
      this.complain(refused.message);
      return null;
    }
  }

  /** Give an answer. The question stays closed until the next position is there, so that nobody answers it twice. */
  async answer(option) {
    if (this.sent) return;
    this.pending = { seat: this.shown, version: this.state.version, option: option.id };
    this.drawQuestion();
    if (await this.ask({ type: "answer", version: this.state.version, option: option.id })) return;
    this.pending = null;
    this.drawQuestion();
  }

  /** The answer to the present question that is on its way; null if there is none. */
  get sent() {
    const { seat, version, option } = this.pending ?? {};
    return seat === this.shown && version === this.state.version ? option : null;
  }

  // ---- the frame ------------------------------------------------------------------------------

  /** The element of the table; what it shows follows the states. */
  draw() {
    this.frame = h("div", { class: "picture", role: "group", "aria-label": t("table_picture") });
    this.question = h("section", { class: "question", id: "question", tabindex: "-1" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.people = h("ul", { class: "people" });
    this.log = h("ol", { class: "log", tabindex: "0", id: "log", "aria-label": t("what_happened") });
    this.tip = h("div", { class: "tip", role: "tooltip", hidden: true });
    this.end = h("div", { class: "ending" });
    this.above = h("div", { class: "above" });
    this.below = h("div", { class: "below" });
    const rules = h("button", { type: "button", class: "quiet small", onclick: () => this.showRules() }, t("rules"));
    this.happened = h("section", { class: "happened" }, h("header", {}, h("h2", {}, t("what_happened")), rules), this.log);
    this.heading = h("h1", { class: "unseen" }, this.state?.title ?? t("table_picture"));
    const made = h("main", { class: "table" }, this.heading, h("div", { class: "board" }, this.frame),
      h("aside", { class: "side" }, this.above, this.end, this.question, this.problem, this.people, this.below, this.happened,
        h("p", { class: "remark keys" }, t("keys_hint"))), this.tip);
    this.frame.addEventListener("click", (event) => this.clicked(event));
    this.frame.addEventListener("pointerover", (event) => this.pointed(event));
    this.frame.addEventListener("pointerout", () => { if (!this.held) this.hideTip(); });
    this.frame.addEventListener("contextmenu", (event) => { if (this.held) event.preventDefault(); });
    this.frame.addEventListener("focusin", (event) => this.pointed(event));
    this.frame.addEventListener("focusout", () => { if (!this.held) this.hideTip(); });
    this.frame.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && event.target.closest("[data-option]")) {
        event.preventDefault();
        this.clicked(event);
      }
    });
    this.told = new Map();
    this.pictured = null;
    this.drawStatus();
    if (this.state) this.drawState();
    return made;
  }

  nameOf(seat) {
    const one = this.state?.people[seat];
    if (!one) return t("seat", { n: seat + 1 });
    if (one.plays !== "person") return `${t("seat", { n: seat + 1 })} (${t(`bot_${one.plays.split(":")[0]}`)})`;
    return one.name || t("seat", { n: seat + 1 });
  }

  /** Give an element the colours that the picture gives a seat. */
  tint(element, seat) {
    const [colour, ink] = this.state.colours[seat];
    element.style.setProperty("--seat", colour);
    element.style.setProperty("--seat-ink", ink);
    return element;
  }

  isMine(seat) { return this.seats.includes(String(seat)); }

  // ---- drawing --------------------------------------------------------------------------------

  drawStatus() {
    const { ready, fatal } = this.connections[this.shown];
    let text = "";
    let sort = "";
    if (fatal) [text, sort] = [fatal, "lost"];
    else if (!ready) [text, sort] = [t("reconnecting"), "lost"];
    else if (this.state) {
      const asked = this.state.view.decision?.seat;
      if (this.state.end) text = t("over");
      else if (this.isMine(asked) && !this.state.people[asked].stand_in) [text, sort] = [this.hotSeat ? t("turn_of", { name: this.nameOf(asked) }) : t("your_turn"), "mine"];
      else {
        const one = this.state.people[asked];
        const bot = one.plays !== "person" || one.stand_in;
        text = bot ? t("thinking", { name: this.nameOf(asked) })
          : one.joined ? t("turn_of", { name: this.nameOf(asked) }) : t("waiting_for", { name: this.nameOf(asked) });
      }
    }
    this.host.tell(text, sort);
  }

  drawState() {
    const state = this.state;
    if (this.covered) return this.drawCover();
    this.drawStatus();
    this.heading.textContent = state.title;
    this.drawPicture(state.picture);
    this.drawQuestion();
    this.drawPeople();
    this.above.replaceChildren(...[this.host.above()].filter(Boolean));
    this.below.replaceChildren(...[this.host.below?.()].filter(Boolean));
    this.end.replaceChildren(...(state.end ? [this.host.atEnd(this)] : []));
    this.happened.hidden = false;
    this.drawLog();
  }

  /** Whether the table is hidden until the next player at this device is ready. */
  get covered() { return this.hotSeat && !this.state.end && this.uncovered !== this.shown; }

  drawPicture(text) {
    if (text === this.pictured && this.frame.querySelector("svg")) return;
    const made = readPicture(text);
    if (made) replacePicture(this.frame, made);
    this.pictured = text;
  }

  /** Show a position of a finished game; `live` ends it. */
  async replay(step, live) {
    this.replaying = live ? null : step;
    const told = await this.host.ask(this.shown, { type: "replay", step });
    this.drawPicture(told.picture);
  }

  /** At one device nobody sees the hand of another: the next player uncovers the table. */
  drawCover() {
    this.drawStatus();
    const asked = Number(this.shown);
    const button = h("button", { class: "main", type: "button", onclick: () => { this.uncovered = this.shown; this.frame.replaceChildren(); this.drawState(); } }, t("ready"));
    this.frame.replaceChildren(h("div", { class: "cover" }, h("p", {}, t("hand_over", { name: this.nameOf(asked) })), button));
    this.drawQuestion();
    this.log.replaceChildren();
    this.happened.hidden = true;
    button.focus();
  }

  drawQuestion() {
    const state = this.state;
    const decision = state.view.decision;
    const inside = this.question.contains(document.activeElement);
    const mine = !this.covered && decision && String(decision.seat) === this.shown && decision.options;
    const parts = [this.wish()];
    if (mine && !state.people[decision.seat].stand_in) {
      parts.push(h("div", { class: "prompt" }, h("h2", {}, decision.prompt), this.fold()));
      parts.push(this.steps(decision.seat));
      const sort = decision.options.length > MANY ? "answers many" : "answers";
      parts.push(h("div", { class: sort, role: "group", "aria-label": t("answers"), onkeydown: step }, decision.options.map((option, index) =>
        h("button", {
          type: "button", class: option.id === this.sent ? "answer sent" : "answer", disabled: this.sent !== null,
          "data-answer": option.id, onclick: () => this.answer(option),
          onmouseenter: () => this.light(option.id, true), onmouseleave: () => this.light(option.id, false),
          onfocus: () => this.light(option.id, true), onblur: () => this.light(option.id, false),
        }, index < 9 ? h("kbd", {}, String(index + 1)) : null, h("span", {}, this.labelOf(option))))));
    }
    const buttons = [];
    if (this.undoer !== null) {
      buttons.push(h("button", { type: "button", class: "quiet", onclick: () => this.undo() }, t("undo")));
    }
    if (mine) {
      buttons.push(h("button", { type: "button", class: "quiet", onclick: () => this.askWhy() }, t("why")));
    }
    const own = state.people[Number(this.shown)];
    if (own?.stand_in) {
      buttons.push(h("button", { type: "button", class: "main", onclick: () => this.ask({ type: "come_back" }) }, t("come_back")));
    }
    if (buttons.length) parts.push(h("div", { class: "buttons" }, buttons));
    if (this.shown === "watch") parts.push(h("p", { class: "remark" }, t("spectating")));
    if (mine && this.why?.version === state.version) parts.push(this.why.element);
    this.question.replaceChildren(...parts.filter(Boolean));
    if (inside && !this.question.contains(document.activeElement)) (this.question.querySelector("button:not([disabled])") ?? this.question).focus();
  }

  /** Somebody wants to take something back: the question to the people at this page, or what their own wish waits for. */
  wish() {
    const { wish, version } = this.state;
    const asked = wish?.missing.filter((seat) => this.isMine(seat)) ?? [];
    if (!asked.length) return wish && this.isMine(wish.seat) ? h("p", { class: "remark" }, t("undo_asked")) : null;
    const agree = async (yes) => { for (const seat of asked) await this.ask({ type: "agree", version, yes }, String(seat)); };
    const values = { name: this.nameOf(wish.seat), n: wish.answers };
    const said = wish.answers > 1 ? t("undo_wish_more", values) : t("undo_wish", values);
    return h("div", { class: "wish", role: "alertdialog", "aria-label": said }, h("p", {}, said),
      h("button", { type: "button", class: "main", onclick: () => agree(true) }, t("agree")),
      h("button", { type: "button", class: "quiet", onclick: () => agree(false) }, t("refuse")));
  }

  /** What the seat has answered since its turn or this part of it began; null if nothing. */
  steps(seat) {
    const lines = this.logs[this.shown];
    const begun = lines.findLastIndex((line) => line.kind === "entered");
    const given = lines.slice(begun + 1).filter((line) => line.kind === "answered" && line.seat === seat);
    if (!given.length) return null;
    // A line begins with the name of the seat, which may hold a colon, and a colon.
    const name = this.state.people[seat].name;
    const said = (text) => (text.startsWith(name) ? text.slice(name.length) : text).replace(/^[^:]*:\s*/, "");
    return h("ol", { class: "steps", "aria-label": t("steps") }, given.slice(-STEPS).map((line) => h("li", {}, said(line.text))));
  }

  /** On a small screen the answers can be folded away, so that the picture is seen, in which they can be given too. */
  fold() {
    const button = h("button", { type: "button", class: "quiet fold", onclick: () => { this.folded = !this.folded; drawn(); } });
    const drawn = () => {
      this.question.classList.toggle("folded", this.folded);
      button.setAttribute("aria-expanded", String(!this.folded));
      button.setAttribute("aria-label", t("answers"));
      button.textContent = this.folded ? "▴" : "▾";
    };
    drawn();
    return button;
  }

  /** The label of an option; with what stands on its cell, or with its place if two options have the same label. */
  labelOf(option) {
    if (option.holds) return `${option.label} (${option.holds})`;
    const twins = this.state.view.decision.options.filter((other) => other.label === option.label);
    return twins.length > 1 ? `${option.label} (${option.id.split("=").pop()})` : option.label;
  }

  drawPeople() {
    this.people.replaceChildren(...this.state.people.map((one) => {
      const person = one.plays === "person";
      const remark = one.stand_in ? t("bot_for", { name: this.nameOf(one.seat) })
        : !one.joined ? t("seat_open") : !one.connected ? t("away") : "";
      const asked = this.state.view.decision?.seat === one.seat;
      const vote = person && !one.connected && !one.stand_in && !this.state.end && this.shown !== "watch" ? this.vote(one) : null;
      return h("li", { class: `${asked ? "asked" : ""}${one.connected ? "" : " away"}` },
        this.tint(h("span", { class: "mark", "aria-hidden": "true" }, String(one.seat + 1)), one.seat), h("span", {}, this.nameOf(one.seat),
          this.isMine(one.seat) ? h("em", {}, ` (${t("you")})`) : null, remark ? h("span", { class: "remark" }, ` ${remark}`) : null), vote);
    }));
  }

  /** The button that lets a bot play for somebody who is not here; it says how many want that already. */
  vote(one) {
    const asked = this.state.people.filter((other) => other.plays === "person" && other.connected && !other.stand_in);
    return h("button", { type: "button", class: "quiet", onclick: () => this.ask({ type: "replace", seat: one.seat }) },
      t("let_bot_play", { name: this.nameOf(one.seat) }),
      one.votes.length ? ` (${t("votes", { n: one.votes.length, of: asked.length })})` : null);
  }

  drawLog() {
    const lines = this.logs[this.shown];
    const old = this.log.childElementCount;
    if (old > lines.length || this.logShown !== this.shown) this.log.replaceChildren();
    this.logShown = this.shown;
    for (const line of lines.slice(this.log.childElementCount)) {
      const item = h("li", { class: line.kind }, line.text);
      this.log.append(line.seat === null || line.seat < 0 ? item : this.tint(item, line.seat));
    }
    this.log.scrollTop = this.log.scrollHeight;
  }

  // ---- the picture ----------------------------------------------------------------------------

  light(id, on) {
    for (const element of this.frame.querySelectorAll("[data-option]")) {
      if (element.dataset.option.split(" ").includes(id)) element.classList.toggle("lit", on);
    }
  }

  offered(id) { return this.state.view.decision?.options?.find((option) => option.id === id); }

  clicked(event) {
    if (this.held) return; // It was pressed for its rules, not chosen.
    const target = event.target.closest?.("[data-option]");
    const ids = target?.dataset.option.split(" ").filter((id) => this.offered(id)) ?? [];
    if (ids.length === 1) this.answer(this.offered(ids[0]));
    else if (ids.length > 1) this.question.querySelector(`[data-answer="${CSS.escape(ids[0])}"]`)?.focus();
    else {
      const thing = event.target.closest?.("[data-ref]");
      const options = this.state.view.decision?.options;
      const kind = thing?.dataset.ref.split(":")[0];
      if (options?.some((option) => kind in option.refs)) this.tellWhy(this.optionOf(thing), event);
    }
  }

  /** The answer that a thing of the picture would be: options of a question are called `name=thing`. */
  optionOf(thing) {
    const id = thing.dataset.ref.split(":").pop();
    const named = this.state.view.decision.options.find((option) => option.id.includes("="));
    return named ? `${named.id.split("=")[0]}=${id}` : id;
  }

  /** What a thing in the picture is, in sentences, where the pointer is. */
  async pointed(event) {
    if (event.type === "pointerover" && this.held) this.hideTip();
    const thing = event.target.closest?.("[data-ref], [data-topic]");
    const asked = thing?.dataset.ref ?? thing?.dataset.topic;
    if (!thing || asked === this.pointedAt) return;
    this.pointedAt = asked;
    await new Promise((done) => { setTimeout(done, 350); });
    if (this.pointedAt !== asked || !thing.isConnected) return;
    if (event.pointerType === "touch") this.held = true; // A finger that stays so long asks what the thing is.
    const label = thing.getAttribute("aria-label") ?? "";
    const place = thing.getBoundingClientRect();
    const [told, why] = await Promise.all([this.rulesOf(asked.split(":").pop()), this.reasonOf(thing)]);
    if (this.pointedAt === asked) this.showTip(place.right, place.top, label, told, why);
  }

  /** Why a thing in the picture is no answer to the open question; empty if it is one, or if nothing like it is asked for. */
  async reasonOf(thing) {
    const options = this.state.view.decision?.options;
    const kind = thing.dataset.ref?.split(":")[0];
    if (this.sent || !kind || thing.dataset.option || !options?.some((option) => kind in option.refs)) return "";
    const { version } = this.state;
    try { return (await this.host.ask(this.shown, { type: "why", version, option: this.optionOf(thing) })).text; } catch { return ""; }
  }

  /** What a thing does, in sentences; empty if there is nothing to tell. Each thing is asked for once. */
  async rulesOf(id) {
    if (!this.told.has(id)) {
      try { this.told.set(id, (await this.host.ask(this.shown, { type: "explain", id })).text); } catch { this.told.set(id, ""); }
    }
    return this.told.get(id);
  }

  hideTip() {
    this.held = false;
    this.pointedAt = null;
    this.tip.hidden = true;
  }

  showTip(x, y, title, text, why = "") {
    this.tip.replaceChildren(h("strong", {}, title), ...(text ? [h("p", {}, text)] : []),
      ...(why ? [h("p", { class: "reason" }, why)] : []));
    this.tip.hidden = false;
    const { width, height } = this.tip.getBoundingClientRect();
    this.tip.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - width - 8))}px`;
    this.tip.style.top = `${Math.max(8, Math.min(y + 12, innerHeight - height - 8))}px`;
  }

  /** Why a thing that was clicked is no answer. */
  async tellWhy(option, event) {
    const told = await this.ask({ type: "why", version: this.state.version, option });
    if (!told) return;
    this.complain(told.text);
    this.showTip(event.clientX, event.clientY, t("why"), told.text);
  }

  /** A list of what could be answered at other times; who chooses something there reads why it is not possible now. */
  async askWhy() {
    const { version } = this.state;
    const told = await this.ask({ type: "others", version });
    if (!told || this.state.version !== version) return;
    const reason = h("p", { role: "status", class: "reason" }, told.options.length ? "" : t("why_none"));
    const list = h("select", { onchange: async () => {
      const why = await this.ask({ type: "why", version, option: list.value });
      if (!why) return;
      reason.textContent = why.text;
      reason.scrollIntoView({ block: "nearest" });
    } }, h("option", { value: "", disabled: true, selected: true }, t("choose")),
    told.options.map((one) => h("option", { value: one.id }, one.label)));
    const label = told.options.length ? h("label", {}, h("span", {}, t("why_not_label")), list) : null;
    this.why = { version, element: h("div", { class: "why" }, label, reason) };
    this.drawQuestion();
    this.why.element.scrollIntoView({ block: "nearest" });
    list.focus();
  }

  /** All that the rules explain, with a field to search in it. */
  async showRules() {
    const told = await this.ask({ type: "rules" });
    if (!told) return;
    const steps = (found) => h("ul", {}, found.map((step) => h("li", {}, h("span", {}, step.text), step.steps.length ? steps(step.steps) : null)));
    const topics = told.topics.map((topic) => h("section", {}, h("h3", {}, topic.title), steps(topic.steps)));
    const search = h("input", { type: "search", placeholder: t("search_rules"), "aria-label": t("search_rules"), oninput: () => {
      const wanted = search.value.toLowerCase();
      for (const one of topics) one.hidden = !one.textContent.toLowerCase().includes(wanted);
    } });
    const shown = h("dialog", { class: "rules", "aria-label": t("rules"), onclose: () => shown.remove() },
      h("header", {}, h("h2", {}, t("rules")), h("button", { type: "button", class: "quiet", onclick: () => shown.close() }, t("close"))),
      search, h("div", { class: "topics", tabindex: "0", role: "region", "aria-label": t("rules") }, topics));
    document.body.append(shown);
    shown.showModal();
  }

  /** The seat of this page that answered last, if it can take its answer back; null if none can. */
  get undoer() {
    if (this.state.end) return null;
    const able = this.seats.filter((seat) => this.states[seat]?.version === this.state.version && this.states[seat].undoes);
    return able.sort((a, b) => this.states[a].undoes - this.states[b].undoes)[0] ?? null;
  }

  undo() { return this.ask({ type: "undo", version: this.state.version }, this.undoer); }

  key(event) {
    if (!this.state || !this.frame?.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.isContentEditable || event.target.matches("input, select, textarea")) return;
    const options = this.state.view.decision?.options;
    if (/^[1-9]$/.test(event.key) && options && options[Number(event.key) - 1] && this.question.querySelector(".answer")) {
      this.answer(options[Number(event.key) - 1]);
    } else if (event.key === "u" && this.undoer !== null) this.undo();
    else if (event.key === "l") this.log.focus();
    else if (event.key === "r") this.showRules();
    else if (event.key === "?" && options && this.question.querySelector(".answer")) this.askWhy();
    else return;
    event.preventDefault();
  }
}
