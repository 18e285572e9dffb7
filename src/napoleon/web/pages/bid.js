/**
 * Sealed bids for a side: two people say in secret which side they want and what they would give up for it, or one and a computer.
 *
 * A bid stays in its browser until both seals are with the server; then each browser opens its own. Whoever
 * comes back to the page goes on where they were.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { wholeAddress } from "../lib/home.js";
import { emblem } from "../lib/icons.js";
import { t } from "../lib/i18n.js";
import { keep, recall } from "../lib/kept.js";
import { levelName } from "../lib/levels.js";
import { shownName } from "../lib/names.js";
import { paceWords } from "../lib/paces.js";
import { sha256 } from "../lib/sha256.js";
import { copyButton } from "../table/people.js";
import { MOST_STEPS } from "./even.js";
import { foot, heading } from "./home.js";

/** @import { BidInfo, Shell, Side } from "../lib/types.js" */
/** @typedef {{side: Side, steps: number, secret: string}} Bid */

const LOOK_MS = 1000; // between two looks at how far the other is

/** @param {Bid} bid */
const textOf = ({ side, steps, secret }) => `${side} ${steps} ${secret}`;

/** A secret that nobody guesses. */
const newSecret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The page of an auction.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} token
 */
export function createBid(container, shell, token) {
  const key = `napoleon.bid.${token}`;
  const words = h("div.bid-words");
  const trouble = h("p.trouble", { role: "alert" });
  const form = bidForm(seal);
  container.append(h("main.page.narrow", { id: "main" }, heading(t("Bid for a side")), words, form, trouble, foot(shell)));
  let timer = 0;
  let isGone = false;

  /** The bid that this browser has sealed. @returns {Bid|null} */
  const mine = () => JSON.parse(recall(key) ?? "null");

  /** @param {BidInfo} info */
  function show(info) {
    if (info.game) return shell.navigate(`/game/${info.game}`, { replace: true });
    const isIn = info.part === "host" ? info.has_host : info.part === "guest" && info.has_guest;
    const rival = info.level ? t("{level} (computer)", { level: levelName(info.level) }) : "";
    const isForOthers = !info.part && Boolean(info.guest || rival);
    form.hidden = isIn || isForOthers;
    const status = h("p", { role: "status" }, isForOthers ? t("Two others bid for this game.") : statusWords(info, isIn, rival));
    if (isForOthers) {
      fill(words, status);
      return undefined;
    }
    fill(words,
      h("p", null, t("You and your opponent each say in secret which side you want, and how many steps of your blocks you would give up to have it. Nobody sees a bid before both are in.")),
      h("p.hint", null, t("Who want different sides have them, and nobody gives up anything. If you want the same one, the higher bid has it and gives up what it bid; equal bids draw lots.")),
      info.pace.kind === "none" ? null : h("p.hint", null, paceWords(info.pace)),
      rival ? h("p.hint", null, t("The computer goes by our measure of what makes the game even, where there is one. Its bid was sealed before you came, and it does not see yours.")) : null,
      info.part === "host" && !info.guest && !rival ? h("p", null, copyButton(t("Copy the link for your opponent"), wholeAddress(`/bid/${token}`))) : null,
      status);
    return undefined;
  }

  async function look() {
    clearTimeout(timer);
    try {
      /** @type {BidInfo} */
      let info = await api("GET", `/api/bids/${token}`);
      const bid = mine();
      if (info.has_host && info.has_guest && info.part && bid && !info.game) info = await api("POST", `/api/bids/${token}/open`, bid);
      if (isGone) return;
      show(info);
      if (info.game) return;
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
    if (!isGone) timer = setTimeout(look, LOOK_MS);
  }

  /**
   * @param {Side} side
   * @param {number} steps
   */
  async function seal(side, steps) {
    trouble.textContent = "";
    const bid = { side, steps, secret: newSecret() };
    const before = recall(key);
    keep(key, JSON.stringify(bid)); // before it is sent: without its secret a seal is worth nothing
    try {
      show(await api("POST", `/api/bids/${token}/seal`, { seal: sha256(textOf(bid)) }));
      await look();
    } catch (error) {
      if (before) keep(key, before);
      trouble.textContent = messageOf(error);
    }
  }

  look();
  return { destroy: () => { isGone = true; clearTimeout(timer); } };
}

/**
 * How far the two are.
 * @param {BidInfo} info
 * @param {boolean} isIn - whether my own bid is
 * @param {string} rival - the computer that bids, if one does
 */
function statusWords(info, isIn, rival) {
  if (isIn) return t("Your bid is sealed. Waiting for the other one.");
  if (rival) return t("{name} has put in a bid.", { name: rival });
  if (info.part === "host") return info.has_guest ? t("Your opponent's bid is in.") : "";
  return info.has_host ? t("{name} has put in a bid.", { name: shownName(info.host, info.without_account.includes("host")) }) : "";
}

/**
 * The side that one wants, and what one would give up for it.
 * @param {(side: Side, steps: number) => Promise<void>} onSeal
 */
function bidForm(onSeal) {
  /** @type {Side} */
  let side = "french";
  const steps = h("input", { type: "number", name: "steps", min: 0, max: MOST_STEPS, value: 0, required: true });
  /** @type {(value: Side, title: string) => HTMLElement} */
  const choice = (value, title) => h("label.option", null,
    h("input", { type: "radio", name: "side", value, checked: side === value, onchange: () => { side = value; } }),
    h("span.row", null, emblem(value), h("strong", null, title)));
  return h("form.new-game.bid", {
    onsubmit: (event) => {
      event.preventDefault();
      onSeal(side, Math.max(0, Math.min(MOST_STEPS, Math.round(Number(steps.value)) || 0)));
    },
  },
  h("div.options", { role: "radiogroup", "aria-label": t("The side that I want") }, choice("french", t("The French")), choice("allied", t("The Allies"))),
  h("div.stacked", null, h("label", null, t("Steps that I would give up for it"), steps)),
  h("button.primary.wide", { type: "submit" }, t("Seal my bid")));
}
