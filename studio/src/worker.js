// The worker that holds the engine: Python in WebAssembly. It loads once, then answers one request after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/draft";
let answer = null;
let python = null;
const waiting = [];

function progress(step, done) { postMessage({ progress: step, done }); }

async function fetched(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

async function begin() {
  progress("python", 0.1);
  const packed = fetched("./engine.zip");
  const pyodide = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, packages: [] });
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

addEventListener("message", (event) => {
  if (event.data.memory) postMessage({ memory: python._module.HEAPU8.length });
  else if (answer) reply(event.data);
  else waiting.push(event.data);
});

begin().catch((problem) => postMessage({ broken: String(problem?.message ?? problem) }));
