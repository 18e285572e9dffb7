/**
 * Before a game: the front page, a new game, joining one.
 */

import { api, messageOf, ServerError } from "../lib/net.js";
import { fill, fitText, h, s } from "../lib/dom.js";
import { friends } from "../lib/home.js";
import { emblem, icon } from "../lib/icons.js";
import { blockIcon } from "../lib/blocks.js";
import { t } from "../lib/i18n.js";
import { recall } from "../lib/kept.js";
import { hasLevel, keptLevel, levelPicker, sitterName } from "../lib/levels.js";
import { aimOf, handicapWords, seatName, shownName } from "../lib/names.js";
import { paceWords } from "../lib/paces.js";
import { createGames } from "./games.js";
import { friendsElsewhere, luggageBox } from "./luggage.js";
import { renamed } from "./renamed.js";
import { CAMPAIGNS, loadScenarios } from "./scenarios.js";

/** @import { Army, Card, GameSummary, Invitation, LobbyInfo, Scenario, Seat, Shell, Side, Sitter } from "../lib/types.js" */

/** @type {(seats: Partial<Record<Seat, Sitter>>) => [Seat, Sitter][]} */
const seatsOf = (seats) => /** @type {[Seat, Sitter][]} */ (Object.entries(seats));

// --- The front page

/**
 * The front page.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export function createHome(container, shell) {
  const whoPlays = h("div", null, account(shell));
  const games = createGames(refresh);
  container.append(h("main.page.home", { id: "main" },
    h("header.title", null, h("h1.unseen", null, t("Napoléon 1815")), cartouche()),
    renamed(shell, "/"),
    isFirstVisit() ? learnFirst() : null,
    h("div.columns", null,
      h("div", null, playNow(shell), games.element),
      h("div", null, choices(shell, refresh), whoPlays)),
    foot(shell)));
  let timer = 0;
  async function refresh() {
    clearTimeout(timer);
    try {
      /** @type {GameSummary[]} */
      const list = await api("GET", "/api/games");
      if (!shell.me?.id) fill(whoPlays, account(Object.assign(shell, { me: await api("GET", "/api/me") })));
      games.draw(list, list.every(({ scenario }) => CAMPAIGNS.includes(scenario)) ? [] : await loadScenarios());
    } catch {
      games.fail();
    }
    timer = setTimeout(refresh, 20000);
  }
  refresh();
  return { destroy: () => clearTimeout(timer) };
}

/** Nobody has marched or opened a lesson in this browser. */
const isFirstVisit = () => !recall("napoleon.taught") && !recall("napoleon.lessons");

function learnFirst() {
  return h("a.learn-first", { href: "/learn" }, icon("book"), h("span", null,
    h("strong", null, t("New here?")), h("span", null, t("Learn the game in an hour, win your first battle after a quarter of it"))));
}

/** @param {Shell} shell */
function playNow(shell) {
  const trouble = h("p.trouble", { role: "alert" });
  let level = keptLevel();
  /**
   * @param {Side} mine
   * @param {Side} other
   * @param {HTMLButtonElement} button
   */
  async function begin(mine, other, button) {
    button.disabled = true;
    try {
      const { id } = await api("POST", "/api/games", {
        scenario: "historical", players: 2, visibility: "open", seats: { [mine]: "me", [other]: `computer:${level}` },
      });
      shell.navigate(`/game/${id}`);
    } catch (error) {
      trouble.textContent = messageOf(error);
      button.disabled = false;
    }
  }
  /** @type {(mine: Side, other: Side, armies: Army[], title: string, words: string) => HTMLButtonElement} */
  const side = (mine, other, armies, title, words) => {
    /** @type {HTMLButtonElement} */
    const button = h("button.side", { class: `side-${mine}`, onclick: () => begin(mine, other, button) },
      h("span.side-blocks", { "aria-hidden": "true" }, armies.map((army) => blockIcon(LEADER[army], { size: 56 }))),
      h("span.side-words", null, h("strong", null, title), h("span", null, words)));
    return button;
  };
  const picker = levelPicker({ name: "play-now-level", level, onChoose: (chosen) => { level = chosen; } });
  return h("section.play-now", null,
    h("h2", null, t("Play now")),
    h("p.hint", null, t("Against the computer, from the positions of 15 June. Choose how well it plays, then your side:")),
    picker,
    hasLevel() ? null : firstTime(picker),
    h("div.sides", null,
      side("french", "allied", ["french"], t("The French"), t("Napoléon strikes between two armies")),
      side("allied", "french", ["anglo-dutch", "prussian"], t("The Allies"),
        t("Wellington and Blücher hold eight days"))),
    trouble);
}

/**
 * Whoever has never chosen a level is offered the easiest.
 * @param {HTMLElement} picker
 */
function firstTime(picker) {
  const offer = h("p.first-time", null, t("Your first campaign?"), " ", h("button", {
    onclick: () => {
      const recruit = picker.querySelector("input[value=recruit]");
      if (recruit instanceof HTMLInputElement) recruit.click();
      offer.replaceWith(h("p.hint", { role: "status" }, t("The Recruit is chosen. Now choose your side.")));
    },
  }, t("Choose the Recruit, the easiest")));
  return offer;
}

// Enough of a card to draw a leader before the tables are here.
/** @type {Record<Army, Card>} */
const LEADER = {
  french: { id: "FR-N", name: "", army: "french", type: "leader", corps: "HQ", strength: 1, firepower: 2, contingent: "FR" },
  "anglo-dutch": { id: "AD-W", name: "", army: "anglo-dutch", type: "leader", corps: "HQ", strength: 1, firepower: 2, contingent: "BR" },
  prussian: { id: "PR-B", name: "", army: "prussian", type: "leader", corps: "HQ", strength: 1, firepower: 2, contingent: "PR" },
};

/**
 * @param {Shell} shell
 * @param {() => void} refresh - the list of games
 */
function choices(shell, refresh) {
  /** @type {(path: string, name: Parameters<typeof icon>[0], title: string, words: string) => HTMLElement} */
  const choice = (path, name, title, words) => h("a.choice", { href: path },
    icon(name), h("span", null, h("strong", null, title), h("span", null, words)));
  return h("nav.choices", { "aria-label": t("More") },
    isFirstVisit() ? null : choice("/learn", "book", t("Learn it here"), t("Seven short lessons at the table, then your first campaign")),
    choice("/rules", "log", t("The rules"), t("To read, search and print, with positions to try")),
    choice("/exercises", "done", t("Exercises"), t("One step of a campaign each, with a right answer")),
    choice("/new?scenario=quatre-bras", "battle", t("A battle tonight"), t("Ligny, Waterloo and others: fifteen minutes to an hour")),
    choice("/new", "map", t("New game"), friends.isPossible ? t("With friends, three players, or your own set-up") : t("At one screen, three players, or your own set-up")),
    friends.isPossible ? [lobbyChoice(shell, choice("/lobby", "people", t("Find an opponent"), t("Open tables, and games to watch"))), joinByPaste(shell)] : [friendsElsewhere(), luggageBox(shell, refresh)],
    friends.isPossible ? choice("/tournaments", "flag", t("Tournaments"), t("And how good everybody is")) : null,
    choice("/about", "lamp", t("About this board"), t("What is known of it, and what is guessed")));
}

/**
 * The way to the lobby says so where a seat is kept for whoever has an account.
 * @param {Shell} shell
 * @param {HTMLElement} way
 */
function lobbyChoice(shell, way) {
  if (shell.me?.is_account) {
    api("GET", "/api/lobby").then((/** @type {LobbyInfo} */ { challenges }) => {
      const words = way.querySelector("span span");
      if (words instanceof HTMLElement && challenges.some((table) => !table.is_mine)) fill(words, h("em", null, t("Somebody keeps a seat for you")));
    }).catch(() => { /* the lobby tells */ });
  }
  return way;
}

/**
 * A pasted link or token: to play, or to watch.
 * @param {Shell} shell
 */
function joinByPaste(shell) {
  const paste = h("input", { name: "token", required: true, autocomplete: "off", "aria-label": t("Link or invitation"), placeholder: t("Paste the link here") });
  const go = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const [, kind, token] = /(?:\/(join|watch)\/)?([\w-]+)\/?$/.exec(paste.value.trim()) || [];
    if (token) shell.navigate(`/${kind || "join"}/${token}`);
  };
  return h("details.choice-box", null,
    h("summary.choice", null, icon("link"), h("span", null, h("strong", null, t("Join a game")), h("span", null, t("By the link that somebody sent you")))),
    h("form.row", { onsubmit: go }, paste, h("button", null, t("Go there"))));
}

/** @param {Shell} shell */
function account(shell) {
  const box = h("details.account");
  const draw = () => {
    const trouble = h("p.trouble", { role: "alert" });
    const attempt = async (/** @type {string} */ path, /** @type {object} */ body) => {
      trouble.textContent = "";
      try {
        shell.me = await api("POST", path, body);
        if (path === "/api/logout") shell.me = await api("GET", "/api/me");
        shell.navigate("/", { replace: true });
      } catch (error) {
        trouble.textContent = messageOf(error);
      }
    };
    const me = shell.me || { name: "", is_account: false };
    const name = h("input", { value: me.name || "", name: "nickname", maxlength: 40, autocomplete: "nickname", "aria-label": t("Your name at the table") });
    const login = h("input", { name: "username", autocomplete: "username", maxlength: 40, "aria-label": t("Account name"), placeholder: t("Account name") });
    const secret = h("input", { type: "password", name: "password", autocomplete: "current-password", "aria-label": t("Password"), placeholder: t("Password") });
    fill(box,
      h("summary", null, icon("people"), me.is_account
        ? t("{name}, with an account", { name: me.name })
        : t("{name}, a guest", { name: me.name || t("Nobody") })),
      h("form", { onsubmit: (event) => { event.preventDefault(); attempt("/api/me", { name: name.value }); } },
        h("label", null, t("Your name at the table"), name), h("button", null, t("Keep"))),
      friends.isPossible ? h("p", null, h("a", { href: "/account" }, t("My account")), " · ", h("a", { href: "/friends" }, t("Friends"))) : null,
      !friends.isPossible ? null : me.is_account
        ? h("button", { onclick: () => attempt("/api/logout", {}) }, t("Log out"))
        : h("form.stacked", {
          onsubmit: (event) => {
            event.preventDefault();
            attempt(event.submitter instanceof HTMLButtonElement && event.submitter.value === "register" ? "/api/register" : "/api/login", { name: login.value, password: secret.value });
          },
        },
        h("p.hint", null, t("An account keeps your games on all your devices. A name and a password are all it takes.")),
        login, secret,
        h("div.row", null, h("button", { value: "login" }, t("Log in")), h("button", { value: "register" }, t("New account")))),
      friends.isPossible ? h("p", null, h("a", { href: "/notices" }, t("Notices of your turns")), me.is_account ? null : [" · ", h("a", { href: "/forgot" }, t("Password forgotten"))]) : null,
      trouble);
  };
  draw();
  return box;
}

/**
 * The foot of a page: settings, and whose game this is.
 * @param {Shell} shell
 */
export function foot(shell) {
  return h("footer.foot", null, shell.settings(),
    h("p.hint", null, t("An unofficial board for Napoléon, the Waterloo campaign of 1815, designed by Tom Dalgliesh and published by Columbia Games, with whom we are not connected. Please own the game.")));
}

// --- The title, in the manner of an old map

/**
 * A branch of laurel along a curve, leaf by leaf.
 * @param {number} x
 * @param {number} y
 * @param {number} mirror
 */
function laurel(x, y, mirror) {
  const branch = s("g", { transform: `translate(${x} ${y}) scale(${mirror} 1)` });
  let stem = "M0 0";
  for (let n = 0; n <= 11; n += 1) {
    const u = n / 11;
    const px = -62 * Math.sin(u * 2.2) + 22 * u;
    const py = -150 * u;
    stem += `L${px.toFixed(1)} ${py.toFixed(1)}`;
    const lean = 25 - 75 * u;
    const size = 15 - 6 * u;
    for (const side of [-1, 1]) {
      branch.append(s("path.leaf", {
        d: `M0 0C${size * 0.4} ${-size * 0.5} ${size * 1.2} ${-size * 0.5} ${size * 1.7} 0 ${size * 1.2} ${size * 0.35} ${size * 0.4} ${size * 0.3} 0 0M0 0L${size * 1.3} 0`,
        transform: `translate(${px.toFixed(1)} ${py.toFixed(1)}) rotate(${(-90 - lean + side * 42).toFixed(0)})`,
      }));
    }
  }
  branch.append(s("path.stem", { d: stem }));
  return branch;
}

function shading() {
  let strokes = "";
  for (let n = 0; n < 46; n += 1) {
    const x = 150 + n * 9.2;
    const length = 5 + 7 * Math.abs(Math.sin(n * 1.7));
    strokes += `M${x} 262l-${(length * 0.5).toFixed(1)} ${length.toFixed(1)}`;
  }
  return s("path.shading", { d: strokes });
}

/** The cartouche. */
export function cartouche() {
  const plaque = "M112 44H608C608 62 620 74 638 74V214C620 214 608 226 608 244H112C112 226 100 214 82 214V74C100 74 112 62 112 44Z";
  const inner = "M122 54H598C600 70 612 82 628 84V204C612 206 600 218 598 234H122C120 218 108 206 92 204V84C108 82 120 70 122 54Z";
  const scroll = "M82 130C58 118 44 132 52 146 58 156 72 152 70 142M82 158C56 172 44 156 54 146";
  const motto = s("text.small", { x: 360, y: 252 }, t("eight days in June, for two or three players"));
  requestAnimationFrame(() => fitText(motto, 276));
  return s("svg.cartouche", { viewBox: "20 6 680 286", role: "img", "aria-label": t("Napoléon 1815, the campaign in Belgium") },
    shading(),
    s("path.plaque", { d: plaque }), s("path.rule", { d: inner }),
    s("path.scroll", { d: scroll }), s("path.scroll", { d: scroll, transform: "translate(720 0) scale(-1 1)" }),
    laurel(150, 226, 1), laurel(570, 226, -1),
    s("g.trophy", { transform: "translate(360 44)" },
      s("path", { d: "M-66 10C-30 4 20-8 62-30M66 10C30 4-20-8-62-30M-66 10l-8 2M66 10l8 2M-58 16l-3-12M58 16l3-12" }),
      s("path.hat", { d: "M-34 6C-30-18-14-30 0-30S30-18 34 6C22-2 10-4 0-4S-22-2-34 6Z" }), s("circle.cockade", { cx: 13, cy: -13, r: 4.5 })),
    s("text.small", { x: 360, y: 92 }, t("A new map of the campaign in Belgium")),
    s("text.large", { x: 360, y: 158 }, "NAPOLÉON"),
    s("path.rule", { d: "M262 178H338M382 178H458M352 178l8-5 8 5-8 5z" }),
    s("text.year", { x: 360, y: 216 }, "1815"),
    s("path.ribbon", { d: "M214 232H506V262H214ZM214 238L186 244 200 254 186 268 214 262M506 238L534 244 520 254 534 268 506 262" }),
    motto);
}

/**
 * The head of an inner page, with the way back.
 * @param {string} title
 */
export function heading(title) {
  return h("header.page-head", null,
    h("a.round", { href: "/", "aria-label": t("To the front page") }, icon("back")), h("h1", null, title));
}

// --- Joining

/**
 * The page of an invitation: sit down on the seat that it keeps.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} token
 */
export function createJoin(container, shell, token) {
  const trouble = h("p.trouble", { role: "alert" });
  const name = h("input", { name: "nickname", value: shell.me?.name || "", maxlength: 40, autocomplete: "nickname" });
  /** @param {SubmitEvent} event */
  async function sit(event) {
    event.preventDefault();
    trouble.textContent = "";
    try {
      if (name.value && name.value !== shell.me?.name) shell.me = await api("POST", "/api/me", { name: name.value });
      const { id } = await api("POST", `/api/join/${token}`, {});
      shell.navigate(`/game/${id}`, { replace: true });
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
  }
  const words = h("div.invitation", null, h("p", null, t("Somebody keeps a seat for you at this table.")));
  const form = h("form.stacked", { onsubmit: sit }, words,
    h("label", null, t("Your name at the table"), name),
    trouble, h("button.primary.wide", { type: "submit" }, t("Sit down")));
  container.append(h("main.page.narrow", { id: "main" }, heading(t("Join a game")), form, foot(shell)));
  api("GET", `/api/join/${token}`)
    .then(async (invitation) => fill(words, describeInvitation(invitation, await scenarioOf(invitation.scenario)),
      invitation.rated && !shell.me?.is_account ? h("p", null, t("Rated games are for accounts: a name and a password are all it takes."), " ", h("a", { href: "/" }, t("To the front page"))) : null))
    .catch((error) => {
      trouble.textContent = messageOf(error);
      if (error instanceof ServerError && error.code === "not-found") fill(form, trouble, h("a.button", { href: "/" }, t("To the front page")));
    });
}

/**
 * A scenario by its id; none for the whole campaign, or if it is not on offer here any more.
 * @param {string} name
 */
async function scenarioOf(name) {
  if (CAMPAIGNS.includes(name)) return undefined;
  return (await loadScenarios()).find(({ id }) => id === name);
}

/**
 * Who invites, to which seat, and to what kind of game.
 * @param {Invitation} invitation
 * @param {Scenario|undefined} known
 */
function describeInvitation({ seat, host, is_host_guest: isGuest, scenario, visibility, seats, advice, rated, pace, board, handicap }, known) {
  const others = seatsOf(seats).filter(([other]) => other !== seat);
  return [
    h("p.invitation-seat", null, emblem(seat),
      h("strong", null, host
        ? t("{name} keeps a seat for you: {seat}", { name: shownName(host, isGuest), seat: seatName(seat) })
        : t("A seat is kept for you: {seat}", { seat: seatName(seat) }))),
    h("p.hint", null, [known ? known.title : scenario === "free" ? t("free positions") : t("historical positions"), visibility === "hidden" ? t("blocks show when they fire") : "", advice ? t("the staff may be asked") : "", rated ? t("rated") : "", paceWords(pace), board ? t("board: {name}", { name: board }) : "", handicap ? handicapWords(handicap) : "",
      ...others.map(([other, sitter]) => t("{seat}: {name}", { seat: seatName(other), name: sitterName(sitter) }))].filter(Boolean).join(" · ")),
    h("p.hint", null, known ? known.aim : aimOf(seat)),
  ];
}
