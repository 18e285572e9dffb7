/**
 * A view in which every block on the battlefields has its face, for whoever may see everything.
 */

/** @import { Board, FieldBlock, OwnUnit, View } from "./types.js" */

/**
 * Whose eyes a view is seen with stay the same; a spectator sits with the French.
 * @param {Board} board
 * @param {View} view - with all blocks in `truth`
 * @returns {View}
 */
export function reveal(board, view) {
  const isFrench = !view.seat || view.seat === "french";
  const isOwn = (/** @type {OwnUnit} */ unit) => (board.unit(unit.id).army === "french") === isFrench;
  // Each side names the areas from where it stands.
  const turned = (/** @type {string} */ area) => (area.startsWith("enemy-") ? area.slice(6) : `enemy-${area}`);
  /** @type {(unit: OwnUnit, area: string) => FieldBlock} */
  const block = (unit, area) => ({ unit: unit.id, army: board.unit(unit.id).army, area, count: 1, strength: unit.strength, marks: unit.marks || [] });
  const battles = view.battles.map((battle) => {
    const there = view.truth.filter((unit) => unit.town === battle.town);
    const drawnUp = there.filter((unit) => unit.area);
    const waiting = battle.status === "setting-up" ? there.filter((unit) => !unit.area && !isOwn(unit)) : [];
    return {
      ...battle,
      own: drawnUp.filter(isOwn).map((unit) => block(unit, unit.area ?? "")),
      enemy: [...drawnUp.filter((unit) => !isOwn(unit)).map((unit) => block(unit, turned(unit.area ?? ""))), ...waiting.map((unit) => block(unit, "enemy-tray"))],
    };
  });
  return { ...view, battles, units: view.truth.filter(isOwn), blocks: view.blocks.filter((blocks) => (blocks.army === "french") !== isFrench) };
}
