// The worker that holds the engine: Python in WebAssembly. It loads once, then answers one request after the other. Its
// files lie beside the page, or are given by a page that holds them itself.

import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide } from "pyodide/pyodide.mjs";

const FOLDER = "/draft";
const INSIDE = "https://inside.invalid/";
let answer = null;
let python = null;
const waiting = [];

function progress(step, done) { postMessage({ progress: step, done }); }

async function fetched(name, base) {
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** Serve the files that were given instead of the network. */
function keepInside(files) {
  globalThis.fetch = async (address) => {
    const bytes = files[String(address).slice(INSIDE.length)];
    if (!bytes) throw new Error(`this page does not hold ${address}`);
    return new Response(bytes, { headers: { "Content-Type": String(address).endsWith(".wasm") ? "application/wasm" : "application/octet-stream" } });
  };
}

/** `files`: name -> bytes, or null if they lie beside the page. */
async function begin(files) {
  progress("python", 0.1);
  if (files) keepInside(files);
  const base = files ? INSIDE : import.meta.url;
  const packed = fetched("engine.zip", base);
  const pyodide = await loadPyodide({
    indexURL: new URL("pyodide/", base).href, createPyodideModule, lockFileContents: { info: LOCK_INFO, packages: {} }, packageBaseUrl: INSIDE, packages: [],
  });
  python = pyodide;
  progress("engine", 0.5);
  pyodide.unpackArchive(await packed, "zip", { extractDir: "/engine" });
  progress("engine", 0.65);
  pyodide.runPython(`
import gc, os, sys
gc.disable()
sys.path.insert(0, "/engine")
os.makedirs("${FOLDER}", exist_ok=True)
from pathlib import Path
from solenia_rules.studio.desk import Desk
desk = Desk(Path("${FOLDER}"))
gc.collect()
gc.freeze()
gc.enable()
`);
  answer = pyodide.runPython("desk.answer");
  progress("ready", 1);
  while (waiting.length) reply(waiting.shift());
}

function reply({ number, line }) {
  postMessage({ number, line: answer(line) });
}

addEventListener("message", ({ data }) => {
  if ("begin" in data) begin(data.begin).catch((problem) => postMessage({ broken: String(problem?.message ?? problem) }));
  else if (data.memory) postMessage({ memory: python._module.HEAPU8.length });
  else if (answer) reply(data);
  else waiting.push(data);
});
