// The files of the page: beside it on a web host, or inside of it if it is a single file. A page that is a single file holds
// them as elements `<script type="text/plain" data-file="NAME">`: base64 of the file, compressed.

import { encoded, unpacked } from "./packing.js";

const held = (name) => document.querySelector(`script[data-file="${name}"]`);

/** Whether the page holds its files itself. */
export const alone = held("worker.js") !== null;

/** The bytes of a file. */
export async function bytesOf(name) {
  if (alone) {
    const found = held(name);
    if (!found) throw new Error(`${name} is not in this page`);
    return unpacked(found.textContent);
  }
  const response = await fetch(new URL(`./${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A file of data. */
export async function data(name) { return JSON.parse(new TextDecoder().decode(await bytesOf(name))); }

/** What the worker needs if the page is a single file. */
const NEEDED = ["engine.zip", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"];

/** The worker with the engine; it has been told to begin. */
export async function startWorker() {
  if (!alone) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ begin: null });
    return worker;
  }
  const files = Object.fromEntries(await Promise.all(NEEDED.map(async (name) => [name, await bytesOf(name)])));
  // Pages that are opened from a disk may start module workers from `data:`, but not from `blob:`.
  const worker = new Worker(`data:text/javascript;base64,${encoded(await bytesOf("worker.js"))}`, { type: "module" });
  worker.postMessage({ begin: files }, Object.values(files).map((bytes) => bytes.buffer));
  return worker;
}
