/**
 * Blocks side by side: what stands in an area, broken into rows, and set down in a box.
 */

/** @import { Ground } from "../lib/types.js" */
/** @import { Box, Layout } from "./layout.js" */
/** @import { Block, Owner, Scene } from "./scene.js" */

/** @typedef {{w: number, h: number, block?: Block, guest?: Block, slot?: Ground, isSquare?: boolean, left?: string, isPlace?: boolean}} Item - sizes in blocks; `left`: the place of a unit that has gone, `isPlace`: it is marked on the ground */
/** @typedef {{items: Item[], w: number, h: number}} Row */
/** @typedef {{rows: Row[], h: number, isWide: boolean}} Flow */

const SLOT = 1.7; // a farm or hill takes so many blocks' width

/**
 * Blocks of one owner in a zone, as things that stand side by side.
 * @param {Scene} scene
 * @param {string} zone
 * @param {Owner} [owner]
 */
export function gather(scene, zone, owner) {
  if (scene.line.length && zone in CHOOSING) return owner === (zone.startsWith("enemy-") ? "enemy" : "own") ? CHOOSING[zone](scene) : [];
  const blocks = scene.blocks.filter((block) => block.zone === zone && (!owner || block.owner === owner));
  const places = (scene.gone.get(zone) || []).map((unit) => ({ w: 1, h: 1, left: unit }));
  const guests = new Map(blocks.filter((block) => block.host).map((block) => [block.host, block]));
  const ground = scene.terrain.find((one) => one.area === zone && (one.kind === "farm" || one.kind === "hill"));
  /** @type {Item[]} */
  const items = [];
  if (zone.startsWith("post:")) return [...places, ...blocks.map((block) => ({ w: 1, h: 1, block }))].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const block of blocks) {
    if (block.host && blocks.some((other) => other.unit === block.host)) continue;
    if (ground && ground.holder && ground.holder === block.unit) {
      items.unshift({ w: SLOT, h: SLOT, block, slot: ground });
    } else if (block.marks.includes("square")) {
      const guest = guests.get(block.key);
      items.push({ w: guest ? 2.28 : 1.22, h: 1.22, block, guest, isSquare: true });
    } else {
      items.push({ w: 1, h: 1, block });
    }
  }
  return items;
}

/**
 * While a skirmish line is chosen everybody keeps his place, in it and behind it.
 * @type {Record<string, (scene: Scene) => Item[]>}
 */
const CHOOSING = {
  "front": ({ blocks, line }) => line.map((unit) => ({ w: 1, h: 1, isPlace: true, block: blocks.find((block) => unit && block.unit === unit) })),
  "enemy-front": ({ line }) => line.map(() => ({ w: 1, h: 1, isPlace: true })),
  "rear": ({ blocks }) => blocks.filter((block) => block.owner === "own" && (block.zone === "front" || block.zone === "rear"))
    .map((block) => (block.zone === "rear" ? { w: 1, h: 1, block } : { w: 1, h: 1, left: block.key })),
};

/** @type {(item: Item) => string} By which those at a sign-post stand in order. */
const keyOf = ({ block, left }) => block?.key ?? left ?? "";

/**
 * The ground's own place, where nobody in sight holds it.
 * @param {Scene} scene
 * @param {string} zone
 * @returns {Item[]}
 */
export function emptySlot(scene, zone) {
  const ground = scene.terrain.find((one) => one.area === zone && (one.kind === "farm" || one.kind === "hill"));
  if (!ground) return [];
  const isHeld = ground.holder !== null && scene.blocks.some((block) => block.unit === ground.holder && block.zone === zone);
  return isHeld ? [] : [{ w: SLOT, h: SLOT, slot: ground }];
}

/**
 * Break a line of things into rows.
 * @param {Item[]} items
 * @param {number} size
 * @param {number} width
 * @param {number} gap
 * @returns {Flow}
 */
export function flow(items, size, width, gap) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Row|null} */
  let row = null;
  for (const item of items) {
    const w = item.w * size;
    if (!row || row.w + gap + w > width) {
      row = { items: [], w: -gap, h: 0 };
      rows.push(row);
    }
    row.items.push(item);
    row.w += gap + w;
    row.h = Math.max(row.h, item.h * size);
  }
  const h = rows.reduce((sum, one) => sum + one.h, 0) + Math.max(0, rows.length - 1) * gap;
  const isWide = rows.some((one) => one.w > width + 1);
  return { rows, h, isWide };
}

/**
 * @param {Layout} out
 * @param {Flow} flowed
 * @param {number} size
 * @param {Box} box
 * @param {number} gap
 * @param {"top"|"middle"} align
 */
export function setDown(out, flowed, size, box, gap, align = "middle") {
  let y = align === "top" ? box.y : box.y + (box.h - flowed.h) / 2;
  for (const row of flowed.rows) {
    let x = box.x + (box.w - row.w) / 2;
    for (const item of row.items) {
      const w = item.w * size;
      const h = item.h * size;
      const top = y + (row.h - h) / 2;
      place(out, item, x, top, w, h, size);
      x += w + gap;
    }
    y += row.h + gap;
  }
}

/** @type {(out: Layout, item: Item, x: number, y: number, w: number, h: number, size: number) => void} */
function place(out, item, x, y, w, h, size) {
  if (item.slot) out.slots.push({ ...item.slot, x, y, w, h });
  if (item.isPlace) out.chosen.push({ x, y, w, h });
  if (!item.block) return;
  if (item.isSquare) out.squares.push({ unit: item.block.key, x, y, w, h });
  const pad = item.slot ? (w - size) / 2 : item.isSquare ? 0.11 * size : 0;
  out.places.set(item.block.key, { x: x + pad, y: y + (h - size) / 2, size });
  if (item.guest) out.places.set(item.guest.key, { x: x + pad + size * 1.06, y: y + (h - size) / 2, size });
}
