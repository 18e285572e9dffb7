/**
 * The campaign map: draws the sheet once from the tables, keeps the blocks on it up to date, and tells
 * what is tapped, dragged or chosen by keyboard. It knows no rules: what is lit is in the model.
 */

import { ensureBlocks, faceWords } from "../lib/blocks.js";
import { fitText, redraw } from "../lib/dom.js";
import { msg, onLanguage, t } from "../lib/i18n.js";
import { townName } from "../lib/names.js";
import { createCamera } from "./camera.js";
import { drawScale, drawTitle } from "./frame.js";
import { createHands } from "./hands.js";
import { dodge, faceWidth, layNames, nameMarkup } from "./labels.js";
import { lookAtAll, showAll, whereToLook } from "./look.js";
import { clashRects, drawArrows, drawClashes, drawRings, drawRoadUse, drawSpoken } from "./marks.js";
import { createMotion } from "./motion.js";
import { createPeek } from "./peek.js";
import { isClear, LEVELS } from "./room.js";
import { ensurePaper, sheetOf } from "./sheet.js";
import { createStacks, gather, isContested } from "./stacks.js";
import { createTools } from "./tools.js";

/** @import { Army, Board, Point, Rect, View } from "../lib/types.js" */
/** @import { Names } from "./labels.js" */
/** @import { MarchDie } from "./motion.js" */
/** @import { Towns } from "./stacks.js" */

/** @typedef {Pick<View, "units"|"blocks"|"truth"|"night">} MapView - what the map shows of a view */
/** @typedef {{from: string, to: string, army: Army, kind: string, count?: number, isTrace?: boolean, words?: string}} Arrow - `isTrace`: of the enemy's turn; `words` tell of it while it is shown */
/**
 * What is to be seen on the map.
 * @typedef {object} MapModel
 * @property {MapView} view
 * @property {Map<string, {kind: string, note: string}>} [litTowns] - and what a tap there would do
 * @property {Set<string>} [litUnits] - units that can act
 * @property {Set<string>} [selectedUnits]
 * @property {string|null} [selectedTown]
 * @property {string|null} [openTown] - its blocks lie side by side
 * @property {Map<string, {used: number, most: number}>} [roadUse] - of roads, by their id
 * @property {Arrow[]} [arrows] - recent movements
 * @property {Arrow[]} [moving] - those of this moment, which are followed with the eye
 * @property {Iterable<string>} [glowing] - towns that have changed hands
 * @property {boolean} [disabled]
 * @property {string|null} [hotTown] - something is held over it
 */
/**
 * Who is told what is done on the map.
 * @typedef {object} MapHandlers
 * @property {(town: string) => void} [onTown]
 * @property {(town: string) => void} [onStack] - the blocks of a town; a tap on the town, if it is not there
 * @property {(unit: string) => void} [onUnit]
 * @property {(units: string[], town: string) => void} [onDrop]
 * @property {() => void} [onBackground]
 * @property {string[]} [first] - towns to have in sight first
 */
/** @typedef {"pads"|"use"|"arrows"|"rings"|"spoken"|"backs"|"units"|"badges"|"clashes"|"towns"|"plate"|"openUnits"|"openBadges"|"moving"} Layer */

/** @type {Layer[]} */
const LAYERS = ["pads", "use", "arrows", "rings", "spoken", "backs", "units", "badges", "clashes", "towns", "plate", "openUnits", "openBadges", "moving"];
/** @type {MapModel} */
const NOTHING = { view: { units: [], blocks: [], truth: [], night: false } };
const POINTED = 120; // milliseconds until a stack that is pointed at opens

let maps = 0;

const whenIdle = window.requestIdleCallback || ((/** @type {() => void} */ work) => setTimeout(work, 200));

/** @type {Record<Army, string>} */
const ARMY_WORDS = {
  "french": msg("French blocks: {n}"),
  "anglo-dutch": msg("Anglo-Dutch blocks: {n}"),
  "prussian": msg("Prussian blocks: {n}"),
};
/** @type {Record<string, string>} */
const KIND_WORDS = {
  march: msg("can be marched to"),
  attack: msg("can be attacked"),
  force: msg("can be reached by forced march"),
  retreat: msg("can be retreated to"),
  source: msg("blocks here can move"),
  place: msg("blocks can be placed here"),
  choose: msg("can be chosen"),
};

/**
 * Put a map of the board into an element.
 * @param {HTMLElement} container
 * @param {Board} board
 * @param {MapHandlers} handlers
 */
export function createMap(container, board, handlers = {}) {
  ensureBlocks();
  const sheet = sheetOf(board);
  const { placesAt } = sheet;
  ensurePaper(board);
  const { fullWidth, fullHeight } = board.sheet;
  const box = `width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}"`;
  container.classList.add("campaign");
  container.innerHTML =
    `<div class="map-world" style="width:${fullWidth}px;height:${fullHeight}px">` +
    `<svg class="map-sheet" ${box} aria-hidden="true">${sheet.ground}<g class="map-words"></g><g class="map-names"></g><g class="map-captions"></g></svg>` +
    `<svg class="map-top" ${box} role="group">${LAYERS.map((name) => `<g data-layer="${name}"></g>`).join("")}</svg></div>` +
    `<div class="map-light" aria-hidden="true"></div>`;
  const world = /** @type {HTMLElement} */ (container.firstElementChild);
  const part = (/** @type {string} */ selector) => /** @type {SVGGElement} */ (world.querySelector(selector));
  const top = part(".map-top");
  const layers = /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(LAYERS.map((name) => [name, part(`[data-layer="${name}"]`)])));
  const stacks = createStacks(board, layers);
  const hands = createHands(board, stacks, () => ({ model, towns, level, scale: camera.scale, names: named }));
  const peek = createPeek(board);
  const tools = createTools({ zoomBy: (factor) => camera.zoomBy(factor), onWhole: () => camera.fit(), onArmies: () => firstLook(260) });
  container.append(peek.element, tools.element);
  /** @type {Map<number, Names>} */
  const names = new Map();
  /** @type {(Rect & {town: string})[]} */
  let named = []; // where the names of towns stand now
  /** @type {Rect[]} */
  let taken = []; // by blocks and what lies on the roads

  let level = -1;
  let isGone = false;
  let faceWide = 0; // of the typeface that the names are set in
  const serial = (maps += 1);
  let model = NOTHING;
  /** @type {Towns} */
  let towns = new Map();
  /** @type {string|null} */
  let hotTown = null;
  let hasLooked = false;
  let pointing = 0; // the timer of a stack that is pointed at

  // ---- the sheet ------------------------------------------------------------------------------------

  function writeWords() {
    names.clear();
    faceWide = faceWidth();
    part(".map-words").innerHTML = drawTitle(sheet.ornaments.title) + drawScale(sheet.ornaments.scale, board.sheet.unitsPerKm);
    for (const name of ["main", "sub"]) fitText(part(`.map-title-${name}`), sheet.ornaments.title.width - 70);
    top.setAttribute("aria-label", t("Campaign map"));
    container.setAttribute("aria-label", t("Campaign map. N goes to the next lit town, arrow keys go from town to town, plus and minus zoom, 0 shows all of it."));
    tools.write();
    showNames();
    labelTowns();
  }

  /** @param {number} at */
  function namesAt(at) {
    const found = names.get(at) || layNames(board, sheet.lines, sheet.costs, placesAt(at), at);
    names.set(at, found);
    return found;
  }

  function showNames() {
    if (level < 0) return;
    // Ids of this map alone: the replay has a map beside that of the table.
    redraw(part(".map-names"), namesAt(level).markup.replace(/map-river-(?=\d)/g, `map-${serial}-river-`));
    placeNames(taken);
  }

  /**
   * Names dodge what lies on the map; those of rivers and woods give way.
   * @param {Rect[]} covered
   */
  function placeNames(covered) {
    const { captions, decor } = namesAt(level);
    const places = dodge(captions, covered);
    named = [...places].map(([{ town }, { x, y, width, height }]) => ({ town: town.id, x, y, width, height }));
    redraw(part(".map-captions"), [...places].map(([caption, place]) => nameMarkup(caption, place)).join(""));
    for (const word of part(".map-names").querySelectorAll("[data-decor]")) {
      const rects = decor[Number(word.getAttribute("data-decor"))] || [];
      word.classList.toggle("is-covered", !rects.every((rect) => isClear(rect, covered) && isClear(rect, named)));
    }
  }

  // ---- what changes ---------------------------------------------------------------------------------

  /** @param {number} scale */
  function setLevel(scale) {
    peek.hide();
    // A little slack keeps the level from flickering at its limit.
    const fits = level >= 0 && scale < LEVELS[level].upTo * 1.05 && (level === 0 || scale >= LEVELS[level - 1].upTo * 0.95);
    if (fits) return;
    const isFirst = level < 0;
    level = LEVELS.findIndex(({ upTo }) => scale < upTo);
    container.dataset.level = String(level);
    showNames();
    draw(true);
    if (!isFirst) whenIdle(prepare);
  }

  function draw(isQuick = false) {
    if (level < 0) return;
    const contested = [...towns].filter(([, groups]) => isContested(groups)).map(([id]) => id);
    redraw(layers.clashes, drawClashes(board, contested, level));
    stacks.render({ model, towns, places: placesAt(level), costs: namesAt(level).costs, level, scale: camera.scale, window: camera.window(), isQuick });
    taken = [...stacks.covered, ...clashRects(board, contested, level)];
    /** @type {Rect[]} */
    const ways = [];
    redraw(layers.use, drawRoadUse(sheet.lines, model, level, taken));
    redraw(layers.arrows, drawArrows(board, sheet.lines, model, level, taken, ways));
    taken.push(...ways);
    showRings();
  }

  function showRings() {
    const covered = [...taken];
    redraw(layers.rings, drawRings(board, { ...model, hotTown }, level, namesAt(level).costs, covered));
    placeNames(covered);
  }

  /** @param {MapModel} next */
  function update(next) {
    model = next;
    towns = gather(model.view, board, model.litUnits);
    container.classList.toggle("is-night", Boolean(model.view.night));
    container.classList.toggle("is-disabled", Boolean(model.disabled));
    draw();
    // The first blocks decide where one begins to look.
    if (!hasLooked && towns.size) {
      hasLooked = true;
      if (camera.isHome) firstLook();
    }
    labelTowns();
    const mine = new Set(model.view.units.map(({ id }) => board.unit(id).army));
    if (level >= 0) motion.follow((model.moving || []).filter(({ army }) => !mine.has(army)));
    peek.hide();
  }

  // ---- towns for keyboard and screen reader -----------------------------------------------------------

  const reading = [...board.towns].sort((p, q) => Math.round(p.y / 70) - Math.round(q.y / 70) || p.x - q.x);
  layers.towns.innerHTML = reading
    .map((town) => `<circle class="map-spot" data-town="${town.id}" tabindex="0" role="button" cx="${town.x.toFixed(1)}" cy="${town.y.toFixed(1)}" r="20"/>`)
    .join("");
  const spots = new Map([...layers.towns.querySelectorAll("circle")].map((spot) => [String(spot.dataset.town), spot]));

  function labelTowns() {
    for (const [id, spot] of spots) {
      const parts = [townName(id)];
      for (const { army, units, hidden } of towns.get(id) || []) parts.push(t(ARMY_WORDS[army], { n: units.length + hidden }));
      const lit = model.litTowns && model.litTowns.get(id);
      if (lit) parts.push(t(KIND_WORDS[lit.kind] || KIND_WORDS.choose) + (lit.note ? ` (${lit.note})` : ""));
      const roads = board.neighbours(id).map(({ town }) => townName(town)).join(", ");
      parts.push(t("roads to {towns}", { towns: roads }));
      const label = parts.join("; ");
      if (spot.getAttribute("aria-label") !== label) spot.setAttribute("aria-label", label);
      spot.setAttribute("aria-disabled", model.disabled ? "true" : "false");
    }
    for (const [id, { el }] of stacks.faces) {
      el.setAttribute("role", "button");
      const unit = board.unit(id);
      el.setAttribute("aria-label", t("{name}, strength {n}", { name: `${t(unit.name)} ${faceWords(unit)}`, n: strengthOf(id) }));
      el.setAttribute("aria-pressed", model.selectedUnits?.has(id) ? "true" : "false");
    }
  }

  const strengthOf = (/** @type {string} */ id) => model.view.units.find((unit) => unit.id === id)?.strength ?? board.unit(id).strength;

  container.addEventListener("keydown", onKey);
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape") handlers.onBackground?.();
    if (event.key !== "Enter" && event.key !== " ") return;
    const unit = dataOf(event.target, "piece");
    const town = dataOf(event.target, "town");
    if (!unit && !town) return;
    event.preventDefault();
    if (model.disabled) return;
    if (unit) handlers.onUnit?.(unit);
    else if (town) handlers.onTown?.(town);
  }
  container.addEventListener("focusin", onFocus);
  /** @param {FocusEvent} event */
  function onFocus(event) {
    const town = dataOf(event.target, "town");
    if (!town || !spots.get(town)?.matches(":focus-visible")) return;
    camera.reveal(board.town(town));
    lookInto(town);
  }
  container.addEventListener("focusout", peek.hide);

  // ---- taps and drags -----------------------------------------------------------------------------------

  /** @param {Point} point */
  function onTap(point) {
    clearTimeout(pointing);
    peek.hide();
    motion.stop();
    if (model.disabled) return;
    const found = hands.pick(point);
    if (!found) handlers.onBackground?.();
    else if (found.unit) handlers.onUnit?.(found.unit);
    else if (found.isStack && handlers.onStack) handlers.onStack(found.town);
    else handlers.onTown?.(found.town);
  }

  /**
   * @param {Point} point
   * @param {PointerEvent} event
   */
  function grab(point, event) {
    const { onDrop } = handlers;
    if (model.disabled || !onDrop) return null;
    const units = hands.taken(point, event);
    if (!units.length) return null;
    peek.hide();
    container.classList.add("is-dragging");
    return hands.carry(units, point, {
      layer: layers.moving,
      onOver: heat,
      onEnd: () => {
        container.classList.remove("is-dragging");
        heat(null);
      },
      onDrop: (town) => onDrop(units, town),
    });
  }

  /**
   * Something is held over a town.
   * @param {string|null} town
   */
  function heat(town) {
    if (town === hotTown) return;
    hotTown = town;
    showRings();
  }

  /** @param {Point|null} point */
  function onHover(point) {
    const found = model.disabled || !point ? null : hands.pick(point);
    container.style.cursor = found ? "pointer" : "";
    clearTimeout(pointing);
    if (!found) peek.hide();
    else if (peek.town) lookInto(found.town);
    else pointing = setTimeout(() => lookInto(found.town), POINTED);
  }

  /**
   * Show what stands in a town without choosing it.
   * @param {string} town
   */
  function lookInto(town) {
    const groups = towns.get(town);
    const stack = stacks.drawn.find((one) => one.town === town);
    const isPlain = !stack || stack.isOpen || (groups?.length === 1 && groups[0].units.length + groups[0].hidden === 1);
    if (!groups || isPlain) peek.hide();
    else peek.show(town, groups, camera.toWindow(stack), camera.size());
  }

  /** @param {Point} point */
  function onHold(point) {
    const found = hands.pick(point);
    if (found) lookInto(found.town);
  }

  // ---- looking --------------------------------------------------------------------------------------------

  const camera = createCamera(container, world, board.sheet, {
    onScale: setLevel,
    onTap,
    onHover,
    onHold,
    grab,
    onRest() {
      if (stacks.opened) draw(true);
      const town = dataOf(document.activeElement, "town");
      if (town && spots.get(town)?.matches(":focus-visible")) lookInto(town);
    },
    onHome: () => firstLook(),
  });
  const motion = createMotion(board, sheet.lines, {
    layer: layers.moving, arrows: layers.arrows, host: container, level: () => level,
    toWindow: ({ x, y }) => camera.toWindow({ x, y, width: 0, height: 0 }),
  });

  // Where the armies are, near enough to tell their blocks; all of the sheet as long as there are none.
  function firstLook(time = 0) {
    const at = (/** @type {boolean} */ isOwn) => [...towns].filter(([, groups]) => groups.some(({ units }) => units.length) === isOwn).map(([id]) => board.town(id));
    const found = handlers.first?.length ? lookAtAll(handlers.first.map((id) => board.town(id)), camera.size()) : whereToLook(at(true), at(false), camera.size());
    camera.home(found?.centre ?? { x: fullWidth / 2, y: fullHeight / 2 }, Math.max(camera.least(), found?.scale ?? 0), time);
  }

  // Relief is the costliest to draw and the least needed: it follows when the rest is on the screen. Then
  // the names of the levels next to this one are set while nothing else is to do, so that zooming need not wait.
  function prepare() {
    if (isGone || level < 0) return;
    const next = [level, level + 1, level - 1].find((one) => LEVELS[one] && !names.has(one));
    if (next === undefined) return;
    namesAt(next);
    whenIdle(prepare);
  }
  const later = setTimeout(() => {
    part(".map-relief").innerHTML = sheet.relief();
    whenIdle(prepare);
  }, sheet.hasRelief ? 0 : 120);

  // Names were placed by the width of another typeface until ours came.
  function setAnew() {
    if (faceWidth() === faceWide) return;
    writeWords();
    draw(true);
    whenIdle(prepare);
  }
  document.fonts.addEventListener("loadingdone", setAnew);
  const forgetLanguage = onLanguage(writeWords);
  writeWords();
  container.tabIndex = container.tabIndex >= 0 ? container.tabIndex : 0;

  return {
    update,
    /**
     * Bring a town into the middle, near enough to tell its blocks apart.
     * @param {string|null} id
     */
    focusTown(id) {
      if (!board.hasTown(id)) return;
      const town = board.town(id);
      camera.centreOn(town, Math.max(camera.scale, 0.9));
    },
    /**
     * Bring a town into view, panning as little as can be.
     * @param {string|null} id
     */
    showTown(id) {
      if (board.hasTown(id)) camera.reveal(board.town(id));
    },
    /**
     * Bring towns into view, moving as little as can be; the first is seen in any case.
     * @param {string[]} ids
     * @param {number} foot - pixels at the lower edge that something lies over
     */
    showTowns(ids, foot) {
      showAll(camera, ids.filter((id) => board.hasTown(id)).map((id) => board.town(id)), foot);
    },
    /**
     * Show the ways again that were gone.
     * @param {Arrow[]} ways
     */
    playAgain(ways) {
      motion.again(ways, ({ from, to }) => {
        camera.reveal(board.town(from));
        camera.reveal(board.town(to));
      });
    },
    /**
     * Dice of forced marches fall in a town.
     * @param {string} town
     * @param {MarchDie[]} dice
     * @param {string} caption
     */
    roll: (town, dice, caption) => motion.roll(town, dice, caption),
    /**
     * Towns that are spoken of elsewhere light up.
     * @param {string[]} ids
     */
    light(ids) {
      redraw(layers.spoken, drawSpoken(board, ids.filter((id) => board.hasTown(id)), level));
    },
    /**
     * Show these towns, as near as all of them fit.
     * @param {string[]} ids
     */
    frame(ids) {
      const all = ids.filter((id) => board.hasTown(id)).map((id) => board.town(id));
      if (!all.length) return;
      const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
      const [left, right, upper, lower] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const { w, h } = camera.size();
      const scale = Math.max(camera.least(), Math.min((w * 0.7) / Math.max(right - left, 40), (h * 0.5) / Math.max(lower - upper, 40)));
      // Blocks lie below their towns more often than above.
      camera.centreOn({ x: (left + right) / 2, y: (upper + lower) / 2 + (h * 0.07) / scale }, scale, 0);
    },
    fit: () => camera.fit(),
    zoomBy: camera.zoomBy,
    destroy() {
      isGone = true;
      clearTimeout(later);
      clearTimeout(pointing);
      motion.destroy();
      forgetLanguage();
      document.fonts.removeEventListener("loadingdone", setAnew);
      camera.destroy();
      container.removeEventListener("keydown", onKey);
      container.removeEventListener("focusin", onFocus);
      container.classList.remove("campaign", "is-night", "is-disabled");
      container.innerHTML = "";
    },
  };
}

/**
 * The town or unit of what was touched.
 * @param {EventTarget|null} target
 * @param {"town"|"piece"} name
 */
function dataOf(target, name) {
  const found = target instanceof Element ? target.closest(`[data-${name}]`) : null;
  return found instanceof SVGElement ? found.dataset[name] : undefined;
}
