/**
 * The keys, as a list to be read.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** All keys and what they do. */
export function keyList() {
  const arrows = "← ↑ → ↓";
  /** @type {[string, string][]} */
  const keys = [
    ["Tab", t("to the next part of the screen; on the map use the arrows")], [arrows, t("from town to town, from block to block")],
    ["Enter", t("tap what has the focus")], ["Esc", t("let go, close, skip")],
    ["N", t("next town or unit that can act, or area for terrain")], ["A", t("all units of the stack")], ["U", t("undo")], ["E", t("end the step")],
    ["M", t("map or battle")], ["S", t("skip what is played")], ["H", t("ask the staff")], ["L", t("log")], ["R", t("rules")], ["+ −", t("nearer, farther")],
    ["P", t("tell the position, or the battlefield")], ["T", t("tell the town that has the focus")], ["G", t("the next game that waits for me")], ["?", t("these keys")],
    ["1", t("in battle: fire; take the hit; reveal; bring up; or the first terrain")], ["2", t("bombard")], ["3", t("engage the enemy before you")],
    ["4 5 6 7", t("to the left, the centre, the right, the reserve")], ["8", t("square, farm or hill; deploy the rest")], ["9", t("retreat or regroup")], ["0", t("end the step of the battle")],
  ];
  return h("dl.keys", null, keys.map(([key, words]) => [h("dt", null, h("kbd", null, key)), h("dd", null, words)]));
}
