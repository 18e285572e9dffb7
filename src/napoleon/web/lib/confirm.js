/**
 * Showing once more whose account this is, where the server asks for it before a secret changes.
 */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { api, messageOf, ServerError } from "./net.js";
import { answerByPasskey, canUsePasskeys } from "./passkeys.js";

/**
 * Do something; if the server wants a proof first, ask for it and try once more.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what `work` returns; the refusal is thrown if no proof was given
 */
export async function withProof(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== "confirm" || !await askForProof()) throw error;
    return work();
  }
}

/**
 * A dialog that asks for the password or a passkey.
 * @returns {Promise<boolean>} whether the server has accepted one
 */
function askForProof() {
  let isProved = false;
  const cameFrom = document.activeElement;
  const trouble = h("p.trouble", { role: "alert" });
  const secret = h("input", { type: "password", name: "password", autocomplete: "current-password", required: true });
  /** @param {() => Promise<object>} proof */
  async function prove(proof) {
    fill(trouble);
    try {
      await api("POST", "/api/confirm", await proof());
      isProved = true;
      dialog.close();
    } catch (error) {
      fill(trouble, messageOf(error));
    }
  }
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog.proof-dialog", { "aria-labelledby": "proof-title" },
    h("form.stacked", {
      onsubmit: (event) => {
        event.preventDefault();
        prove(async () => ({ password: secret.value }));
      },
    },
    h("header", null, h("h2", { id: "proof-title" }, t("Is it you?")),
      h("button.round", { type: "button", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close"))),
    h("p.hint", null, t("Before a passkey or your e-mail address changes, show once more that it is you. That holds for some minutes.")),
    h("label", null, t("Password"), secret),
    h("div.row", null, h("button.primary", null, t("Go on")),
      canUsePasskeys() ? h("button", { type: "button", "data-act": "proof-passkey", onclick: () => prove(async () => ({ credential: await answerByPasskey() })) }, t("Use a passkey")) : null),
    trouble));
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
      resolve(isProved);
    });
    document.body.append(dialog);
    dialog.showModal();
    secret.focus();
  });
}
