/**
 * Diagrams in a text of the rules: positions that the server sets up, drawn by the map and the
 * battlefield of the game. Each is drawn when it comes into sight.
 */

import { createBattle } from "../battle/battle.js";
import { loadShipped } from "../lib/board.js";
import { ask } from "../lib/home.js";
import { reveal } from "../lib/reveal.js";
import { createMap } from "../map/map.js";

/** @import { Board, DiagramMessage } from "../lib/types.js" */

const NEAR = "300px"; // below and above what is seen

/**
 * @param {HTMLElement} root
 * @param {{isAtOnce?: boolean}} [options] - draw all of them at once, as for paper
 */
export function drawDiagrams(root, { isAtOnce = false } = {}) {
  /** @type {(() => void)[]} */
  const ends = [];
  let isGone = false;
  const figures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("figure.diagram")]);

  /** @param {HTMLElement} figure */
  async function draw(figure) {
    const [board, answer] = await Promise.all([loadShipped(), ask(`/rules/diagram/${figure.dataset.diagram}.json`)]);
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    const message = /** @type {DiagramMessage} */ (await answer.json());
    const place = figure.querySelector(".diagram-place");
    if (isGone || !(place instanceof HTMLElement)) return;
    figure.classList.add("is-drawn");
    place.inert = true; // to be looked at; the words beside it are for those who listen
    ends.push(message.town ? drawBattle(place, board, message, message.town) : drawMap(place, board, message));
  }

  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      watch.unobserve(target);
      draw(target).catch(() => { /* the position stands there in words */ });
    }
  }, { rootMargin: NEAR });
  if (!isAtOnce) figures.forEach((figure) => watch.observe(figure));

  return {
    /** When all that is drawn at once is there. */
    ready: isAtOnce ? Promise.allSettled(figures.map(draw)) : Promise.resolve([]),
    destroy() {
      isGone = true;
      watch.disconnect();
      ends.forEach((end) => end());
    },
  };
}

/**
 * @param {HTMLElement} place
 * @param {Board} board
 * @param {DiagramMessage} message
 */
function drawMap(place, board, { view, focus, arrows }) {
  const map = createMap(place, board);
  place.tabIndex = -1;
  const isAll = view.truth.length > 0;
  const marches = arrows.map(({ start, ...arrow }) => ({ from: start, ...arrow }));
  const look = () => {
    map.update({ view: isAll ? { ...view, units: view.truth, blocks: [] } : view, arrows: marches, disabled: true });
    map.frame(focus);
  };
  const watch = new ResizeObserver(look);
  watch.observe(place);
  return () => {
    watch.disconnect();
    map.destroy();
  };
}

/**
 * @param {HTMLElement} place
 * @param {Board} board
 * @param {DiagramMessage} message
 * @param {string} town
 */
function drawBattle(place, board, { view, seat }, town) {
  const battle = createBattle(place, { hasEnd: false, onTown() {} });
  battle.update({ view: view.truth.length ? reveal(board, view) : view, offers: [], town, seat, board, canAct: false, events: [], log: [] });
  return () => battle.destroy();
}
