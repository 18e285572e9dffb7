/**
 * What the pages about people share: their head, days in words, lines of a list, and what is done to somebody.
 */

import { fill, h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { api, messageOf } from "../lib/net.js";

/** @import { Acquaintance } from "../lib/messages.js" */

/**
 * Where the profile of the holder of an account is.
 * @param {string} name
 */
export const profilePath = (name) => `/people/${encodeURIComponent(name)}`;

/**
 * A day in words.
 * @param {string} time - ISO, to the day at least
 */
export function dayOf(time) {
  return new Intl.DateTimeFormat(lang(), { dateStyle: "medium" }).format(new Date(time));
}

/**
 * A month in words.
 * @param {string} time - "2026-11"
 */
export function monthOf(time) {
  return new Intl.DateTimeFormat(lang(), { year: "numeric", month: "long", timeZone: "UTC" }).format(new Date(`${time}-15`));
}

/**
 * Somebody's standard.
 * @param {string} address
 * @param {number} size - in pixels
 */
export function standard(address, size) {
  return h("img.standard", { src: address, width: size, height: size, alt: "" });
}

/**
 * Something that is tried, and what went wrong said beside it.
 * @param {HTMLElement} trouble
 * @param {() => Promise<unknown>} work
 */
export async function attempt(trouble, work) {
  fill(trouble);
  try {
    await work();
  } catch (error) {
    fill(trouble, messageOf(error));
  }
}

/**
 * What can be done about somebody: friend, mute, block, report.
 * @param {Acquaintance} person
 * @param {boolean} isAccount - whoever looks has an account
 * @param {(changed: Acquaintance) => void} onChanged
 */
export function dealings(person, isAccount, onChanged) {
  const trouble = h("p.trouble", { role: "alert" });
  /** @type {(kind: "friend"|"block"|"mute", isOn: boolean, label: string, isFirst?: boolean) => HTMLElement} */
  const button = (kind, isOn, label, isFirst = false) => h("button", {
    class: isFirst ? "primary" : "",
    "data-act": `${kind}-${isOn ? "on" : "off"}`,
    onclick: () => attempt(trouble, async () => onChanged(await api("POST", "/api/people/bond", { person: person.id, kind, is_on: isOn }))),
  }, label);
  const canBefriend = isAccount && person.is_account && !person.is_blocked;
  return h("div.dealings", null,
    h("div.row", null,
      !canBefriend ? null : person.is_friend ? button("friend", false, t("No friend any more"))
        : button("friend", true, person.has_asked ? t("Be friends") : t("Ask to be friends"), true),
      person.is_muted ? button("mute", false, t("Hear again")) : button("mute", true, t("Mute")),
      person.is_blocked ? button("block", false, t("Let in again")) : button("block", true, t("Keep out"))),
    h("p.hint", null, person.is_blocked ? t("Cannot sit down at your tables, and you do not hear what is said.")
      : person.is_muted ? t("You do not hear what is said at the table.") : t("Who is muted is not heard by you. Who is kept out cannot sit down at your tables either.")),
    complaint(person), trouble);
}

/** @param {Acquaintance} person */
function complaint(person) {
  const told = h("p.hint", { role: "status" });
  const trouble = h("p.trouble", { role: "alert" });
  const words = h("textarea", { name: "report", rows: 3, maxlength: 1000, required: true });
  const form = h("form.stacked", {
    onsubmit: (event) => {
      event.preventDefault();
      attempt(trouble, async () => {
        await api("POST", "/api/people/report", { person: person.id, text: words.value });
        words.value = "";
        fill(told, t("Thank you. Whoever runs this server will read it."));
      });
    },
  }, h("label", null, t("What has happened?"), words), h("div.row", null, h("button", null, t("Send the report"))), told, trouble);
  return h("details.complaint", null, h("summary", null, t("Report {name}", { name: person.name })), form);
}
