/**
 * A position of the rules on the table: a diagram that is played on from.
 */

import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { api } from "../lib/net.js";
import { createTable } from "../table/table.js";
import { connectPractice } from "./practice.js";

/** @import { DiagramInfo, Page, Shell, Verdict } from "../lib/types.js" */
/** @import { ShowCard } from "../table/state.js" */

const SEEDS = 1_000_000;
const LOOK = 900; // milliseconds to see what was done last

/**
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} name
 * @returns {Promise<Page>}
 */
export async function createTry(container, shell, name) {
  const call = `/api/diagrams/${name}`;
  const { seat, section, title } = /** @type {DiagramInfo} */ (await api("GET", `${call}?lang=${encodeURIComponent(lang())}`));
  const seed = Math.floor(Math.random() * SEEDS);
  const home = `/rules/${section}`;

  /**
   * @param {Verdict} verdict
   * @param {ShowCard} showCard
   */
  function onVerdict(verdict, showCard) {
    showCard(title, h("p", null, verdict.explanation), [
      [t("Try again"), () => shell.navigate(`/try/${name}`, { replace: true })],
      [t("Back to the rules"), () => shell.navigate(home), true],
    ]);
  }

  return createTable(container, {
    shell,
    exercise: {
      seat,
      task: title,
      home,
      connect: (handlers) => connectPractice(call, handlers, { seed }),
      onVerdict: (verdict, showCard) => { setTimeout(() => onVerdict(verdict, showCard), LOOK); },
    },
  });
}
