/**
 * Whether a game that was begun as rated counts, in words.
 */

import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { api } from "../lib/net.js";
import { whenWords } from "../lib/paces.js";

/** @import { GameRating } from "../lib/messages.js" */

/** @type {Map<string, HTMLElement>} - what was asked, by game, stage and language: panels are drawn again and again */
const notes = new Map();

/**
 * A line that says whether a rated game counts; it is filled when the server has answered.
 * @param {string} id - of the game
 * @param {boolean} isOver
 * @param {number} [turn] - of the game: with each the server is asked again
 */
export function ratingNote(id, isOver, turn = 0) {
  const key = [id, isOver ? "over" : turn, lang()].join(" ");
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
    case "": return isOver ? t("This game counts for the ratings.") : t("This game is rated: whoever runs out of time loses.");
    case "pair": return isOver || !until ? t("This game does not count: you two have had your rated games for the day.")
      : t("You two have had your rated games for the day. This one counts if it ends after {when}.", { when: whenWords(until) });
    case "unplayed": return !isOver ? t("This game is rated: whoever runs out of time loses. It counts once both sides have had a turn.") : t("This game does not count for the ratings: it ended before both sides had had a turn.");
    case "computer": return t("This game does not count: a computer has played for somebody.");
    case "other": return t("This game does not count: one of the seats has changed hands.");
    default: return t("This game does not count.");
  }
}
