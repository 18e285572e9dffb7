/**
 * A thin bar at the top of the page while whoever keeps the games is still on the way, and word of it if that fails.
 */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** @returns {(part: number, trouble: string) => void} */
export function createLoadingBar() {
  /** @type {HTMLElement|null} */
  let place = null;
  return (part, trouble) => {
    if (part >= 1 && !trouble) {
      place?.remove();
      place = null;
      return;
    }
    if (!place) {
      place = h("div.loading", { role: "region", "aria-label": t("The game is being loaded") });
      document.body.append(place);
    }
    if (trouble) {
      fill(place, h("p.trouble", { role: "alert" }, t("The game could not be loaded: {problem}", { problem: trouble }), " ",
        h("button", { onclick: () => location.reload() }, t("Try again"))));
      return;
    }
    if (!place.firstElementChild) {
      place.append(h("progress", { max: 1, "aria-label": t("The game is being loaded") }));
    }
    place.firstElementChild?.setAttribute("value", String(part));
  };
}
