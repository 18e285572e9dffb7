/**
 * Whether a game that was begun as rated counts, in words.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api } from "../lib/net.js";
import { whenWords } from "../lib/paces.js";

/** @import { GameRating } from "../lib/messages.js" */

/** @type {Map<string, HTMLElement>} - what was asked, by game and stage: panels are drawn again and again */
const notes = new Map();

/**
 * A line that says whether a rated game counts; it is filled when the server has answered.
 * @param {string} id - of the game
 * @param {boolean} isOver
 */
export function ratingNote(id, isOver) {
  const key = `${id} ${isOver}`;
  let note = notes.get(key);
  if (!note) {
    note = h("p.hint.rating-note");
    notes.set(key, note);
    const place = note;
    api("GET", `/api/games/${id}/rating`).then((found) => { place.textContent = ratingWords(found, isOver); })
      .catch(() => { notes.delete(key); });
  }
  return note;
}

/**
 * Why a game counts, or does not.
 * @param {GameRating} found
 * @param {boolean} isOver
 */
export function ratingWords({ rated, why, until = 0 }, isOver) {
  if (!rated) return "";
  switch (why) {
    case "": return isOver ? t("This game counts for the ratings.") : t("This game is rated: who lets the clock run out has lost.");
    case "pair": return isOver || !until ? t("This game does not count: you had your rated games against each other for the day.")
      : t("You have had your rated games against each other for the day: this one counts if it ends after {when}.", { when: whenWords(until) });
    case "unplayed": return !isOver ? t("This game is rated: who lets the clock run out has lost. It counts once both sides have had a turn.") : t("This game does not count: it was given up before both sides had a turn.");
    case "computer": return t("This game does not count: a computer has played for somebody.");
    case "other": return t("This game does not count: somebody else began on one of the seats.");
    default: return t("This game does not count.");
  }
}
