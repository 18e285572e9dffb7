/**
 * Runs pytest in Pyodide, on folders of this machine. Run by scripts/in_pyodide.py, in node.
 */

import { pathToFileURL } from "node:url";

const told = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${told.package}/pyodide.mjs`).href);
const python = await loadPyodide();
for (const [name, root] of [["/repository", told.repository], ["/packages", told.packages]]) {
  python.FS.mkdir(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, name);
}
python.globals.set("ARGUMENTS", python.toPy(told.pytest));
process.exitCode = python.runPython(`
import os
import sys

sys.dont_write_bytecode = True
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # one of them is Hypothesis
sys.path[:0] = ["/packages", "/repository/src"]
os.chdir("/repository")

import pytest

print("Python", sys.version, flush=True)
int(pytest.main(ARGUMENTS))
`);
