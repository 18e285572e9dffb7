/**
 * The head of the battle screen: which fight, which round, whose battle turn, and the step of it.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { fightTitle } from "./words.js";

/** @import { Scene } from "./scene.js" */

/** @param {{onTown: (town: string) => void}} hooks */
export function createHead({ onTown }) {
  const element = h("header.b-head");
  let look = "";

  /** @param {Scene} scene */
  function render(scene) {
    const facts = factsOf(scene);
    const isMine = scene.isSeat && scene.turnSide === scene.side;
    const step = scene.battle?.step ?? "";
    const now = JSON.stringify([fightTitle(scene), facts, scene.stage, step, scene.battle?.status, isMine, scene.turnSide]);
    if (now === look) return;
    look = now;
    const isFighting = scene.kind === "field" && scene.battle?.status === "fighting";
    const whose = isFighting && scene.turnSide
      ? h(`span.b-whose${isMine ? ".is-mine" : ""}`, {}, isMine ? t("Your battle turn") : scene.turnSide === "french" ? t("French battle turn") : t("Allied battle turn"))
      : null;
    fill(element,
      h("button.b-name", { type: "button", title: t("Show on the map"), onclick: () => onTown(scene.town) }, fightTitle(scene)),
      h("span.b-facts", {}, facts.map(([name, words], n) => h(`span.b-fact-${name}`, {}, n ? ` · ${words}` : words))), whose, stepsOf(scene));
    element.classList.toggle("is-fighting", Boolean(whose));
  }

  return { element, render };
}

/**
 * @param {Scene} scene
 * @returns {[string, string][]}
 */
function factsOf(scene) {
  /** @type {[string, string][]} */
  const facts = [];
  if (scene.kind === "field" && scene.round) facts.push(["round", t("Round {round}", { round: scene.round })]);
  if (scene.attacker) facts.push(["attack", scene.attacker === "french" ? t("the French attack") : t("the Allies attack")]);
  return facts;
}

/**
 * The steps of a battle turn, or of the setting up; the present one is marked.
 * @param {Scene} scene
 */
function stepsOf({ kind, battle, stage }) {
  const list = (/** @type {string} */ label, /** @type {string[]} */ names, /** @type {number} */ now) =>
    h("ol.b-steps", { "aria-label": label }, names.map((name, n) => h("li", { "aria-current": n === now ? "step" : null }, name)));
  if (kind === "field" && battle?.status === "fighting") {
    const now = ["morale", "combat", "reinforcement"].indexOf(battle.step ?? "");
    return list(t("The steps of a battle turn"), [t("Morale"), t("Combat"), t("Reinforcement")], now);
  }
  if (battle?.status === "setting-up") {
    const now = stage === "deploy" ? 1 : stage ? 0 : -1;
    return list(t("Setting up"), [t("Terrain"), t("Deployment")], now);
  }
  return null;
}
