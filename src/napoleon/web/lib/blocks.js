// The wooden blocks: faces, backs and blocks lying on their face (rules 3, 7.3). A block is drawn in
// a box of 100 x 100 with its corner at 0,0 and scaled to `size`; shapes that repeat are <symbol>s
// kept once in the document. Colours stand in map.css.

import { ARMIES } from "./names.js";

/** @import { Army, Card } from "./types.js" */

/**
 * How a block lies and is marked.
 * @typedef {{strength?: number, marks?: string[], size?: number, count?: number, selected?: boolean, lit?: boolean,
 *   acted?: boolean, disordered?: boolean}} Look
 */

const SVG = "http://www.w3.org/2000/svg";

const MUSKET = "M-40-4.4-39 6.2-25 5-13 3.5 21 2.5V-2.2L-12-2.9-24-3.1ZM-12 3l-1.4 4.4 6 .1 1.2-4.4z";
const BAYONET = "M20 .2h19";
const SABRE = "M-27-1.6C-6-1.6 18-6 38-16.5 22-1.8 2 3.6-27 3.2Z";
const BROADSWORD = "M-27-3.4C-4-3.4 18-6.4 39-13.5 23 .6 4 4.6-27 4.8Z";
const HILT = "M-26-6.5v14M-26-5.5C-34-12-43-6-39 1.6M-26 .8h-13";

/**
 * @param {string} shapes
 * @param {number} cx
 * @param {number} cy
 * @param {number} degrees
 */
function crossed(shapes, cx, cy, degrees) {
  const one = `<g transform="translate(${cx} ${cy}) rotate(${-degrees})">${shapes}</g>`;
  const other = `<g transform="translate(${cx} ${cy}) scale(-1 1) rotate(${-degrees})">${shapes}</g>`;
  return one + other;
}

/** @type {(x: number, y: number, r: number) => string} */
const WHEEL = (x, y, r) => {
  let spokes = "";
  for (let i = 0; i < 4; i += 1) {
    const a = (i * Math.PI) / 4 + 0.2;
    const [c, s] = [Math.cos(a) * r, Math.sin(a) * r];
    spokes += `M${(x - c).toFixed(1)} ${(y - s).toFixed(1)}L${(x + c).toFixed(1)} ${(y + s).toFixed(1)}`;
  }
  return `<circle cx="${x}" cy="${y}" r="${r}" class="nb-line" stroke-width="3.6"/>` +
    `<path d="${spokes}" class="nb-line" stroke-width="2"/><circle cx="${x}" cy="${y}" r="3.6"/>`;
};

// A field gun: tapering barrel with its muzzle ring, cascabel, trail and wheel.
const GUN = `<path d="M22 33.5C20 30.6 22.6 27.6 25.6 28.8L76 20.6 77 18.4 82 17.8 84.2 27.8 79.2 28.8 78.4 27.6 30 38.4Z"/>` +
  `<path d="M46 43 17 60.4" class="nb-line" stroke-width="6"/>` + WHEEL(50, 46, 16);

const HORSE = "M64 60C63 52 64.5 46 69 41.5 65.5 43.5 61.5 44.2 58.6 47.4 57.4 49.2 55.2 49 54 47.4 52.4 45.4 52.2 43.4 54 41 57.4 36 58.6 30.6 62.4 26.6L62 20.6 66.4 24C76 23.6 84.4 31 86.6 42 87.9 48.6 87.4 54.6 87 60Z";

const SYMBOLS = {
  "infantry": crossed(`<path d="${MUSKET}"/><path d="${BAYONET}" class="nb-line" stroke-width="2.8"/>`, 50, 42.5, 30),
  "light-cavalry": crossed(`<path d="${SABRE}"/><path d="${HILT}" class="nb-line" stroke-width="3"/>`, 50, 42, 28),
  "heavy-cavalry": crossed(`<path d="${BROADSWORD}"/><path d="${HILT}" class="nb-line" stroke-width="4.4"/>`, 50, 39, 28) +
    `<path d="M34 61.5H66" class="nb-line" stroke-width="4.6"/>`,
  "foot-artillery": GUN,
  "horse-artillery": `<g transform="translate(3.5 17) scale(.72)">${GUN}</g><path d="${HORSE}"/>` +
    `<circle cx="66" cy="33" r="1.9" class="nb-hole"/><path d="M75 29.5C80 34 82 41 81.6 48" class="nb-hole-line"/>`,
  // Bicorne worn broadside on, with its cockade.
  "napoleon": `<path d="M8 53.5C15 52 20.6 46 26 37 32 26.4 40 20.4 50 20.4S68 26.4 74 37C79.4 46 85 52 92 53.5 88 58.4 80 59.4 73 57.4 58 53.4 42 53.4 27 57.4 20 59.4 12 58.4 8 53.5Z"/>` +
    `<path d="M26 47.5C41 41.5 59 41.5 74 47.5" class="nb-hole-line"/><circle cx="62.5" cy="35" r="6" class="nb-hole"/><circle cx="62.5" cy="35" r="2.8"/>`,
  // Cocked hat worn fore and aft, with its plume.
  "wellington": `<path d="M6 49.5C16 50.5 25 46.5 33 40.6 39 36.2 45 34.4 52 34.8 60 35.2 66 38.6 72 42.6 79 47.2 86 48.6 94 46.4 91 54.6 83 59.8 72 60.6 58 61.4 44 57.4 30 60 18 62 8.4 58 6 49.5Z"/>` +
    `<path d="M40 39C33 35 30.4 28.4 32.4 21.6 34.8 23.4 36.6 23.4 38.8 21.8 39.8 24.6 41.8 25.6 44.6 25 44.6 28 46.2 29.6 49 30 48 33 48.4 35.4 50 38Z"/>` +
    `<path d="M27 51.6C42 46.6 60 47.4 76 52.6" class="nb-hole-line"/><circle cx="46.4" cy="41.6" r="4.4" class="nb-hole"/>`,
  // Forage cap: wide soft crown, band and peak.
  "blucher": `<path d="M11 34.4C12.4 25.4 31 20 51 20S88 24.6 89 33C89.4 38 81.6 41.6 75 42.6L74 52.4C60 50 44 50.4 29 54.4L28 43.8C20 42.4 10.6 39.6 11 34.4Z"/>` +
    `<path d="M28 44C43 46.8 60 46.6 75 43.2" class="nb-hole-line"/><path d="M29.6 56.8C43 53 56 52.6 68 54.4 58 60.8 40 65 20.6 62 17.6 60.8 22 58.6 29.6 56.8Z"/>` +
    `<circle cx="51" cy="33.4" r="4.2" class="nb-hole"/>`,
};

// A mark burnt into the wood of each army, so that backs are told apart without colour.
/** @type {Record<Army, string>} */
const BRANDS = {
  "french": "M34 66V34h7.5L59 56V34h7v32h-7.4L41 44v22Z",
  "anglo-dutch": "M30 62 27 39 39 49 50 32 61 49 73 39 70 62ZM30.5 65.5h39v4.5h-39z",
  "prussian": "M41 30h18c-3.4 5.4-4.6 10.4-4.6 15.4 5 0 10-1.2 15.6-4.4v18c-5.6-3.2-10.6-4.6-15.6-4.6 0 5 1.2 10.2 4.6 15.6H41c3.4-5.4 4.6-10.6 4.6-15.6-5 0-10 1.4-15.6 4.6V41c5.6 3.2 10.6 4.4 15.6 4.4 0-5-1.2-10-4.6-15.4Z",
};

const GRAINS = [
  "M7 22C30 17 62 26 93 19M6 38C34 33 52 44 94 36M7 57C24 52 40 61 58 57S84 53 94 58M6 75C30 70 66 80 94 73",
  "M10 30C40 26 60 34 93 28M8 47C20 45 30 49 44 46M58 49C72 46 82 50 93 47M8 67C36 63 64 71 93 65M12 85C40 81 66 88 90 83",
];

/** @param {Army} army */
function base(army) {
  return `<symbol id="nb-base-${army}" viewBox="-10 -10 128 128" overflow="visible">` +
    `<rect x="3" y="9" width="103" height="103" rx="14" class="nb-shade" opacity=".13"/>` +
    `<rect x="1.5" y="7" width="101" height="102" rx="12" class="nb-shade" opacity=".2"/>` +
    `<rect x="0" y="4" width="100" height="102" rx="10" fill="var(--nb-${army}-edge)"/>` +
    `<rect width="100" height="100" rx="9.5" fill="url(#nb-wood)"/>` +
    `<rect x="4.2" y="4.2" width="91.6" height="91.6" rx="6.5" fill="var(--nb-${army})"/>` +
    `<rect x="4.2" y="4.2" width="91.6" height="91.6" rx="6.5" fill="url(#nb-sheen)"/>` +
    `<path d="M5 94V11Q5 5 11 5H94" class="nb-edge-light"/><path d="M95 6V89Q95 95 89 95H6" class="nb-edge-dark"/></symbol>`;
}

/** @param {Army} army */
function back(army) {
  return `<symbol id="nb-back-${army}" viewBox="-10 -10 128 128" overflow="visible">` +
    `<rect x="3" y="9" width="103" height="103" rx="14" class="nb-shade" opacity=".13"/>` +
    `<rect x="1.5" y="7" width="101" height="102" rx="12" class="nb-shade" opacity=".2"/>` +
    `<rect x="0" y="4" width="100" height="102" rx="10" fill="var(--nb-${army}-edge)"/>` +
    `<rect width="100" height="100" rx="9.5" fill="var(--nb-${army}-stain)"/>` +
    `<rect width="100" height="100" rx="9.5" fill="url(#nb-sheen)"/>` +
    `<path d="${GRAINS[0]}" class="nb-grain"/><path d="${GRAINS[1]}" class="nb-grain" opacity=".5"/>` +
    `<path d="M2.4 92V11Q2.4 2.4 11 2.4H92" class="nb-edge-light"/><path d="M97.6 8V89Q97.6 97.6 89 97.6H8" class="nb-edge-dark"/>` +
    `<path d="${BRANDS[army]}" class="nb-brand"/></symbol>`;
}

/**
 * A block on its face, seen from the front edge of the table.
 * @param {Army} army
 */
function lying(army) {
  return `<symbol id="nb-down-${army}" viewBox="-10 -10 128 128" overflow="visible">` +
    `<path d="M1 96 20 44H86L109 96Q110 104 104 105H4Z" class="nb-shade" opacity=".22"/>` +
    `<path d="M0 84H100V95Q100 99 96 99H4Q0 99 0 95Z" fill="var(--nb-${army}-edge)"/>` +
    `<path d="M16 40H84L100 84Q100 88 96 88H4Q0 88 0 84Z" fill="var(--nb-${army}-stain)"/>` +
    `<path d="M13 52C36 48 62 55 86 50M8 64C36 60 64 68 92 63M4 77C36 73 66 81 96 76" class="nb-grain"/>` +
    `<path d="M16 40H84L100 84" class="nb-edge-light"/></symbol>`;
}

/** Put the shared shapes into the document, once. */
export function ensureBlocks() {
  if (document.getElementById("nb-shapes")) return;
  const holder = document.createElement("div");
  const symbols = Object.entries(SYMBOLS)
    .map(([name, body]) => `<symbol id="nb-${name}" viewBox="0 0 100 100" overflow="visible">${body}</symbol>`)
    .join("");
  holder.innerHTML =
    `<svg xmlns="${SVG}" id="nb-shapes" width="0" height="0" aria-hidden="true" focusable="false" ` +
    `style="position:absolute;width:0;height:0;overflow:hidden"><defs>` +
    `<linearGradient id="nb-wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e2c190"/>` +
    `<stop offset=".45" stop-color="#bd9158"/><stop offset="1" stop-color="#80552c"/></linearGradient>` +
    `<linearGradient id="nb-sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/>` +
    `<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></linearGradient>` +
    `</defs>${ARMIES.map((army) => base(army) + back(army) + lying(army)).join("")}${symbols}</svg>`;
  document.body.prepend(holder.children[0]);
}

/** @type {Record<string, string>} */
const LEADERS = { "FR-N": "napoleon", "AD-W": "wellington", "PR-B": "blucher" };
/** @type {Record<Army, string>} */
const BY_ARMY = { "french": "napoleon", "anglo-dutch": "wellington", "prussian": "blucher" };

/**
 * The id of the symbol on a unit's face.
 * @param {Card} unit
 */
export function symbolOf(unit) {
  return unit.type === "leader" ? LEADERS[unit.id] || BY_ARMY[unit.army] : unit.type;
}

/** @type {Record<string, string>} */
const CORPS = { "Garde": "G", "1CC": "1C", "2CC": "2C", "3CC": "3C", "4CC": "4C", "HQ": "" };

/**
 * A corps as it stands on the block: a Roman numeral, G for the Guard, 1C for a cavalry corps.
 * @param {Card} unit
 */
export function corpsMark(unit) {
  return unit.corps in CORPS ? CORPS[unit.corps] : unit.corps;
}

/** @param {number} value */
function pips(value) {
  let d = "";
  for (let i = 0; i < value; i += 1) d += `M${(50 + (i - (value - 1) / 2) * 13.5).toFixed(1)} 12.2h0`;
  return d;
}

/**
 * @param {number} full
 * @param {number} strength
 */
function edges(full, strength) {
  let marks = "";
  for (let lost = 0; lost < 4; lost += 1) {
    const value = full - lost;
    if (value < 1) break;
    const turn = lost ? ` transform="rotate(${90 * lost} 50 50)"` : "";
    marks += `<path d="${pips(value)}"${turn} class="nb-pips${value === strength ? " is-up" : ""}"/>`;
  }
  return marks;
}

const escape = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {Look} look */
function stateClasses({ selected, lit, acted, marks = [] }) {
  return (selected ? " is-selected" : "") + (lit ? " is-lit" : "") + (acted ? " is-acted" : "") +
    (marks.includes("square") ? " is-square" : "") + (marks.includes("disordered") ? " is-down" : "");
}

/**
 * The words on the face of a unit: what somebody who sees it would call it by.
 * @param {Card} unit
 */
export const faceWords = (unit) => [corpsMark(unit), `F${unit.firepower}`].filter(Boolean).join(" ");

/**
 * The face of a unit as markup. Origin: its upper left corner.
 * @param {Card} unit
 * @param {Look} options
 */
export function faceMarkup(unit, options = {}) {
  const { strength = unit.strength, marks = [], size = 100 } = options;
  const down = marks.includes("disordered");
  const orange = unit.contingent === "NE" ? " nb-netherlands" : "";
  const turned = -90 * (unit.strength - strength);
  const use = (/** @type {string} */ id, more = "") => `<use href="#nb-${id}" ${more}/>`;
  const body = down
    ? use(`down-${unit.army}`, `x="-10" y="-10" width="128" height="128"`) +
      `<g transform="translate(25 44) scale(.5 .42)" class="nb-ink nb-faint">${use(symbolOf(unit), `width="100" height="100"`)}</g>` +
      `<path d="${pips(strength)}" transform="translate(0 81)" class="nb-pips is-up nb-front"/>`
    : use(`base-${unit.army}`, `x="-10" y="-10" width="128" height="128"`) +
      `<g class="nb-turn" style="transform:rotate(${turned}deg)">${edges(unit.strength, strength)}</g>` +
      `<g class="nb-ink">${use(symbolOf(unit), `width="100" height="100"`)}</g>` +
      `<text class="nb-word" x="13" y="84">${escape(corpsMark(unit))}</text> ` +
      `<text class="nb-word nb-fire" x="87.5" y="84" text-anchor="end">F${unit.firepower}</text>` +
      `<rect class="nb-veil" width="100" height="106" rx="9.5"/><rect class="nb-square" x="-3" y="-3" width="106" height="106" rx="12"/>`;
  return `<g class="nb nb-${unit.army}${orange}${stateClasses(options)}" data-unit="${escape(unit.id)}">` +
    `<g transform="scale(${size / 100})"><g class="nb-lift">` +
    `<rect class="nb-halo" x="-6" y="-6" width="112" height="116" rx="15"/>${body}` +
    `<g class="nb-tick"><circle cx="91" cy="6" r="15"/><path d="M84 6.5 89.5 12 98.5 .5"/></g></g></g></g>`;
}

/**
 * The back of a block of an army as markup; `disordered` lays it down.
 * @param {Army} army
 * @param {Look} look
 */
export function backMarkup(army, { size = 100, count = 0, disordered = false, lit = false } = {}) {
  const shape = disordered ? "down" : "back";
  const number = count > 1 ? badgeMarkup(count, 96, 4, 19) : "";
  return `<g class="nb nb-${army}${lit ? " is-lit" : ""}${disordered ? " is-down" : ""}"><g transform="scale(${size / 100})">` +
    `<g class="nb-lift"><rect class="nb-halo" x="-6" y="-6" width="112" height="116" rx="15"/>` +
    `<use href="#nb-${shape}-${army}" x="-10" y="-10" width="128" height="128"/>${number}</g></g></g>`;
}

/**
 * A number on a small paper disc.
 * @param {number} count
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function badgeMarkup(count, x, y, r) {
  return `<g class="nb-badge"><circle cx="${x}" cy="${y}" r="${r}" stroke-width="${(r * 0.13).toFixed(2)}"/>` +
    `<text x="${x}" y="${(y + r * 0.42).toFixed(2)}" font-size="${(r * 1.24).toFixed(2)}" text-anchor="middle">${count}</text></g>`;
}

/**
 * @param {string} markup
 * @returns {SVGGElement}
 */
function element(markup) {
  ensureBlocks();
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return /** @type {SVGGElement} */ (holder.children[0]);
}

/**
 * The face of a unit as an SVG <g>.
 * @param {Card} unit
 * @param {Look} options
 */
export function blockFace(unit, options = {}) {
  return element(faceMarkup(unit, options));
}

/**
 * The back of a block as an SVG <g>.
 * @param {Army} army
 * @param {Look} options
 */
export function blockBack(army, options = {}) {
  return element(backMarkup(army, options));
}

/**
 * A free-standing <svg> of one block, for HTML panels.
 * @param {Card|Army} unitOrArmy
 * @param {Look} options
 * @returns {SVGSVGElement}
 */
export function blockIcon(unitOrArmy, options = {}) {
  ensureBlocks();
  const size = options.size || 40;
  const inner = typeof unitOrArmy === "string"
    ? backMarkup(unitOrArmy, { ...options, size: 100 })
    : faceMarkup(unitOrArmy, { ...options, size: 100 });
  const holder = document.createElement("div");
  holder.innerHTML = `<svg xmlns="${SVG}" class="nb-icon" width="${size}" height="${size}" viewBox="-10 -10 124 124" aria-hidden="true">${inner}</svg>`;
  return /** @type {SVGSVGElement} */ (holder.children[0]);
}

/**
 * Change the state of a face made earlier: it turns rather than being drawn anew.
 * @param {SVGGElement} face
 * @param {Card} unit
 * @param {Look} options
 * @returns {boolean} whether that was enough
 */
export function updateFace(face, unit, options = {}) {
  const { strength = unit.strength, marks = [] } = options;
  const wasDown = face.classList.contains("is-down");
  if (wasDown !== marks.includes("disordered")) return false;
  face.setAttribute("class", `nb nb-${unit.army}${unit.contingent === "NE" ? " nb-netherlands" : ""}${stateClasses(options)}`);
  const turn = /** @type {SVGGElement|null} */ (face.querySelector(".nb-turn"));
  if (turn) {
    turn.style.transform = `rotate(${-90 * (unit.strength - strength)}deg)`;
    [...turn.children].forEach((edge, lost) => edge.classList.toggle("is-up", unit.strength - lost === strength));
  } else {
    face.querySelector(".nb-front")?.setAttribute("d", pips(strength));
  }
  return true;
}
