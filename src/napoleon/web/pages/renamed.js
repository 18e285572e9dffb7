/**
 * Whoever shows another name than the chosen one is told why, and may choose again.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, messageOf } from "../lib/net.js";

/** @import { Shell } from "../lib/types.js" */

/**
 * @param {Shell} shell
 * @param {string} path - of the page that it stands on
 * @returns {HTMLElement|null} null for all who show the name that they chose
 */
export function renamed(shell, path) {
  const me = shell.me;
  if (!me?.former_name) return null;
  const trouble = h("p.trouble", { role: "alert" });
  const name = h("input", { name: "new-name", value: me.name, maxlength: 40, required: true, autocomplete: "nickname", "aria-label": t("Your name at the table") });
  const box = h("section.renamed", { role: "status" },
    h("p", null, t("{former} is the name of another account. Others see you as {name} now: keep that, or choose another name.", { former: me.former_name, name: me.name }),
      me.is_account ? [" ", t("You log in as before.")] : null),
    h("form.row", {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          shell.me = await api("POST", "/api/me", { name: name.value });
          shell.navigate(path, { replace: true });
        } catch (error) {
          fill(trouble, messageOf(error));
        }
      },
    }, name, h("button", null, t("Keep"))),
    trouble);
  return box;
}
