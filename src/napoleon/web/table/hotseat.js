/**
 * Several players at one screen: the curtain between them.
 */

import { fill, h, s } from "../lib/dom.js";
import { emblem } from "../lib/icons.js";
import { t } from "../lib/i18n.js";

/** @import { Seat } from "../lib/types.js" */

/** @type {Record<Seat, () => string>} */
const HAND_OVER = {
  french: () => t("Hand over to the French"),
  allied: () => t("Hand over to the Allies"),
  "anglo-dutch": () => t("Hand over to the Anglo-Dutch"),
  prussian: () => t("Hand over to the Prussians"),
};
/** @type {Record<Seat, () => string>} */
const READY = {
  french: () => t("I command the French"),
  allied: () => t("I command the Allies"),
  "anglo-dutch": () => t("I command the Anglo-Dutch"),
  prussian: () => t("I command the Prussians"),
};

/**
 * The words that ask for the next player.
 * @param {Seat} seat
 */
export function handOverText(seat) {
  return HAND_OVER[seat]();
}

/**
 * Draw the curtain. Whatever was in the container is gone from the document before it is drawn.
 * @param {HTMLElement} container
 * @param {{seat: Seat, onReady: () => void, onHome: () => void}} options
 */
export function createCurtain(container, { seat, onReady, onHome }) {
  const ready = h("button.primary", { onclick: onReady }, READY[seat]());
  fill(container, h("main.curtain", { id: "main" },
    folds(),
    h("div.curtain-card", null,
      emblem(seat),
      h("h1", null, HAND_OVER[seat]()),
      h("p", null, t("Pass the screen, then draw the curtain. The other side looks away.")),
      ready,
      h("button.quiet", { onclick: onHome }, t("To the front page")))));
  ready.focus({ preventScroll: true });
  return { destroy: () => { fill(container); } };
}

/** Velvet, by a few soft folds. */
function folds() {
  const svg = s("svg.folds", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  for (let n = 0; n < 14; n += 1) {
    const x = n * 7.3;
    svg.append(s("path", { d: `M${x} 0C${x + 2} 30 ${x - 1} 70 ${x + 1.5} 100H${x + 4.5}C${x + 2.5} 70 ${x + 5} 30 ${x + 3.5} 0Z` }));
  }
  return svg;
}
