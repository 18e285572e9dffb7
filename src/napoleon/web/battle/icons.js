/**
 * The icons of the battlefield: verbs on buttons, marks on blocks.
 */

import { s } from "../lib/dom.js";

// Strokes on a grid of 24 by 24.
/** @type {Record<string, string>} */
const ICONS = {
  fire: "M3 17 15 9l1.500 2L6 18.500 4.500 20zM17 8l3-2M17.500 10.500H21M15.500 6.500V3",
  bombard: "M4 14.500 15 7l2.500 3.500L8 16M9 20a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM18 8l3-2.500M19 11h2.500",
  move: "M4 12h13M12 6.500 17.500 12 12 17.500",
  engage: "M5 4.500 17 17M14 19.500l5.500-5.500M19 4.500 7 17M4.500 14l5.500 5.500",
  disengage: "M20 12H7M12 6.500 6.500 12 12 17.500M4 5v14",
  square: "M5 5h14v14H5zM9 9h6v6H9z",
  column: "M9 4v16M15 4v16M9 8h6M9 12h6M9 16h6",
  shelter: "M12 3.500 19 6v6c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6z",
  emerge: "M5 5h6v14H5M11 12h9M16 8l4 4-4 4",
  occupy: "M5 20V4M5 5h11l-2.500 3.500L16 12H5",
  swap: "M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4",
  retreat: "M19 20V9a4 4 0 0 0-4-4H5M9 1.500 5 5l4 3.500",
  lose: "M12 4v10M7.500 10 12 14.500 16.500 10M5 20h14",
  reveal: "M3 12s3.300-6 9-6 9 6 9 6-3.300 6-9 6-9-6-9-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  reinforce: "M12 20V5M6.500 10.500 12 5l5.500 5.500",
  deploy: "M12 4v12M7 11l5 5 5-5M4 20h16",
  end: "M5 12.500 10 17.500 19.500 7",
  why: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18h.01",
  moved: "M5 12h13M13 7l5 5-5 5",
  fired: "M6 15a3 3 0 0 1 1-5.800A4.500 4.500 0 0 1 15.800 9 3.200 3.200 0 0 1 17 15z",
  done: "M6 12.500 10.500 17 18.500 8",
  shock: "M13 3 6 13.500h5L10 21l8-11h-5.500z",
  silent: "M5 5l14 14M8 9.500v5M12 7.500v9M16 9.500v5",
  canister: "M8 8h.01M12 6h.01M16 8h.01M7 12h.01M11 11h.01M15 12h.01M9 16h.01M13 16h.01M17 16h.01",
  disengaged: "M19 12H7M11.500 7.500 7 12l4.500 4.500",
  undo: "M9 14 4 9l5-5M4 9h10.500a5.500 5.500 0 0 1 0 11H8",
  skip: "M5 6l7 6-7 6zM12.500 6l7 6-7 6z",
  auto: "M4 17h4v-4H4zM10 17h4v-8h-4zM16 17h4V6h-4zM3 20.500h18",
};

/** @param {string} name */
export function verbIcon(name) {
  return s("svg.b-icon", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: ICONS[name] || ICONS.move }));
}
