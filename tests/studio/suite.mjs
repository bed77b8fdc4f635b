// Runs tests of the engine in the Python of the browser, in Node, with the packages of this installation:
// node suite.mjs PYODIDE ROOT FOLDERS_AS_JSON ARGUMENTS_AS_JSON; FOLDERS hold packages. Prints what came of each test.

import { pathToFileURL } from "node:url";

const [pyodidePath, root, folders, given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodidePath).href);
const pyodide = await loadPyodide({ env: { HOME: "/home", XDG_CACHE_HOME: "/home/cache", PYTHONHASHSEED: "0" } });
pyodide.mountNodeFS("/root", root);
const mounted = JSON.parse(folders).map((folder, index) => {
  pyodide.mountNodeFS(`/site${index}`, folder);
  return `/site${index}`;
});
pyodide.globals.set("folders", JSON.stringify(mounted));
pyodide.globals.set("given", given);
console.log(pyodide.runPython(`
import json, os, sys
os.makedirs("/home/cache", exist_ok=True)
os.chdir("/root")
sys.dont_write_bytecode = True
sys.path[:0] = ["/root", *json.loads(folders)]
import pytest

MISSING = ("emscripten does not support processes", "can't start new thread", "No module named '", "stack switching not supported")

class Noted:
    """The outcome of each test. What a browser lacks, processes, threads, compiled libraries and loops that wait, is told apart."""
    def __init__(self):
        self.passed, self.skipped, self.failed, self.unable = [], {}, {}, {}

    def note(self, report):
        told = str(report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr)
        if report.skipped:
            self.skipped[report.nodeid] = told[-200:]
        elif report.failed:
            lacks = [line for line in told.splitlines() if line.startswith("E ") and any(one in line for one in MISSING)]
            (self.unable if lacks else self.failed)[report.nodeid] = lacks[-1] if lacks else told[-1500:]

    def pytest_runtest_logreport(self, report):
        self.note(report)
        if report.passed and report.when == "call":
            self.passed.append(report.nodeid)

    def pytest_collectreport(self, report):
        self.note(report)

noted = Noted()
code = pytest.main([*json.loads(given), "-q", "--no-header", "--continue-on-collection-errors", "--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:xdist"], plugins=[noted])
json.dumps({"version": sys.version_info[:2], "code": int(code), "passed": noted.passed, "skipped": noted.skipped, "failed": noted.failed, "unable": noted.unable})
`));
