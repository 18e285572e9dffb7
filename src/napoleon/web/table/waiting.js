/**
 * While whoever keeps the games is still on the way: the sheet of the map, with nothing on it.
 */

import { loadBoard } from "../lib/board.js";
import { h } from "../lib/dom.js";
import { watchLoading } from "../lib/home.js";
import { createMap } from "../map/map.js";

let isLoading = false;
watchLoading((part, trouble) => { isLoading = part < 1 && !trouble; });

/**
 * Show it, if there is anything to wait for.
 * @param {HTMLElement} container
 * @returns {Promise<() => void>} takes it away
 */
export async function showSheet(container) {
  if (!isLoading) return () => {};
  const board = await loadBoard();
  const host = h("div.map-host");
  const place = h("div.waiting-map", { inert: true }, host);
  container.append(place);
  const map = createMap(host, board);
  return () => {
    map.destroy();
    place.remove();
  };
}
