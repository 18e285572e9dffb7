/**
 * What the badges of a block mean: a small legend beside it, under the pointer, with the focus, or
 * after a long press.
 */

import { fill, h } from "../lib/dom.js";
import { verbIcon } from "./icons.js";
import { markTitle } from "./words.js";

/** @import { Field } from "./field.js" */

const PRESS_MS = 450; // of a finger that wants to know, not to act

/**
 * @param {Field} field
 * @returns {{hide: () => void, destroy: () => void}}
 */
export function createLegend(field) {
  const { element: surface, canvas } = field;
  const gone = new AbortController();
  const { signal } = gone;
  const card = h("div.b-legend", { role: "tooltip", hidden: true });
  canvas.append(card);
  let press = 0;
  let isAsking = false; // a finger has pressed long enough: its lifting is no tap

  /** @param {EventTarget|null} target */
  function show(target) {
    const block = target instanceof Element ? target.closest(".b-block") : null;
    const key = block instanceof HTMLElement ? block.dataset.key : undefined;
    const badges = (key && field.pieces.get(key)?.badges) || "";
    const place = key && field.layout?.places.get(key);
    if (!badges || !place) return hide();
    fill(card, badges.split(",").map((mark) => h("span", {}, verbIcon(mark === "moved2" ? "moved" : mark), markTitle(mark))));
    card.hidden = false;
    const left = Math.min(Math.max(4, place.x + place.size / 2 - card.offsetWidth / 2), field.width - card.offsetWidth - 4);
    const isBelow = place.y - card.offsetHeight - 10 < surface.scrollTop;
    Object.assign(card.style, { left: `${left}px`, top: `${isBelow ? place.y + place.size + 8 : place.y - card.offsetHeight - 10}px` });
    return undefined;
  }

  function hide() {
    clearTimeout(press);
    card.hidden = true;
  }

  surface.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") show(event.target); }, { signal });
  surface.addEventListener("pointerleave", hide, { signal });
  surface.addEventListener("pointerdown", (event) => {
    hide();
    isAsking = false;
    if (event.pointerType === "mouse") return;
    press = setTimeout(() => {
      show(event.target);
      isAsking = !card.hidden;
    }, PRESS_MS);
  }, { signal });
  surface.addEventListener("click", (event) => {
    if (isAsking) event.stopPropagation();
    isAsking = false;
  }, { capture: true, signal });
  for (const name of ["pointerup", "pointercancel"]) surface.addEventListener(name, () => clearTimeout(press), { signal });
  surface.addEventListener("focusin", (event) => { if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target); }, { signal });
  surface.addEventListener("focusout", hide, { signal });
  surface.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  return { hide, destroy: () => gone.abort() };
}
