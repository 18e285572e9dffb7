/**
 * The position in words, for those who listen: all of it, or what is to be known of one town.
 */

import { t } from "../lib/i18n.js";
import { ARMIES, armyBlocks, seatName, shortName, townName, turnTitle, typeName } from "../lib/names.js";
import { citiesOf } from "./panels.js";

/** @import { Board, OwnUnit, View } from "../lib/types.js" */

/**
 * Turn, losses, cities, and who stands where.
 * @param {Board} board
 * @param {View} view
 * @param {string} prompt
 */
export function positionSummary(board, view, prompt) {
  const cities = citiesOf(board, view);
  const words = [
    turnTitle(board, view.turn), prompt,
    ...ARMIES.map((army) => t("{army}: {lost} units lost, beaten at {limit}", { army: seatName(army), lost: view.losses[army].length, limit: board.data.limits.defeat[army] })),
    t("{held} of {all} supply cities in French hands", { held: cities.held.length, all: cities.all.length }),
    ...view.battles.map((battle) => t("Battle of {town}", { town: townName(battle.town) })),
  ];
  const towns = board.towns.map((town) => town.id);
  const own = towns.flatMap((town) => ownIn(view, town) || []);
  const others = towns.flatMap((town) => othersIn(view, town) || []);
  if (own.length) words.push(t("Own units: {places}", { places: own.join("; ") }));
  if (others.length) words.push(t("Blocks: {places}", { places: others.join("; ") }));
  return words.map((one) => one.replace(/[.\s]+$/, "")).join(". ") + ".";
}

/**
 * How many own units are in a town: "Thuin 3".
 * @param {View} view
 * @param {string} town
 */
function ownIn(view, town) {
  const count = view.units.filter((unit) => unit.town === town).length;
  return count ? `${townName(town)} ${count}` : null;
}

/**
 * @param {View} view
 * @param {string} town
 */
function othersIn(view, town) {
  const blocks = view.blocks.filter((one) => one.town === town);
  return blocks.length ? `${townName(town)} ${blocks.map((one) => armyBlocks(one.army, one.count)).join(", ")}` : null;
}

/**
 * A town: who is there, and where its roads lead.
 * @param {Board} board
 * @param {View} view
 * @param {string} town
 */
export function townSummary(board, view, town) {
  const own = view.units.filter((unit) => unit.town === town);
  const others = view.blocks.filter((one) => one.town === town);
  const { supplies } = board.town(town);
  const words = [townName(town)];
  if (supplies) words.push(t("supplies {army}", { army: seatName(supplies) }));
  if (view.battles.some((battle) => battle.town === town)) words.push(t("here is a fight"));
  words.push(...own.map((unit) => unitWords(board, unit)), ...others.map((one) => armyBlocks(one.army, one.count)));
  if (!own.length && !others.length) words.push(t("nobody is here"));
  const roads = board.neighbours(town).map((way) => (way.road.isMain ? t("{town} (main road)", { town: townName(way.town) }) : townName(way.town)));
  return `${words.join(", ")}. ${t("Roads: {towns}", { towns: roads.join(", ") })}.`;
}

/**
 * @param {Board} board
 * @param {OwnUnit} unit
 */
function unitWords(board, unit) {
  const card = board.unit(unit.id);
  return `${shortName(card)} (${typeName(card.type)}, ${t("strength {strength}", { strength: unit.strength })})`;
}
