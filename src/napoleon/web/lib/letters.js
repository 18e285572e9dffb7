/**
 * Whether single letters and digits are keys. Who speaks to the machine, or whose hand trembles,
 * switches them off; Escape, Tab, Enter and the arrows always are.
 */

import { keep, recall } from "./kept.js";

const KEEP = "napoleon.letters";

export const areLettersOn = () => recall(KEEP) !== "off";

/** @param {boolean} on */
export function setLetters(on) {
  keep(KEEP, on ? "on" : "off");
}
