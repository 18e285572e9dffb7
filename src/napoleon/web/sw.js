/**
 * The service worker: what the game is made of stays in the browser, so that it opens at once and without a network.
 *
 * Files whose names change with their contents are kept for ever. Of a site without a server the page itself is kept too:
 * a new version is fetched whole behind the old one, and takes its place at the next start, never under a game. With a
 * server the page comes from there, and the kept one only when it cannot be reached.
 */

// Written by whoever serves this file: server/http/offline.py.
const SETTINGS = { version: "", files: [], isWhole: false };

const FILES = "napoleon-files";
const PAGES = "napoleon-page-";
const LOOKS = 10;
const LOOK_MS = 200; // between two looks at whether another page is open
const PAGE = PAGES + SETTINGS.version;
/** @type {any} - a ServiceWorkerGlobalScope */
const worker = self;
const home = String(worker.registration.scope);
const addresses = SETTINGS.files.map((name) => new URL(name, home).href);
const kept = new Set(addresses);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(hear(event.data)));
worker.addEventListener("fetch", answer);
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(goTo(event.notification)));

/** All of this version; what an earlier one has, or the page has fetched already, does not travel again. */
async function fetchAll() {
  const files = await caches.open(FILES);
  for (const address of addresses) {
    if (!await files.match(address)) await files.add(address);
  }
  await (await caches.open(PAGE)).add(new Request(home, { cache: "reload" }));
}

/** Nobody uses the version before any more. */
async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PAGES) && name !== PAGE) await caches.delete(name);
  }
  const files = await caches.open(FILES);
  for (const { url } of await files.keys()) {
    // What workers keep of their own memory they see to themselves.
    if (!kept.has(url) && !url.includes("/memory-")) await files.delete(url);
  }
  await worker.clients.claim();
}

/**
 * A page that has just been opened would have the version that waits, unless another page is at a game. It says so, or
 * names all files of its own: a server's page has this version already, or is one from before.
 * @param {string|string[]} word
 */
async function hear(word) {
  const isOfThisVersion = Array.isArray(word) && word.length > 0 && word.every((name) => kept.has(name));
  if (word !== "take over" && !isOfThisVersion) return;
  for (let look = 0; look < LOOKS; look += 1) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length <= 1) return worker.skipWaiting();
    await new Promise((done) => setTimeout(done, LOOK_MS)); // a page that was just left may be counted still
  }
}

/** @param {any} event */
function answer(event) {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (!SETTINGS.isWhole) event.respondWith(fetch(request).catch(() => page(request)));
    else if (isHome(request.url)) event.respondWith(page(request));
  } else if (kept.has(request.url)) {
    event.respondWith(file(request));
  }
}

/**
 * Whether an address is that of the page itself, not of another file beside it.
 * @param {string} url
 */
const isHome = (url) => [home, `${home}index.html`].includes(url.split(/[?#]/)[0]);

/** @param {Request} request */
async function page(request) {
  return await caches.match(home, { cacheName: PAGE }) || fetch(request);
}

/** @param {Request} request */
async function file(request) {
  return await caches.match(request.url, { cacheName: FILES, ignoreVary: true }) || fetch(request);
}

/**
 * The house tells that a game waits (server/alerts/forms.py). A message with the tag of another takes its place.
 * @param {{json: () => {title: string, body: string, path: string, tag: string}}|null} data
 */
async function notify(data) {
  const { title, body, path, tag } = data?.json() ?? { title: "Napoléon 1815", body: "", path: "/", tag: "" };
  const picture = new URL("icons/icon-192.png", home).href;
  await worker.registration.showNotification(title, { body, tag, icon: picture, badge: picture, data: { path } });
}

/**
 * Somebody has tapped on it: to the game, in a page that is there already if there is one.
 * @param {any} notification
 */
async function goTo(notification) {
  notification.close();
  const address = new URL(notification.data.path, home).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ one) => one.url === address) ?? pages.find((/** @type {any} */ one) => !new URL(one.url).pathname.startsWith("/game/"));
  if (!there) return worker.clients.openWindow(address);
  await there.focus();
  return there.url === address ? undefined : there.navigate(address);
}
