/**
 * Compiles Python modules with the Python that will run them: a zip of sources in, a zip of bytecode out.
 * Run by napoleon/site/pyodide.py, in node.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { package: folder, kind, source, target, unused, encodings } = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.writeFile("/source.zip", readFileSync(source));
python.globals.set("UNUSED", python.toPy(unused));
python.globals.set("ENCODINGS", python.toPy(encodings));
python.globals.set("IS_LIBRARY", kind === "library");
python.runPython(`
import ast
import importlib._bootstrap_external as loading
import zipfile

EPOCH = (1980, 1, 1, 0, 0, 0)  # the same in, the same out


def is_wanted(name):
    if "/test" in name or "__pycache__" in name:
        return False
    parts = name.rsplit(".", 1)[0].split("/")
    if IS_LIBRARY and parts[0] == "encodings":
        return parts[1] in ENCODINGS
    return parts[0] not in UNUSED and "/".join(parts[:2]) not in UNUSED


def for_running(tree):
    """Without docstrings, and without the types of functions and constants: those are for readers
    and for mypy. What classes say of their fields stays, since messages are read by it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            given = node.args
            for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if one is not None:
                    one.annotation = None
        if isinstance(node, ast.Module):
            node.body = [
                ast.copy_location(ast.Assign([one.target], one.value), one)
                if isinstance(one, ast.AnnAssign) and one.value is not None
                else one
                for one in node.body
            ]
    return ast.fix_missing_locations(tree)


with zipfile.ZipFile("/source.zip") as old, zipfile.ZipFile(
    "/target.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9
) as new:
    for name in sorted(old.namelist()):
        if name.endswith("/") or not is_wanted(name):
            continue
        body = old.read(name)
        if name.endswith(".py"):
            # Asserts of our own stay.
            tree = body if IS_LIBRARY else for_running(ast.parse(body))
            code = compile(tree, name, "exec", dont_inherit=True, optimize=2 if IS_LIBRARY else 0)
            body = bytes(loading._code_to_hash_pyc(code, b"\\0" * 8, False))
            name += "c"
        new.writestr(zipfile.ZipInfo(name, EPOCH), body, zipfile.ZIP_DEFLATED)
`);
writeFileSync(target, python.FS.readFile("/target.zip"));
process.exit(0);
