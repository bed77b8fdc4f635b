// The engine as the page sees it: requests with a time limit. A worker that does not answer in time is ended and started
// again, and the draft is given to the new one, so a ruleset that runs away costs a few seconds and no text.

import { startWorker } from "./beside.js";

const PATIENCE = 20000;

export class Refused extends Error {}

export class Engine {
  /** `changed(state)` hears what the engine does: `{ step, done, broken, restarts }`. */
  constructor(changed) {
    this.changed = changed;
    this.state = { step: "python", done: 0, broken: "", restarts: 0 };
    this.files = null;
    this.start();
  }

  start() {
    this.number = 0;
    this.waiting = new Map();
    this.ready = new Promise((resolve) => { this.isReady = resolve; });
    this.worker = null;
    const started = startWorker().then((worker) => {
      if (this.started !== started) return worker.terminate();
      this.worker = worker;
      worker.onmessage = ({ data }) => this.hear(data);
      worker.onerror = (event) => this.tell({ broken: event.message || "the worker cannot be started" });
      return undefined;
    }).catch((problem) => this.tell({ broken: problem.message }));
    this.started = started;
  }

  tell(news) {
    this.state = { ...this.state, ...news };
    this.changed(this.state);
  }

  hear(data) {
    if (data.memory) return this.told?.(data.memory);
    if (data.broken) return this.tell({ broken: data.broken });
    if (data.progress) {
      this.tell({ step: data.progress, done: data.done });
      if (data.progress === "ready") this.isReady();
      return undefined;
    }
    const asked = this.waiting.get(data.number);
    if (!asked) return undefined;
    this.waiting.delete(data.number);
    this.watch();
    const told = JSON.parse(data.line);
    if ("result" in told) asked.resolve(told.result);
    else if ("refused" in told) asked.reject(new Refused(told.refused));
    else {
      console.error(told.bug, told.trace);
      asked.reject(new Error(told.bug));
    }
    return undefined;
  }

  /** Ask the engine; waits until it is there. Fails with `Refused` and a sentence, or with another error. */
  async ask(method, given = {}, patience = PATIENCE) {
    await this.ready;
    const number = ++this.number;
    const line = JSON.stringify({ method, ...given });
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject, patience });
      if (this.waiting.size === 1) this.watch();
      this.worker.postMessage({ number, line });
    });
  }

  /** Watch the request that is answered now; those behind it wait for it, and their time has not begun. */
  watch() {
    clearTimeout(this.timer);
    const [asked] = this.waiting.values();
    if (asked) this.timer = setTimeout(() => this.restart(), asked.patience);
  }

  /** The memory of the engine, in bytes. */
  memory() {
    return new Promise((resolve) => {
      this.told = resolve;
      this.worker.postMessage({ memory: true });
    });
  }

  /** Give all files of a draft to the engine. */
  async open(files) {
    this.files = { ...files };
    return this.ask("open", { files });
  }

  async edit(file, text) {
    if (this.files) this.files[file] = text;
    return this.ask("edit", { file, text });
  }

  /** End the worker; what it was asked fails. */
  stop() {
    this.started = null;
    this.worker?.terminate();
    clearTimeout(this.timer);
    for (const asked of this.waiting.values()) asked.reject(new Refused("stopped"));
    this.waiting.clear();
  }

  /** End the worker and start a new one with the same files. */
  restart() {
    const left = this.waiting;
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.start();
    this.tell({ step: "python", done: 0, restarts: this.state.restarts + 1 });
    if (this.files) this.open(this.files).then(() => this.tell({ step: "ready", done: 1 })).catch(() => {});
    for (const asked of left.values()) asked.reject(new Refused("stopped"));
  }
}
