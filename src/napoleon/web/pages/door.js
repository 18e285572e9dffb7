/**
 * Who may sit down at a new table: whoever has the link, whoever comes, or somebody by name.
 */

import { homePicker, keptHome } from "../lib/countries.js";
import { h } from "../lib/dom.js";
import { lang, languages, t } from "../lib/i18n.js";
import { keep, OFFERED } from "../lib/kept.js";
import { seatName } from "../lib/names.js";
import { api } from "../lib/net.js";

/** @import { Seat } from "../lib/types.js" */
/** @typedef {{kind: "invited"|"public"|"named", lang: string, span: number, names: Partial<Record<Seat, string>>}} Door */

/** @type {(isPublic: boolean) => Door} */
export const newDoor = (isPublic) => ({ kind: isPublic ? "public" : "invited", lang: lang(), span: 0, names: {} });

const SPANS = [0, 100, 200, 400]; // points of rating, up and down

/**
 * What has to be said besides for the kind of door that is chosen.
 * @param {Door} door
 * @param {Seat[]} open - the seats
 */
export function doorDetails(door, open) {
  if (door.kind === "named") {
    return h("div.pace-times", null, open.map((seat) => {
      /** @type {HTMLInputElement} */
      const name = h("input", { name: `name-${seat}`, value: door.names[seat] ?? "", maxlength: 40, autocomplete: "off", oninput: () => { door.names[seat] = name.value; } });
      return h("label", null, t("Name of an account, for {seat}", { seat: seatName(seat) }), name);
    }));
  }
  if (door.kind !== "public") return [];
  /** @type {HTMLSelectElement} */
  const select = h("select", { name: "door-lang", onchange: () => { door.lang = select.value; } },
    languages().map(({ code, name }) => h("option", { value: code, selected: code === door.lang }, name)));
  /** @type {HTMLSelectElement} */
  const span = h("select", { name: "door-span", onchange: () => { door.span = Number(span.value); } },
    SPANS.map((points) => h("option", { value: points, selected: points === door.span }, points ? t("within {points} points of mine", { points }) : t("any"))));
  return h("div.pace-times", null, h("label", null, t("Language spoken"), select), h("label", null, t("Rating of whoever comes"), span), homePicker());
}

/**
 * Open the door of a table that was just made; where that fails, there is no table.
 * @param {Door} door
 * @param {string} game
 * @param {Seat[]} open
 */
export async function openDoor(door, game, open) {
  try {
    if (door.kind === "public") {
      await api("POST", `/api/lobby/${game}/publish`, { lang: door.lang, span: door.span, country: keptHome() });
      keep(OFFERED, game);
    }
    if (door.kind !== "named") return;
    for (const seat of open) {
      const name = door.names[seat]?.trim();
      if (name) await api("POST", `/api/lobby/${game}/challenge`, { seat, name });
    }
  } catch (error) {
    await api("POST", `/api/games/${game}/end`, {});
    throw error;
  }
}
