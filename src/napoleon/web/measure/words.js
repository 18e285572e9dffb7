/**
 * What tournaments are called and how they go, in words.
 */

import { msg, t } from "../lib/i18n.js";
import { levelName } from "../lib/levels.js";
import { whenWords } from "../lib/paces.js";
import { CAMPAIGNS, loadScenarios } from "../pages/scenarios.js";

/** @import { EntrantInfo, TournamentLine } from "../lib/messages.js" */

/** @type {Record<string, string>} */
const FORMATS = { swiss: msg("Swiss"), "round-robin": msg("Everybody meets everybody"), "knock-out": msg("Knock-out") };
/** @type {Record<string, string>} */
const GAMES = { pair: msg("Two games, sides changed"), single: msg("One game, sides dealt evenly"), bid: msg("One game, bids for the side") };
/** @type {Record<string, string>} */
const STAGES = { open: msg("Open to enter"), playing: msg("Being played"), over: msg("Over"), cancelled: msg("Nobody came") };

/** @type {(format: string) => string} */
export const formatName = (format) => t(FORMATS[format]);
/** @type {(games: string) => string} */
export const gamesName = (games) => t(GAMES[games]);
/** @type {(stage: string) => string} */
export const stageName = (stage) => t(STAGES[stage]);

/**
 * The name of a scenario, or of a campaign.
 * @param {string} id
 */
export async function scenarioName(id) {
  if (id === "free") return t("free positions");
  if (CAMPAIGNS.includes(id)) return t("historical positions");
  return (await loadScenarios()).find((one) => one.id === id)?.title ?? id;
}

/** @type {(entrant: Pick<EntrantInfo, "n"|"name"|"level">) => string} */
export const entrantName = ({ n, name, level }) => (level ? t("{level} no. {n}", { level: levelName(level), n }) : name);

/** @type {(points: number) => string} points, with halves */
export const halves = (points) => (points % 1 ? `${Math.floor(points) || ""}½` : String(points));

/** @type {(one: Pick<TournamentLine, "stage"|"round"|"rounds"|"starts">) => string} */
export function progressWords({ stage, round, rounds, starts }) {
  if (stage === "open") return t("Begins {when}", { when: whenWords(starts) });
  if (stage !== "playing" || !round) return stageName(stage);
  return rounds ? t("Round {round} of {rounds}", { round, rounds }) : t("Round {round}", { round });
}
