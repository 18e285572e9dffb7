/**
 * Friends, those who ask to be, those who are muted or blocked, and whom I have met at a table.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api } from "../lib/net.js";
import { foot, heading } from "../pages/home.js";
import { attempt, dealings, profilePath, standard } from "./frame.js";

/** @import { Acquaintance, PeopleList } from "../lib/messages.js" */
/** @import { Shell } from "../lib/types.js" */

const AGAIN = 20000; // milliseconds between two looks at who is here

/**
 * The page.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createFriends(container, shell) {
  const isAccount = Boolean(shell.me?.is_account);
  const place = h("div.people-page");
  let timer = 0;
  async function draw() {
    clearTimeout(timer);
    const list = /** @type {PeopleList} */ (await api("GET", "/api/people"));
    // Somebody who is about to do something is not interrupted.
    if (!place.querySelector("details[open]")) fill(place, groups(list, isAccount, draw));
    timer = setTimeout(() => { draw().catch(() => {}); }, AGAIN);
  }
  await draw();
  container.append(h("main.page.narrow", { id: "main" }, heading(t("Friends")), finder(shell), place, foot(shell)));
  return { destroy: () => clearTimeout(timer) };
}

/** @param {Shell} shell */
function finder(shell) {
  const name = h("input", { name: "person", required: true, maxlength: 40, autocomplete: "off", "aria-label": t("Account name"), placeholder: t("Account name") });
  return h("form.row", { onsubmit: (event) => { event.preventDefault(); shell.navigate(profilePath(name.value.trim())); } },
    name, h("button", null, t("Find")));
}

/**
 * @param {PeopleList} list
 * @param {boolean} isAccount
 * @param {() => Promise<void>} draw
 */
function groups({ is_seen: isSeen, people, met }, isAccount, draw) {
  const isShut = (/** @type {Acquaintance} */ one) => one.is_blocked || one.is_muted;
  const friends = people.filter((one) => one.is_friend && one.has_asked);
  /** @type {[string, Acquaintance[]][]} */
  const all = [
    [t("Friends"), friends],
    [t("They ask to be friends"), people.filter((one) => one.has_asked && !one.is_friend)],
    [t("You have asked"), people.filter((one) => one.is_friend && !one.has_asked)],
    [t("Muted and kept out"), people.filter((one) => isShut(one) && !one.is_friend && !one.has_asked)],
    [t("Met at a table"), met],
  ];
  return [
    presenceLine(isSeen, draw),
    friends.length ? null : h("p.hint", null, isAccount ? t("Friends are who call each other so. Look somebody up, or ask whom you have met.") : t("Friends need an account, both of them. It takes a name and a password, on the front page.")),
    all.filter(([, group]) => group.length).map(([title, group]) => h("section", null, h("h2", null, title),
      h("ul.lines", null, group.map((one) => personLine(one, isAccount, draw))))),
  ];
}

/**
 * @param {boolean} isSeen
 * @param {() => Promise<void>} draw
 */
function presenceLine(isSeen, draw) {
  const trouble = h("p.trouble", { role: "alert" });
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox", name: "is_seen", checked: isSeen,
    onchange: () => attempt(trouble, async () => {
      await api("POST", "/api/account/wishes", { is_seen: box.checked });
      await draw();
    }),
  });
  return h("div", null, h("label.tick", null, box, t("Friends who show it too see when I am at a table")), trouble);
}

/**
 * @param {Acquaintance} person
 * @param {boolean} isAccount
 * @param {() => Promise<void>} draw
 */
function personLine(person, isAccount, draw) {
  const more = h("details.person-dealings", null, h("summary", { "aria-label": t("More about {name}", { name: person.name }) }, t("More")),
    dealings(person, isAccount, () => {
      more.open = false;
      draw();
    }));
  return h("li.line", { "data-person": person.id }, standard(person.picture, 44),
    h("span.line-words", null, person.is_account ? h("a.plain", { href: profilePath(person.name) }, h("strong", null, person.name)) : h("strong", null, person.name),
      person.is_here ? h("span.hint", null, h("span.here", null, t("at a table now"))) : null,
      h("span.hint", null, person.is_blocked ? t("kept out") : person.is_muted ? t("muted") : person.is_account ? "" : t("a guest"))),
    more);
}
