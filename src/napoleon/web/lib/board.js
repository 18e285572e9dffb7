// The board as the server tells it (/board.json), and where things lie on the sheet. A degree of
// latitude is 1000 units; longitudes are shortened by the cosine of the middle latitude.

import { lang } from "./i18n.js";

const UNITS_PER_DEGREE = 1000;
const KM_PER_DEGREE = 111.2;
const FRAME = 46;

/** Filled by loadBoard(): the tables, with lookups. */
export const board = {
  data: null,
  towns: [],
  roads: [],
  units: [],
  town: (id) => board.townById.get(id),
  unit: (id) => board.unitById.get(id),
  road: (a, b) => board.roadById.get(`${a}--${b}`) || board.roadById.get(`${b}--${a}`),
  neighbours: (id) => board.roadsOf.get(id) || [],
  townById: new Map(),
  unitById: new Map(),
  roadById: new Map(),
  roadsOf: new Map(),
  sheet: null,
  project: null,
};

let loading = null;

/** Fetch the board once; later calls share the first answer. */
export function loadBoard() {
  loading ||= fetch("/board.json")
    .then((answer) => {
      if (!answer.ok) throw new Error(`/board.json: ${answer.status}`);
      return answer.json();
    })
    .then(readBoard)
    .catch((error) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Build the lookups from the tables; separate from fetching for tests and replays. */
export function readBoard(data) {
  board.data = data;
  layOutSheet(data);
  board.towns = data.towns.map((town, number) => ({ ...town, number, ...board.project(+town.lon, +town.lat) }));
  board.townById = new Map(board.towns.map((town) => [town.id, town]));
  board.units = data.units.map((unit, number) => ({ ...unit, number, strength: +unit.strength, firepower: +unit.firepower }));
  board.unitById = new Map(board.units.map((unit) => [unit.id, unit]));
  board.roadsOf = new Map(board.towns.map((town) => [town.id, []]));
  board.roads = data.roads.map((road, number) => ({
    ...road,
    number,
    id: `${road.a}--${road.b}`,
    isMain: road.size === "main",
    rivers: road.river ? road.river.split(";") : [],
  }));
  board.roadById = new Map(board.roads.map((road) => [road.id, road]));
  for (const road of board.roads) {
    board.roadsOf.get(road.a).push({ town: road.b, road });
    board.roadsOf.get(road.b).push({ town: road.a, road });
  }
  return board;
}

/** The name of a town in a language, by default the reader's. */
export function townName(id, language = lang()) {
  const town = board.town(id);
  if (!town) return id;
  return town.names[language] || town.names.en || id;
}

// The sheet covers every town and line with a margin, in whole twentieths of a degree, so that
// the bars of the frame come out even.
function layOutSheet(data) {
  const lons = data.towns.map((town) => +town.lon);
  const lats = data.towns.map((town) => +town.lat);
  for (const lines of [data.rivers, data.borders]) {
    for (const { geometry } of lines.features) {
      for (const [lon, lat] of geometry.coordinates) {
        lons.push(lon);
        lats.push(lat);
      }
    }
  }
  const down = (x) => Math.floor(x * 20) / 20;
  const up = (x) => Math.ceil(x * 20) / 20;
  const west = down(Math.min(...lons) - 0.04);
  const east = up(Math.max(...lons) + 0.06);
  const south = down(Math.min(...lats) - 0.005);
  const north = up(Math.max(...lats) + 0.005);
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const width = (east - west) * shrink * UNITS_PER_DEGREE;
  const height = (north - south) * UNITS_PER_DEGREE;
  board.sheet = {
    west, east, south, north, shrink, width, height, frame: FRAME,
    fullWidth: width + 2 * FRAME,
    fullHeight: height + 2 * FRAME,
    unitsPerKm: UNITS_PER_DEGREE / KM_PER_DEGREE,
  };
  board.project = (lon, lat) => ({
    x: FRAME + (lon - west) * shrink * UNITS_PER_DEGREE,
    y: FRAME + (north - lat) * UNITS_PER_DEGREE,
  });
}
