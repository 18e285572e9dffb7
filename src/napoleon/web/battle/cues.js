/**
 * What a tap does, written beside what is tapped: on the border of an area where a unit may go, and under a block
 * that may be fired at. A tap on the words is a tap on what they speak of; they cover no block.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describe } from "./actions.js";
import { verbIcon } from "./icons.js";
import { FACING } from "./scene.js";
import { blockOf } from "./words.js";

/** @import { Targets } from "./actions.js" */
/** @import { Layout, Zone } from "./layout.js" */
/** @import { Offer, Scene } from "./scene.js" */

const STRIP = 11; // pixels from the border of a front, on the strip between the lines
const LETTER = 6.2; // pixels, about
const SHOTS = new Set(["fire", "bombard"]);

/**
 * @param {Scene} scene
 * @param {Layout} layout
 * @param {Targets} targets
 * @returns {HTMLElement[]}
 */
export function cuesOf(scene, layout, targets) {
  const cues = [];
  for (const [id, offer] of targets.zones) {
    const zone = layout.zones.get(id);
    if (zone && !zone.post) cues.push(zoneCue(scene, layout, zone, offer, targets.zones.has(FACING[id])));
  }
  for (const [key, offer] of targets.units) {
    const place = layout.places.get(key);
    if (!place || !SHOTS.has(offer.verb)) continue;
    const short = offer.verb === "fire" ? t("Fire") : t("Bombard");
    const words = [describe(scene, offer, blockOf(scene, offer)).label, short, t("Fire")].find((one) => one.length * LETTER + 8 <= place.size + 12);
    cues.push(h("span.b-shot", { "data-key": key, style: { left: `${place.x + place.size / 2}px`, top: `${place.y + place.size + 2}px` } }, words ?? verbIcon(offer.verb)));
  }
  return cues;
}

/**
 * A front has its words on the strip between the lines, a reserve at its title.
 * @param {Scene} scene
 * @param {Layout} layout
 * @param {Zone} zone
 * @param {Offer} offer
 * @param {boolean} isShared - the one across the strip has words there too
 */
function zoneCue(scene, layout, zone, offer, isShared) {
  const words = offer.verb === "terrain" ? t("Lay it here") : describe(scene, offer, blockOf(scene, offer)).label;
  const { left, top, isAtTitle } = cueSpot(layout, zone, isShared);
  return h(isAtTitle ? "span.b-cue.is-at-title" : "span.b-cue", { "data-zone": zone.id, style: { left: `${left}px`, top: `${top}px` } }, words);
}

/**
 * @param {Layout} layout
 * @param {Zone} zone
 * @param {boolean} isShared
 */
function cueSpot(layout, zone, isShared) {
  const { x, y, w, h: high } = zone;
  const isTheirs = zone.id.startsWith("enemy");
  if (zone.kind === "town") return { left: x + w - 52, top: y + 18, isAtTitle: false };
  if (zone.kind === "front") {
    const aside = isShared ? w * (isTheirs ? -0.22 : 0.22) : 0;
    return { left: x + w / 2 + aside, top: isTheirs ? y + high + STRIP : y - STRIP, isAtTitle: false };
  }
  if (!layout.isNarrow) return { left: x + 12, top: Math.min(y + high / 2 + 23, y + high - 8), isAtTitle: true };
  const isUnder = zone.room && high >= 44;
  return { left: isUnder ? x + 6 : x + 70, top: isUnder ? y + high - 13 : high < 44 ? y + high / 2 : y + 5, isAtTitle: true };
}
