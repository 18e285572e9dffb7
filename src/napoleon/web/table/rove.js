/**
 * The towns of the map as one stop of the Tab key: arrows go from town to town, and Tab comes back to
 * the last one. Screen readers click without a pointer: that is what Enter does.
 */

import { isArrow, middleOf, nearest } from "../lib/nearest.js";

const SPOT = "circle.map-spot";

/**
 * @param {HTMLElement} mapHost - with a map in it
 * @returns {{stop: (town: SVGElement) => void, destroy: () => void}}
 */
export function roveTowns(mapHost) {
  const gone = new AbortController();
  const { signal } = gone;
  const spots = () => /** @type {SVGElement[]} */ ([...mapHost.querySelectorAll(SPOT)]);
  /** @param {EventTarget|null} target */
  const spotIn = (target) => (target instanceof SVGElement && target.matches(SPOT) ? target : null);

  /**
   * This is where Tab comes to.
   * @param {SVGElement} town
   */
  function stop(town) {
    for (const one of spots()) one.setAttribute("tabindex", one === town ? "0" : "-1");
  }

  mapHost.addEventListener("focusin", (event) => {
    const town = spotIn(event.target);
    if (town) stop(town);
  }, { signal });
  // Before the map hears of it, whose arrows move the sheet.
  mapHost.addEventListener("keydown", (event) => {
    const here = spotIn(event.target);
    if (!here || !isArrow(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    nearest(event.key, middleOf(here), spots().filter((one) => one !== here), middleOf)?.focus();
  }, { capture: true, signal });
  mapHost.addEventListener("click", (event) => {
    const isPointed = event.detail > 0;
    const thing = event.target instanceof Element ? event.target.closest(`${SPOT}, [data-piece]`) : null;
    if (thing && !isPointed) thing.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }, { signal });
  mapHost.tabIndex = -1;
  const [first] = spots();
  if (first) stop(first);
  return { stop, destroy: () => gone.abort() };
}
