/**
 * What surrounds the country on the sheet: paper, the frame with its degrees, the title in its
 * cartouche, the compass rose and the scale of leagues and kilometres.
 */

import { t } from "../lib/i18n.js";
import { chance } from "./geo.js";
import { wreath } from "./towns.js";

/** @import { Board, Point, Rect, Sheet } from "../lib/types.js" */

const n = (/** @type {number} */ v) => Math.round(v * 10) / 10;

/**
 * Gradients and patterns of the sheet.
 * @param {Sheet} sheet
 */
export function paperDefs(sheet) {
  const rng = chance(99);
  let [fibres, specks] = ["", ""];
  for (let i = 0; i < 46; i += 1) {
    fibres += `M${n(rng() * 230)} ${n(rng() * 230)}q${n(rng() * 8 - 4)} ${n(rng() * 6 - 3)} ${n(rng() * 16 - 8)} ${n(rng() * 10 - 5)}`;
    specks += `M${n(rng() * 230)} ${n(rng() * 230)}h.1`;
  }
  return `<radialGradient id="map-paper" gradientUnits="userSpaceOnUse" cx="${n(sheet.fullWidth * 0.5)}" cy="${n(sheet.fullHeight * 0.46)}" ` +
    `r="${n(sheet.fullWidth * 0.66)}"><stop offset="0" stop-color="var(--map-paper)"/><stop offset=".62" stop-color="var(--map-paper)"/>` +
    `<stop offset="1" stop-color="var(--map-paper-edge)"/></radialGradient>` +
    `<pattern id="map-fibres" width="230" height="230" patternUnits="userSpaceOnUse"><path d="${fibres}" class="map-fibre"/>` +
    `<path d="${specks}" class="map-speck"/></pattern>` +
    `<radialGradient id="map-glow"><stop offset="0" stop-color="var(--map-glow)" stop-opacity=".12"/><stop offset=".5" stop-color="var(--map-glow)" stop-opacity=".62"/><stop offset="1" stop-color="var(--map-glow)" stop-opacity="0"/></radialGradient>` +
    `<clipPath id="map-inside"><rect x="${sheet.frame}" y="${sheet.frame}" width="${n(sheet.width)}" height="${n(sheet.height)}"/></clipPath>`;
}

/**
 * The sheet itself, with the creases where it was folded.
 * @param {Sheet} sheet
 */
export function drawPaper(sheet) {
  const { fullWidth: w, fullHeight: h } = sheet;
  let creases = "";
  for (const k of [0.25, 0.5, 0.75]) creases += `M${n(w * k)} 0V${n(h)}`;
  for (const k of [1 / 3, 2 / 3]) creases += `M0 ${n(h * k)}H${n(w)}`;
  return `<rect width="${n(w)}" height="${n(h)}" fill="url(#map-paper)"/><rect width="${n(w)}" height="${n(h)}" fill="url(#map-fibres)"/>` +
    `<path d="${creases}" class="map-crease-dark"/><path d="${creases}" class="map-crease" transform="translate(1.4 1.4)"/>`;
}

/**
 * The frame: neat lines, bars of five minutes, degrees.
 * @param {Board} board
 */
export function drawFrame(board) {
  const { frame: f, width, fullWidth: w, fullHeight: h, west, east, south, north } = board.sheet;
  const band = 8;
  const gap = 5;
  let [bars, ticks, words] = ["", "", ""];
  const steps = (/** @type {number} */ from, /** @type {number} */ to) => Math.round((to - from) * 12 + 1e-6);
  const firstLon = Math.ceil(west * 12 - 1e-6);
  for (let i = firstLon; i < firstLon + steps(west, east); i += 1) {
    const [p, q] = [board.project(i / 12, south).x, Math.min(board.project((i + 1) / 12, south).x, f + width)];
    if (i % 2 === 0) for (const y of [f - gap - band, h - f + gap]) bars += `M${n(p)} ${n(y)}H${n(q)}v${band}H${n(p)}Z`;
  }
  const firstLat = Math.ceil(south * 12 - 1e-6);
  for (let i = firstLat; i < firstLat + steps(south, north); i += 1) {
    const [p, q] = [board.project(west, i / 12).y, Math.max(board.project(west, (i + 1) / 12).y, f)];
    if (i % 2 === 0) for (const x of [f - gap - band, w - f + gap]) bars += `M${n(x)} ${n(p)}V${n(q)}h${band}V${n(p)}Z`;
  }
  const degrees = (/** @type {number} */ v) => `${Math.floor(v / 60)}°${v % 60 ? `${String(v % 60).padStart(2, "0")}′` : ""}`;
  for (let m = Math.ceil((west * 60) / 15) * 15; m <= east * 60; m += 15) {
    const { x } = board.project(m / 60, south);
    if (x < f + 30 || x > w - f - 30) continue;
    words += `<text x="${n(x)}" y="${f - gap - band - 8}" text-anchor="middle">${degrees(m)}</text><text x="${n(x)}" y="${n(h - f + gap + band + 17)}" text-anchor="middle">${degrees(m)}</text>`;
    ticks += `M${n(x)} ${f}v7M${n(x)} ${n(h - f)}v-7`;
  }
  for (let m = Math.ceil((south * 60) / 15) * 15; m <= north * 60; m += 15) {
    const { y } = board.project(west, m / 60);
    if (y < f + 30 || y > h - f - 30) continue;
    const place = (/** @type {number} */ x, /** @type {number} */ turn) => `<text text-anchor="middle" transform="translate(${n(x)} ${n(y)}) rotate(${turn})">${degrees(m)}</text>`;
    words += place(f - gap - band - 8, -90) + place(w - f + gap + band + 8, 90);
    ticks += `M${f} ${n(y)}h7M${n(w - f)} ${n(y)}h-7`;
  }
  const line = (/** @type {number} */ out) => `M${n(f - out)} ${n(f - out)}H${n(w - f + out)}V${n(h - f + out)}H${n(f - out)}Z`;
  // The sheet beyond the neat line is covered first, so that nothing drawn runs out over it.
  return `<path d="${line(0)}" class="map-neat"/><path d="${line(gap)}${line(gap + band)}" class="map-neat map-thin"/>` +
    `<path d="${line(gap + band + 22)}" class="map-neat map-thick"/><path d="${bars}" class="map-bars"/><path d="${ticks}" class="map-neat"/>` +
    `<g class="map-degrees">${words}</g>`;
}

/**
 * Room taken by title, rose and scale, in units; labels and blocks keep out.
 * @param {Sheet} sheet
 */
export function ornaments(sheet) {
  const right = sheet.frame + sheet.width;
  const bottom = sheet.frame + sheet.height;
  return {
    title: { x: right - 560, y: sheet.frame + 30, width: 440, height: 166 },
    rose: { x: sheet.frame + 92, y: bottom - 238, radius: 66 },
    scale: { x: sheet.frame + 40, y: bottom - 104, width: 300, height: 84 },
  };
}

/** @param {Rect} place */
export function drawTitle(place) {
  const { x, y, width: w, height: h } = place;
  const cx = x + w / 2;
  const c = 20;
  const outline = (/** @type {number} */ i) => `M${n(x + c + i)} ${n(y + i)}H${n(x + w - c - i)}q0 ${n(c - 2)} ${n(c)} ${c}V${n(y + h - c - i)}q${-c} 0 ${-c} ${n(c)}H${n(x + c + i)}q0 ${-c} ${-c} ${-c}V${n(y + c + i)}q${c} 0 ${c} ${-c}Z`;
  const scroll = (/** @type {number} */ side) => {
    const s = side;
    const px = cx + s * (w / 2 - 2);
    return `M${n(px)} ${n(y + h * 0.28)}c${s * 22} -14 ${s * 34} 10 ${s * 18} 20c${s * -9} 5 ${s * -16} -4 ${s * -9} -10M${n(px)} ${n(y + h * 0.72)}c${s * 22} 14 ${s * 34} -10 ${s * 18} -20c${s * -9} -5 ${s * -16} 4 ${s * -9} 10M${n(px)} ${n(y + h * 0.28)}q${s * 13} ${n(h * 0.22)} 0 ${n(h * 0.44)}`;
  };
  const branch = wreath(cx, y + h - 44, 23, 8, 9);
  const rule = (/** @type {number} */ ry, /** @type {number} */ half) => `M${n(cx - half)} ${ry}H${n(cx - 7)}M${n(cx + 7)} ${ry}H${n(cx + half)}M${n(cx - 4)} ${ry}l4 -4 4 4 -4 4Z`;
  return `<g class="map-title"><path d="${outline(0)}" class="map-cartouche"/><path d="${outline(6)}" class="map-neat map-thin"/>` +
    `<path d="${scroll(-1)}${scroll(1)}" class="map-scroll"/>` +
    `<text x="${n(cx)}" y="${n(y + 52)}" class="map-title-main" text-anchor="middle">${t("The Campaign of 1815")}</text>` +
    `<path d="${rule(y + 68, 120)}" class="map-neat"/>` +
    `<text x="${n(cx)}" y="${n(y + 91)}" class="map-title-sub" text-anchor="middle">${t("between the Scheldt and the Meuse")}</text>` +
    `<path d="${branch}" class="map-wreath"/><text x="${n(cx)}" y="${n(y + h - 35)}" class="map-title-n" text-anchor="middle">N</text></g>`;
}

/** @param {Point & {radius: number}} place */
export function drawRose({ x, y, radius: r }) {
  let [light, dark, ticks] = ["", "", ""];
  for (let i = 0; i < 16; i += 1) {
    const long = i % 4 === 0 ? r : i % 2 === 0 ? r * 0.68 : r * 0.46;
    const wide = i % 4 === 0 ? 0.17 : i % 2 === 0 ? 0.15 : 0.1;
    const a = (i * Math.PI) / 8;
    const at = (/** @type {number} */ angle, /** @type {number} */ k) => `${n(x + Math.sin(angle) * k)} ${n(y - Math.cos(angle) * k)}`;
    const waist = i % 4 === 0 ? Math.PI / 4 : Math.PI / 8;
    light += `M${n(x)} ${n(y)}L${at(a - waist, r * wide)}L${at(a, long)}Z`;
    dark += `M${n(x)} ${n(y)}L${at(a + waist, r * wide)}L${at(a, long)}Z`;
  }
  for (let i = 0; i < 72; i += 1) {
    const a = (i * Math.PI) / 36;
    const k = i % 6 ? 0.81 : 0.775;
    ticks += `M${n(x + Math.sin(a) * r * k)} ${n(y - Math.cos(a) * r * k)}L${n(x + Math.sin(a) * r * 0.84)} ${n(y - Math.cos(a) * r * 0.84)}`;
  }
  return `<g class="map-rose"><circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.84)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.55)}" class="map-thin"/>` +
    `<path d="${ticks}" class="map-neat map-thin"/><path d="${light}" class="map-rose-light"/><path d="${dark}" class="map-rose-dark"/>` +
    `<path d="M${n(x)} ${n(y - r - 27)}c4 5 6 8 6 12 0 3-3 4-4 1 1 4 0 6-2 8-2-2-3-4-2-8-1 3-4 2-4-1 0-4 2-7 6-12ZM${n(x - 5)} ${n(y - r - 4)}h10" class="map-fleur"/></g>`;
}

/**
 * @param {Point} place
 * @param {number} unitsPerKm
 */
export function drawScale({ x, y }, unitsPerKm) {
  const step = 5 * unitsPerKm;
  let [bars, words] = ["", ""];
  for (let i = 0; i < 5; i += 1) if (i % 2 === 0) bars += `M${n(x + i * step)} ${n(y + 20)}h${n(step)}v5h${n(-step)}Z`;
  for (const km of [0, 5, 10, 15, 20, 25]) words += `<text x="${n(x + km * unitsPerKm)}" y="${n(y + 15)}" text-anchor="middle">${km}</text>`;
  // The post league of the time: 3.898 km.
  const league = 3.898 * unitsPerKm;
  for (let i = 0; i < 6; i += 1) if (i % 2 === 0) bars += `M${n(x + i * league)} ${n(y + 45)}h${n(league)}v5h${n(-league)}Z`;
  for (const l of [0, 2, 4, 6]) words += `<text x="${n(x + l * league)}" y="${n(y + 64)}" text-anchor="middle">${l}</text>`;
  const box = (/** @type {number} */ by, /** @type {number} */ w) => `M${n(x)} ${n(by)}h${n(w)}v5h${n(-w)}Z`;
  return `<g class="map-scale"><path d="${box(y + 20, 5 * step)}${box(y + 45, 6 * league)}" class="map-neat"/><path d="${bars}" class="map-bars"/>${words}` +
    `<text x="${n(x + 5 * step + 12)}" y="${n(y + 26)}" class="map-scale-word">${t("kilometres")}</text>` +
    `<text x="${n(x + 6 * league + 12)}" y="${n(y + 52)}" class="map-scale-word">${t("post leagues")}</text></g>`;
}
