/**
 * What the client's modules draw of a board, as JSON. Input: {board, widths}. Names are placed by the
 * widths of letters, which node cannot measure: it is told them.
 */

import { readFileSync } from "node:fs";
const { board: data, widths } = JSON.parse(readFileSync(0, "utf-8"));
globalThis.window = globalThis;
globalThis.localStorage = { getItem: () => null };
const pen = {
  fontVariantCaps: "normal",
  measureText(text) {
    const upright = this.fontVariantCaps === "normal" ? "roman" : "caps";
    const known = widths[this.font.startsWith("italic") ? "italic" : upright];
    return { width: [...text].reduce((sum, letter) => sum + (known[letter] ?? 0.5) * 100, 0) };
  },
};
globalThis.document = {
  documentElement: {}, getElementById: () => ({}),
  createElement: () => ({ getContext: () => pen }),
};
globalThis.getComputedStyle = () => ({ getPropertyValue: () => "serif" });
const load = (name) => import(new URL(`../../src/napoleon/web/${name}`, import.meta.url));
const { readBoard, useBoard } = await load("lib/board.js");
const lines = await load("map/lines.js");
const terrain = await load("map/terrain.js");
const towns = await load("map/towns.js");
const frame = await load("map/frame.js");
const room = await load("map/room.js");
const places = await load("map/places.js");
const labels = await load("map/labels.js");
const blocks = await load("lib/blocks.js");
const { terrainTile } = await load("battle/ground.js");
const board = useBoard(readBoard(data));
const laid = lines.layLines(board);
const costs = room.mapCosts(board, laid);
const around = frame.ornaments(board.sheet);
const level = (at) => {
  const middle = places.stackPlaces(board, costs, 2, null);
  const stands = at === 2 ? middle : places.stackPlaces(board, costs, at, middle);
  const rect = ({ x, y, width, height }) => [x, y, width, height];
  const names = labels.nameTowns(board, costs, at);
  return {
    stands: Object.fromEntries([...stands].map(([id, one]) => [id, [...rect(one), one.ax, one.ay]])),
    names: Object.fromEntries(names.map(({ town, place }) => [town.id, place && rect(place)])),
  };
};
const MARKS = [[], ["square"], ["disordered"]];
const facesOf = (unit, strength) =>
  [`${unit.id} ${strength}`, MARKS.map((marks) => blocks.faceMarkup(unit, { strength, marks, size: 40 }))];
const backsOf = (army) => [false, true].map((disordered) => blocks.backMarkup(army, { size: 40, disordered }));
console.log(JSON.stringify({
  sheet: board.sheet,
  towns: board.towns.map(({ id, x, y }) => [id, x, y]),
  bridges: laid.bridges.map(({ road, river, x, y }) => [road, river, x, y]),
  drawn: {
    paper: frame.paperDefs(board.sheet).replaceAll("var(--map-paper)", "#f1e5c8"),
    creases: frame.drawPaper(board.sheet),
    washes: lines.drawWashes(laid),
    relief: terrain.drawRelief(board, laid),
    woods: terrain.drawWoods(board, laid),
    rivers: lines.drawRivers(laid),
    borders: lines.drawBorders(laid),
    roads: lines.drawRoads(laid),
    bridges: lines.drawBridges(laid),
    towns: towns.drawTowns(board, laid),
    frame: frame.drawFrame(board),
    rose: frame.drawRose(around.rose),
    title: frame.drawTitle(around.title),
    scale: frame.drawScale(around.scale, board.sheet.unitsPerKm),
  },
  levels: room.LEVELS.map(({ upTo, block, font }) => [Number.isFinite(upTo) ? upTo : null, block, font]),
  laid: { 1: level(1), 2: level(2) },
  faces: Object.fromEntries(board.units.flatMap((unit) => [0, 1].map((lost) => facesOf(unit, unit.strength - lost)))),
  backs: ["french", "anglo-dutch", "prussian"].map(backsOf),
  badge: blocks.badgeMarkup(7, 96, 4, 19),
  tiles: Object.fromEntries(["farm", "hill", "stream"].map((kind) => [kind, terrainTile(kind)])),
}));
