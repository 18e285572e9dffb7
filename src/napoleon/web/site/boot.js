/**
 * Python in a worker: Pyodide, only what we need of its library, and our package, each fetched once and kept.
 *
 * The first time a worker wakes up here it imports what it needs, and its memory is kept as it is then. The next time
 * that memory is put back, which takes a fraction of the time. It is made in this browser and never travels.
 */

/** @import { Python, PythonFiles } from "./types.js" */

const KEPT = "napoleon-files"; // the cache that the service worker reads too
const PLACE = "/napoleon";

/**
 * A file, from what is kept or from its host; it travels once.
 * @param {URL} url
 * @param {(bytes: number) => void} onBytes
 */
async function take(url, onBytes) {
  const cache = await openCache();
  const kept = await cache?.match(url);
  const answer = kept || await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  if (kept || !cache) return answer.body.pipeThrough(counter);
  const [mine, theirs] = answer.body.tee();
  // What cannot be kept is fetched again the next time.
  cache.put(url, new Response(theirs, { headers: answer.headers })).catch(() => {});
  return mine.pipeThrough(counter);
}

/** Where nothing can be kept (a private window, plain http) everything works, but travels every time. */
const openCache = () => (typeof caches === "undefined" ? null : caches.open(KEPT).catch(() => null));

/**
 * Start Python, and import a module of ours.
 * @param {PythonFiles} files
 * @param {string} base
 * @param {{entry: string, onProgress?: (part: number) => void, module?: WebAssembly.Module}} options - `entry`: the module;
 *   `module`: Pyodide, compiled already
 * @returns {Promise<{entry: any, module: WebAssembly.Module}>}
 */
export async function boot(files, base, { entry, onProgress = () => {}, module: given }) {
  let bytes = 0;
  const count = (/** @type {number} */ more) => {
    bytes += more;
    onProgress(Math.min(0.8, 0.8 * bytes / files.size)); // the rest is Python, waking up
  };
  const address = (/** @type {string} */ file) => new URL(file, base);
  const ours = take(address(files.ours), count).then((stream) => new Response(stream).arrayBuffer());
  const library = take(address(files.library), count).then((stream) => new Response(stream).blob());
  const compiling = given ? Promise.resolve(given) : compile(address(files.wasm), count);
  // Pyodide asks for its machine code by this name; it gets what was compiled from the pressed file.
  const plainFetch = globalThis.fetch;
  globalThis.fetch = (input, options) =>
    (String(input).endsWith("pyodide.asm.wasm") ? Promise.resolve(new Response("")) : plainFetch(input, options));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const ready = await compiling;
    return { module: ready, instance: await WebAssembly.instantiate(ready, imports) };
  };
  const place = new URL(`memory-${entry}-${files.ours.replaceAll("/", "-")}`, base);
  const memory = await recall(place);
  const { loadPyodide } = await import(String(address(`${files.folder}pyodide.mjs`)));
  const libraryUrl = URL.createObjectURL(await library);
  /** @type {Python} */
  const python = await loadPyodide({
    indexURL: String(address(files.folder)), stdLibURL: libraryUrl, lockFileContents: JSON.stringify({ info: files.about, packages: {} }), packageBaseUrl: base,
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  URL.revokeObjectURL(libraryUrl);
  globalThis.fetch = plainFetch;
  onProgress(0.9);
  python.FS.writeFile(ARCHIVE, new Uint8Array(await ours));
  python.runPython(memory ? UNPACK + AWAKE : `${UNPACK}import ${entry}`);
  // Before anything of JavaScript is in it
  if (!memory) remember(place, python);
  return { entry: python.pyimport(entry), module: await compiling };
}

const ARCHIVE = "/napoleon.zip";
// Lines without indentation: modules are trimmed on their way to the browser.
const UNPACK = `import os, sys, zipfile
zipfile.ZipFile("${ARCHIVE}").extractall("${PLACE}")
os.remove("${ARCHIVE}")
sys.path[:0] = [] if "${PLACE}" in sys.path else ["${PLACE}"]
sys.path_importer_cache.clear()
`;
const AWAKE = "import random; random.seed()";

/**
 * The memory of a worker that woke up before, if there is one.
 * @param {URL} place
 */
async function recall(place) {
  const kept = await (await openCache())?.match(place);
  return kept ? kept.arrayBuffer() : null;
}

/**
 * Keep what the memory is now; those of earlier versions go. Without it the next start takes longer, no more.
 * @param {URL} place
 * @param {Python} python
 */
function remember(place, python) {
  const memory = python.makeMemorySnapshot();
  Promise.resolve(openCache()).then(async (cache) => {
    if (!cache) return;
    const [kind] = place.pathname.split("/memory-")[1].split("-files-");
    for (const { url } of await cache.keys()) {
      if (url.includes(`/memory-${kind}-`) && url !== place.href) await cache.delete(url);
    }
    await cache.put(place, new Response(memory));
  }).catch(() => {});
}

/**
 * Compile while it comes in.
 * @param {URL} url
 * @param {(bytes: number) => void} onBytes
 */
async function compile(url, onBytes) {
  const inflated = (await take(url, onBytes)).pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(inflated, { headers: { "Content-Type": "application/wasm" } }));
}
