/**
 * Pages that mails lead to, and the way to a new password.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { foot, heading } from "../pages/home.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Shell } from "../lib/types.js" */

/**
 * A page that does one thing when it is opened, and says what came of it.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} title
 * @param {() => Promise<Child[]>} act
 */
function once(container, shell, title, act) {
  const words = h("div", { role: "status" });
  container.append(h("main.page.narrow", { id: "main" }, heading(title), words, foot(shell)));
  act().then((said) => fill(words, ...said), (error) => fill(words, h("p.trouble", { role: "alert" }, messageOf(error))));
}

const toNotices = () => h("p", null, h("a.button", { href: "/notices" }, t("Notices of your turns")));

/** @type {(container: HTMLElement, shell: Shell, token: string) => void} */
export function createVerify(container, shell, token) {
  once(container, shell, t("Confirm your e-mail address"), async () => {
    await api("POST", "/api/notices/verify", { token });
    return [h("p", null, t("Thank you: mail reaches you there from now on.")), toNotices()];
  });
}

/** @type {(container: HTMLElement, shell: Shell, token: string) => void} */
export function createStop(container, shell, token) {
  once(container, shell, t("No more mails"), async () => {
    await api("POST", `/stop/${token}`, {});
    return [h("p", null, t("No more mails about your turns come from here.")), toNotices()];
  });
}

/**
 * A form with one button, and what came of it in its place.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} title
 * @param {Child[]} fields
 * @param {string} button
 * @param {() => Promise<Child[]>} act
 */
function ask(container, shell, title, fields, button, act) {
  const trouble = h("p.trouble", { role: "alert" });
  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    trouble.textContent = "";
    try {
      fill(form, h("div", { role: "status" }, await act()));
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
  }
  const form = h("form.stacked", { onsubmit: submit }, fields, trouble, h("button.primary.wide", null, button));
  container.append(h("main.page.narrow", { id: "main" }, heading(title), form, foot(shell)));
}

/** @type {(container: HTMLElement, shell: Shell) => void} */
export function createForgot(container, shell) {
  const who = h("input", { name: "username", autocomplete: "username", maxlength: 254, required: true });
  ask(container, shell, t("Password forgotten"), [
    h("p", null, t("If the account has a confirmed e-mail address, a mail with a link goes there.")),
    h("label", null, t("Account name or e-mail address"), who),
  ], t("Send the mail"), async () => {
    await api("POST", "/api/password/forgot", { who: who.value });
    return [h("p", null, t("If there is such an account, the mail is on its way."))];
  });
}

/** @type {(container: HTMLElement, shell: Shell, token: string) => void} */
export function createReset(container, shell, token) {
  const secret = h("input", { type: "password", name: "new-password", autocomplete: "new-password", minlength: 8, maxlength: 200, required: true });
  ask(container, shell, t("A new password"), [h("label", null, t("New password"), secret)], t("Keep"), async () => {
    const { name } = await api("POST", "/api/password/reset", { token, password: secret.value });
    return [h("p", null, t("{name}, your password is changed, and every device is logged out. Log in again.", { name })), h("p", null, h("a.button", { href: "/" }, t("To the front page")))];
  });
}
