/**
 * The ways in which somebody can be told that it is their turn, and what stands in the way of each.
 */

import { msg, t } from "../lib/i18n.js";

/** @import { NoticeInfo } from "../lib/messages.js" */
/** @typedef {keyof NoticeInfo["choices"]} Pace */
/** @typedef {NoticeInfo["choices"][Pace][number]} Channel */

/** @type {[Channel, string][]} */
export const CHANNELS = [["page", msg("In the page")], ["email", msg("By e-mail")], ["push", msg("On your devices")], ["webhook", msg("By webhook")]];

/** @type {[Pace, string][]} */
export const PACES = [["none", msg("No clock")], ["live", msg("Minutes")], ["days", msg("Days")]];

/**
 * Why nothing comes by a channel, in a line; "" if nothing is in the way.
 * @param {NoticeInfo} info
 * @param {Channel} channel
 */
export function whyOff(info, channel) {
  const missing = info.missing[channel];
  if (missing === "mail") return t("Off: this house has no mail server.");
  if (missing === "address") return t("Off: this house has not said where it is found.");
  if (missing === "account") return t("Off: a guest cannot have mail. Make an account first.");
  if (channel === "email" && !info.email) return t("No address yet.");
  if (channel === "email" && !info.is_verified) return t("The address is not confirmed yet.");
  if (channel === "push" && !info.devices.length) return t("No device yet.");
  if (channel === "webhook" && !info.webhook) return t("No address yet.");
  return info.trouble[channel] ?? "";
}

/**
 * A time of day for a field, from minutes after midnight; "" for none.
 * @param {number|null} minutes
 */
export const formatTime = (minutes) => (minutes === null ? "" : `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`);

/**
 * The same backwards; null for none.
 * @param {string} text
 */
export function parseTime(text) {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) || [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
