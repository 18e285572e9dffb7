/**
 * Rivers, borders, roads and bridges: their lines on the sheet, worked out from the tables once, and
 * how they are drawn. A road may swing a little, but never so that it crosses another river, passes
 * close to a foreign town or meets another road between towns.
 */

import { chance, crossings, densify, distance, lengthOf, nearest, offset, pathOf, ribbon, seedOf, smooth } from "./geo.js";

/** @import { Board, Point, Road, Sheet } from "../lib/types.js" */
/** @import { Directed, Line } from "./geo.js" */

/** @typedef {{name: string, hasEffect: boolean, line: Line, half: (share: number) => number, length: number}} RiverLine */
/** @typedef {{road: Road, id: string, isMain: boolean, line: Line, length: number, ends: [Point, Point]}} RoadLine */
/** @typedef {{name: string, isFrontier: boolean, line: Line}} BorderLine */
/** @typedef {Directed & {road: string, river: string, isMain: boolean, half: number}} Bridge */
/** @typedef {{rivers: RiverLine[], roads: RoadLine[], borders: BorderLine[], bridges: Bridge[]}} Lines */

// Half widths at the source and where the river ends, in units.
/** @type {Record<string, [number, number]>} */
const WIDTHS = { Scheldt: [1.3, 4.2], Meuse: [3, 4.8], Sambre: [1.2, 2.9], Dender: [0.8, 2.2], Dyle: [0.8, 2.4], Senne: [0.7, 1.8], Haine: [0.7, 1.8], Ourthe: [0.8, 2] };
const NEAR_EDGE = 320;

/**
 * All lines of a board.
 * @param {Board} board
 * @returns {Lines}
 */
export function layLines(board) {
  const rivers = layRivers(board);
  const roads = layRoads(board, rivers);
  return { rivers, roads, borders: layBorders(board), bridges: layBridges(roads, rivers) };
}

/** @type {(board: Board, feature: Record<string, any>) => Line} */
const projected = (board, feature) => feature.geometry.coordinates.map((/** @type {[number, number]} */ [lon, lat]) => board.project(lon, lat));

/**
 * @param {Board} board
 * @returns {RiverLine[]}
 */
function layRivers(board) {
  const features = board.data.rivers.features;
  const given = features.map((feature) => projected(board, feature));
  const roads = board.roads.map((road) => [board.town(road.a), board.town(road.b)]);
  return features.map((feature, number) => {
    const points = [...given[number]];
    const mouth = points[points.length - 1];
    const joins = confluence(points, given.filter((_, k) => k !== number), roads);
    if (!joins || edgeGap(mouth, board.sheet) < 60) leaveSheet(points, board.sheet);
    else if (joins.distance >= 3) points.push({ x: joins.x, y: joins.y });
    if (edgeGap(points[0], board.sheet) < 60) {
      points.reverse();
      leaveSheet(points, board.sheet);
      points.reverse();
    }
    const [from, to] = WIDTHS[feature.properties.name] || [0.8, 2];
    const half = (/** @type {number} */ k) => (from + (to - from) * Math.pow(k, 0.75)) * Math.min(1, 0.1 + k * 11);
    const line = smooth(points, 5);
    return { name: feature.properties.name, hasEffect: feature.properties.game_effect !== false, line, half, length: lengthOf(line) };
  });
}

/**
 * Where a river that ends short of another one flows into it: the nearest place ahead to which it comes
 * without crossing a road.
 * @param {Line} points
 * @param {Line[]} others
 * @param {Line[]} roads
 */
function confluence(points, others, roads) {
  const [before, mouth] = points.slice(-2);
  /** @type {(Point & {distance: number})[]} */
  const places = [];
  for (const line of others) {
    const near = nearest(line, mouth);
    if (near.distance < 3) return near;
    if (near.distance > 110) continue;
    for (const p of densify(line, 6)) {
      const gap = distance(p, mouth);
      const ahead = (p.x - mouth.x) * (mouth.x - before.x) + (p.y - mouth.y) * (mouth.y - before.y);
      if (gap < 110 && ahead > 0) places.push({ ...p, distance: gap });
    }
  }
  places.sort((p, q) => p.distance - q.distance);
  return places.find((p) => !roads.some((road) => crossings(road, [mouth, p]).length));
}

/** @type {(point: Point, sheet: Sheet) => number} */
const edgeGap = ({ x, y }, { frame, width, height }) => Math.min(x - frame, y - frame, frame + width - x, frame + height - y);

/**
 * Lead a line that ends near the edge of the sheet on over it: straight on if that leads out, else
 * by the shortest way.
 * @param {Line} points
 * @param {Sheet} sheet
 */
function leaveSheet(points, sheet) {
  const [p, q] = points.slice(-2);
  const d = distance(p, q) || 1;
  const [dx, dy] = [(q.x - p.x) / d, (q.y - p.y) / d];
  const inside = (/** @type {Point} */ at) => at.x > 0 && at.y > 0 && at.x < sheet.fullWidth && at.y < sheet.fullHeight;
  let [x, y, gone, bend] = [q.x, q.y, 0, 1];
  /** @type {Line} */
  const added = [];
  while (inside({ x, y }) && gone < NEAR_EDGE) {
    x += dx * 45 - dy * 9 * bend;
    y += dy * 45 + dx * 9 * bend;
    bend = -bend;
    gone += 46;
    added.push({ x, y });
  }
  if (!inside({ x, y })) {
    points.push(...added);
    return;
  }
  const gap = edgeGap(q, sheet);
  if (gap > 60) return;
  const lean = (/** @type {number} */ by) => Math.max(-30, Math.min(30, by)) * 0.6;
  const over = gap + sheet.frame;
  if (q.y - sheet.frame === gap) points.push({ x: q.x + lean(q.x - p.x), y: q.y - over });
  else if (sheet.frame + sheet.height - q.y === gap) points.push({ x: q.x + lean(q.x - p.x), y: q.y + over });
  else if (q.x - sheet.frame === gap) points.push({ x: q.x - over, y: q.y + lean(q.y - p.y) });
  else points.push({ x: q.x + over, y: q.y + lean(q.y - p.y) });
}

/**
 * @param {Board} board
 * @returns {BorderLine[]}
 */
function layBorders(board) {
  return board.data.borders.features.map((feature, number) => {
    const points = projected(board, feature);
    for (let end = 0; end < 2; end += 1) {
      if (edgeGap(points[points.length - 1], board.sheet) < 60) leaveSheet(points, board.sheet);
      points.reverse();
    }
    // The first border bounds France, which lies to the right when walking east.
    return { name: feature.properties.name, isFrontier: number === 0, line: smooth(points, 6) };
  });
}

/**
 * Sideways swings that a road may take, as shares of its length: [at one third, at two thirds].
 * @param {Road} road
 */
function swings(road) {
  const rng = chance(seedOf(road.id));
  const most = road.isMain ? 0.035 : 0.075;
  /** @type {[number, number][]} */
  const list = [];
  for (const share of [1, 0.7, 0.45, 0.2]) {
    for (let i = 0; i < 3; i += 1) {
      const s = (rng() < 0.5 ? -1 : 1) * (0.45 + 0.55 * rng()) * most * share;
      list.push([s, road.isMain ? s * (0.5 + rng() * 0.5) : (rng() < 0.6 ? -s : s) * (0.6 + 0.4 * rng())]);
    }
  }
  list.push([0, 0]);
  return list;
}

/**
 * @param {Point} p
 * @param {Point} q
 * @param {[number, number]} swing
 */
function bent(p, q, [first, second]) {
  if (!first && !second) return densify([p, q], 6);
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const at = (/** @type {number} */ k, /** @type {number} */ s) => ({ x: p.x + dx * k - dy * s, y: p.y + dy * k + dx * s });
  return smooth([p, at(1 / 3, first), at(2 / 3, second), q], 6);
}

/**
 * @param {Board} board
 * @param {RiverLine[]} rivers
 */
function layRoads(board, rivers) {
  const withEffect = rivers.filter((river) => river.hasEffect);
  /** @type {RoadLine[]} */
  const done = [];
  for (const road of board.roads) {
    const [p, q] = [board.town(road.a), board.town(road.b)].map(({ x, y }) => ({ x, y }));
    let line = densify([p, q], 6);
    for (const swing of swings(road)) {
      const candidate = bent(p, q, swing);
      if (isSound(candidate, road, board, withEffect, done)) {
        line = candidate;
        break;
      }
    }
    done.push({ road, id: road.id, isMain: road.isMain, line, length: lengthOf(line), ends: [p, q] });
  }
  return done;
}

/** @type {(one: [Point, Point], other: [Point, Point]) => boolean} */
const mayMeet = ([p, q], [r, s]) =>
  Math.min(p.x, q.x) - 30 < Math.max(r.x, s.x) && Math.min(r.x, s.x) - 30 < Math.max(p.x, q.x) &&
  Math.min(p.y, q.y) - 30 < Math.max(r.y, s.y) && Math.min(r.y, s.y) - 30 < Math.max(p.y, q.y);

/**
 * @param {Line} line
 * @param {Road} road
 * @param {Board} board
 * @param {RiverLine[]} rivers
 * @param {RoadLine[]} done
 */
function isSound(line, road, board, rivers, done) {
  /** @type {[Point, Point]} */
  const straight = [board.town(road.a), board.town(road.b)];
  for (const river of rivers) {
    const count = crossings(line, river.line).length;
    if (!road.rivers.includes(river.name)) {
      if (count) return false;
    } else if (!count || (count > 1 && count > crossings(straight, river.line).length)) return false;
  }
  const [p, q] = straight;
  for (const town of board.towns) {
    if (town === p || town === q || town.x < Math.min(p.x, q.x) - 60 || town.x > Math.max(p.x, q.x) + 60) continue;
    if (town.y < Math.min(p.y, q.y) - 60 || town.y > Math.max(p.y, q.y) + 60) continue;
    if (nearest(line, town).distance < 30) return false;
  }
  const middle = line.slice(2, -2);
  return !done.some((other) => mayMeet(straight, other.ends) && crossings(middle, other.line).length);
}

/**
 * A bridge for each river that the table names for a road, exactly where the two drawn lines cross.
 * @param {RoadLine[]} roads
 * @param {RiverLine[]} rivers
 */
function layBridges(roads, rivers) {
  /** @type {Bridge[]} */
  const bridges = [];
  for (const { road, line, isMain } of roads) {
    for (const name of road.rivers) {
      const river = rivers.find((one) => one.name === name);
      if (!river) continue;
      const found = crossings(line, river.line);
      for (const crossing of found.length ? found : [nearestCrossing(line, river.line)]) {
        const place = nearest(river.line, crossing).index / river.line.length;
        bridges.push({ ...crossing, road: road.id, river: name, isMain, half: river.half(place) });
      }
    }
  }
  return bridges;
}

/**
 * @param {Line} line
 * @param {Line} river
 * @returns {Directed}
 */
function nearestCrossing(line, river) {
  let best = { ...line[0], dx: 0, dy: 0, gap: Infinity };
  for (let i = 1; i < line.length; i += 1) {
    const near = nearest(river, line[i]);
    if (near.distance < best.gap) {
      const d = distance(line[i - 1], line[i]) || 1;
      best = { x: near.x, y: near.y, dx: (line[i].x - line[i - 1].x) / d, dy: (line[i].y - line[i - 1].y) / d, gap: near.distance };
    }
  }
  return best;
}

// ---- drawing -------------------------------------------------------------------------------------

/**
 * Washes of colour beside the borders, under everything else.
 * @param {Lines} lines
 */
export function drawWashes(lines) {
  let svg = "";
  for (const border of lines.borders) {
    const side = border.isFrontier ? -1 : 1;
    const cls = border.isFrontier ? "map-wash-france" : "map-wash-allied";
    for (const [width, opacity] of border.isFrontier ? [[30, 0.1], [19, 0.13], [9, 0.17]] : [[20, 0.08], [12, 0.1], [5, 0.13]]) {
      const band = [...border.line, ...offset(border.line, side * width).reverse()];
      svg += `<path d="${pathOf(band, true)}" class="${cls}" opacity="${opacity}"/>`;
    }
  }
  return svg;
}

/** @param {Lines} lines */
export function drawBorders(lines) {
  return lines.borders
    .map((border) => `<path d="${pathOf(border.line)}" class="map-border${border.isFrontier ? "" : " map-border-line"}"/>`)
    .join("");
}

/** @param {Lines} lines */
export function drawRivers(lines) {
  const banks = lines.rivers.map(({ line, half }) => ribbon(line, (k) => half(k) + 0.75)).join("");
  const water = lines.rivers.map(({ line, half }) => ribbon(line, (k) => Math.max(0.15, half(k) - 0.2))).join("");
  const shore = lines.rivers.map(({ line, half }) => ribbon(line, (k) => half(k) + 4)).join("");
  // The thread of the stream, on the lower reaches only.
  const thread = lines.rivers
    .filter(({ half }) => half(1) > 2.5)
    .map(({ line }) => pathOf(line.slice(Math.floor(line.length * 0.3))))
    .join("");
  return `<path d="${shore}" class="map-shore"/><path d="${banks}" class="map-banks"/><path d="${water}" class="map-water"/>` +
    `<path d="${thread}" class="map-thread"/>`;
}

/** @param {Lines} lines */
export function drawRoads(lines) {
  const main = lines.roads.filter((road) => road.isMain).map((road) => pathOf(road.line)).join("");
  const minor = lines.roads.filter((road) => !road.isMain).map((road) => pathOf(road.line)).join("");
  return `<path d="${minor}" class="map-minor-halo"/><path d="${minor}" class="map-minor"/>` +
    `<path d="${main}" class="map-main-edge"/><path d="${main}" class="map-main"/>`;
}

/**
 * Two parapets with splayed ends beside the road, and the roadway over the water.
 * @param {Lines} lines
 */
export function drawBridges(lines) {
  let [deck, parapets] = ["", ""];
  const n = (/** @type {number} */ v) => Math.round(v * 10) / 10;
  for (const { x, y, dx, dy, half, isMain } of lines.bridges) {
    const reach = half + 3.2;
    const wide = isMain ? 3.9 : 2.9;
    const at = (/** @type {number} */ along, /** @type {number} */ across) => `${n(x + dx * along - dy * across)} ${n(y + dy * along + dx * across)}`;
    deck += `M${at(-reach, -wide)}L${at(reach, -wide)}L${at(reach, wide)}L${at(-reach, wide)}Z`;
    for (const side of [-1, 1]) {
      parapets += `M${at(-reach - 2.2, side * (wide + 2.2))}L${at(-reach, side * wide)}L${at(reach, side * wide)}L${at(reach + 2.2, side * (wide + 2.2))}`;
    }
  }
  return `<path d="${deck}" class="map-deck"/><path d="${parapets}" class="map-parapet"/>`;
}
