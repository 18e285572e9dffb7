/**
 * The board as the server tells it (/board.json, or /board/ID.json for another than ours), and where things lie on the sheet. A degree of
 * latitude is 1000 units; longitudes are shortened by the cosine of the middle latitude.
 */

import { readFile } from "./home.js";
import { api } from "./net.js";

/** @import { Board, BoardData, Road, Sheet, Town, Unit, WatchInfo } from "./types.js" */

const UNITS_PER_DEGREE = 1000;
const KM_PER_DEGREE = 111.2;
const FRAME = 46;

/** @type {Board|null} */
let current = null;

/** The board, once it is here. */
export const currentBoard = () => current;

/** @type {Map<string, Promise<Board>>} */
const known = new Map();

/**
 * Fetch a board once, and make it the one whose names are looked up.
 * @param {string} [id] - of another than the one that is shipped
 */
export async function loadBoard(id = "") {
  return useBoard(await fetchBoard(id));
}

/**
 * The board of a game that is watched.
 * @param {string} token
 */
export async function loadWatched(token) {
  const { board } = /** @type {WatchInfo} */ (await api("GET", `/api/watch/${token}`));
  return loadBoard(board);
}

/** The board that is shipped, for diagrams: it does not take the place of the one that is played on. */
export async function loadShipped() {
  const shipped = await fetchBoard("");
  return current ? shipped : useBoard(shipped);
}

/**
 * A board; later calls share the first answer.
 * @param {string} id
 */
function fetchBoard(id) {
  const before = known.get(id);
  if (before) return before;
  const asked = askBoard(id ? `/board/${id}.json` : "/board.json");
  known.set(id, asked);
  asked.catch(() => known.delete(id));
  return asked;
}

/** @param {string} path */
async function askBoard(path) {
  const answer = await readFile(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return readBoard(await answer.json());
}

/**
 * Make a board the one whose names are looked up.
 * @param {Board} read
 */
export function useBoard(read) {
  current = read;
  return read;
}

/**
 * The tables with their lookups.
 * @param {BoardData} data
 * @returns {Board}
 */
export function readBoard(data) {
  const sheet = layOutSheet(data);
  /** @type {Board["project"]} */
  const project = (lon, lat) => ({
    x: FRAME + (lon - sheet.west) * sheet.shrink * UNITS_PER_DEGREE,
    y: FRAME + (sheet.north - lat) * UNITS_PER_DEGREE,
  });
  const towns = data.towns.map((town, number) => ({ ...town, number, ...project(town.lon, town.lat) }));
  const units = data.units.map((unit, number) => ({ ...unit, number }));
  const roads = data.roads.map((road, number) => ({
    ...road, number, id: `${road.a}--${road.b}`, isMain: road.size === "main", rivers: road.river ? road.river.split(";") : [],
  }));
  /** @type {Map<string, Town>} */
  const townById = new Map(towns.map((town) => [town.id, town]));
  /** @type {Map<string, Unit>} */
  const unitById = new Map(units.map((unit) => [unit.id, unit]));
  /** @type {Map<string, Road>} */
  const roadById = new Map(roads.map((road) => [road.id, road]));
  /** @type {Map<string, {town: string, road: Road}[]>} */
  const roadsOf = new Map(towns.map((town) => [town.id, []]));
  for (const road of roads) {
    roadsOf.get(road.a)?.push({ town: road.b, road });
    roadsOf.get(road.b)?.push({ town: road.a, road });
  }
  return {
    data, towns, units, roads, roadById, sheet, project,
    town: (id) => there(townById, id),
    unit: (id) => there(unitById, id),
    road: (a, b) => roadById.get(`${a}--${b}`) || roadById.get(`${b}--${a}`),
    hasTown: /** @type {Board["hasTown"]} */ ((id) => Boolean(id) && townById.has(/** @type {string} */ (id))),
    hasUnit: /** @type {Board["hasUnit"]} */ ((id) => Boolean(id) && unitById.has(/** @type {string} */ (id))),
    neighbours: (id) => roadsOf.get(id) || [],
  };
}

/**
 * @template T
 * @param {Map<string, T>} table
 * @param {string} id
 * @returns {T}
 */
function there(table, id) {
  const found = table.get(id);
  if (!found) throw new RangeError(`not on the board: ${id}`);
  return found;
}

/**
 * The sheet covers every town and line with a margin, in whole twentieths of a degree, so that the
 * bars of the frame come out even.
 * @param {BoardData} data
 * @returns {Sheet}
 */
function layOutSheet(data) {
  const lons = data.towns.map((town) => town.lon);
  const lats = data.towns.map((town) => town.lat);
  for (const lines of [data.rivers, data.borders]) {
    for (const { geometry } of lines.features) {
      for (const [lon, lat] of geometry.coordinates) {
        lons.push(lon);
        lats.push(lat);
      }
    }
  }
  const down = (/** @type {number} */ x) => Math.floor(x * 20) / 20;
  const up = (/** @type {number} */ x) => Math.ceil(x * 20) / 20;
  const west = down(Math.min(...lons) - 0.04);
  const east = up(Math.max(...lons) + 0.06);
  const south = down(Math.min(...lats) - 0.005);
  const north = up(Math.max(...lats) + 0.005);
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const width = (east - west) * shrink * UNITS_PER_DEGREE;
  const height = (north - south) * UNITS_PER_DEGREE;
  return {
    west, east, south, north, shrink, width, height, frame: FRAME,
    fullWidth: width + 2 * FRAME,
    fullHeight: height + 2 * FRAME,
    unitsPerKm: UNITS_PER_DEGREE / KM_PER_DEGREE,
  };
}
