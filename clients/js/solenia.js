/**
 * The engine of solenia_rules for JavaScript, in Node and in browsers, without dependencies.
 *
 *   import { Engine } from "solenia-rules";
 *   const engine = await Engine.start();                              // Node: starts `solenia engine`
 *   const engine = await Engine.connect("ws://localhost:8000/engine"); // browser or Node 22: `solenia serve --engines 4`
 *   const { ruleset } = await engine.call("rulesets.load", { name: "summer" });
 *
 * docs/protocol.md lists the methods; solenia.d.ts has their types.
 */

/** The version of the protocol that this client speaks. */
export const PROTOCOL = 1;

/** An error that the engine sent: `code`, `message`, and `data` with diagnostics or the reason of a refusal. */
export class EngineError extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.data = data;
  }
}

/** A session with an engine. */
export class Engine {
  /** `transport` carries lines: `send(line)`, `close()`, and the hooks `onLine` and `onClose`, which are set here. */
  constructor(transport) {
    this.transport = transport;
    this.number = 0;
    this.waiting = new Map();
    this.closed = null;
    transport.onLine = (line) => this.#receive(line);
    transport.onClose = (reason) => this.#end(reason);
  }

  /** Connect to `/engine` of a server. */
  static async connect(url) {
    return greeted(new Engine(await overWebSocket(url)));
  }

  /** Start the engine as a process; only in Node. */
  static async start(command = ["solenia", "engine"]) {
    return greeted(new Engine(await overProcess(command)));
  }

  /** Send a request. The promise is rejected with an `EngineError`. */
  call(method, params = {}, { onProgress, signal } = {}) {
    if (this.closed !== null) return Promise.reject(new Error(this.closed));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      const cancel = () => this.call("sim.cancel", { request: id }).catch(() => {});
      if (signal) {
        if (signal.aborted) setTimeout(cancel);
        else signal.addEventListener("abort", cancel, { once: true });
      }
      this.transport.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** End the session. */
  close() {
    this.transport.close();
    this.#end("the session was closed");
  }

  #receive(line) {
    const message = JSON.parse(line);
    if (message.method === "sim.progress") {
      this.waiting.get(message.params.request)?.onProgress?.(message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    this.waiting.delete(message.id);
    if (message.error) waiting.reject(new EngineError(message.error));
    else waiting.resolve(message.result);
  }

  #end(reason) {
    if (this.closed !== null) return;
    this.closed = reason;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }
}

async function greeted(engine) {
  await engine.call("engine.hello", { protocol: PROTOCOL, client: "solenia.js" });
  return engine;
}

function overWebSocket(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const transport = {
      send: (line) => socket.send(line),
      close: () => socket.close(),
      onLine: () => {},
      onClose: () => {},
    };
    socket.onmessage = (event) => transport.onLine(event.data);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      resolve(transport);
    };
    socket.onclose = (event) => {
      const why = `${event.code}${event.reason ? ": " + event.reason : ""}`;
      const from = typeof location === "undefined" ? "" : ` --origin ${location.origin}`;
      const reason = opened ? `the connection was closed (${why})`
        : `no engine answers at ${url} (${why}); a server offers one with: solenia serve --engines 4${from}`;
      reject(new Error(reason));
      transport.onClose(reason);
    };
  });
}

async function overProcess([program, ...rest]) {
  const { spawn } = await import("node:child_process");
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
  const transport = {
    send: (line) => child.stdin.write(line + "\n"),
    close: () => child.stdin.end(),
    onLine: () => {},
    onClose: () => {},
  };
  let begun = "";
  child.stdout.setEncoding("ascii");
  child.stdout.on("data", (piece) => {
    const lines = (begun + piece).split("\n");
    begun = lines.pop();
    for (const line of lines) transport.onLine(line);
  });
  child.stdin.on("error", () => {});
  return new Promise((resolve, reject) => {
    child.on("spawn", () => resolve(transport));
    child.on("error", (problem) => {
      const reason = `${program} cannot be started: ${problem.message}`;
      reject(new Error(reason));
      transport.onClose(reason);
    });
    child.on("close", (code) => transport.onClose(`the engine ended with code ${code}`));
  });
}
