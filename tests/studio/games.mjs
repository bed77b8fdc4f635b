// Plays the games of tests/rulesets/golden.json in the Python of the browser, in Node, with the packages of this
// installation: node games.mjs PYODIDE ROOT SITE_PACKAGES NAMES_AS_JSON. Prints the games and the digests of their rules, and the
// digests of all bundled rulesets.

import { pathToFileURL } from "node:url";

const [pyodidePath, root, site, names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodidePath).href);
const pyodide = await loadPyodide({ env: { HOME: "/home", XDG_CACHE_HOME: "/home/cache" } });
pyodide.mountNodeFS("/root", root);
pyodide.mountNodeFS("/site", site);
pyodide.globals.set("wanted", names);
console.log(pyodide.runPython(`
import json, os, sys
os.makedirs("/home/cache", exist_ok=True)
os.chdir("/root")
sys.dont_write_bytecode = True
sys.path[:0] = ["/root", "/site"]
from tests.playing import Seated
from tests.rulesets.golden import written
made = {}
for name, seats in json.loads(wanted):
    seated = Seated(name, seats)
    made[str(seated)] = [written(seated), seated.rules.digest]
import solenia_rules as sr
from tests.playing import playable
json.dumps([sys.version_info[:2], made, {name: sr.load(name).digest for name in playable()}])
`));
