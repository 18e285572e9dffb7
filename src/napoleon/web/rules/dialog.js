/**
 * The rules over whatever page is on the screen, where there is no panel for them.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { createReader } from "./reader.js";
import { follow } from "./trail.js";

/**
 * @param {string} path - of what is to be read first
 */
export function openDialog(path) {
  /** @type {string[]} */
  let trail = [];
  const reader = createReader({
    onGo: (next) => go(follow(trail, next)),
    onBack: () => go(trail.slice(0, -1)),
  });

  /** @param {string[]} next */
  function go(next) {
    trail = next;
    reader.show(trail[trail.length - 1], { hasBack: trail.length > 1, isFocused: true });
  }

  const cameFrom = document.activeElement;
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog.rules-dialog", { "aria-label": t("Rules") },
    h("header", null, h("h2", null, t("Rules")), h("button.round", { "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close"))),
    h("div.dialog-body", null, reader.element));
  // What is pressed here is not meant for the game behind it.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => {
    reader.destroy();
    dialog.remove();
    // The page below may have been drawn anew meanwhile.
    const place = cameFrom?.isConnected ? cameFrom : document.querySelector(`a[data-rule="${CSS.escape(path)}"]`);
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  go([path]);
}
