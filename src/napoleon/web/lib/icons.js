/**
 * The small engraved icons of the interface, and the emblems of the armies.
 */

import { ensureBlocks } from "./blocks.js";
import { s } from "./dom.js";

/** @import { Army, Seat } from "./types.js" */

// Strokes on a grid of 24 by 24.
/** @satisfies {Record<string, string>} */
const PATHS = {
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5",
  log: "M6 4h9l3 3v13H6zM15 4v3h3M9 11h6M9 14h6M9 17h4",
  notebook: "M7 4h11v16H7zM4.5 7.500H9M4.5 12H9M4.5 16.500H9M11.5 9h4M11.5 12h4",
  calendar: "M4.5 6h15v14h-15zM4.5 10h15M8.5 4v4M15.5 4v4M8 13.500h2M14 13.500h2M8 17h2",
  tray: "M4 9h16v10H4zM4 13h4.500l1 2h5l1-2H20M8 9V5.500h3.500V9M13 9V6.500h3V9",
  chat: "M4.5 5.500h15v10h-9L6.5 19v-3.500h-2z",
  people: "M8.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c0-3.5 2-5.5 5-5.500s5 2 5 5.500M16 11a2.5 2.5 0 1 0-.8-4.900M16 13.500c2.8 0 4.5 2 4.5 5",
  undo: "M9 6 4.5 10.5 9 15M4.5 10.500h9a5 5 0 0 1 0 10H10",
  done: "M5 12.5 10 17.5 19.5 7",
  map: "M4 6.5 9.5 4.500l5 2 5.5-2v13l-5.5 2-5-2-5.5 2zM9.5 4.500v13M14.5 6.500v13",
  battle: "M5 4.5 17 17M5 4.500v3M5 4.500h3M14 19.500l5.5-5.500M18 18l2.5 2.500M19 4.5 7 17M19 4.500v3M19 4.500h-3M4.5 14l5.5 5.500M6 18l-2.5 2.5",
  sun: "M12 8.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 3v2.500M12 18.500V21M3 12h2.500M18.5 12H21M5.6 5.600l1.8 1.800M16.6 16.600l1.8 1.800M18.4 5.600l-1.8 1.800M7.4 16.600l-1.8 1.8",
  moon: "M19 14.500A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.500z",
  city: "M4.5 20V11l3-2 3 2v9M13.5 20V7l3-2.5 3 2.500v13M4 20h16M16.5 11v2M7.5 14v2",
  flag: "M6 20.500V4M6 5h11l-2.5 3.500L17 12H6",
  skip: "M5 6l7 6-7 6zM12.5 6l7 6-7 6z",
  play: "M7 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  armies: "M4.5 9h6v6h-6zM13.5 5.500h6v6h-6zM13.5 14h6v6h-6z",
  settings: "M4 7h9M17 7h3M15 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 17h3M11 17h9M9 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  again: "M19 12a7 7 0 1 1-2.2-5.100M17.5 3.500v4h-4",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4.5 7h15M4.5 12h15M4.5 17h15",
  sound: "M4.5 9.500v5h3.500l5 4v-13l-5 4zM16 9.500a4 4 0 0 1 0 5M18.5 7a8 8 0 0 1 0 10",
  mute: "M4.5 9.500v5h3.500l5 4v-13l-5 4zM16 9.500l5 5M21 9.500l-5 5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.2 1.200M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1.2-1.2",
  eye: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6zM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  dice: "M5 5h14v14H5zM8.5 8.500h.01M15.5 8.500h.01M12 12h.01M8.5 15.500h.01M15.5 15.500h.01",
  book: "M12 7c-2-1.7-4.5-2-8-2v13c3.5 0 6 .3 8 2 2-1.7 4.5-2 8-2V5c-3.5 0-6 .3-8 2zM12 7v13",
  save: "M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.500h15",
  back: "M14.5 5.5 8 12l6.5 6.5",
  forward: "M9.5 5.5 16 12l-6.5 6.5",
  bin: "M5 7h14M9.5 7V4.500h5V7M7 7l.8 13h8.400L17 7M10.5 10.500v6M13.500 10.500v6",
  lamp: "M8 20h8M9.5 20v-2h5v2M12 3.500c-3.5 0-6 2.5-6 5.7 0 3.3 2.5 4.3 3.2 6.800h5.600c.7-2.5 3.2-3.5 3.2-6.8 0-3.2-2.5-5.7-6-5.700z",
};

/**
 * A small icon, decoration for a label beside it.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  return s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }));
}

// The hats of the three leaders stand for their armies, so that colour is never the only sign.
/** @type {Record<Army, string>} */
const HATS = { french: "napoleon", "anglo-dutch": "wellington", prussian: "blucher" };

/**
 * The emblem of an army, or of the Allied side as its two together.
 * @param {Seat} seat - an army, or "allied"
 */
export function emblem(seat) {
  ensureBlocks();
  /** @type {Army[]} */
  const armies = seat === "allied" ? ["anglo-dutch", "prussian"] : [seat];
  const svg = s("svg.emblem", { viewBox: `0 0 ${104 * armies.length - 4} 100`, "aria-hidden": "true", focusable: "false" });
  armies.forEach((army, index) => {
    svg.append(s(`g.nb.nb-${army}`, { transform: `translate(${104 * index} 0)` },
      s(`rect.army-${army}`, { width: 100, height: 100, rx: 14 }),
      s("g.nb-ink", { transform: "translate(0 9)" }, s("use", { href: `#nb-${HATS[army]}`, width: 100, height: 100 }))));
  });
  return svg;
}
