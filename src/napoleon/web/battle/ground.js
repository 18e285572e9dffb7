/**
 * The ground of a battlefield as an engraver of the time would have drawn it: parcels of fields in
 * fine strokes, trees, hachures, a walled farm, a winding stream. Colours stand in battle.css.
 */

import { fitText } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { terrainName } from "../lib/names.js";
import { COLUMN, FACING, FRONT } from "./scene.js";
import { zoneTitle } from "./words.js";

/** @import { Ground, Side, TerrainKind } from "../lib/types.js" */
/** @import { Box, Layout, Zone } from "./layout.js" */
/** @import { Scene } from "./scene.js" */

const n1 = (/** @type {number} */ x) => Math.round(x * 10) / 10;

/**
 * A small generator, so that a field looks the same whenever it is drawn.
 * @param {string} text
 */
function seeded(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 16777216;
  };
}

const DEFS = `<defs>
<symbol id="b-tree" viewBox="-12 -14 24 28" overflow="visible"><ellipse class="b-tree-shade" cx="5" cy="9" rx="9" ry="2.8"/>
<path class="b-tree-crown" d="M-1 9C-5 10-9 7-8.400 3-11.500 1-11-4.500-7.500-5.500-7.500-9.500-3-12 .2-10 3.500-12.500 8-9.500 7.400-6 11-4.500 11 .5 8 2 8.500 6.500 4 9.500 1 8.500Z"/>
<path class="b-tree-lines" d="M2.500-8C6-6 7-2 5.600 1M5 4C4 6 2.500 7 .5 7M0-5.500C3-4.500 4-1 2.600 2M-4-6C-6-4-6-2-5 0M-1 9V12"/></symbol>
<symbol id="b-bush" viewBox="-8 -8 16 16" overflow="visible"><path class="b-tree-crown" d="M0 5C-4 6-7 3-5.500 0-6-4-2-6 0-4.500 3-6.500 6.500-3.500 5.500-.5 7 3 3 6 0 5Z"/><path class="b-tree-lines" d="M2-3C4-1.500 4 1 3 3M0 5V7.500"/></symbol>
${[20, 68, 112, 155].map((angle, k) => `<pattern id="b-crop${k}" width="${6 + k}" height="${6 + k}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><path class="b-crop" d="M0 1.500H${6 + k}${k % 2 ? `M0 4H${3 + k}` : ""}"/></pattern>`).join("")}
<pattern id="b-roof" width="2.600" height="2.600" patternUnits="userSpaceOnUse" patternTransform="rotate(58)"><path class="b-roof-line" d="M0 1H3"/></pattern>
</defs>`;

/**
 * Fields: a rectangle cut into crooked parcels, each ploughed its own way.
 * @param {Box} box
 * @param {() => number} random
 */
function parcels(box, random) {
  const { x, y, w, h } = box;
  const cutX = [0, 0.3 + random() * 0.12, 0.62 + random() * 0.16, 1];
  const cutY = [0, 0.42 + random() * 0.2, 1];
  const jig = () => (random() - 0.5) * Math.min(w, h) * 0.12;
  const grid = cutY.map((v, j) => cutX.map((u, i) => [
    x + u * w + (i > 0 && i < 3 ? jig() : 0), y + v * h + (j === 1 ? jig() : 0)]));
  let made = "";
  let hedges = "";
  for (let k = 0; k < 2; k += 1) {
    // A hedge or a row of poplars along one of the inner borders.
    const [from, to] = random() < 0.5 ? [grid[k][1 + k], grid[k + 1][1 + k]] : [grid[1][k], grid[1][k + 1]];
    const many = Math.floor(Math.hypot(to[0] - from[0], to[1] - from[1]) / 9);
    for (let m = 1; m < many; m += 1) {
      if (random() < 0.3) continue;
      const at = m / many;
      const r = 5 + random() * 5;
      hedges += `<use href="#b-bush" x="${n1(from[0] + (to[0] - from[0]) * at - r / 2 + (random() - 0.5) * 3)}" y="${n1(from[1] + (to[1] - from[1]) * at - r * 0.6 + (random() - 0.5) * 3)}" width="${n1(r)}" height="${n1(r)}" opacity=".7"/>`;
    }
  }
  for (let j = 0; j < 2; j += 1) {
    for (let i = 0; i < 3; i += 1) {
      const corners = [grid[j][i], grid[j][i + 1], grid[j + 1][i + 1], grid[j + 1][i]];
      const d = `M${corners.map(([a, b]) => `${n1(a)} ${n1(b)}`).join("L")}Z`;
      const wash = Math.floor(random() * 3);
      if (random() < 0.78) made += `<path d="${d}" class="b-parcel b-wash${wash}"/><path d="${d}" fill="url(#b-crop${Math.floor(random() * 4)})"/>`;
      else made += `<path d="${d}" class="b-parcel b-wash${wash}"/>`;
    }
  }
  return made + hedges;
}

/** @type {(x: number, y: number, size: number, more?: string) => string} */
function tree(x, y, size, more = "") {
  return `<use href="#b-tree" x="${n1(x - size / 2)}" y="${n1(y - size * 0.58)}" width="${n1(size)}" height="${n1(size * 1.17)}"${more}/>`;
}

/** @type {(box: Box, random: () => number, size: number, band: number, isEnemy: boolean) => string} */
function woods(box, random, size, band, isEnemy) {
  const { x, w } = box;
  // The title keeps its own band free of trees.
  const y = box.y + (isEnemy ? band : 0);
  const h = box.h - band;
  const step = Math.max(11, Math.min(18, size * 0.27));
  /** @type {[number, number, number, boolean][]} */
  const trees = [];
  for (let v = step * 0.5; v < h - 3; v += step * 0.74) {
    for (let u = step * 0.4; u < w - 2; u += step * 0.92) {
      const px = x + u + (random() - 0.5) * step * 0.8;
      const py = y + v + (random() - 0.5) * step * 0.6;
      const edge = Math.min((px - x) / w, (x + w - px) / w, (py - y) / h * 1.1, (y + h - py) / h * 1.1);
      // Thick along the border, thin where the blocks stand.
      if (random() < (edge < 0.13 ? 0.92 : edge < 0.22 ? 0.5 : 0.2)) {
        trees.push([px, py, step * (0.95 + random() * 0.4), edge >= 0.16]);
      }
    }
  }
  trees.sort((a, b) => a[1] - b[1]);
  return `<rect x="${n1(x)}" y="${n1(box.y)}" width="${n1(w)}" height="${n1(box.h)}" rx="7" class="b-wood-wash"/>` +
    trees.map(([a, b, r, isInner]) => tree(a, b, r, isInner ? ` opacity=".55"` : "")).join("");
}

/**
 * A hill after Lehmann: short strokes down the slope, thicker where it is steep.
 * @type {(cx: number, cy: number, rx: number, ry: number, random: () => number) => string}
 */
function hill(cx, cy, rx, ry, random) {
  let made = `<ellipse cx="${n1(cx)}" cy="${n1(cy)}" rx="${n1(rx * 1.5)}" ry="${n1(ry * 1.5)}" class="b-hill-wash"/>`;
  for (const [inner, outer, count, wide] of [[0.98, 1.2, 64, 1.2], [1.22, 1.4, 72, 0.9], [1.42, 1.55, 60, 0.6]]) {
    let d = "";
    for (let k = 0; k < count; k += 1) {
      const a = (k / count) * 2 * Math.PI + (random() - 0.5) * 0.05;
      const steep = 0.85 + 0.25 * Math.sin(a - 0.7) + (random() - 0.5) * 0.06;
      const i = inner + (random() - 0.5) * 0.04;
      const o = i + (outer - inner) * steep;
      const bend = a + 0.03;
      d += `M${n1(cx + Math.cos(a) * rx * i)} ${n1(cy + Math.sin(a) * ry * i)}L${n1(cx + Math.cos(bend) * rx * o)} ${n1(cy + Math.sin(bend) * ry * o)}`;
    }
    made += `<path d="${d}" class="b-hachure" stroke-width="${wide}"/>`;
  }
  return made;
}

/**
 * A walled farm about a yard, with room in it for one block.
 * @param {Box} slot
 * @param {() => number} random
 */
function farm(slot, random) {
  const { x, y, w, h } = slot;
  const d = w * 0.155;
  const house = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ e) => {
    const isLong = c > e;
    return `<g class="b-house"><rect x="${n1(a + 1.5)}" y="${n1(b + 2)}" width="${n1(c)}" height="${n1(e)}" class="b-house-shade"/>` +
      `<rect x="${n1(a)}" y="${n1(b)}" width="${n1(c)}" height="${n1(e)}" class="b-roof"/>` +
      `<rect x="${n1(isLong ? a : a + c / 2)}" y="${n1(isLong ? b + e / 2 : b)}" width="${n1(isLong ? c : c / 2)}" height="${n1(isLong ? e / 2 : e)}" class="b-roof-dark"/>` +
      `<rect x="${n1(a)}" y="${n1(b)}" width="${n1(c)}" height="${n1(e)}" fill="url(#b-roof)"/>` +
      `<path d="${isLong ? `M${n1(a)} ${n1(b + e / 2)}h${n1(c)}` : `M${n1(a + c / 2)} ${n1(b)}v${n1(e)}`}" class="b-ridge"/></g>`;
  };
  let orchard = "";
  const bush = Math.max(8, w * 0.11);
  for (let k = 0; k < 12; k += 1) {
    const side = k % 2 ? x + w + 5 + bush * Math.floor((k % 4) / 2) * 1.1 : x - 5 - bush * (1 + Math.floor((k % 4) / 2) * 1.1);
    orchard += `<use href="#b-bush" x="${n1(side + (random() - 0.5) * 2)}" y="${n1(y + h * (0.1 + 0.3 * Math.floor(k / 4)) + (random() - 0.5) * 2)}" width="${n1(bush)}" height="${n1(bush)}"/>`;
  }
  const gate = w * 0.24;
  const [l, r, u, v] = [x + d / 2, x + w - d / 2, y + d / 2, y + h - d / 2];
  const mid = x + w * 0.72;
  return `<g>${orchard}<rect x="${n1(l)}" y="${n1(u)}" width="${n1(r - l)}" height="${n1(v - u)}" class="b-yard"/>` +
    `<path d="M${n1(mid + gate / 2)} ${n1(v)}H${n1(r)}V${n1(u)}H${n1(l)}V${n1(v)}H${n1(mid - gate / 2)}" class="b-wall"/>` +
    `<path d="M${n1(mid)} ${n1(v)}c2 6 -4 9 -2 16" class="b-track"/>` +
    house(x, y, w * 0.66, d) + house(x, y + d * 1.25, d, h * 0.36) + house(x + w - d, y + h * 0.3, d, h * 0.42) +
    house(x + w * 0.08, y + h - d, w * 0.4, d) + `</g>`;
}

/**
 * A stream that winds along the border of two areas.
 * @type {(x: number, y: number, w: number, h: number, random: () => number) => string}
 */
function streamPath(x, y, w, h, random) {
  const steps = Math.max(4, Math.round(w / 58));
  /** @type {[number, number][]} */
  const points = [];
  for (let k = 0; k <= steps; k += 1) {
    const edge = k === 0 || k === steps;
    points.push([x + (w * k) / steps, y + h / 2 + (edge ? 0 : (k % 2 ? -1 : 1) * h * (0.12 + random() * 0.18))]);
  }
  let d = `M${n1(points[0][0])} ${n1(points[0][1])}`;
  for (let k = 0; k < points.length - 1; k += 1) {
    const [p0, p1, p2, p3] = [points[k - 1] || points[k], points[k], points[k + 1], points[k + 2] || points[k + 1]];
    d += `C${n1(p1[0] + (p2[0] - p0[0]) / 6)} ${n1(p1[1] + (p2[1] - p0[1]) / 6)} ${n1(p2[0] - (p3[0] - p1[0]) / 6)} ${n1(p2[1] - (p3[1] - p1[1]) / 6)} ${n1(p2[0])} ${n1(p2[1])}`;
  }
  return d;
}

/** @type {(box: Box, cls: string, r?: number) => string} */
const rect = (box, cls, r = 7) => `<rect x="${n1(box.x)}" y="${n1(box.y)}" width="${n1(box.w)}" height="${n1(box.h)}" rx="${r}" class="${cls}"/>`;
const escape = (/** @type {string} */ words) => words.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** @type {(x: number, y: number, words: string, cls: string, more?: string) => string} */
const text = (x, y, words, cls, more = "") => `<text x="${n1(x)}" y="${n1(y)}" class="${cls}"${more}>${escape(words)}</text>`;

/**
 * Two arrows head to head: these two areas face each other.
 * @type {(x: number, y: number, h: number) => string}
 */
function facingMark(x, y, h) {
  const a = h * 0.34;
  return `<path class="b-facing" d="M${n1(x)} ${n1(y - a)}V${n1(y + a)}M${n1(x - 4)} ${n1(y - a + 4)}l4-4 4 4M${n1(x - 4)} ${n1(y + a - 4)}l4 4 4-4"/>`;
}

/**
 * Crossed sabres between those who fight.
 * @type {(at: {x: number, y: number}, w: number) => string}
 */
function clashMark({ x, y }, w) {
  return `<path class="b-clash-line" d="M${n1(x - w)} ${n1(y)}H${n1(x - 13)}M${n1(x + 13)} ${n1(y)}H${n1(x + w)}"/>` +
    `<path class="b-clash" d="M${n1(x - 8)} ${n1(y - 5)}C${n1(x - 3)} ${n1(y - 4)} ${n1(x + 4)} ${n1(y)} ${n1(x + 8)} ${n1(y + 6)}M${n1(x + 8)} ${n1(y - 5)}C${n1(x + 3)} ${n1(y - 4)} ${n1(x - 4)} ${n1(y)} ${n1(x - 8)} ${n1(y + 6)}M${n1(x - 8.5)} ${n1(y + 2.5)}l3.500 3.500M${n1(x + 8.5)} ${n1(y + 2.5)}l-3.500 3.500"/>`;
}

/**
 * What the ground depends on: drawn anew only when this changes.
 * @type {(scene: Scene, layout: Layout, width: number, height: number) => string}
 */
export function groundKey(scene, layout, width, height) {
  return JSON.stringify([scene.kind, scene.town, width, height, layout.size, scene.terrain, scene.crossed, scene.side, scene.isSeat, scene.isShown,
    [...layout.zones.values()].map((zone) => [zone.id, n1(zone.x), n1(zone.y), n1(zone.w), n1(zone.h), Boolean(zone.clash), zone.post && [zone.post.used, zone.post.isMain]]),
    [...layout.slots, ...layout.chosen].map((slot) => [n1(slot.x), n1(slot.y)])]);
}

/**
 * Draw the ground of a scene into an <svg>.
 * @type {(svg: SVGSVGElement, scene: Scene, layout: Layout, width: number, height: number) => void}
 */
export function drawGround(svg, scene, layout, width, height) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const random = seeded(scene.town);
  let under = "";
  let over = "";
  const ours = scene.side;
  const theirs = ours === "french" ? "allied" : "french";
  for (const zone of layout.zones.values()) {
    const isEnemy = zone.id.startsWith("enemy-");
    const side = isEnemy ? theirs : ours;
    if (zone.kind === "front") {
      const ground = scene.terrain.find((one) => one.area === zone.id);
      const box = { x: zone.x, y: zone.y, w: zone.w, h: zone.h };
      under += `<clipPath id="b-clip-${zone.id}">${rect(box, "")}</clipPath>`;
      let inside = rect(box, "b-area") + parcels(box, seeded(scene.town + zone.id));
      if (ground?.kind === "woods") inside += woods(box, seeded(zone.id + scene.town), layout.size, layout.isNarrow ? 17 : 20, isEnemy);
      for (const slot of layout.slots.filter((one) => one.area === zone.id)) {
        inside += slot.kind === "hill"
          ? hill(slot.x + slot.w / 2, slot.y + slot.h / 2, slot.w * 0.52, slot.h * 0.5, seeded("hill" + zone.id))
          : farm(slot, seeded("farm" + zone.id));
      }
      under += `<g clip-path="url(#b-clip-${zone.id})">${inside}${rimOf(zone, side, isEnemy)}</g>`;
      over += rect(box, `b-area-edge b-of-${side}`);
      over += text(zone.x + zone.w / 2, isEnemy ? zone.y + (layout.isNarrow ? 14.5 : 17) : zone.y + zone.h - (layout.isNarrow ? 6 : 7.5), areaTitle(scene, zone.id, ground), "b-title", ` text-anchor="middle" data-room="${n1(zone.w - 10)}"`);
      if (zone.clash) over += clashMark(zone.clash, zone.w * 0.36);
    } else if (zone.kind === "reserve" || zone.kind === "tray") {
      under += rect(zone, zone.kind === "tray" ? "b-tray" : "b-reserve");
      over += rect(zone, `b-area-edge b-thin b-of-${side}`);
      over += text(zone.x + (layout.isNarrow ? 8 : 14), layout.isNarrow ? zone.y + 13 : zone.y + zone.h / 2 + 5, zoneTitle(scene, zone.id), "b-title b-title-side", zone.room ? ` data-room="${zone.room}"` : "");
    } else if (zone.kind === "town") {
      under += roads(layout, zone) + rect(zone, "b-town", 12);
      over += rect(zone, "b-area-edge", 12) + text(zone.x + zone.w / 2, zone.y + 23, scene.name, "b-title b-town-name", ` text-anchor="middle"`);
    }
  }
  if (layout.middle && scene.kind === "field") over = middle(scene, layout, layout.middle, random) + over;
  else if (layout.middle) over = `<path class="b-lane" d="M${n1(layout.middle.x)} ${n1(layout.middle.y + layout.middle.h / 2)}h${n1(layout.middle.w)}"/>` + over;
  for (const place of layout.chosen) over += rect(place, "b-ghost", 6);
  // Ids of this field alone: the rules draw others beside it.
  svg.innerHTML = (DEFS + under + over).replace(/(id="|url\(#|href="#)b-/g, `$1b${serialOf(svg)}-`);
  for (const words of svg.querySelectorAll("text[data-room]")) fitText(words, Number(words.getAttribute("data-room")));
}

/** @type {WeakMap<SVGSVGElement, number>} */
const serials = new WeakMap();
let fields = 0;

/** @param {SVGSVGElement} svg */
function serialOf(svg) {
  const serial = serials.get(svg) ?? (fields += 1);
  serials.set(svg, serial);
  return serial;
}

/**
 * A wash of the owner's colour along the outer side of his area, as on the maps of the time.
 * @param {Zone} zone
 * @param {Side} side
 * @param {boolean} isEnemy
 */
function rimOf(zone, side, isEnemy) {
  const h = 7;
  return `<rect x="${n1(zone.x)}" y="${n1(isEnemy ? zone.y : zone.y + zone.h - h)}" width="${n1(zone.w)}" height="${h}" class="b-rim b-of-${side}"/>`;
}

/**
 * @param {Scene} scene
 * @param {string} zone
 * @param {Ground|undefined} ground
 */
function areaTitle(scene, zone, ground) {
  const title = zoneTitle(scene, zone);
  if (!ground || ground.kind === "stream") return title;
  return `${title} · ${terrainName(ground.kind)}`;
}

/**
 * @param {Scene} scene
 * @param {Layout} layout
 * @param {Box} box
 * @param {() => number} random
 */
function middle(scene, layout, { y, h }, random) {
  let made = "";
  layout.columns.forEach((column, n) => {
    const zone = FRONT[n];
    const isStream = scene.terrain.some((one) => one.kind === "stream" && (one.area === zone || one.area === FACING[zone]));
    const cx = column.x + column.w / 2;
    if (isStream) {
      const d = streamPath(column.x - 4, y, column.w + 8, h, random);
      const count = scene.crossed[COLUMN[zone]] || 0;
      const words = t("crossed {count}/{most}", { count, most: scene.board.data.limits.stream });
      const w = words.length * (layout.isNarrow ? 5.6 : 6.2) + 14;
      made += `<linearGradient id="b-fade${n}" gradientUnits="userSpaceOnUse" x1="${n1(column.x - 6)}" x2="${n1(column.x + column.w + 6)}" y1="0" y2="0"><stop offset="0" stop-color="#000"/><stop offset=".07" stop-color="#fff"/><stop offset=".93" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>` +
        `<mask id="b-mask${n}" maskUnits="userSpaceOnUse" x="${n1(column.x - 8)}" y="${n1(y - 10)}" width="${n1(column.w + 16)}" height="${n1(h + 20)}"><rect x="${n1(column.x - 8)}" y="${n1(y - 10)}" width="${n1(column.w + 16)}" height="${n1(h + 20)}" fill="url(#b-fade${n})"/></mask>` +
        `<g mask="url(#b-mask${n})"><path d="${d}" class="b-stream-edge"/><path d="${d}" class="b-stream"/><path d="${d}" class="b-stream-line"/></g>` +
        `<rect x="${n1(cx - w / 2)}" y="${n1(y + h / 2 - 8.5)}" width="${n1(w)}" height="17" rx="8.500" class="b-tag-plate"/>` +
        text(cx, y + h / 2 + 4, words, "b-tag-text", ` text-anchor="middle" data-room="${n1(w - 10)}"`);
    } else {
      const mid = y + h / 2;
      made += `<path class="b-lane" d="M${n1(column.x + 4)} ${n1(mid)}H${n1(cx - 12)}M${n1(cx + 12)} ${n1(mid)}H${n1(column.x + column.w - 4)}"/>` + facingMark(cx, mid, h);
    }
  });
  return made;
}

/**
 * @param {Layout} layout
 * @param {Zone} town
 */
function roads(layout, town) {
  let made = "";
  for (const zone of layout.zones.values()) {
    if (!zone.post) continue;
    const x1 = town.x + town.w / 2 + zone.post.bearing.x * town.w * 0.32;
    const y1 = town.y + town.h / 2;
    const x2 = zone.x + zone.w / 2;
    const y2 = zone.y + zone.h / 2;
    const d = `M${n1(x1)} ${n1(y1)}C${n1(x1)} ${n1((y1 + y2) / 2)} ${n1(x2)} ${n1((y1 + y2) / 2)} ${n1(x2)} ${n1(y2)}`;
    made += zone.post.isMain ? `<path d="${d}" class="b-road-edge"/><path d="${d}" class="b-road"/>` : `<path d="${d}" class="b-minor"/>`;
  }
  return made;
}

/**
 * A terrain block as drawn from the cup, face up.
 * @param {TerrainKind} kind
 */
export function terrainTile(kind) {
  const random = seeded(`tile${kind}`);
  const box = { x: 2, y: 2, w: 60, h: 44 };
  const inner = {
    woods: () => [[14, 18], [28, 14], [44, 19], [20, 31], [36, 33], [51, 31]].map(([x, y]) => tree(x, y, 15)).join(""),
    farm: () => farm({ x: 17, y: 9, w: 30, h: 30 }, random),
    hill: () => hill(32, 24, 13, 9, random),
    stream: () => { const d = streamPath(2, 10, 60, 28, random); return `<path d="${d}" class="b-stream-edge"/><path d="${d}" class="b-stream"/>`; },
  }[kind]();
  return `<svg viewBox="0 0 64 48" class="b-tile" aria-hidden="true">${DEFS}<clipPath id="b-clip-tile-${kind}">${rect(box, "", 5)}</clipPath>` +
    `<g clip-path="url(#b-clip-tile-${kind})">${rect(box, "b-area")}${inner}</g>${rect(box, "b-tile-edge", 5)}</svg>`;
}

/** A terrain block face down: stained wood. */
export function terrainBack() {
  return `<svg viewBox="0 0 64 48" class="b-tile" aria-hidden="true"><rect x="2" y="4" width="60" height="43" rx="5" class="b-tile-shade"/>` +
    `<rect x="2" y="2" width="60" height="43" rx="5" class="b-tile-wood"/><path d="M6 12C22 8 40 16 58 10M6 24C24 20 42 28 58 22M6 36C20 32 44 40 58 34" class="b-tile-grain"/></svg>`;
}
