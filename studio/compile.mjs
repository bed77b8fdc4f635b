// Compiles the Python files of an archive for the Python of the browser: node compile.mjs SOURCE.zip RESULT.zip

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [source, result] = process.argv.slice(2);
const pyodide = await loadPyodide();
pyodide.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/engine" });
pyodide.runPython(`
import compileall, os, py_compile, zipfile
os.chdir("/engine")
assert compileall.compile_dir(".", quiet=1, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/result.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for folder, _, files in sorted(os.walk(".")):
        for name in sorted(files):
            if not name.endswith(".py"):
                path = os.path.join(folder, name)
                info = zipfile.ZipInfo(os.path.relpath(path, "."), (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(info, open(path, "rb").read())
`);
writeFileSync(result, pyodide.FS.readFile("/result.zip"));
