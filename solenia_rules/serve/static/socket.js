// The connection of one seat. It connects again by itself; requests that were not acknowledged are sent again with the
// same id, and the server carries each out at most once.

import { lang, pictureWidth, theme } from "./settings.js";

const LONGEST_WAIT = 8000;
const SILENCE = 20000;

export class Seat {
  /** `told` gets every message of the server, `changed` is called when the connection comes or goes. */
  constructor(table, token, told, changed) {
    this.table = table;
    this.token = token;
    this.told = told;
    this.changed = changed;
    this.waiting = new Map();
    this.tries = 0;
    this.ready = false;
    this.closed = false;
    this.connect();
    this.beat = setInterval(() => this.listen(), SILENCE / 2);
  }

  connect() {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", token: this.token, lang: lang(), theme: theme(), width: pictureWidth() }));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.ready = false;
      this.changed();
      if (this.fatal) return;
      const wait = Math.min(LONGEST_WAIT, 300 * 2 ** this.tries) * (0.75 + Math.random() / 2);
      this.tries += 1;
      setTimeout(() => this.connect(), wait);
    };
  }

  listen() {
    if (!this.ready) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.ask({ type: "ping" }).catch(() => {});
  }

  hear(message) {
    this.heard = Date.now();
    if (message.type === "refused" && !this.ready && !message.request) {
      this.fatal = message.text;
      this.changed();
      return;
    }
    if (message.type === "state" && !this.ready) {
      this.ready = true;
      this.tries = 0;
      this.changed();
      for (const { message: again } of this.waiting.values()) this.socket.send(JSON.stringify(again));
    }
    const waiting = this.waiting.get(message.request);
    if (waiting) {
      this.waiting.delete(message.request);
      if (message.type === "refused") waiting.refuse(new Error(message.text));
      else waiting.accept(message);
    }
    this.told(message);
  }

  /** Send a request; the promise is settled when the server has answered it. */
  ask(message) {
    const request = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2) + Date.now();
    const whole = { ...message, request };
    return new Promise((accept, refuse) => {
      this.waiting.set(request, { message: whole, accept, refuse });
      if (this.ready) this.socket.send(JSON.stringify(whole));
    });
  }

  close() {
    this.closed = true;
    this.fatal = "closed";
    clearInterval(this.beat);
    this.socket.close();
  }
}
