// @ts-nocheck
// Where blocks and names stand on the sheet. The drawn roads, rivers and towns are painted into a
// coarse grid of costs; a table of sums then tells at once how much a rectangle would cover. Each
// level of zoom has its own sizes, its own places for blocks and its own names.

import { msg, t } from "../lib/i18n.js";
import { calm, lengthOf, normals, offset, pathOf, sliceLine } from "./geo.js";
import { townName } from "../lib/names.js";
import { ornaments } from "./frame.js";
import { townKind } from "./towns.js";

const CELL = 3;
// Costs are reckoned for each 9 square units, whatever the size of a cell.
const WEIGHT = (CELL * CELL) / 9;

/** Levels of zoom: `upTo` pixels a unit, the sizes of a block and of a name in units, and whether
 * the blocks of a town lie apart. */
export const LEVELS = [
  { upTo: 0.42, block: 56, font: 34, isOpen: false },
  { upTo: 0.62, block: 44, font: 20, isOpen: false },
  { upTo: 1.15, block: 41, font: 16, isOpen: false },
  { upTo: 2.1, block: 27, font: 10.6, isOpen: true },
  { upTo: Infinity, block: 17, font: 6.6, isOpen: true },
];

// ---- costs ----------------------------------------------------------------------------------------

class Costs {
  constructor(width, height) {
    this.columns = Math.ceil(width / CELL);
    this.rows = Math.ceil(height / CELL);
    this.cells = new Uint8Array(this.columns * this.rows);
  }

  copy() {
    const other = Object.create(Costs.prototype);
    Object.assign(other, { columns: this.columns, rows: this.rows, cells: this.cells.slice(), sums: null });
    return other;
  }

  paint({ x, y, width, height }, cost) {
    const c0 = Math.max(0, Math.floor(x / CELL));
    const c1 = Math.min(this.columns, Math.ceil((x + width) / CELL));
    const r0 = Math.max(0, Math.floor(y / CELL));
    const r1 = Math.min(this.rows, Math.ceil((y + height) / CELL));
    for (let r = r0; r < r1; r += 1) {
      for (let c = c0; c < c1; c += 1) {
        const i = r * this.columns + c;
        if (this.cells[i] < cost) this.cells[i] = cost;
      }
    }
    this.sums = null;
  }

  paintLine(line, half, cost) {
    for (const p of line) this.paint({ x: p.x - half, y: p.y - half, width: 2 * half, height: 2 * half }, cost);
  }

  paintDisc(x, y, radius, cost) {
    for (let dy = -radius; dy <= radius; dy += CELL) {
      const half = Math.sqrt(Math.max(0, radius * radius - dy * dy));
      this.paint({ x: x - half, y: y + dy, width: 2 * half, height: CELL }, cost);
    }
  }

  sum({ x, y, width, height }) {
    if (!this.sums) this.addUp();
    const limit = (v, most) => Math.max(0, Math.min(most, v));
    const c0 = limit(Math.floor(x / CELL), this.columns);
    const c1 = limit(Math.ceil((x + width) / CELL), this.columns);
    const r0 = limit(Math.floor(y / CELL), this.rows);
    const r1 = limit(Math.ceil((y + height) / CELL), this.rows);
    const w = this.columns + 1;
    return (this.sums[r1 * w + c1] - this.sums[r0 * w + c1] - this.sums[r1 * w + c0] + this.sums[r0 * w + c0]) * WEIGHT;
  }

  addUp() {
    const w = this.columns + 1;
    this.sums = new Int32Array(w * (this.rows + 1));
    for (let r = 0; r < this.rows; r += 1) {
      let row = 0;
      for (let c = 0; c < this.columns; c += 1) {
        row += this.cells[r * this.columns + c];
        this.sums[(r + 1) * w + c + 1] = this.sums[r * w + c + 1] + row;
      }
    }
  }
}

/** The costs of the drawn map: what names and blocks should not lie on. */
export function mapCosts(board, lines) {
  const { frame, width, height, fullWidth, fullHeight } = board.sheet;
  const costs = new Costs(fullWidth, fullHeight);
  for (const wood of board.data.woods) {
    const { x, y } = board.project(+wood.lon, +wood.lat);
    const [w, h] = [+wood.km_east_west, +wood.km_north_south].map((km) => km * board.sheet.unitsPerKm * 0.8);
    costs.paint({ x: x - w / 2, y: y - h / 2, width: w, height: h }, 2);
  }
  for (const border of lines.borders) costs.paintLine(border.line, 2, 3);
  for (const river of lines.rivers) costs.paintLine(river.line, river.half(0.7) + 1.5, 8);
  for (const road of lines.roads) costs.paintLine(road.line, 3, 12);
  for (const bridge of lines.bridges) costs.paintDisc(bridge.x, bridge.y, 8, 14);
  for (const town of board.towns) costs.paintDisc(town.x, town.y, townKind(town).radius + 2, 40);
  const places = ornaments(board.sheet);
  costs.paint(grown(places.title, 34), 60);
  costs.paintDisc(places.rose.x, places.rose.y, places.rose.radius + 20, 60);
  costs.paint(grown(places.scale, 8), 60);
  const edge = 6;
  costs.paint({ x: 0, y: 0, width: fullWidth, height: frame + edge }, 200);
  costs.paint({ x: 0, y: frame + height - edge, width: fullWidth, height: frame + edge }, 200);
  costs.paint({ x: 0, y: 0, width: frame + edge, height: fullHeight }, 200);
  costs.paint({ x: frame + width - edge, y: 0, width: frame + edge, height: fullHeight }, 200);
  return costs;
}

function overlap(p, q) {
  const w = Math.min(p.x + p.width, q.x + q.width) - Math.max(p.x, q.x);
  const h = Math.min(p.y + p.height, q.y + q.height) - Math.max(p.y, q.y);
  return w > 0 && h > 0 ? w * h : 0;
}

// Rectangles around a town, just clear of its plan, in all directions.
function around(town, radius, width, height, gaps, count = 24) {
  const found = [];
  for (const gap of gaps) {
    for (let i = 0; i < count; i += 1) {
      const angle = (i * 2 * Math.PI) / count;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const r = radius + gap + Math.min(width / 2 / Math.max(Math.abs(c), 1e-6), height / 2 / Math.max(Math.abs(s), 1e-6));
      const [cx, cy] = [town.x + c * r, town.y + s * r];
      found.push({ x: cx - width / 2, y: cy - height / 2, width, height, gap, angle });
    }
  }
  return found;
}

// Give each item its best candidate, then let all choose again, knowing the others' choice.
function settle(items, rounds, clash) {
  const chosen = items.map(() => null);
  for (let round = 0; round < rounds; round += 1) {
    let changed = false;
    items.forEach((item, number) => {
      let best = null;
      let least = Infinity;
      for (const candidate of item.candidates) {
        let cost = candidate.cost;
        if (cost >= least) continue;
        for (let k = 0; k < chosen.length && cost < least; k += 1) {
          if (k !== number && chosen[k]) cost += clash(candidate, chosen[k]);
        }
        if (cost < least) {
          least = cost;
          best = candidate;
        }
      }
      if (best !== chosen[number]) changed = true;
      chosen[number] = best;
      item.cost = least;
    });
    if (!changed) break;
  }
  return chosen;
}

const crowding = (board, town) =>
  board.towns.reduce((sum, other) => sum + (other === town ? 0 : 1 / (1 + ((other.x - town.x) ** 2 + (other.y - town.y) ** 2) / 9000)), 0);

/** For each town the reserved place of its blocks at a level: a rectangle and which way it grows. */
export function stackPlaces(board, mapCost, level, earlier) {
  const { block, isOpen } = LEVELS[level];
  const width = isOpen ? block * 2.25 : block * 1.3;
  const height = isOpen ? block * 2.25 : block * 1.2;
  // Names would stand closest to their towns; blocks leave them that room where they can.
  const costs = mapCost.copy();
  for (const rect of nameTowns(board, mapCost, level).rects) costs.paint(rect, 11);
  const towns = [...board.towns].sort((p, q) => crowding(board, q) - crowding(board, p) || p.number - q.number);
  const items = towns.map((town) => {
    const radius = townKind(town).radius;
    const candidates = around(town, radius, width, height, [1, 5, 10, 16, 24]);
    const near = board.towns.filter((other) => other !== town && Math.abs(other.x - town.x) < block * 5 && Math.abs(other.y - town.y) < block * 5);
    for (const place of candidates) {
      const was = earlier && earlier.get(town.id);
      const turn = was ? Math.abs(Math.atan2(Math.sin(place.angle - was.angle), Math.cos(place.angle - was.angle))) : 0;
      place.cost = costs.sum(place) / block + place.gap * 0.22 + turn * 2.2 - Math.cos(place.angle) * 0.4 + strays(near, town, place) * 0.8;
    }
    return { town, candidates };
  });
  const area = block * block;
  const chosen = settle(items, 6, (p, q) => (overlap(grown(p, 3), q) / area) * 60);
  return new Map(items.map(({ town }, i) => [town.id, withAnchor(chosen[i], town)]));
}

const grown = (r, by) => ({ x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by });

function withAnchor(place, town) {
  const dx = place.x + place.width / 2 - town.x;
  const dy = place.y + place.height / 2 - town.y;
  const side = (d, size) => (d > size * 0.3 ? 0 : d < -size * 0.3 ? 1 : 0.5);
  const ax = side(dx, place.width);
  const ay = side(dy, place.height);
  return { ...place, ax, ay, anchorX: place.x + place.width * ax, anchorY: place.y + place.height * ay };
}

// ---- names ----------------------------------------------------------------------------------------

let pen = null;
let penFont = "";
let serif = "";

/** The width of a text in units, in the typeface that is there. Where a browser cannot measure small capitals,
 * they are reckoned letter by letter. */
export function measure(text, size, { isCaps = false, isItalic = false, spacing = 0, weight = 400 } = {}) {
  pen ||= document.createElement("canvas").getContext("2d");
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

// A long name with hyphens or blanks may stand in two lines.
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

/** The names of towns, rivers, woods and countries at a level: `{markup, costs}`, the costs with the names
 * of towns but without the places of blocks, for what is to find room later. */
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

function nameTowns(board, costs, level) {
  const { font } = LEVELS[level];
  const items = board.towns.map((town) => {
    const { radius, rank } = townKind(town);
    const style = RANKS[rank];
    const size = font * style.scale;
    const name = townName(town.id);
    const candidates = [];
    const near = board.towns.filter((other) => other !== town && Math.abs(other.x - town.x) < font * 14 && Math.abs(other.y - town.y) < font * 8);
    splits(name).forEach((rows, extra) => {
      const width = Math.max(...rows.map((row) => measure(row, size, style))) + font * 0.3;
      const height = size * (style.isCaps ? 0.86 : 1) * rows.length;
      for (const place of around(town, radius, width, height, [0.5, font * 0.25, font * 0.6, font, font * 1.6])) {
        const side = Math.cos(place.angle);
        place.rows = rows;
        place.cost = costs.sum(place) / font + (place.gap / font) * 2.4 + extra * 1.2 - side * 0.35 + Math.abs(Math.sin(place.angle)) * 0.3 + strays(near, town, place);
        candidates.push(place);
      }
    });
    candidates.sort((p, q) => p.cost - q.cost);
    return { town, size, style, rank, candidates: candidates.slice(0, 44) };
  });
  // The most confined choose first; from afar only cities are sure of their names, others where there is room.
  items.sort((p, q) => q.candidates[0].cost - p.candidates[0].cost || p.town.number - q.town.number);
  const clash = (p, q) => (overlap(padded(p, font), q) / (font * font)) * 50;
  const sure = level === 0 ? items.filter(({ rank }) => rank < 2) : items;
  const chosen = new Map();
  settle(sure, 8, clash).forEach((place, i) => chosen.set(sure[i], place));
  for (const item of items) {
    if (chosen.has(item)) continue;
    const free = item.candidates.find((place) => place.cost < 5 && ![...chosen.values()].some((other) => clash(place, other)));
    if (free) chosen.set(item, free);
  }
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

const padded = (r, font) => ({ x: r.x - font * 0.8, y: r.y - font * 0.22, width: r.width + font * 1.6, height: r.height + font * 0.44 });

const escape = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

// A name or stack that stands nearer to another town could be taken for that town's.
function strays(near, town, place) {
  const gap = (other) => {
    const dx = Math.max(place.x - other.x, 0, other.x - place.x - place.width);
    const dy = Math.max(place.y - other.y, 0, other.y - place.y - place.height);
    return Math.hypot(dx, dy) - townKind(other).radius;
  };
  const own = gap(town);
  let cost = 0;
  for (const other of near) if (gap(other) < own + 3) cost += 10;
  return cost;
}

const HOW_OFTEN = { Scheldt: 3, Meuse: 3, Sambre: 2, Dender: 2, Dyle: 2 };

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
const COUNTRIES = [
  [msg("FRANCE"), 50.115, 3.52], [msg("FLANDERS"), 51.0, 3.93], [msg("BRABANT"), 50.93, 4.58], [msg("HAINAULT"), 50.54, 3.86], [msg("ARDENNES"), 50.09, 5.3],
  [msg("COUNTRY OF LIÈGE"), 50.43, 5.36], [msg("HESBAYE"), 50.64, 5.36], [msg("CONDROZ"), 50.41, 5.1],
];

function nameCountries(board, costs, font) {
  let svg = "";
  const size = Math.max(font * 1.3, 15);
  for (const [word, lat, lon] of COUNTRIES) {
    const text = t(word);
    const centre = board.project(lon, lat);
    const width = measure(text, size, { spacing: 0.5 });
    let best = null;
    for (let dx = -150; dx <= 150; dx += 10) {
      for (let dy = -110; dy <= 110; dy += 8) {
        const rect = { x: centre.x + dx - width / 2, y: centre.y + dy - size * 0.5, width, height: size };
        const cost = costs.sum(grown(rect, 7)) + Math.hypot(dx, dy) * 0.02;
        if (!best || cost < best.cost) best = { ...rect, cost };
      }
    }
    if (best.cost > 25) continue;
    costs.paint(best, 24);
    svg += `<text class="map-country" font-size="${size.toFixed(1)}" x="${(best.x + width / 2 + size * 0.25).toFixed(1)}" y="${(best.y + size * 0.84).toFixed(1)}">${escape(text)}</text>`;
  }
  return svg;
}

function nameWoods(board, costs, size) {
  let svg = "";
  for (const wood of board.data.woods) {
    const centre = board.project(+wood.lon, +wood.lat);
    const width = measure(wood.name, size, { isItalic: true, spacing: 0.04 });
    const reach = (+wood.km_north_south / 2) * board.sheet.unitsPerKm;
    let best = null;
    for (const dy of [0, -reach * 0.4, reach * 0.4, reach + size, -reach - size * 0.6]) {
      for (let dx = -30; dx <= 30; dx += 6) {
        const rect = { x: centre.x + dx - width / 2, y: centre.y + dy - size / 2, width, height: size };
        const cost = costs.sum(rect) + Math.abs(dx) * 0.05 + Math.abs(dy) * 0.08;
        if (!best || cost < best.cost) best = { ...rect, cost };
      }
    }
    if (best.cost > 12) continue;
    costs.paint(best, 24);
    svg += `<text class="map-wood-name" font-size="${size.toFixed(1)}" x="${(best.x + width / 2).toFixed(1)}" y="${(best.y + size * 0.78).toFixed(1)}">${escape(wood.name)}</text>`;
  }
  return svg;
}

/** Room near a town for a stack that does not fit its place: `{x, y, cost}`, clear of the `others` as far as
 * can be. A cost above 1 a block's area means that something is covered. */
export function findRoom(town, width, height, block, costs, others, place) {
  let best = null;
  const start = withAnchorBox(place, width, height);
  for (const rect of [start, ...around(town, townKind(town).radius, width, height, [2, 8, 18, 32])]) {
    let cost = (costs.sum(rect) / block) * 1 + (rect.gap || 0) * 0.12;
    for (const other of others) cost += (overlap(grown(rect, block * 0.12), other) / (block * block)) * 80;
    if (!best || cost < best.cost) best = { x: rect.x, y: rect.y, cost };
  }
  return best;
}

const withAnchorBox = (place, width, height) => ({ x: place.anchorX - place.ax * width, y: place.anchorY - place.ay * height, width, height, gap: 0 });
