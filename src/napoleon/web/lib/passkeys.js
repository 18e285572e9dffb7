/**
 * Passkeys in this browser: made and used. What travels is JSON, what the browser takes and gives are bytes.
 */

import { t } from "./i18n.js";
import { api } from "./net.js";

/** @import { Me } from "./messages.js" */

/** Whether this browser can have passkeys, from a page that it trusts. */
export const canUsePasskeys = () => window.isSecureContext && typeof window.PublicKeyCredential === "function";

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const unpack = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @type {(bytes: ArrayBuffer|null) => string} */
const pack = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes || new ArrayBuffer(0))))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * Ask the browser; a person who changes his mind is told so in words.
 * @param {() => Promise<Credential|null>} work
 */
async function asked(work) {
  try {
    const credential = await work();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError") throw new Error(t("This device has a passkey of yours already."), { cause: error });
  }
  throw new Error(t("No passkey was used. Try again when you like."));
}

/**
 * Make a passkey on this device.
 * @param {string} name
 */
export async function makePasskey(name) {
  const { options } = await api("POST", "/api/passkeys/begin", {});
  const known = /** @type {{id: string, type: "public-key"}[]} */ (options.excludeCredentials || []);
  const made = await asked(() => navigator.credentials.create({
    publicKey: {
      ...options, challenge: unpack(options.challenge), user: { ...options.user, id: unpack(options.user.id) },
      excludeCredentials: known.map((one) => ({ ...one, id: unpack(one.id) })),
    },
  }));
  const answer = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const response = { clientDataJSON: pack(answer.clientDataJSON), attestationObject: pack(answer.attestationObject) };
  await api("POST", "/api/passkeys", { name, credential: { id: made.id, rawId: pack(made.rawId), type: made.type, response } });
}

/**
 * What a passkey of this device says to a fresh challenge of the server.
 * @returns {Promise<object>} the credential, as the server reads it
 */
export async function answerByPasskey() {
  const { options } = await api("POST", "/api/passkeys/login/begin", {});
  const used = await asked(() => navigator.credentials.get({ publicKey: { ...options, challenge: unpack(options.challenge), allowCredentials: [] } }));
  const answer = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  const response = {
    clientDataJSON: pack(answer.clientDataJSON), authenticatorData: pack(answer.authenticatorData),
    signature: pack(answer.signature), userHandle: pack(answer.userHandle),
  };
  return { id: used.id, rawId: pack(used.rawId), type: used.type, response };
}

/**
 * Come in by a passkey of this device.
 * @returns {Promise<Me>}
 */
export async function logInByPasskey() {
  return api("POST", "/api/passkeys/login", { credential: await answerByPasskey() });
}
