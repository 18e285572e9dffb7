/**
 * Buttons on the map: nearer, farther, all of it, and back to the armies.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

const STEP = 1.4;

/**
 * @param {{zoomBy: (factor: number) => void, onWhole: () => void, onArmies: () => void}} look
 */
export function createTools({ zoomBy, onWhole, onArmies }) {
  const element = h("div.map-tools", { role: "group" });
  // What is done with the buttons is no tap on the map beneath.
  for (const kind of ["pointerdown", "pointerup", "dblclick"]) element.addEventListener(kind, (event) => event.stopPropagation());

  function write() {
    element.setAttribute("aria-label", t("Look at the map"));
    const button = (/** @type {"plus"|"minus"|"map"|"armies"} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button.round", { "aria-label": label, title: label, "data-look": name, onclick: act }, icon(name));
    element.replaceChildren(
      button("plus", t("Nearer"), () => zoomBy(STEP)),
      button("minus", t("Farther"), () => zoomBy(1 / STEP)),
      button("map", t("The whole map"), onWhole),
      button("armies", t("Where the armies are"), onArmies));
  }
  write();
  return { element, write };
}
