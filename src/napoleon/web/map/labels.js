/**
 * The names on the sheet: towns, rivers, woods and countries, each where it covers least.
 */

import { msg, t } from "../lib/i18n.js";
import { townName } from "../lib/names.js";
import { calm, lengthOf, normals, offset, pathOf, sliceLine } from "./geo.js";
import { around, grown, LEVELS, overlap, settle, strays } from "./room.js";
import { townKind } from "./towns.js";

/** @import { Board, Point, Rect } from "../lib/types.js" */
/** @import { Lines, RiverLine } from "./lines.js" */
/** @import { Places } from "./places.js" */
/** @import { Candidate, Costs } from "./room.js" */

/** @typedef {Candidate & {rows: string[]}} NamePlace */

/** @type {CanvasRenderingContext2D|null} */
let pen = null;
let penFont = "";
let serif = "";

/**
 * The width of a text in units, in the typeface that is there. Where a browser cannot measure small capitals, they are
 * reckoned letter by letter.
 * @param {string} text
 * @param {number} size
 * @param {{isCaps?: boolean, isItalic?: boolean, spacing?: number, weight?: number}} style
 */
function measure(text, size, { isCaps = false, isItalic = false, spacing = 0, weight = 400 } = {}) {
  pen ||= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  serif ||= getComputedStyle(document.documentElement).getPropertyValue("--serif");
  const wanted = `${isItalic ? "italic " : ""}${weight} 100px ${serif}`;
  if (penFont !== wanted) pen.font = penFont = wanted;
  const hasCaps = "fontVariantCaps" in pen;
  if (hasCaps) pen.fontVariantCaps = isCaps ? "small-caps" : "normal";
  let width;
  if (isCaps && !hasCaps) {
    width = 0;
    for (const letter of text) {
      const isSmall = letter !== letter.toUpperCase();
      width += pen.measureText(letter.toUpperCase()).width * (isSmall ? 0.8 : 1);
    }
  } else {
    width = pen.measureText(text).width;
  }
  return (width / 100) * size + text.length * spacing * size;
}

/** Tells one typeface from another by its widths; what is measured from now on is measured in the present one. */
export function faceWidth() {
  serif = penFont = "";
  return measure("Charleroi", 100) + measure("Charleroi", 100, { isCaps: true, weight: 600 }) + measure("Sambre", 100, { isItalic: true });
}

/**
 * A long name with hyphens or blanks may stand in two lines.
 * @param {string} name
 */
function splits(name) {
  const options = [[name]];
  const cuts = [...name.matchAll(/[- ]/g)].map((m) => m.index);
  if (name.length > 9 && cuts.length) {
    const middle = cuts.reduce((a, b) => (Math.abs(b - name.length / 2) < Math.abs(a - name.length / 2) ? b : a));
    const cut = name[middle] === "-" ? middle + 1 : middle;
    options.push([name.slice(0, cut), name.slice(cut).trim()]);
  }
  return options;
}

const RANKS = [
  { scale: 1.42, isCaps: true, spacing: 0.07, weight: 600 },
  { scale: 1.12, isCaps: true, spacing: 0.05, weight: 600 },
  { scale: 1, isCaps: false, spacing: 0.01, weight: 400 },
  { scale: 1, isCaps: false, spacing: 0.01, weight: 400 },
];

/**
 * The names of towns, rivers, woods and countries at a level: `{markup, costs}`, the costs with the names of towns but
 * without the places of blocks, for what is to find room later.
 * @param {Board} board
 * @param {Lines} lines
 * @param {Costs} mapCost
 * @param {Places} places
 * @param {number} level
 */
export function drawNames(board, lines, mapCost, places, level) {
  const { font } = LEVELS[level];
  const costs = mapCost.copy();
  for (const place of places.values()) costs.paint(grown(place, 2), 18);
  const { markup, rects } = nameTowns(board, costs, level);
  const taken = mapCost.copy();
  for (const rect of rects) {
    costs.paint(rect, 24);
    taken.paint(rect, 60);
  }
  let svg = nameRivers(lines, costs, level);
  if (level >= 1) svg = nameCountries(board, costs, font) + svg;
  if (level >= 3) svg += nameWoods(board, costs, font * 0.86);
  return { markup: svg + markup, costs: taken };
}

/**
 * @param {Board} board
 * @param {Costs} costs
 * @param {number} level
 */
export function nameTowns(board, costs, level) {
  const { font } = LEVELS[level];
  const items = board.towns.map((town) => {
    const { radius, rank } = townKind(town);
    const style = RANKS[rank];
    const size = font * style.scale;
    const name = townName(town.id);
    /** @type {NamePlace[]} */
    const candidates = [];
    const near = board.towns.filter((other) => other !== town && Math.abs(other.x - town.x) < font * 14 && Math.abs(other.y - town.y) < font * 8);
    splits(name).forEach((rows, extra) => {
      const width = Math.max(...rows.map((row) => measure(row, size, style))) + font * 0.3;
      const height = size * (style.isCaps ? 0.86 : 1) * rows.length;
      for (const place of around(town, radius, width, height, [0.5, font * 0.25, font * 0.6, font, font * 1.6])) {
        const side = Math.cos(place.angle);
        const cost = costs.sum(place) / font + (place.gap / font) * 2.4 + extra * 1.2 - side * 0.35 + Math.abs(Math.sin(place.angle)) * 0.3 + strays(near, town, place);
        candidates.push({ ...place, rows, cost });
      }
    });
    candidates.sort((p, q) => p.cost - q.cost);
    return { town, size, style, rank, candidates: candidates.slice(0, 44) };
  });
  // The most confined choose first; from afar only cities are sure of their names, others where there is room.
  items.sort((p, q) => q.candidates[0].cost - p.candidates[0].cost || p.town.number - q.town.number);
  const clash = (/** @type {Rect} */ p, /** @type {Rect} */ q) => (overlap(padded(p, font), q) / (font * font)) * 50;
  const sure = level === 0 ? items.filter(({ rank }) => rank < 2) : items;
  /** @type {Map<typeof items[number], NamePlace>} */
  const chosen = new Map();
  settle(sure, 8, clash).forEach((place, i) => chosen.set(sure[i], place));
  for (const item of items) {
    if (chosen.has(item)) continue;
    const free = item.candidates.find((place) => place.cost < 5 && ![...chosen.values()].some((other) => clash(place, other)));
    if (free) chosen.set(item, free);
  }
  /** @type {Rect[]} */
  const rects = [];
  let markup = "";
  items.forEach((item) => {
    const place = chosen.get(item);
    if (!place) return;
    rects.push(place);
    const { size, style, rank, town } = item;
    const cx = place.x + place.width / 2;
    const step = place.height / place.rows.length;
    place.rows.forEach((row, k) => {
      const y = place.y + step * (k + 0.5) + size * (style.isCaps ? 0.3 : 0.31);
      markup += `<text class="map-name map-rank${rank}" data-name="${town.id}" x="${cx.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}">${escape(row)}</text>`;
    });
  });
  return { markup, rects };
}

/** @type {(r: Rect, font: number) => Rect} */
const padded = (r, font) => ({ x: r.x - font * 0.8, y: r.y - font * 0.22, width: r.width + font * 1.6, height: r.height + font * 0.44 });

const escape = (/** @type {string} */ text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @type {Record<string, number>} */
const HOW_OFTEN = { Scheldt: 3, Meuse: 3, Sambre: 2, Dender: 2, Dyle: 2 };

/**
 * @param {Lines} lines
 * @param {Costs} costs
 * @param {number} level
 */
function nameRivers(lines, costs, level) {
  const size = LEVELS[level].font * 0.92;
  let svg = "";
  let defs = "";
  lines.rivers.forEach((river, number) => {
    const name = t(river.name);
    const long = measure(name, size, { isItalic: true, spacing: 0.14 }) * 1.05 + size * 0.3;
    if (long > river.length * 0.8) return;
    const options = [];
    for (let from = 8; from + long < river.length - 8; from += 13) {
      for (const side of [1, -1]) {
        const option = alongRiver(river, from, long, side, size, costs);
        if (option) options.push({ ...option, from });
      }
    }
    options.sort((p, q) => p.cost - q.cost || p.from - q.from);
    /** @type {typeof options} */
    const taken = [];
    const wanted = level === 0 ? 1 : HOW_OFTEN[river.name] || 1;
    for (const option of options) {
      if (taken.length >= wanted || (taken.length && option.cost > 7) || option.cost > 30) break;
      if (taken.some((other) => Math.abs(other.from - option.from) < river.length / (wanted + 0.6))) continue;
      taken.push(option);
      const id = `map-river-${level}-${number}-${taken.length}`;
      defs += `<path id="${id}" d="${pathOf(option.line)}"/>`;
      svg += `<text class="map-river-name" font-size="${size.toFixed(1)}"><textPath href="#${id}" startOffset="50%">${escape(name)}</textPath></text>`;
      for (const p of option.body) costs.paint({ x: p.x - size / 2, y: p.y - size / 2, width: size, height: size }, 20);
    }
  });
  return `<defs>${defs}</defs>${svg}`;
}

/** @type {(river: RiverLine, from: number, long: number, side: number, size: number, costs: Costs) => {line: Point[], body: Point[], cost: number}|null} */
function alongRiver(river, from, long, side, size, costs) {
  let part = sliceLine(river.line, from, from + long, 5);
  const share = (from + long / 2) / river.length;
  if (part[part.length - 1].x < part[0].x) part = part.reverse();
  part = calm(part, 4);
  const clear = river.half(share) + size * 0.3;
  const line = offset(part, side > 0 ? clear : -(clear + size * 0.62));
  // On the inner side of a bend the line is shorter than the river.
  if (lengthOf(line) < long) return null;
  const turn = normals(line);
  let bend = 0;
  for (let i = 4; i < turn.length; i += 1) {
    const cross = Math.abs(turn[i].x * turn[i - 4].y - turn[i].y * turn[i - 4].x);
    bend = Math.max(bend, cross * (size / 14));
  }
  if (bend > 0.55) return null;
  const rise = Math.abs(part[part.length - 1].y - part[0].y) / long;
  const body = offset(line, size * 0.3);
  let cost = bend * 8 + Math.max(0, rise - 0.75) * 5 + (side < 0 ? 0.3 : 0);
  const reach = size * 0.45;
  for (let i = 0; i < body.length; i += 2) {
    cost += costs.sum({ x: body[i].x - reach, y: body[i].y - reach, width: 2 * reach, height: 2 * reach }) / (size * 5);
  }
  return { line, body, cost };
}

// Countries in wide capitals, where there is room for them.
/** @type {[string, number, number][]} */
const COUNTRIES = [
  [msg("FRANCE"), 50.115, 3.52], [msg("FLANDERS"), 51.0, 3.93], [msg("BRABANT"), 50.93, 4.58], [msg("HAINAULT"), 50.54, 3.86], [msg("ARDENNES"), 50.09, 5.3],
  [msg("COUNTRY OF LIÈGE"), 50.43, 5.36], [msg("HESBAYE"), 50.64, 5.36], [msg("CONDROZ"), 50.41, 5.1],
];

/**
 * @param {Board} board
 * @param {Costs} costs
 * @param {number} font
 */
function nameCountries(board, costs, font) {
  let svg = "";
  const size = Math.max(font * 1.3, 15);
  for (const [word, lat, lon] of COUNTRIES) {
    const text = t(word);
    const centre = board.project(lon, lat);
    const width = measure(text, size, { spacing: 0.5 });
    let best = { x: 0, y: 0, width, height: size, cost: Infinity };
    for (let dx = -150; dx <= 150; dx += 10) {
      for (let dy = -110; dy <= 110; dy += 8) {
        const rect = { x: centre.x + dx - width / 2, y: centre.y + dy - size * 0.5, width, height: size };
        const cost = costs.sum(grown(rect, 7)) + Math.hypot(dx, dy) * 0.02;
        if (cost < best.cost) best = { ...rect, cost };
      }
    }
    if (best.cost > 25) continue;
    costs.paint(best, 24);
    svg += `<text class="map-country" font-size="${size.toFixed(1)}" x="${(best.x + width / 2 + size * 0.25).toFixed(1)}" y="${(best.y + size * 0.84).toFixed(1)}">${escape(text)}</text>`;
  }
  return svg;
}

/**
 * @param {Board} board
 * @param {Costs} costs
 * @param {number} size
 */
function nameWoods(board, costs, size) {
  let svg = "";
  for (const wood of board.data.woods) {
    const centre = board.project(wood.lon, wood.lat);
    const width = measure(wood.name, size, { isItalic: true, spacing: 0.04 });
    const reach = (wood.km_north_south / 2) * board.sheet.unitsPerKm;
    let best = { x: 0, y: 0, width, height: size, cost: Infinity };
    for (const dy of [0, -reach * 0.4, reach * 0.4, reach + size, -reach - size * 0.6]) {
      for (let dx = -30; dx <= 30; dx += 6) {
        const rect = { x: centre.x + dx - width / 2, y: centre.y + dy - size / 2, width, height: size };
        const cost = costs.sum(rect) + Math.abs(dx) * 0.05 + Math.abs(dy) * 0.08;
        if (cost < best.cost) best = { ...rect, cost };
      }
    }
    if (best.cost > 12) continue;
    costs.paint(best, 24);
    svg += `<text class="map-wood-name" font-size="${size.toFixed(1)}" x="${(best.x + width / 2).toFixed(1)}" y="${(best.y + size * 0.78).toFixed(1)}">${escape(wood.name)}</text>`;
  }
  return svg;
}

