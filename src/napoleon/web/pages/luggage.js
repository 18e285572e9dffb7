/**
 * What a browser without a server says of friends elsewhere, and its games: all of them out and in again, as a file or by
 * the clipboard, and records.
 */

import { fill, h } from "../lib/dom.js";
import { pickText, saveText } from "../lib/files.js";
import { friends } from "../lib/home.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { api, messageOf } from "../lib/net.js";

/** @import { Shell } from "../lib/types.js" */

/** What cannot be done here, and where it can. */
export function friendsElsewhere() {
  const words = (/** @type {string} */ more) => [icon("people"), h("span", null, h("strong", null, t("With friends elsewhere")), h("span", null, more))];
  return friends.server
    ? h("a.choice", { href: friends.server, rel: "noopener" }, words(t("That needs a server: there is one at {address}", { address: friends.server.replace(/^https?:\/\//, "") })))
    : h("p.choice.is-away", null, words(t("That needs a server; here everything happens in your own browser")));
}

/**
 * @param {Shell} shell
 * @param {() => void} onArrived - games have come in
 */
export function luggageBox(shell, onArrived) {
  const told = h("p.hint", { role: "status" });
  /** @param {() => Promise<string>} work */
  const attempt = (work) => async () => {
    try {
      fill(told, await work());
    } catch (error) {
      fill(told, messageOf(error));
    }
  };
  const pack = async () => JSON.stringify(await api("GET", "/luggage"));
  /** @param {string|null} text */
  const unpack = async (text) => {
    if (!text?.trim()) return "";
    if (!text.trimStart().startsWith("{")) {
      const { id } = await api("POST", "/luggage/record", text);
      shell.navigate(`/game/${id}`);
      return "";
    }
    const { games, known } = await api("POST", "/luggage", text);
    onArrived();
    return t("New games: {games}. Here already: {known}.", { games, known });
  };
  return h("details.choice-box.luggage", null,
    h("summary.choice", null, icon("save"), h("span", null, h("strong", null, t("Keep and move your games")),
      h("span", null, t("They are in this browser alone: save them to a file, or take them to another device")))),
    h("div.row", null,
      h("button", { onclick: attempt(async () => { saveText("napoleon-games.json", await pack()); return t("All games are saved."); }) }, t("Save all games")),
      h("button", { onclick: attempt(async () => { await navigator.clipboard.writeText(await pack()); return t("All games are copied."); }) }, t("Copy all games")),
      h("button", { onclick: attempt(async () => unpack(await pickText(".json,.txt,.record"))) }, t("Open a file of games or a record")),
      h("button", { onclick: attempt(async () => unpack(await navigator.clipboard.readText())) }, t("Paste games or a record"))),
    told);
}
