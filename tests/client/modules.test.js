import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { parse } from "acorn";

const WEB = new URL("../../src/napoleon/web/", import.meta.url);
const read = (name) => readFileSync(new URL(name, WEB), "utf-8");
const modules = readdirSync(WEB, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".js"));

// Workers, and what takes the place of another module in a site without a server
const ALONE = ["sw.js", "lib/prover.js", "site/home.js", "site/host.js", "site/no_friends.js", "site/thinker.js"];
const BUNDLED = JSON.parse(readFileSync(new URL("../../build/client/bundles.json", import.meta.url), "utf-8"));

/** The modules that a module imports when it is loaded. */
function importsOf(name) {
  return [...read(name).matchAll(/^import .* from "(\..*)";$/gm)].map(([, path]) => new URL(path, new URL(name, WEB)).href.slice(WEB.href.length));
}

/** A module and all that come with it. */
function closure(...names) {
  const seen = new Set();
  const queue = [...names];
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...importsOf(name));
  }
  return seen;
}

test("every import leads to a module", () => {
  for (const name of modules) for (const path of importsOf(name)) assert.ok(existsSync(new URL(path, WEB)), `${name} imports ${path}`);
});

test("every module is reached from the application", () => {
  const entries = ["app.js", ...ALONE, ...[...read("app.js").matchAll(/import\("\.\/([\w/]+\.js)"\)/g)].map(([, path]) => path)];
  const lazy = modules.flatMap((name) => [...read(name).matchAll(/import\("(\.[\w/.]+\.js)"\)/g)].map(([, path]) => new URL(path, new URL(name, WEB)).href.slice(WEB.href.length)));
  const reached = closure(...entries, ...lazy.filter((path) => modules.includes(path)));
  assert.deepEqual(modules.filter((name) => !reached.has(name)), []);
});

test("no module imports itself, by whatever way", () => {
  for (const name of modules) for (const path of importsOf(name)) assert.ok(!closure(path).has(name), `${name} and ${path}`);
});

test("modules are plain enough to be put together", () => {
  for (const name of modules) {
    const { body } = parse(read(name), { ecmaVersion: 2024, sourceType: "module" });
    for (const { type, specifiers = [], declaration, source } of body) {
      if (type === "ImportDeclaration") assert.ok(specifiers.every((one) => one.type === "ImportSpecifier"), `${name} imports ${source.value} whole`);
      if (type === "ExportNamedDeclaration") assert.ok(declaration && declaration.kind !== "let", `${name} exports what can change, or elsewhere`);
      assert.ok(type !== "ExportDefaultDeclaration" && type !== "ExportAllDeclaration", name);
    }
  }
});

test("a trimmed module is the same module", () => {
  const shape = (source) => JSON.stringify(parse(source, { ecmaVersion: 2024, sourceType: "module" }), (key, value) => (key === "start" || key === "end" ? undefined : value));
  for (const name of modules) assert.ok(shape(BUNDLED.modules[name]) === shape(read(name)), name);
});

test("bundles hold every module once, and say what they are made of", () => {
  for (const bundle of BUNDLED.bundles) parse(bundle, { ecmaVersion: 2024, sourceType: "module" });
  const all = BUNDLED.bundles.join("\n");
  for (const name of modules.filter((one) => one !== "app.js" && one !== "sw.js" && one !== "lib/prover.js" && !one.startsWith("site/"))) {
    const variable = `$${name.slice(0, -3).replaceAll(/\W/g, "_")}`;
    assert.equal(all.split(`const ${variable} = (() => {`).length, 2, name);
  }
  assert.ok(!/^import /m.test(all), "nothing else is asked for");
});

test("no module is without types", () => {
  for (const name of modules) assert.ok(!read(name).includes("@ts-nocheck"), name);
});

test("both homes of the client have the same exports", () => {
  const exportsOf = (name) => [...read(name).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, found]) => found).sort();
  assert.ok(exportsOf("lib/home.js").length > 5);
  assert.deepEqual(exportsOf("site/home.js"), exportsOf("lib/home.js"));
  assert.deepEqual(exportsOf("site/no_friends.js"), exportsOf("with_friends.js"));
});
