/**
 * Where everything stands on the screen: areas, roads and blocks, for any size of window. All blocks
 * have one size, the largest with which everybody finds room; where they would be too small for a
 * thumb the field is higher than its window, and scrolls.
 */

import { emptySlot, flow, gather, setDown } from "./rows.js";
import { FACING, FRONT } from "./scene.js";

/** @import { Ground } from "../lib/types.js" */
/** @import { Flow, Item } from "./rows.js" */
/** @import { Owner, Post, Scene } from "./scene.js" */

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/**
 * An area, a tray, the town or a sign-post on the screen; `chip` is the height of the sign itself, `clash` where
 * both sides meet in it, `room` what its title may take.
 * @typedef {Box & {id: string, kind: "front"|"reserve"|"tray"|"town"|"post", post?: Post, chip?: number, clash?: {x: number, y: number}, room?: number}} Zone
 */
/** @typedef {Ground & Box} Slot - the place of a farm or a hill */
/**
 * @typedef {object} Layout
 * @property {number} size - of a block
 * @property {number} height - of all of it: more than the window's where it scrolls
 * @property {number} shape - which plan it follows
 * @property {Map<string, Zone>} zones
 * @property {Map<string, {x: number, y: number, size: number}>} places - of blocks, by their key
 * @property {Slot[]} slots
 * @property {(Box & {unit: string})[]} squares
 * @property {Box[]} chosen - the places of a skirmish line that is being chosen
 * @property {{x: number, w: number}[]} columns
 * @property {Box|null} middle - between the lines
 * @property {boolean} isNarrow
 * @property {boolean} isSlim
 */
/** @typedef {{post: Post, w: number, h: number, flowed: Flow}} Sign */
/** @typedef {{rows: {posts: Sign[], w: number, h: number}[], chip: number, h: number}} Signs */
/** @typedef {{columns: {posts: Post[], w: number}[], chip: number, w: number, h: number}} SideSigns */
/** @typedef {{zone: string, flowed: Flow, side: SideSigns, isBeside: boolean, need: number}} Strip */
/** @typedef {{need: number, parts: Map<string, {a: Flow, b: Flow, both: number}>}} FrontNeed */
/** @typedef {{scene: Scene, field: {x: number, w: number}, height: number, isNarrow: boolean, gap: number, isTight: boolean, isDense: boolean, abreast: number}} Plan */
/** @typedef {{size: number, need: number, fits: boolean, finish: () => Layout}} Tried */
/** @typedef {{size: number, shape: number}} Kept - what a field looked like before: it keeps that as long as everybody finds room */

const LARGEST = 78;
const SMALLEST = 40; // for a thumb
const NARROWEST = 24; // where a window is not even wide enough for that
const THUMB = 44; // up to here every pixel counts; above it a handsomer field may be a little smaller
const NEARLY = 1.06;
const ROOMY = 460; // pixels of a narrow field
const TITLE = 96; // pixels for the title of a reserve beside its blocks

/** The widest that a field gets: a skirmish is a small affair. */
const widest = (/** @type {Scene} */ scene) => (scene.kind === "field" ? 1240 : isTown(scene) ? 1100 : 860);

/** Whether the fighting is over, and the town with its roads is shown instead of the field. */
const isTown = (/** @type {Scene} */ scene) => scene.kind === "crossroads" || scene.kind === "over";

/** @type {(plan: Plan, size: number) => Layout} */
const blank = ({ isNarrow, isTight, height }, size) => ({
  size, height, shape: 0, zones: new Map(), places: new Map(), slots: [], squares: [], chosen: [], columns: [], middle: null, isNarrow, isSlim: isNarrow && isTight,
});

// Where room is short, the sign-posts stand beside the reserves; where it is shorter still, all moves together.
// At a sign-post four stand side by side, or six where that makes everybody larger.
const SHAPES = [{}, { isTight: true }, { isTight: true, isDense: true }].flatMap((more) => [4, 6].map((abreast) => ({ ...more, abreast })));

/**
 * Lay out a scene.
 * @param {Scene} scene
 * @param {number} width
 * @param {number} height
 * @param {Kept|null} [kept]
 */
export function layOut(scene, width, height, kept = null) {
  const isNarrow = width < 620;
  const field = { x: 0, w: width };
  const most = widest(scene);
  if (width > most) {
    field.x = (width - most) / 2;
    field.w = most;
  }
  const margin = isNarrow ? 6 : 14;
  field.x += margin;
  field.w -= 2 * margin;
  /** @type {Plan} */
  const plan = { scene, field, height, isNarrow, gap: isNarrow ? 6 : 10, isTight: false, isDense: false, abreast: 4 };
  const before = kept && tryOut({ ...plan, ...SHAPES[kept.shape] }, kept.size);
  if (kept && before?.fits) return { ...before.finish(), shape: kept.shape };
  const top = Math.min(LARGEST, Math.max(44, Math.round(Math.min(width / 8, height / 8.2))));
  const plans = SHAPES.map((more) => largest({ ...plan, ...more }, top));
  const best = handsomest(plans);
  return best ? { ...best.finish(), shape: plans.indexOf(best) } : tall({ ...plan, ...SHAPES[SHAPES.length - 1] });
}

/**
 * The first, as the handsomest, of those whose blocks are large enough, or nearly as large as can be.
 * @param {Tried[]} plans
 * @returns {Tried|undefined}
 */
function handsomest(plans) {
  const fitting = plans.filter(({ fits }) => fits);
  const most = Math.max(...fitting.map(({ size }) => size));
  return fitting.find(({ size }) => size >= Math.min(most, THUMB) && size * NEARLY >= most);
}

/**
 * A field that is higher than its window.
 * @param {Plan} plan
 */
function tall(plan) {
  let size = SMALLEST;
  let tried = tryOut({ ...plan, height: Infinity }, size);
  while (!tried.fits && size > NARROWEST) {
    size -= 1;
    tried = tryOut({ ...plan, height: Infinity }, size);
  }
  return { ...tryOut({ ...plan, height: Math.max(plan.height, Math.ceil(tried.need)) }, size).finish(), shape: SHAPES.length - 1 };
}

/**
 * The largest size that fits, or the smallest there is.
 * @param {Plan} plan
 * @param {number} top
 */
function largest(plan, top) {
  let tried = tryOut(plan, top);
  for (let size = top - 1; size >= SMALLEST && !tried.fits; size -= 1) tried = tryOut(plan, size);
  return tried;
}

/**
 * @param {Plan} plan
 * @param {number} size
 * @returns {Tried}
 */
function tryOut(plan, size) {
  return isTown(plan.scene) ? tryCrossroads(plan, size) : tryField(plan, size);
}

/**
 * Sign-posts of one owner in rows of chips, each with the blocks that wait at it.
 * @param {Plan} plan
 * @param {number} size
 * @param {Post[]} posts
 * @returns {Signs}
 */
function signRows(plan, size, posts) {
  const { scene, field, gap, isNarrow } = plan;
  const chip = plan.isTight ? 34 : isNarrow ? 40 : 38;
  /** @type {Signs["rows"]} */
  const rows = [];
  /** @type {Signs["rows"][number]|null} */
  let row = null;
  const waiting = posts.map((post) => ({ post, items: gather(scene, post.zone) }));
  // Where every pixel counts, those at which somebody waits share rows, and the others theirs.
  if (plan.isDense) waiting.sort((a, b) => Math.sign(b.items.length) - Math.sign(a.items.length));
  for (const { post, items } of waiting) {
    let w = postWidth(post, isNarrow, isNarrow && plan.isTight);
    const across = Math.max(1, Math.min(items.length, Math.floor((field.w - 16) / (size + gap))));
    if (items.length) w = Math.max(w, Math.min(across, plan.abreast) * (size + gap) + 12);
    const flowed = flow(items, size, w - 8, gap);
    const h = chip + (items.length ? flowed.h + 10 : 0);
    if (!row || row.w + 6 + w > field.w) {
      row = { posts: [], w: -6, h: 0 };
      rows.push(row);
    }
    row.posts.push({ post, w, h, flowed });
    row.w += 6 + w;
    row.h = Math.max(row.h, h);
  }
  return { rows, chip, h: rows.reduce((sum, one) => sum + one.h + 4, 0) };
}

/** @type {(post: Post, isNarrow: boolean, isSlim: boolean) => number} */
const postWidth = (post, isNarrow, isSlim) => Math.round(Math.max(isSlim ? 0 : 5, post.name.length) * (isSlim ? 6.7 : isNarrow ? 7.1 : 8.2) + (isSlim ? 26 : isNarrow ? 50 : 66) + (post.owner === "own" || post.used ? 34 : 0) + (post.count ? 18 : 0));

/**
 * Sign-posts beside a reserve: in one line, or in columns of two.
 * @param {Post[]} posts
 * @param {boolean} isNarrow
 * @param {number} share - of the strip that one line may take
 * @param {number} room
 * @returns {SideSigns}
 */
function signColumns(posts, isNarrow, share, room) {
  const chip = isNarrow ? 33 : 36;
  const widths = posts.map((post) => postWidth(post, isNarrow, isNarrow));
  const line = widths.reduce((sum, w) => sum + w + 6, 0);
  const deep = line <= room * share ? 1 : 2;
  /** @type {SideSigns["columns"]} */
  const columns = [];
  for (let n = 0; n < posts.length; n += deep) {
    columns.push({ posts: posts.slice(n, n + deep), w: Math.max(...widths.slice(n, n + deep)) });
  }
  const w = columns.reduce((sum, column) => sum + column.w + 6, 0);
  return { columns, chip, w: posts.length ? w : 0, h: posts.length ? Math.min(deep, posts.length) * (chip + 2) : 0 };
}

/**
 * @param {Layout} out
 * @param {Signs} signs
 * @param {{x: number, y: number, w: number}} box
 * @param {number} size
 * @param {number} gap
 * @param {Owner} owner
 */
function setSigns(out, signs, box, size, gap, owner) {
  let { y } = box;
  for (const row of signs.rows) {
    let x = box.x + (box.w - row.w) / 2;
    for (const { post, w, h, flowed } of row.posts) {
      const top = owner === "own" ? y : y + row.h - h;
      out.zones.set(post.zone, { id: post.zone, kind: "post", post, x, y: top, w, h, chip: signs.chip });
      setDown(out, flowed, size, { x: x + 4, y: top + signs.chip + 4, w: w - 8, h: h - signs.chip - 4 }, gap, "top");
      x += w + 6;
    }
    y += row.h + 4;
  }
}

/**
 * @param {Plan} plan
 * @param {number} size
 * @returns {Tried}
 */
function tryField(plan, size) {
  const { scene, field, height, isNarrow, gap } = plan;
  const inner = gap;
  const label = plan.isTight ? 17 : isNarrow ? 17 : 21;
  const isField = scene.kind === "field";
  const columns = isField ? 3 : 1;
  const colGap = isNarrow ? 5 : 10;
  const colW = (field.w - (columns - 1) * colGap) / columns;
  const fronts = isField ? FRONT : ["front"];
  /** @type {Record<string, string>} */
  const facing = isField ? FACING : { front: "enemy-front" };
  let isWide = false;
  const flowIn = (/** @type {Item[]} */ items, /** @type {number} */ w) => {
    const flowed = flow(items, size, w, inner);
    isWide ||= flowed.isWide;
    return flowed;
  };
  const pad = plan.isDense ? 3 : isNarrow || plan.isTight ? 5 : 12;

  const frontNeed = (/** @type {string[]} */ zones) => {
    let need = 0;
    /** @type {FrontNeed["parts"]} */
    const parts = new Map();
    for (const zone of zones) {
      const enemy = zone.startsWith("enemy-");
      const own = [...(enemy ? [] : emptySlot(scene, zone)), ...gather(scene, zone, "own")];
      const theirs = [...(enemy ? emptySlot(scene, zone) : []), ...gather(scene, zone, "enemy")];
      const a = flowIn(theirs, colW - 2 * pad);
      const b = flowIn(own, colW - 2 * pad);
      const both = a.h && b.h ? (plan.isTight ? 13 : isNarrow ? 14 : 18) : 0;
      parts.set(zone, { a, b, both });
      need = Math.max(need, a.h + b.h + both);
    }
    return { need: Math.max(need, size * (isField && !plan.isDense ? 1.25 : 1.1)) + label + 2 * pad + 4, parts };
  };
  const margin = isNarrow ? 6 : 128;
  /** @type {(zone: string, owner: Owner, posts?: Post[]) => Strip} */
  const strip = (zone, owner, posts = []) => {
    const items = gather(scene, zone, owner);
    // Where height is short, sign-posts stand in one line as long as the blocks beside them do.
    const across = items.reduce((sum, item) => sum + item.w * size + inner, TITLE + 14) / field.w;
    const share = isNarrow ? 0.4 : 0.58;
    const side = signColumns(posts, isNarrow, plan.isDense ? Math.max(share, 1 - across) : share, field.w);
    // A title above the blocks takes a line of its own, unless they leave it room at their left.
    const left = plan.isDense && isNarrow ? flow(items, size, field.w - TITLE - 8 - (side.w ? side.w + 6 : 0), inner) : null;
    const isBeside = left !== null && left.rows.length < 2 && !left.isWide;
    const flowed = isBeside ? left : flowIn(items, field.w - (side.w ? margin + side.w + 6 : isNarrow ? 16 : 220));
    const need = Math.max(flowed.h, Math.min(size * 0.5, 26)) + (isBeside ? 8 : isNarrow ? 20 : plan.isTight ? 10 : 14);
    return { zone, flowed, side, isBeside, need: Math.max(need, side.h + 4) };
  };
  const names = isField ? ["enemy-reserve", "reserve"] : ["enemy-rear", "rear"];
  const theirPosts = scene.posts.filter((post) => post.owner === "enemy");
  const ourPosts = scene.posts.filter((post) => post.owner === "own");
  const isRoomy = !isNarrow || (plan.isDense && field.w > ROOMY); // sideways: wide enough for signs beside a reserve
  const isTheirs = plan.isTight && (isRoomy || theirPosts.length < 3);
  // A sign-post where somebody waits needs the room of a row; the others stand beside the reserve.
  const isWaitedAt = (/** @type {Post} */ post) => scene.blocks.some((block) => block.zone === post.zone);
  const idle = ourPosts.filter((post) => !isWaitedAt(post));
  const beside = plan.isTight && (isRoomy || idle.length < 3) ? idle : [];
  const signsTop = signRows(plan, size, isTheirs ? [] : theirPosts);
  const signsEnd = signRows(plan, size, ourPosts.filter((post) => !beside.includes(post)));
  const theirFront = frontNeed(fronts.map((zone) => facing[zone]));
  const ourFront = frontNeed(fronts);
  const isDrawnUp = scene.battle?.status !== "setting-up";
  const hasTray = (/** @type {string} */ id) => isField && !isDrawnUp && scene.blocks.some((block) => block.zone === id);
  // A tray is as high as its blocks: where every pixel counts the signs stand beside those, and not beside an empty reserve.
  const isInTray = plan.isDense && isNarrow && isRoomy;
  const [oursAtTray, theirsAtTray] = [isInTray && hasTray("tray"), isInTray && hasTray("enemy-tray")];
  const theirBeside = isTheirs ? theirPosts : [];
  const theirRest = strip(names[0], "enemy", theirsAtTray ? [] : theirBeside);
  const ourRest = strip(names[1], "own", oursAtTray ? [] : beside);
  const tray = hasTray("tray") ? strip("tray", "own", oursAtTray ? beside : []) : null;
  const theirTray = hasTray("enemy-tray") ? strip("enemy-tray", "enemy", theirsAtTray ? theirBeside : []) : null;
  const middle = plan.isDense ? 20 : plan.isTight ? 24 : isNarrow ? 26 : 34;
  const gaps = plan.isDense ? 3 : plan.isTight ? 4 : 5;
  const rows = [theirTray, theirRest, theirFront, ourFront, ourRest, tray].filter((row) => row !== null);
  const fixed = signsTop.h + signsEnd.h + middle + gaps * (rows.length + 1) + 6;
  const need = fixed + rows.reduce((sum, row) => sum + row.need, 0);
  const fits = need <= height && !isWide;

  const finish = () => {
    const out = blank(plan, size);
    const spare = Math.max(0, height - need);
    const restGrow = Math.min(spare * 0.06, 22);
    const strips = (rows.length - 2) * restGrow;
    const grow = Math.min(spare * 0.42, (spare - strips) / 2, isField ? 150 : 90);
    let y = Math.max(2, (spare - 2 * grow - strips) / 2);
    setSigns(out, signsTop, { x: field.x, y, w: field.w }, size, inner, "enemy");
    y += signsTop.h;
    const putStrip = (/** @type {Strip} */ row) => {
      const h = row.need + restGrow;
      out.zones.set(row.zone, { id: row.zone, kind: row.zone.endsWith("tray") ? "tray" : "reserve", x: field.x, y, w: field.w, h, room: row.isBeside ? TITLE - 12 : 0 });
      const shift = isNarrow && !row.isBeside ? 12 : 0;
      const left = row.isBeside ? TITLE : row.side.w ? margin : 6;
      setDown(out, row.flowed, size, { x: field.x + left, y: y + shift, w: field.w - left - 6 - row.side.w, h: h - shift }, inner);
      let x = field.x + field.w - row.side.w - 2;
      for (const column of row.side.columns) {
        const deep = column.posts.length * (row.side.chip + 2);
        column.posts.forEach((post, n) => {
          const w = column.w;
          out.zones.set(post.zone, { id: post.zone, kind: "post", post, x, y: y + (h - deep) / 2 + n * (row.side.chip + 2), w, h: row.side.chip, chip: row.side.chip });
        });
        x += column.w + 6;
      }
      y += h + gaps;
    };
    // Both fronts are equally deep where the room allows it.
    const even = (theirFront.need + ourFront.need) / 2 + grow;
    const theirH = Math.max(theirFront.need, Math.min(even, theirFront.need + 2 * grow));
    const ourH = theirFront.need + ourFront.need + 2 * grow - theirH;
    const putFront = (/** @type {FrontNeed} */ front, /** @type {string[]} */ zones, /** @type {number} */ h) => {
      zones.forEach((zone, n) => {
        const enemy = zone.startsWith("enemy-");
        const x = field.x + n * (colW + colGap);
        const { a, b, both } = /** @type {{a: Flow, b: Flow, both: number}} */ (front.parts.get(zone));
        /** @type {Zone} */
        const area = { id: zone, kind: "front", x, y, w: colW, h };
        out.zones.set(zone, area);
        const box = { x: x + pad, y: y + pad + (enemy ? label : 3), w: colW - 2 * pad, h: h - 2 * pad - label - 3 };
        if (both) {
          const rest = box.h - a.h - b.h - both;
          setDown(out, a, size, { ...box, y: box.y + rest / 2, h: a.h }, inner, "top");
          setDown(out, b, size, { ...box, y: box.y + rest / 2 + a.h + both, h: b.h }, inner, "top");
          area.clash = { x: x + colW / 2, y: box.y + rest / 2 + a.h + both / 2 };
        } else {
          setDown(out, a.h ? a : b, size, box, inner);
        }
      });
      y += h + gaps;
    };
    if (theirTray) putStrip(theirTray);
    putStrip(theirRest);
    putFront(theirFront, fronts.map((zone) => facing[zone]), theirH);
    out.middle = { x: field.x, y: y - gaps, w: field.w, h: middle + gaps };
    out.columns = fronts.map((zone, n) => ({ x: field.x + n * (colW + colGap), w: colW }));
    y += middle;
    putFront(ourFront, fronts, ourH);
    putStrip(ourRest);
    if (tray) putStrip(tray);
    setSigns(out, signsEnd, { x: field.x, y: y + 2, w: field.w }, size, inner, "own");
    return out;
  };
  return { size, need, fits, finish };
}

/**
 * After the battle: the town in the middle, its roads to the north above it, to the south below.
 * @param {Plan} plan
 * @param {number} size
 * @returns {Tried}
 */
function tryCrossroads(plan, size) {
  const { scene, field, height, gap } = plan;
  const north = signRows(plan, size, scene.posts.filter((post) => post.bearing.y < 0));
  const south = signRows(plan, size, scene.posts.filter((post) => post.bearing.y >= 0));
  const wide = Math.min(field.w - 24, 640);
  const flowed = flow(gather(scene, "town"), size, wide - 32, gap);
  const least = plan.isTight ? 14 : 50; // of a road between its sign and the town
  const need = north.h + south.h + flowed.h + 64 + 2 * least;
  const finish = () => {
    const out = blank(plan, size);
    const spare = Math.max(0, height - need);
    const lane = least + Math.min(spare * 0.3, 110);
    let y = Math.max(4, (height - (need - 2 * least) - 2 * lane) / 2);
    setSigns(out, north, { x: field.x, y, w: field.w }, size, gap, "enemy");
    y += north.h + lane;
    const h = flowed.h + 64;
    const box = { x: field.x + (field.w - wide) / 2, y, w: wide, h };
    out.zones.set("town", { id: "town", kind: "town", ...box });
    setDown(out, flowed, size, { ...box, y: y + 34, h: flowed.h }, gap);
    y += h + lane;
    setSigns(out, south, { x: field.x, y, w: field.w }, size, gap, "own");
    return out;
  };
  return { size, need, fits: need <= height && !flowed.isWide, finish };
}
