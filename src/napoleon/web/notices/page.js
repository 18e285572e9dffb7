/**
 * Notices: how somebody wants to be told that it is their turn, and where.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/i18n.js";
import { withProof } from "../lib/confirm.js";
import { foot, heading } from "../pages/home.js";
import { canPush, deviceName, subscribe } from "./device.js";
import { CHANNELS, formatTime, PACES, parseTime, whyOff } from "./ways.js";

/** @import { Shell } from "../lib/types.js" */
/** @import { NoticeInfo } from "../lib/messages.js" */
/** @import { Channel, Pace } from "./ways.js" */

/**
 * The page of notices.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createNotices(container, shell) {
  const body = h("div.notices");
  const word = h("p.kept-word", { role: "status" });
  const trouble = h("p.trouble", { role: "alert" });

  /**
   * Ask for a change, and show what has come of it.
   * @param {string} path
   * @param {object} data
   * @param {string} said - when it is done
   */
  async function change(path, data, said) {
    trouble.textContent = "";
    word.textContent = "";
    try {
      const answer = await withProof(() => api("POST", path, data));
      if (answer.choices) show(answer);
      word.textContent = said;
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
  }

  /** @param {NoticeInfo} info */
  function show(info) {
    const last = document.activeElement?.id;
    fill(body, matrix(info, change), quietHours(info, change), mail(info, change), devices(info, change, trouble), webhook(info, change));
    if (last) document.getElementById(last)?.focus();
  }

  container.append(h("main.page.narrow", { id: "main" }, heading(t("Notices of your turns")),
    h("p", null, t("One message a turn, none while you are looking. Seats kept for you, questions and ends of games are told the same way. What several games have to tell comes together.")),
    body, h("div.notice-words", null, word, trouble), foot(shell)));
  show(await api("GET", "/api/notices"));
}

/** @typedef {(path: string, data: object, said: string) => Promise<void>} Change */

/**
 * What is chosen, as the server wants it.
 * @param {NoticeInfo} info
 */
const wishesOf = ({ choices, zone, quiet_from, quiet_to }) => ({ choices, zone, quiet_from, quiet_to });

/**
 * Which way at which pace.
 * @param {NoticeInfo} info
 * @param {Change} change
 */
function matrix(info, change) {
  /** @type {(channel: Channel, pace: Pace) => HTMLElement} */
  const cell = (channel, pace) => {
    const chosen = info.choices[pace] ?? [];
    const [, name = ""] = CHANNELS.find(([one]) => one === channel) || [];
    const [, speed = ""] = PACES.find(([one]) => one === pace) || [];
    /** @type {HTMLInputElement} */
    const box = h("input", {
      type: "checkbox", id: `notice-${channel}-${pace}`, checked: chosen.includes(channel), "aria-label": `${t(name)}, ${t(speed)}`,
      onchange: () => change("/api/notices", { ...wishesOf(info), choices: {
        ...info.choices, [pace]: box.checked ? [...chosen, channel] : chosen.filter((one) => one !== channel),
      } }, t("Kept.")),
    });
    return h("td", null, h("label", null, box));
  };
  return h("table.ways", null,
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Tell me")), PACES.map(([, name]) => h("th", { scope: "col" }, t(name))))),
    h("tbody", null, CHANNELS.map(([channel, name]) => h("tr", null,
      h("th", { scope: "row" }, t(name), h("small", null, whyOff(info, channel))),
      PACES.map(([pace]) => cell(channel, pace))))));
}

/**
 * @param {NoticeInfo} info
 * @param {Change} change
 */
function quietHours(info, change) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const zones = [...new Set([info.zone, here, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  const isNew = info.quiet_from === null;
  /** @type {(id: string, label: string, minutes: number|null) => HTMLInputElement} */
  const time = (id, label, minutes) => h("input", { type: "time", id, value: formatTime(minutes), "aria-label": label });
  const from = time("quiet-from", t("Quiet from"), info.quiet_from);
  const to = time("quiet-to", t("Quiet until"), info.quiet_to);
  /** @type {HTMLSelectElement} */
  const zone = h("select", { id: "quiet-zone", "aria-label": t("Time zone") },
    zones.map((name) => h("option", { value: name, selected: name === (isNew ? here : info.zone) }, name.replaceAll("_", " "))));
  /** @param {SubmitEvent} event */
  function keep(event) {
    event.preventDefault();
    change("/api/notices", { ...wishesOf(info), quiet_from: parseTime(from.value), quiet_to: parseTime(to.value), zone: zone.value }, t("Kept."));
  }
  return h("form.notice-part", { onsubmit: keep },
    h("h2", null, t("Quiet hours")),
    h("p.hint", null, t("What comes then waits until they are over. The page tells you at any time.")),
    h("div.row.times", null, from, h("span", { "aria-hidden": "true" }, "–"), to, zone, h("button", null, t("Keep"))));
}

/**
 * @param {NoticeInfo} info
 * @param {Change} change
 */
function mail(info, change) {
  if (info.missing.email) return null;
  const address = h("input", { type: "email", id: "notice-email", value: info.email, maxlength: 254, autocomplete: "email", "aria-label": t("E-mail address"), placeholder: t("E-mail address") });
  /** @param {SubmitEvent} event */
  function keep(event) {
    event.preventDefault();
    change("/api/notices/email", { address: address.value }, address.value ? t("A mail is on its way. Open the link in it.") : t("Your address is forgotten."));
  }
  return h("form.notice-part", { onsubmit: keep },
    h("h2", null, t("E-mail")),
    h("p.hint", null, t("For notices, and for a new password if you forget yours. Nobody else sees it.")),
    h("div.row", null, address, h("button", null, info.email && !info.is_verified ? t("Send the link again") : t("Keep"))),
    info.is_verified ? h("p.is-verified", null, icon("done"), t("Confirmed.")) : null,
    info.is_verified ? tryButton("email", change) : null);
}

/**
 * @param {NoticeInfo} info
 * @param {Change} change
 * @param {HTMLElement} trouble
 */
function devices(info, change, trouble) {
  if (info.missing.push) return null;
  /** @type {HTMLButtonElement} */
  const add = h("button", {
    type: "button", id: "notice-device",
    onclick: async () => {
      add.disabled = true;
      try {
        await change("/api/notices/device", { ...await subscribe(info.push_key), name: deviceName() }, t("This device is told from now on."));
      } catch (error) {
        trouble.textContent = messageOf(error);
      }
      add.disabled = false;
    },
  }, t("Tell this device"));
  return h("section.notice-part", null,
    h("h2", null, t("Devices")),
    canPush() ? add : h("p.hint", null, t("This browser takes no messages. On an iPhone or iPad, add the game to the home screen and open it there.")),
    info.devices.length ? h("ul.devices", null, info.devices.map(({ id, name }) => h("li", null, h("span", null, name || t("A browser")),
      h("button.quiet", { "aria-label": t("Forget {name}", { name: name || t("A browser") }), onclick: () => change("/api/notices/device/remove", { id }, t("Forgotten.")) }, t("Forget"))))) : null,
    info.devices.length ? tryButton("push", change) : null);
}

/**
 * @param {NoticeInfo} info
 * @param {Change} change
 */
function webhook(info, change) {
  if (info.missing.webhook) return null;
  const url = h("input", { type: "url", id: "notice-webhook", value: info.webhook, maxlength: 1000, "aria-label": t("Address of the webhook"), placeholder: "https://" });
  /** @type {HTMLSelectElement} */
  const form = h("select", { id: "notice-form", "aria-label": t("Kind of webhook") },
    [["json", "JSON"], ["discord", "Discord"], ["matrix", "Matrix"]].map(([value, name]) => h("option", { value, selected: value === info.form }, name)));
  /** @param {SubmitEvent} event */
  function keep(event) {
    event.preventDefault();
    change("/api/notices/webhook", { url: url.value, form: form.value }, url.value ? t("Kept.") : t("Forgotten."));
  }
  return h("form.notice-part", { onsubmit: keep },
    h("h2", null, t("Webhook")),
    h("p.hint", null, t("For a program of yours, or a channel of Discord or Matrix.")),
    h("div.row", null, url, form, h("button", null, t("Keep"))),
    info.webhook ? tryButton("webhook", change) : null);
}

/**
 * @param {Channel} channel
 * @param {Change} change
 */
function tryButton(channel, change) {
  return h("p.try", null, h("button.quiet", { type: "button", onclick: () => change("/api/notices/test", { channel }, t("A message is on its way.")) }, t("Try it")));
}
