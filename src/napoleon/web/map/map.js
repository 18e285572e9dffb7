// @ts-nocheck
// The campaign map: draws the sheet once from the tables, keeps the blocks on it up to date, and tells
// what is tapped, dragged or chosen by keyboard. It knows no rules: what is lit is in the model.

import { backMarkup, ensureBlocks } from "../lib/blocks.js";
import { fitText } from "../lib/dom.js";
import { msg, onLanguage, t } from "../lib/i18n.js";
import { townName } from "../lib/names.js";
import { createCamera } from "./camera.js";
import { drawFrame, drawPaper, drawRose, drawScale, drawTitle, ornaments, paperDefs } from "./frame.js";
import { drawBorders, drawBridges, drawRivers, drawRoads, drawWashes, layLines } from "./lines.js";
import { drawArrows, drawClashes, drawRings, drawRoadUse, ringRadius } from "./marks.js";
import { drawNames, faceWidth, LEVELS, mapCosts, stackPlaces } from "./places.js";
import { createStacks, gather, isContested } from "./stacks.js";
import { drawRelief, drawWoods } from "./terrain.js";
import { drawTowns } from "./towns.js";

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 22;
const LOW = 560; // pixels: a lower screen shows a part of the sheet rather than a smaller one
const READABLE = 0.56; // pixels a unit from which the small towns have their names
const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Worked out once for a board, shared by every map of the page.
let drawing = null;
let maps = 0;

function drawSheet(board) {
  if (drawing && drawing.data === board.data) return drawing;
  const lines = layLines(board);
  const places = ornaments(board.sheet);
  const ground = drawPaper(board.sheet) +
    `<g clip-path="url(#map-inside)">${drawWashes(lines)}<g class="map-relief"></g>${drawWoods(board, lines)}` +
    `${drawRivers(lines)}${drawBorders(lines)}${drawRoads(lines)}${drawBridges(lines)}</g>${drawTowns(board, lines)}${drawFrame(board)}${drawRose(places.rose)}`;
  drawing = { data: board.data, lines, ground, defs: paperDefs(board.sheet), ornaments: places, costs: mapCosts(board, lines), stacks: [] };
  // The middle level first: the others stay as near to it as they can.
  drawing.stacks[2] = stackPlaces(board, drawing.costs, 2, null);
  return drawing;
}

/** Gradients and patterns stand in the page once, for all its maps. */
function ensurePaper(defs) {
  if (document.getElementById("map-paper")) return;
  document.body.insertAdjacentHTML("beforeend",
    `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${defs}</defs></svg>`);
}

function placesOn(board, level) {
  drawing.stacks[level] ||= stackPlaces(board, drawing.costs, level, drawing.stacks[2]);
  return drawing.stacks[level];
}

const ARMY_WORDS = {
  "french": msg("French blocks: {n}"),
  "anglo-dutch": msg("Anglo-Dutch blocks: {n}"),
  "prussian": msg("Prussian blocks: {n}"),
};
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
 * @param board
 * @param handlers `onTown(id)`, `onUnit(unitId)`, `onDrop(unitIds, townId)`, `onBackground()`; all may be left out
 */
export function createMap(container, board, handlers = {}) {
  ensureBlocks();
  const sheet = drawSheet(board);
  const placesAt = (one) => placesOn(board, one);
  ensurePaper(sheet.defs);
  const { fullWidth, fullHeight } = board.sheet;
  const box = `width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}"`;
  const layerNames = ["use", "arrows", "rings", "backs", "units", "badges", "clashes", "towns", "plate", "openUnits", "openBadges", "moving"];
  container.classList.add("campaign");
  container.innerHTML =
    `<div class="map-world" style="width:${fullWidth}px;height:${fullHeight}px">` +
    `<svg class="map-sheet" ${box} aria-hidden="true">${sheet.ground}<g class="map-words"></g><g class="map-names"></g></svg>` +
    `<svg class="map-top" ${box} role="group">${layerNames.map((name) => `<g data-layer="${name}"></g>`).join("")}</svg></div>` +
    `<div class="map-light" aria-hidden="true"></div>`;
  const world = container.firstElementChild;
  const top = world.querySelector(".map-top");
  const layers = Object.fromEntries(layerNames.map((name) => [name, top.querySelector(`[data-layer="${name}"]`)]));
  const stacks = createStacks(board, layers);
  const names = new Map();

  let level = -1;
  let width = 0; // of the typeface that the names are set in
  const serial = (maps += 1);
  let model = { view: { units: [], blocks: [] } };
  let towns = new Map();
  let seenArrows = new Set();
  let hotTown = null;
  let hasLooked = false;

  // ---- the sheet ------------------------------------------------------------------------------------

  function writeWords() {
    names.clear();
    width = faceWidth();
    world.querySelector(".map-words").innerHTML = drawTitle(sheet.ornaments.title) + drawScale(sheet.ornaments.scale, board.sheet.unitsPerKm);
    for (const name of ["main", "sub"]) fitText(world.querySelector(`.map-title-${name}`), sheet.ornaments.title.width - 70);
    top.setAttribute("aria-label", t("Campaign map"));
    container.setAttribute("aria-label", t("Campaign map. N goes to the next lit town, arrow keys move the map, plus and minus zoom, 0 shows all of it."));
    showNames();
    labelTowns();
  }

  const namesAt = (one) => drawNames(board, sheet.lines, sheet.costs, placesAt(one), one);

  function showNames() {
    if (level < 0) return;
    if (!names.has(level)) names.set(level, namesAt(level));
    // Ids of this map alone: the replay has a map beside that of the table.
    world.querySelector(".map-names").innerHTML = names.get(level).markup.replace(/map-river-(?=\d)/g, `map-${serial}-river-`);
  }

  // ---- what changes ---------------------------------------------------------------------------------

  function setLevel(scale) {
    // A little slack keeps the level from flickering at its limit.
    const fits = level >= 0 && scale < LEVELS[level].upTo * 1.05 && (level === 0 || scale >= LEVELS[level - 1].upTo * 0.95);
    if (fits) return;
    level = LEVELS.findIndex(({ upTo }) => scale < upTo);
    container.dataset.level = level;
    showNames();
    draw(true);
  }

  function draw(isQuick = false) {
    if (level < 0) return;
    setLayer("use", drawRoadUse(sheet.lines, model, level));
    setLayer("arrows", drawArrows(board, sheet.lines, model, level));
    setLayer("clashes", drawClashes(board, [...towns].filter(([, groups]) => isContested(groups)).map(([id]) => id), level));
    stacks.render({ model, towns, places: placesAt(level), costs: names.get(level).costs, level, scale: camera.scale, window: camera.window(), isQuick });
    showRings();
  }

  function showRings() {
    const tags = [...layers.use.querySelectorAll("rect")].map((rect) => ({
      x: +rect.getAttribute("x"), y: +rect.getAttribute("y"), width: +rect.getAttribute("width"), height: +rect.getAttribute("height"),
    }));
    setLayer("rings", drawRings(board, { ...model, hotTown }, level, names.get(level).costs, [...stacks.drawn, ...tags]));
  }

  function setLayer(name, markup) {
    if (layers[name].kept === markup) return;
    layers[name].kept = markup;
    layers[name].innerHTML = markup;
  }

  function update(next) {
    model = { ...next, view: next.view || { units: [], blocks: [] } };
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
    const mine = new Set((model.view.units || []).map(({ id }) => board.unit(id).army));
    if (!calmly() && level >= 0) {
      for (const { from, to, army, key } of arrows) {
        if (seenArrows.has(key) || mine.has(army) || !placesAt(level).has(from) || !placesAt(level).has(to)) continue;
        const [p, q] = [placesAt(level).get(from), placesAt(level).get(to)];
        const holder = document.createElementNS(SVG, "g");
        holder.innerHTML = backMarkup(army, { size: LEVELS[level].block });
        layers.moving.append(holder);
        const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
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
  const spots = new Map([...layers.towns.children].map((spot) => [spot.dataset.town, spot]));

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

  const strengthOf = (id) => (model.view.units || []).find((unit) => unit.id === id)?.strength ?? board.unit(id).strength;

  container.addEventListener("keydown", onKey);
  function onKey(event) {
    if (event.key === "Escape") handlers.onBackground?.();
    if (event.key !== "Enter" && event.key !== " ") return;
    const piece = event.target.closest?.("[data-piece]");
    const spot = event.target.closest?.("[data-town]");
    if (!piece && !spot) return;
    event.preventDefault();
    if (model.disabled) return;
    if (piece) handlers.onUnit?.(piece.dataset.piece);
    else handlers.onTown?.(spot.dataset.town);
  }
  container.addEventListener("focusin", onFocus);
  function onFocus(event) {
    const spot = event.target.closest?.("[data-town]");
    if (spot && spot.matches(":focus-visible")) camera.reveal(board.town(spot.dataset.town));
  }

  // ---- taps and drags -----------------------------------------------------------------------------------

  const inside = (p, r, slack = 0) => p.x > r.x - slack && p.y > r.y - slack && p.x < r.x + r.width + slack && p.y < r.y + r.height + slack;

  function unitIn(stack, point) {
    const reach = stack.size * 0.07;
    return stack.slots.find((slot) => inside(point, { x: slot.x, y: slot.y, width: stack.size, height: stack.size }, reach))?.unit;
  }

  /** What lies under a point: `{town, unit?}` or null. The nearest wins, so that every target is as large as can be. */
  function pick(point) {
    const finger = FINGER / camera.scale;
    const { opened } = stacks;
    if (opened && inside(point, opened, opened.size * 0.2)) return { town: opened.town, unit: unitIn(opened, point) };
    let best = null;
    const offer = (distance, found) => {
      if (distance <= finger && (!best || distance < best.distance)) best = { ...found, distance };
    };
    for (const stack of stacks.drawn) {
      if (stack.isOpened) continue;
      const dx = Math.max(stack.x - point.x, 0, point.x - stack.x - stack.width);
      const dy = Math.max(stack.y - point.y, 0, point.y - stack.y - stack.height);
      offer(Math.hypot(dx, dy), { town: stack.town, unit: stack.isOpen ? unitIn(stack, point) : undefined });
    }
    for (const town of board.towns) {
      const radius = model.litTowns?.has(town.id) ? ringRadius(town, level) : 6;
      offer(Math.max(0, Math.hypot(town.x - point.x, town.y - point.y) - radius) - 0.5, { town: town.id });
    }
    return best;
  }

  function onTap(point) {
    if (model.disabled) return;
    const found = pick(point);
    if (!found) handlers.onBackground?.();
    else if (found.unit) handlers.onUnit?.(found.unit);
    else handlers.onTown?.(found.town);
  }

  function grab(point, event) {
    if (model.disabled || !handlers.onDrop) return null;
    const found = pick(point);
    if (!found) return null;
    const selected = model.selectedUnits || new Set();
    const here = (towns.get(found.town) || []).flatMap(({ units }) => units.map(({ id }) => id));
    let units = [];
    if (found.unit && selected.has(found.unit)) units = [...selected];
    else if (found.unit && event.pointerType === "mouse" && model.litUnits?.has(found.unit)) units = [found.unit];
    else if (!found.unit && found.distance < 1 && here.some((id) => selected.has(id))) units = [...selected];
    return units.length ? drag(units, point) : null;
  }

  function drag(units, start) {
    const size = LEVELS[level].block;
    const ghosts = units.slice(0, 4).map((id) => stacks.faces.get(id)?.el.cloneNode(true)).filter(Boolean);
    const holder = document.createElementNS(SVG, "g");
    holder.setAttribute("class", "map-carried");
    ghosts.reverse().forEach((ghost, i) => {
      ghost.style.visibility = "";
      const k = ghosts.length - 1 - i;
      ghost.style.transform = `translate(${k * size * 0.16 - size / 2}px, ${-k * size * 0.1 - size * 0.7}px) scale(${size / 100})`;
      holder.append(ghost);
    });
    layers.moving.append(holder);
    container.classList.add("is-dragging");
    const under = (point) => {
      let best = null;
      for (const town of board.towns) {
        const distance = Math.hypot(town.x - point.x, town.y - point.y) / (model.litTowns?.has(town.id) ? 1.4 : 1);
        if (distance < Math.max(30 / camera.scale, ringRadius(town, level)) && (!best || distance < best.distance)) best = { id: town.id, distance };
      }
      return best?.id || null;
    };
    const move = (point) => {
      holder.setAttribute("transform", `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
      const town = under(point);
      if (town !== hotTown) {
        hotTown = town;
        showRings();
      }
    };
    const end = () => {
      holder.remove();
      container.classList.remove("is-dragging");
      hotTown = null;
      showRings();
    };
    move(start);
    return {
      move,
      cancel: end,
      drop(point) {
        const town = under(point);
        end();
        if (town) handlers.onDrop(units, town);
      },
    };
  }

  function onHover(point) {
    const found = model.disabled ? null : pick(point);
    container.style.cursor = found ? "pointer" : "";
  }

  // ---- looking --------------------------------------------------------------------------------------------

  const camera = createCamera(container, world, board.sheet, {
    onScale: setLevel,
    onTap,
    onHover,
    grab,
    onRest: () => stacks.opened && draw(true),
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
  const whenIdle = window.requestIdleCallback || ((work) => setTimeout(work, 200));
  let isGone = false;
  function prepare() {
    if (isGone) return;
    const next = [2, 3, 1, 4, 0].find((one) => !names.has(one));
    if (next === undefined || level < 0) return;
    names.set(next, namesAt(next));
    whenIdle(prepare);
  }
  const later = setTimeout(() => {
    sheet.relief ||= drawRelief(board, sheet.lines);
    world.querySelector(".map-relief").innerHTML = sheet.relief;
    whenIdle(prepare);
  }, sheet.relief ? 0 : 120);

  // Names were placed by the width of another typeface until ours came.
  function setAnew() {
    if (faceWidth() === width) return;
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
    /** Bring a town into the middle, near enough to tell its blocks apart. */
    focusTown(id, { focus = false } = {}) {
      if (!board.hasTown(id)) return;
      const town = board.town(id);
      camera.centreOn(town, Math.max(camera.scale, 0.9));
      if (focus) spots.get(id)?.focus({ preventScroll: true });
    },
    /** Bring a town into view, panning as little as can be. */
    showTown(id) {
      if (board.hasTown(id)) camera.reveal(board.town(id));
    },
    /** Bring a town and those that its roads lead to into view, near enough to read their names. */
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
    zoomBy: (factor) => camera.zoomBy(factor),
    /** Look at a point of the sheet at a scale, at once. */
    lookAt: (point, scale) => camera.centreOn(point, scale, 0),
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
