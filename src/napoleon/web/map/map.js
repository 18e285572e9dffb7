/**
 * The campaign map: draws the sheet once from the tables, keeps the blocks on it up to date, and tells
 * what is tapped, dragged or chosen by keyboard. It knows no rules: what is lit is in the model.
 */

import { backMarkup, ensureBlocks } from "../lib/blocks.js";
import { fitText, redraw } from "../lib/dom.js";
import { msg, onLanguage, t } from "../lib/i18n.js";
import { townName } from "../lib/names.js";
import { createCamera } from "./camera.js";
import { drawScale, drawTitle } from "./frame.js";
import { createHands } from "./hands.js";
import { drawNames, faceWidth } from "./labels.js";
import { drawArrows, drawClashes, drawRings, drawRoadUse } from "./marks.js";
import { LEVELS } from "./room.js";
import { ensurePaper, sheetOf } from "./sheet.js";
import { createStacks, gather, isContested } from "./stacks.js";

/** @import { Army, Board, Point, Rect, View } from "../lib/types.js" */
/** @import { Costs } from "./room.js" */
/** @import { Towns } from "./stacks.js" */

/** @typedef {Pick<View, "units"|"blocks"|"truth"|"night">} MapView - what the map shows of a view */
/** @typedef {{from: string, to: string, army: Army, kind: string}} Arrow */
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
 * @property {boolean} [disabled]
 * @property {string|null} [hotTown] - something is held over it
 */
/**
 * Who is told what is done on the map.
 * @typedef {object} MapHandlers
 * @property {(town: string) => void} [onTown]
 * @property {(unit: string) => void} [onUnit]
 * @property {(units: string[], town: string) => void} [onDrop]
 * @property {() => void} [onBackground]
 */
/** @typedef {"use"|"arrows"|"rings"|"backs"|"units"|"badges"|"clashes"|"towns"|"plate"|"openUnits"|"openBadges"|"moving"} Layer */

const SVG = "http://www.w3.org/2000/svg";
/** @type {Layer[]} */
const LAYERS = ["use", "arrows", "rings", "backs", "units", "badges", "clashes", "towns", "plate", "openUnits", "openBadges", "moving"];
/** @type {MapModel} */
const NOTHING = { view: { units: [], blocks: [], truth: [], night: false } };
const LOW = 560; // pixels: a lower screen shows a part of the sheet rather than a smaller one
const READABLE = 0.56; // pixels a unit from which the small towns have their names
const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let maps = 0;

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
    `<svg class="map-sheet" ${box} aria-hidden="true">${sheet.ground}<g class="map-words"></g><g class="map-names"></g></svg>` +
    `<svg class="map-top" ${box} role="group">${LAYERS.map((name) => `<g data-layer="${name}"></g>`).join("")}</svg></div>` +
    `<div class="map-light" aria-hidden="true"></div>`;
  const world = /** @type {HTMLElement} */ (container.firstElementChild);
  const part = (/** @type {string} */ selector) => /** @type {SVGGElement} */ (world.querySelector(selector));
  const top = part(".map-top");
  const layers = /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(LAYERS.map((name) => [name, part(`[data-layer="${name}"]`)])));
  const stacks = createStacks(board, layers);
  const hands = createHands(board, stacks, () => ({ model, towns, level, scale: camera.scale }));
  /** @type {Map<number, {markup: string, costs: Costs}>} */
  const names = new Map();

  let level = -1;
  let faceWide = 0; // of the typeface that the names are set in
  const serial = (maps += 1);
  let model = NOTHING;
  /** @type {Towns} */
  let towns = new Map();
  /** @type {Set<string>} */
  let seenArrows = new Set();
  /** @type {string|null} */
  let hotTown = null;
  let hasLooked = false;

  // ---- the sheet ------------------------------------------------------------------------------------

  function writeWords() {
    names.clear();
    faceWide = faceWidth();
    part(".map-words").innerHTML = drawTitle(sheet.ornaments.title) + drawScale(sheet.ornaments.scale, board.sheet.unitsPerKm);
    for (const name of ["main", "sub"]) fitText(part(`.map-title-${name}`), sheet.ornaments.title.width - 70);
    top.setAttribute("aria-label", t("Campaign map"));
    container.setAttribute("aria-label", t("Campaign map. N goes to the next lit town, arrow keys move the map, plus and minus zoom, 0 shows all of it."));
    showNames();
    labelTowns();
  }

  /** @param {number} at */
  function namesAt(at) {
    const found = names.get(at) || drawNames(board, sheet.lines, sheet.costs, placesAt(at), at);
    names.set(at, found);
    return found;
  }

  function showNames() {
    if (level < 0) return;
    // Ids of this map alone: the replay has a map beside that of the table.
    part(".map-names").innerHTML = namesAt(level).markup.replace(/map-river-(?=\d)/g, `map-${serial}-river-`);
  }

  // ---- what changes ---------------------------------------------------------------------------------

  /** @param {number} scale */
  function setLevel(scale) {
    // A little slack keeps the level from flickering at its limit.
    const fits = level >= 0 && scale < LEVELS[level].upTo * 1.05 && (level === 0 || scale >= LEVELS[level - 1].upTo * 0.95);
    if (fits) return;
    level = LEVELS.findIndex(({ upTo }) => scale < upTo);
    container.dataset.level = String(level);
    showNames();
    draw(true);
  }

  function draw(isQuick = false) {
    if (level < 0) return;
    redraw(layers.use, drawRoadUse(sheet.lines, model, level));
    redraw(layers.arrows, drawArrows(board, sheet.lines, model, level));
    redraw(layers.clashes, drawClashes(board, [...towns].filter(([, groups]) => isContested(groups)).map(([id]) => id), level));
    stacks.render({ model, towns, places: placesAt(level), costs: namesAt(level).costs, level, scale: camera.scale, window: camera.window(), isQuick });
    showRings();
  }

  function showRings() {
    /** @type {Rect[]} */
    const tags = [...layers.use.querySelectorAll("rect")].map(({ x, y, width, height }) => ({
      x: x.baseVal.value, y: y.baseVal.value, width: width.baseVal.value, height: height.baseVal.value,
    }));
    redraw(layers.rings, drawRings(board, { ...model, hotTown }, level, namesAt(level).costs, [...stacks.drawn, ...tags]));
  }

  /** @param {MapModel} next */
  function update(next) {
    model = next;
    towns = gather(model.view, board);
    container.classList.toggle("is-night", Boolean(model.view.night));
    container.classList.toggle("is-disabled", Boolean(model.disabled));
    draw();
    // The first blocks decide where a narrow screen begins.
    if (!hasLooked && towns.size) {
      hasLooked = true;
      if (camera.isHome) firstLook();
    }
    labelTowns();
    showMovements();
  }

  // A block of the enemy has no name to follow: a plain one travels along each new arrow.
  function showMovements() {
    const arrows = (model.arrows || []).map((arrow, number) => ({ ...arrow, key: `${number}:${arrow.from}>${arrow.to}:${arrow.army}` }));
    const mine = new Set(model.view.units.map(({ id }) => board.unit(id).army));
    if (!calmly() && level >= 0) {
      for (const { from, to, army, key } of arrows) {
        const [p, q] = [placesAt(level).get(from), placesAt(level).get(to)];
        if (seenArrows.has(key) || mine.has(army) || !p || !q) continue;
        const holder = document.createElementNS(SVG, "g");
        holder.innerHTML = backMarkup(army, { size: LEVELS[level].block });
        layers.moving.append(holder);
        const at = (/** @type {Point} */ { x, y }) => `translate(${x}px, ${y}px)`;
        const flight = holder.animate([{ transform: at(p) }, { transform: at(q) }], { duration: 300, easing: "cubic-bezier(.3,0,.2,1)" });
        flight.onfinish = flight.oncancel = () => holder.remove();
      }
    }
    seenArrows = new Set(arrows.map(({ key }) => key));
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
      el.setAttribute("aria-label", t("{name}, strength {n}", { name: t(unit.name), n: strengthOf(id) }));
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
    if (town && spots.get(town)?.matches(":focus-visible")) camera.reveal(board.town(town));
  }

  // ---- taps and drags -----------------------------------------------------------------------------------

  /** @param {Point} point */
  function onTap(point) {
    if (model.disabled) return;
    const found = hands.pick(point);
    if (!found) handlers.onBackground?.();
    else if (found.unit) handlers.onUnit?.(found.unit);
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

  /** @param {Point} point */
  function onHover(point) {
    const found = model.disabled ? null : hands.pick(point);
    container.style.cursor = found ? "pointer" : "";
  }

  // ---- looking --------------------------------------------------------------------------------------------

  const camera = createCamera(container, world, board.sheet, {
    onScale: setLevel,
    onTap,
    onHover,
    grab,
    onRest: () => { if (stacks.opened) draw(true); },
    onHome: firstLook,
  });

  // A tall narrow screen begins near its own blocks, at a scale that can be read; a wide one with all of the sheet.
  function firstLook() {
    const { w, h } = camera.size();
    if (w / fullWidth > 0.5) {
      camera.home({ x: fullWidth / 2, y: fullHeight / 2 }, camera.least());
      return;
    }
    const own = [...towns].filter(([, groups]) => groups.some(({ units }) => units.length)).map(([id]) => board.town(id));
    const all = own.length ? own : [...towns.keys()].map((id) => board.town(id));
    const centre = all.length
      ? { x: all.reduce((sum, p) => sum + p.x, 0) / all.length, y: all.reduce((sum, p) => sum + p.y, 0) / all.length }
      : { x: fullWidth / 2, y: fullHeight / 2 };
    // A sheet from below may take half of the height: the names must stay readable above it.
    camera.home(centre, Math.max(camera.least(), Math.min(0.64, Math.max(h, LOW) / fullHeight)));
  }

  // Relief is the costliest to draw and the least needed: it follows when the rest is on the screen. Then
  // the names of the other levels are set while nothing else is to do, so that zooming need not wait.
  const whenIdle = window.requestIdleCallback || ((/** @type {() => void} */ work) => setTimeout(work, 200));
  let isGone = false;
  function prepare() {
    if (isGone) return;
    const next = [2, 3, 1, 4, 0].find((one) => !names.has(one));
    if (next === undefined || level < 0) return;
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
     * Bring a town and those that its roads lead to into view, near enough to read their names.
     * @param {string|null} id
     */
    showAround(id) {
      if (!board.hasTown(id)) return;
      const town = board.town(id);
      const all = [town, ...board.neighbours(id).map((one) => board.town(one.town))];
      const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
      const area = { x: Math.min(...xs), y: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
      const { w, h } = camera.size();
      const margin = Math.min(44, w / 8, h / 8);
      const seen = camera.window();
      const edge = margin / 2 / camera.scale;
      const isSeen = area.x > seen.x + edge && area.right < seen.x + seen.width - edge &&
        area.y > seen.y + edge && area.bottom < seen.y + seen.height - edge;
      if (isSeen && camera.scale >= READABLE * 0.9) return;
      const fitting = Math.min((w - 2 * margin) / (area.right - area.x), (h - 2 * margin) / (area.bottom - area.y));
      const scale = Math.max(camera.least(), READABLE, Math.min(camera.scale, fitting));
      // Where not all of them fit, the town itself stays in the middle.
      const middle = scale > fitting ? town : { x: (area.x + area.right) / 2, y: (area.y + area.bottom) / 2 };
      camera.centreOn(middle, scale);
    },
    fit: () => camera.fit(),
    zoomBy: camera.zoomBy,
    destroy() {
      isGone = true;
      clearTimeout(later);
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
