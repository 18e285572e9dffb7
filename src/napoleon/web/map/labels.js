/**
 * The names on the sheet: towns, rivers, woods and countries, each where it covers least. Names of towns
 * dodge what is laid on the map; other names give way to it.
 */

import { msg, t } from "../lib/i18n.js";
import { townName } from "../lib/names.js";
import { calm, lengthOf, normals, offset, pathOf, sliceLine } from "./geo.js";
import { around, grown, isClear, LEVELS, overlap, settle, strays } from "./room.js";
import { townKind } from "./towns.js";

/** @import { Board, Point, Rect, Town } from "../lib/types.js" */
/** @import { Lines, RiverLine } from "./lines.js" */
/** @import { Places } from "./places.js" */
/** @import { Candidate, Costs } from "./room.js" */

/** @typedef {Candidate & {rows: string[]}} NamePlace */
/** @typedef {{scale: number, isCaps: boolean, spacing: number, weight: number}} Rank - how a name is set */
/**
 * The name of a town: where it stands as long as nothing is laid there, and where it could stand.
 * @typedef {{town: Town, size: number, style: Rank, rank: number, place: NamePlace|null, candidates: NamePlace[]}} Caption
 */
/** @typedef {{captions: Caption[], costs: Costs, markup: string, decor: Rect[][]}} Names - `decor`: what each other name covers */

const KEPT = 120; // places that a name may dodge to
const TRIED = 44; // of them, for the place that it has as long as nothing is there

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

/** @type {Rank[]} */
const RANKS = [
  { scale: 1.42, isCaps: true, spacing: 0.07, weight: 600 },
  { scale: 1.12, isCaps: true, spacing: 0.05, weight: 600 },
  { scale: 1, isCaps: false, spacing: 0.01, weight: 400 },
  { scale: 1, isCaps: false, spacing: 0.01, weight: 400 },
];

/**
 * The names of towns, rivers, woods and countries at a level; the costs with the names of towns but without the places of
 * blocks, for what is to find room later.
 * @param {Board} board
 * @param {Lines} lines
 * @param {Costs} mapCost
 * @param {Places} places
 * @param {number} level
 * @returns {Names}
 */
export function layNames(board, lines, mapCost, places, level) {
  const { font } = LEVELS[level];
  const costs = mapCost.copy();
  for (const place of places.values()) costs.paint(grown(place, 2), 18);
  const captions = nameTowns(board, costs, level);
  const taken = mapCost.copy();
  for (const { place } of captions) {
    if (!place) continue;
    costs.paint(place, 24);
    taken.paint(place, 60);
  }
  /** @type {Rect[][]} */
  const decor = [];
  const rivers = nameRivers(lines, costs, level, decor);
  const countries = level >= 1 ? nameCountries(board, costs, font, decor) : "";
  const woods = level >= 3 ? nameWoods(board, costs, font * 0.86, decor) : "";
  return { captions, costs: taken, markup: countries + rivers + woods, decor };
}

/**
 * The names of the towns at a level, each with its place.
 * @param {Board} board
 * @param {Costs} costs
 * @param {number} level
 * @returns {Caption[]}
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
      for (const place of around(town, radius, width, height, [0.5, font * 0.25, font * 0.6, font, font * 1.6, font * 2.4])) {
        const side = Math.cos(place.angle);
        const cost = costs.sum(place) / font + (place.gap / font) * 2.4 + extra * 1.2 - side * 0.35 + Math.abs(Math.sin(place.angle)) * 0.3 + strays(near, town, place);
        candidates.push(Object.assign(place, { rows, cost }));
      }
    });
    candidates.sort((p, q) => p.cost - q.cost);
    return { town, size, style, rank, candidates: candidates.slice(0, KEPT) };
  });
  // The most confined choose first; from afar only cities are sure of their names, others where there is room.
  items.sort((p, q) => q.candidates[0].cost - p.candidates[0].cost || p.town.number - q.town.number);
  const clash = (/** @type {Rect} */ p, /** @type {Rect} */ q) => (overlap(padded(p, font), q) / (font * font)) * 50;
  const sure = level === 0 ? items.filter(({ rank }) => rank < 2) : items;
  /** @type {Map<typeof items[number], NamePlace>} */
  const chosen = new Map();
  settle(sure.map((item) => ({ candidates: item.candidates.slice(0, TRIED) })), 8, clash).forEach((place, i) => chosen.set(sure[i], place));
  for (const item of items) {
    if (chosen.has(item)) continue;
    const free = item.candidates.find((place) => place.cost < 5 && ![...chosen.values()].some((other) => clash(place, other)));
    if (free) chosen.set(item, free);
  }
  return items.map((item) => ({ ...item, place: chosen.get(item) ?? null }));
}

/**
 * Where each name stands when these rectangles are taken: at home if that is free, else at the next best place beside
 * its town that covers nothing. Those with nowhere to go are left out, the small ones before the cities.
 * @param {Caption[]} captions
 * @param {Rect[]} taken
 * @returns {Map<Caption, NamePlace>}
 */
export function dodge(captions, taken) {
  /** @type {Map<Caption, NamePlace>} */
  const places = new Map();
  /** @type {Caption[]} */
  const moved = [];
  for (const caption of captions) {
    const { place } = caption;
    if (!place) continue;
    if (isClear(place, taken) && isClear(place, places.values())) places.set(caption, place);
    else moved.push(caption);
  }
  for (const caption of moved.sort((p, q) => p.rank - q.rank)) {
    const isFree = (/** @type {Rect} */ place) => isClear(place, taken) && isClear(place, places.values());
    const free = caption.candidates.find(isFree) ?? farther(caption).find(isFree);
    if (free) places.set(caption, free);
  }
  return places;
}

/**
 * Places all around a town, and farther off than a name would stand if there were room.
 * @param {Caption} caption
 * @returns {NamePlace[]}
 */
function farther({ town, size, candidates }) {
  const gaps = [0, 0.5, 1, 1.6, 2.4, 3.4, 4.6].map((gap) => gap * size);
  const shapes = [...new Map(candidates.map((place) => [place.rows.length, place])).values()];
  return gaps.flatMap((gap) => shapes.flatMap(({ rows, width, height }) =>
    around(town, townKind(town).radius, width, height, [gap], 32).map((place) => ({ ...place, rows }))));
}

/**
 * The name of a town at its place.
 * @param {Caption} caption
 * @param {NamePlace} place
 */
export function nameMarkup({ town, size, style, rank }, place) {
  const cx = place.x + place.width / 2;
  const step = place.height / place.rows.length;
  return place.rows.map((row, k) => {
    const y = place.y + step * (k + 0.5) + size * (style.isCaps ? 0.3 : 0.31);
    return `<text class="map-name map-rank${rank}" data-name="${town.id}" x="${cx.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}">${escape(row)}</text>`;
  }).join("");
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
 * @param {Rect[][]} decor - grows by what each name covers
 */
function nameRivers(lines, costs, level, decor) {
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
      svg += `<text class="map-river-name" data-decor="${decor.length}" font-size="${size.toFixed(1)}"><textPath href="#${id}" startOffset="50%">${escape(name)}</textPath></text>`;
      const covered = option.body.map((p) => ({ x: p.x - size / 2, y: p.y - size / 2, width: size, height: size }));
      for (const rect of covered) costs.paint(rect, 20);
      decor.push(covered);
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
 * @param {Rect[][]} decor
 */
function nameCountries(board, costs, font, decor) {
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
    decor.push([best]);
    svg += `<text class="map-country" data-decor="${decor.length - 1}" font-size="${size.toFixed(1)}" x="${(best.x + width / 2 + size * 0.25).toFixed(1)}" y="${(best.y + size * 0.84).toFixed(1)}">${escape(text)}</text>`;
  }
  return svg;
}

/**
 * @param {Board} board
 * @param {Costs} costs
 * @param {number} size
 * @param {Rect[][]} decor
 */
function nameWoods(board, costs, size, decor) {
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
    decor.push([best]);
    svg += `<text class="map-wood-name" data-decor="${decor.length - 1}" font-size="${size.toFixed(1)}" x="${(best.x + width / 2).toFixed(1)}" y="${(best.y + size * 0.78).toFixed(1)}">${escape(wood.name)}</text>`;
  }
  return svg;
}

