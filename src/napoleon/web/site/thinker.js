/**
 * A worker that thinks for the computers: a letter in, an answer out (napoleon/site/home/thinker.py).
 */

import { boot } from "./boot.js";

/** @type {Promise<(letter: string) => string>|null} */
let thinking = null;

self.onmessage = async ({ data }) => {
  if (thinking === null) {
    thinking = begin(data);
    return;
  }
  try {
    self.postMessage((await thinking)(data));
  } catch {
    self.postMessage(""); // no answer: the house starts another
  }
};

/** @param {{python: import("./types.js").PythonFiles, base: string, module: WebAssembly.Module}} start */
async function begin({ python: files, base, module }) {
  const { entry } = await boot(files, base, { entry: "napoleon.site.home.thinker", module });
  return entry.think;
}
