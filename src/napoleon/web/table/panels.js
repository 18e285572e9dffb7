/**
 * What lies beside the map: notebook, calendar and trays, each drawn anew from the latest view.
 */

import { blockIcon } from "../lib/blocks.js";
import { fill, h, link } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { aimOf, ARMIES, scenarioAim, seatName, townName, turnTitle, unitName } from "../lib/names.js";
import { readFights } from "./offers.js";
import { keyList } from "./keyhelp.js";

/** @import { Army, Board, Shell, Turn, View } from "../lib/types.js" */

/**
 * The tabs above the field: the map, and each battle that can be looked at; the one being decided is marked.
 * @param {HTMLElement} tabs
 * @param {View} view
 * @param {string|null} shown
 * @param {(town: string|null) => void} onShow
 */
export function fillTabs(tabs, view, shown, onShow) {
  const { fight, fields } = readFights(view);
  tabs.hidden = !fields.length;
  const tab = (/** @type {string|null} */ town, /** @type {"map"|"battle"} */ name, /** @type {string} */ label) => h("button", {
    "aria-pressed": String(shown === town), class: town && town === fight ? "is-current" : "", onclick: () => onShow(town),
  }, icon(name), h("span", null, label));
  fill(tabs, fields.length ? [tab(null, "map", t("Map")), fields.map((town) => tab(town, "battle", townName(town)))] : null);
}

// --- Notebook

/**
 * The intelligence notebook: the enemy's units as they were last seen.
 * @param {Board} board
 * @param {View} view
 * @param {(town: string) => void} onTown
 */
export function notebookPanel(board, view, onTown) {
  if (!view.seat) return h("p.hint", null, t("Spectators keep no notebook."));
  if (!view.notebook.length) {
    return h("p.hint", null, t("Nothing is known of the enemy yet. What shows itself in battle is written down here by itself."));
  }
  return h("div.notebook", null, ARMIES.map((army) => {
    const lines = view.notebook.filter((line) => line.army === army);
    return lines.length ? h("section", null, h("h3", null, emblem(army), seatName(army)), lines.map((line) => h("p.sighting", { class: line.lost ? "is-lost" : "" },
      blockIcon(board.unit(line.unit), { size: 38, strength: line.strength || board.unit(line.unit).strength }),
      h("span", null, h("strong", null, unitName(line.unit)), h("span.hint", null,
        line.lost ? t("lost on turn {turn}", { turn: line.turn })
          : line.strength ? t("strength {strength} on turn {turn}", { strength: line.strength, turn: line.turn })
            : t("seen on turn {turn}", { turn: line.turn }),
        line.town && !line.lost ? [" · ", townLink(line.town, onTown)] : null))))) : null;
  }));
}

/**
 * @param {string} town
 * @param {(town: string) => void} onTown
 */
function townLink(town, onTown) {
  return link(townName(town), () => onTown(town));
}

// --- Calendar

/**
 * The calendar of 15 to 22 June, nights black and today marked.
 * @param {Board} board
 * @param {View} view
 */
export function calendarPanel(board, view) {
  /** @type {Map<string, Turn[]>} */
  const days = new Map();
  board.data.turns.forEach((box) => days.set(box.date, [...(days.get(box.date) || []), box]));
  return h("div.calendar", { role: "list", "aria-label": t("Calendar, 15 to 22 June 1815") }, [...days].map(([date, boxes]) =>
    h("div.day", { role: "listitem" },
      h("span.date", null, String(Number(date.slice(-2))), h("small", null, weekday(date))),
      boxes.map((box) => {
        const { turn, night: isNight } = box;
        const isNow = turn === view.turn;
        const isOut = turn > (view.aim?.until ?? turn);
        return h("span.turn-box", {
          class: `${isNight ? "is-night" : ""} ${isNow ? "is-now" : ""} ${turn < view.turn || isOut ? "is-past" : ""}`,
          "aria-current": isNow ? "date" : null,
          title: turnTitle(board, turn),
        }, h("span.unseen", null, turnTitle(board, turn)), h("span.turn-face", { "aria-hidden": "true" }, emblem(box.side), h("small", null, String(turn)), isNight ? icon("moon") : null));
      }))));
}

/** @param {string} date */
function weekday(date) {
  return new Intl.DateTimeFormat(lang(), { weekday: "short", timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));
}

// --- Trays and cities

/**
 * The supply cities, and those with a French unit in them.
 * @param {Board} board
 * @param {View} view
 */
export function citiesOf(board, view) {
  const all = board.towns.filter((town) => town.supplies).map((town) => town.id);
  const isFrench = (/** @type {string} */ town) => view.blocks.some((blocks) => blocks.army === "french" && blocks.town === town)
    || view.units.some((unit) => unit.town === town && board.unit(unit.id).army === "french");
  return { all, held: all.filter(isFrench) };
}

/**
 * How far an army is from its defeat. Whoever leaves with a beaten army is lost, but does not count.
 * @param {Board} board
 * @param {View} view
 * @param {Army} army
 */
export function lossesOf(board, view, army) {
  const limit = board.data.limits.defeat[army];
  return { count: Math.min(limit, view.losses[army].length), limit, isDefeated: view.defeated.includes(army) };
}

/**
 * Eliminated blocks by army, with the distance to defeat, and the supply cities.
 * @param {Board} board
 * @param {View} view
 * @param {(town: string) => void} onTown
 */
export function traysPanel(board, view, onTown) {
  const cities = citiesOf(board, view);
  return h("div.trays", null, view.aim ? h("p.aim", null, scenarioAim(view.aim, view.turn)) : view.seat ? h("p.aim", null, aimOf(view.seat)) : null, ARMIES.map((army) => {
    const lost = view.losses[army] || [];
    const { count, limit } = lossesOf(board, view, army);
    const left = limit - count;
    return h("section.tray", null,
      h("h3", null, emblem(army), seatName(army), h("span.count", null, `${count}/${limit}`)),
      h("div.meter", { role: "img", "aria-label": t("{lost} of {limit} units lost", { lost: count, limit }) },
        Array.from({ length: limit }, (_, n) => h("i", { class: n < count ? `is-lost army-${army}` : "" }))),
      h("p.hint", null, view.defeated.includes(army) ? t("This army is beaten and has left the campaign.")
        : left === 1 ? t("One more loss and this army is beaten.")
          : t("{left} more losses and this army is beaten.", { left })),
      lost.length ? h("div.blocks", null, lost.map((id) => h("span", { title: unitName(id) },
        blockIcon(board.unit(id), { size: 40, strength: 1, acted: true })))) : null);
  }), h("section.tray", null,
    h("h3", null, icon("city"), t("Supply cities"), h("span.count", null, `${cities.held.length}/${cities.all.length}`)),
    cities.all.map((id) => {
      const town = board.town(id);
      const army = town.supplies ? seatName(town.supplies) : "";
      return h("p.city", null, townLink(id, onTown), " ",
        h("span.hint", null, cities.held.includes(id)
          ? t("in French hands: costs {army} {count} a French turn", { army, count: town.supply_loss })
          : t("supplies {army}", { army })));
    }),
    view.seat ? null : h("p.hint", null, t("Two of them in French hands at the end of 22 June win the campaign for the French."))));
}

// --- Settings

/** Whoever has a finger only is not shown the keys unless asked for. */
const hasKeys = () => matchMedia("(any-hover: hover)").matches;

/**
 * Language, light and sound, and the keys.
 * @param {Shell} shell
 */
export function settingsPanel(shell) {
  return h("div.settings-panel", null, shell.settings(),
    hasKeys() ? [h("h3", null, t("Keys")), keyList()] : h("details", null, h("summary", null, t("Keys")), keyList()));
}
