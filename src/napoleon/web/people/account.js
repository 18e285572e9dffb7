/**
 * My account: passkeys, the browsers that are logged in, what others see, my data, and the way out.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { api } from "../lib/net.js";
import { canUsePasskeys, logInByPasskey, makePasskey } from "../lib/passkeys.js";
import { withProof } from "../lib/confirm.js";
import { foot, heading } from "../pages/home.js";
import { renamed } from "../pages/renamed.js";
import { attempt, dayOf, profilePath, standard } from "./frame.js";

/** @import { AccountInfo, PasskeyInfo, SessionInfo } from "../lib/messages.js" */
/** @import { Shell } from "../lib/types.js" */

/**
 * The page.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createAccount(container, shell) {
  const place = h("div.account-page");
  async function draw() {
    const info = /** @type {AccountInfo} */ (await api("GET", "/api/account"));
    fill(place, renamed(shell, "/account"), whoIAm(info), info.is_account ? null : comeIn(info, shell),
      info.is_account ? passwordSection(draw) : null, info.is_account ? passkeySection(info, draw) : null,
      sessionSection(info, draw), webhookSection(info, draw), wishSection(info), dataSection(), leaveSection(info, shell));
  }
  await draw();
  container.append(h("main.page.narrow", { id: "main" }, heading(t("My account")), place, foot(shell)));
}

/** @param {AccountInfo} info */
function whoIAm(info) {
  return h("section.who", null, standard(info.picture, 88), h("div", null,
    h("strong.who-name", null, info.name),
    h("p.hint", null, info.is_account ? t("Your standard is drawn from your account.") : t("A guest: this browser alone knows you.")),
    h("p.row", null, info.is_account ? h("a", { href: profilePath(info.name) }, t("My profile")) : null, h("a", { href: "/friends" }, t("Friends")), h("a", { href: "/notices" }, t("Notices of your turns")))));
}

/**
 * @param {AccountInfo} info
 * @param {Shell} shell
 */
function comeIn(info, shell) {
  const trouble = h("p.trouble", { role: "alert" });
  const log = () => attempt(trouble, async () => {
    Object.assign(shell, { me: await logInByPasskey() });
    shell.navigate("/account", { replace: true });
  });
  return h("section", null, h("h2", null, t("Log in")),
    whyNoPasskeys(info) || h("button.primary", { onclick: log, "data-act": "passkey-login" }, t("Log in with a passkey")),
    h("p.hint", null, t("With a name and a password you log in, or make an account, on the front page.")), trouble);
}

/**
 * Why there can be no passkeys here; null if there can.
 * @param {AccountInfo} info
 */
function whyNoPasskeys(info) {
  if (!info.can_have_passkeys) return h("p.hint", null, t("Passkeys are off: this server is reached by an address of numbers, and they need a name."));
  if (!canUsePasskeys()) return h("p.hint", null, t("Passkeys are off: your browser allows them over https or on this computer itself."));
  return null;
}

/** @param {() => Promise<void>} draw */
function passwordSection(draw) {
  const trouble = h("p.trouble", { role: "alert" });
  const told = h("p.hint", { role: "status" });
  const secret = (/** @type {string} */ name, /** @type {"current-password"|"new-password"} */ kind) => h("input", { type: "password", name, autocomplete: kind, required: true });
  const present = secret("present-password", "current-password");
  const chosen = secret("new-password", "new-password");
  const form = h("form.stacked", {
    onsubmit: (event) => {
      event.preventDefault();
      fill(told);
      attempt(trouble, async () => {
        await api("POST", "/api/password/change", { present: present.value, password: chosen.value });
        await draw();
        const fresh = document.querySelector(".password-change");
        if (fresh instanceof HTMLDetailsElement) fresh.open = true;
        fill(document.querySelector(".password-told") || told, t("Your password is changed. Everywhere else you are logged out."));
      });
    },
  },
  h("label", null, t("Present password"), present), h("label", null, t("New password"), chosen),
  h("div.row", null, h("button", null, t("Change the password"))), trouble);
  told.classList.add("password-told");
  return h("section", null, h("h2", null, t("Password")),
    h("details.password-change", null, h("summary", null, t("Change the password")), told,
      h("p.hint", null, t("You will be logged out everywhere else.")), form));
}

/**
 * Where messages about turns are sent besides.
 * @param {AccountInfo} info
 * @param {() => Promise<void>} draw
 */
function webhookSection(info, draw) {
  if (!info.webhooks.length) return null;
  const trouble = h("p.trouble", { role: "alert" });
  const remove = () => attempt(trouble, async () => {
    await api("POST", "/api/notices/webhook", { url: "" });
    await draw();
  });
  return h("section", null, h("h2", null, t("Webhooks")),
    h("ul.lines", null, info.webhooks.map(({ url }) => h("li.line", null,
      h("span.line-words", null, h("strong", null, url), h("span.hint", null, t("What you are told of your games is sent there too."))),
      h("span.line-acts", null, h("button", { onclick: remove, "aria-label": t("Remove {name}", { name: url }) }, t("Remove")))))), trouble);
}

/**
 * @param {AccountInfo} info
 * @param {() => Promise<void>} draw
 */
function passkeySection(info, draw) {
  const trouble = h("p.trouble", { role: "alert" });
  const name = h("input", { name: "passkey", maxlength: 40, required: true, autocomplete: "off", value: t("This device"), "aria-label": t("Name of the passkey") });
  return h("section", null, h("h2", null, t("Passkeys")),
    h("p.hint", null, t("You come in by fingerprint, face or key, and there is no password to lose.")),
    info.passkeys.length ? h("ul.lines", null, info.passkeys.map((one) => passkeyLine(one, trouble, draw))) : null,
    whyNoPasskeys(info) || h("form.row", {
      onsubmit: (event) => {
        event.preventDefault();
        attempt(trouble, async () => {
          await withProof(() => makePasskey(name.value));
          await draw();
        });
      },
    }, name, h("button", null, icon("plus"), t("Add a passkey"))),
    trouble);
}

/**
 * @param {PasskeyInfo} one
 * @param {HTMLElement} trouble
 * @param {() => Promise<void>} draw
 */
function passkeyLine(one, trouble, draw) {
  const line = h("li.line");
  const change = (/** @type {string} */ what, /** @type {object} */ body) => attempt(trouble, async () => {
    await withProof(() => api("POST", `/api/passkeys/${what}`, { id: one.id, ...body }));
    await draw();
  });
  function rename() {
    const name = h("input", { name: "passkey-name", maxlength: 40, required: true, autocomplete: "off", value: one.name, "aria-label": t("Name of the passkey") });
    fill(line, h("form.row", { onsubmit: (event) => { event.preventDefault(); change("rename", { name: name.value }); } }, name, h("button", null, t("Keep"))));
    name.focus();
  }
  return fill(line,
    h("span.line-words", null, h("strong", null, one.name),
      h("span.hint", null, one.used ? t("since {day}, last used {used}", { day: dayOf(one.created), used: dayOf(one.used) }) : t("since {day}, never used", { day: dayOf(one.created) }))),
    h("span.line-acts", null,
      h("button", { onclick: rename, "aria-label": t("Rename {name}", { name: one.name }) }, t("Rename")),
      h("button", { onclick: () => change("remove", {}), "aria-label": t("Remove {name}", { name: one.name }) }, t("Remove"))));
}

/**
 * The day of the last use, which the server keeps as a day of Greenwich: never one before the first.
 * @param {SessionInfo} one
 */
function lastDay({ created, used }) {
  return dayOf(used && new Date(used) > new Date(created) ? used : created);
}

/**
 * @param {AccountInfo} info
 * @param {() => Promise<void>} draw
 */
function sessionSection(info, draw) {
  const trouble = h("p.trouble", { role: "alert" });
  const end = (/** @type {string} */ id) => attempt(trouble, async () => {
    await api("POST", "/api/account/sessions/end", { id });
    await draw();
  });
  const device = (/** @type {SessionInfo} */ one) => one.device || t("A browser");
  return h("section", null, h("h2", null, t("Where you are logged in")),
    h("ul.lines", null, info.sessions.map((one) => h("li.line", { class: one.is_this ? "is-this" : "" },
      h("span.line-words", null, h("strong", null, device(one)),
        h("span.hint", null, t("since {day}, last used {used}", { day: dayOf(one.created), used: lastDay(one) }))),
      one.is_this ? h("span.hint", null, t("This browser")) : h("span.line-acts", null, h("button", { onclick: () => end(one.id), "aria-label": t("End {name}", { name: device(one) }) }, t("End")))))),
    info.sessions.length > 1 ? h("button", { onclick: () => end(""), "data-act": "end-others" }, t("End all others")) : null,
    h("p.hint", null, t("Kept are the kind of browser and the day. No address is.")), trouble);
}

/** @param {AccountInfo} info */
function wishSection(info) {
  const trouble = h("p.trouble", { role: "alert" });
  const tick = (/** @type {"is_seen"|"is_shown"} */ wish, /** @type {string} */ words) => {
    /** @type {HTMLInputElement} */
    const box = h("input", {
      type: "checkbox", name: wish, checked: info[wish],
      onchange: () => attempt(trouble, () => api("POST", "/api/account/wishes", { [wish]: box.checked })),
    });
    return h("label.tick", null, box, words);
  };
  return h("section", null, h("h2", null, t("What others see")),
    info.is_account ? h("div", null, tick("is_shown", t("My profile shows what I won and lost"))) : null,
    h("div", null, tick("is_seen", t("Friends who show it too see when I am at a table"))), trouble);
}

function dataSection() {
  return h("section", null, h("h2", null, t("My data")),
    h("p.hint", null, t("Everything that is kept of you, as one file: your account, your games with their records, and what you have said. Of games under way it holds what you may know.")),
    h("a.button", { href: "/api/account/data", download: "napoleon-1815.zip" }, icon("save"), t("Download my data")));
}

/**
 * @param {AccountInfo} info
 * @param {Shell} shell
 */
function leaveSection(info, shell) {
  const trouble = h("p.trouble", { role: "alert" });
  const secret = h("input", { type: "password", name: "password", autocomplete: "current-password", required: true });
  const choice = (/** @type {string} */ value, /** @type {string} */ words) => h("label.tick", null, h("input", { type: "radio", name: "games", value, checked: value === "resign" }), words);
  const form = h("form.stacked", {
    onsubmit: (event) => {
      event.preventDefault();
      attempt(trouble, async () => {
        await api("POST", "/api/account/delete", { password: secret.value, games: new FormData(form).get("games") || "resign" });
        shell.me = await api("GET", "/api/me");
        shell.navigate("/", { replace: true });
      });
    },
  },
  h("p", null, t("Your name, your words, your passkeys and your friends are forgotten at once, and cannot be brought back. Your games stay for those who played them with you; your seat is nobody's.")),
  info.open_games ? h("fieldset", null, h("legend", null, t("Games under way: {count}", { count: info.open_games })),
    h("div", null, choice("resign", t("I give them up"))),
    h("div", null, choice("computer", t("A computer plays on for me"))),
    h("p.hint", null, t("Rated games and those of a tournament are lost."))) : null,
  info.is_account ? h("label", null, t("Password"), secret) : null,
  h("div.row", null, h("button.danger", null, icon("bin"), t("Delete everything of mine"))), trouble);
  return h("section", null, h("details.leave", null, h("summary", null, info.is_account ? t("Delete my account") : t("Delete my data")), form));
}
