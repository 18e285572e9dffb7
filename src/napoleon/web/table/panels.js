// @ts-nocheck
/**
 * What lies beside the map: log, notebook, calendar, trays, chat, people, and the sheet of a stack.
 *
 * Each panel is made once and redrawn from the latest view.
 */

import { fill, h, link } from "../lib/dom.js";
import { emblem, icon } from "../lib/icons.js";
import { blockIcon } from "../lib/blocks.js";
import { aimOf, ARMIES, seatName, townName, turnTitle, unitLine, unitName } from "../lib/names.js";
import { LEVELS, keptLevel, levelName, sitterName } from "../lib/levels.js";
import { lang, msg, t } from "../lib/i18n.js";
import { readFights } from "./offers.js";

// --- Rules by their number

const CHAPTERS = {
  1: msg("The board"), 2: msg("Course of a turn"), 3: msg("Units"), "3.4": msg("Strength and losses"), 4: msg("Set-up"),
  5: msg("Movement"), "5.1": msg("Groups that may move"), "5.2": msg("Two groups against one town"), "5.3": msg("How far units go"),
  "5.4": msg("What a road carries"), "5.5": msg("Attacks over a river"), "5.6": msg("Forced marches"), "5.7": msg("Night"),
  6: msg("Combat"), "6.1": msg("Skirmish or battle, and in which order"), "6.2": msg("Drawing up the armies"), "6.2.1": msg("Terrain"),
  "6.2.2": msg("Deployment"), "6.2.3": msg("Corps and leaders in an area"), "6.2.4": msg("What the enemy sees"), "6.3": msg("A battle turn"),
  "6.3.1": msg("Morale"), "6.3.2": msg("Moving on the battlefield"), "6.3.3": msg("Fire"), "6.3.4": msg("Reinforcements"),
  "6.4": msg("Hits"), "6.5": msg("Squares"), "6.5.1": msg("Fire at a square"), "6.5.2": msg("Shelter in a square"), "6.6": msg("Skirmishes"),
  "6.7": msg("Stalemate"), 7: msg("Retreat"), "7.1": msg("Where one may retreat"), "7.2": msg("How many retreat over a road"),
  "7.3": msg("Disorder"), "7.4": msg("Rout"), "7.4.1": msg("Losses in a rout"), "7.5": msg("Regrouping after a victory"), 8: msg("Leaders"),
  9: msg("Supply"), 10: msg("Defeat and victory"), 11: msg("Three players"),
};

/** @returns {string} what a section of the rules is about */
export function ruleTitle(rule) {
  for (let at = String(rule); at; at = at.includes(".") ? at.replace(/\.[^.]*$/, "") : "") {
    if (CHAPTERS[at]) return t(CHAPTERS[at]);
  }
  return "";
}

/** The number of a rule, small, telling its title when pointed at. */
export function ruleMark(rule) {
  if (!rule) return null;
  const tip = t("Rule {rule}: {title}", { rule, title: ruleTitle(rule) });
  return h("span.rule", { tabindex: 0, role: "note", "data-tip": tip, "aria-label": tip }, rule);
}

/** The tabs above the field: the map, and each battle that can be looked at; the one being decided is marked. */
export function fillTabs(tabs, view, shown, onShow) {
  const { fight, fields } = readFights(view);
  tabs.hidden = !fields.length;
  const tab = (town, name, label) => h("button", {
    "aria-pressed": String(shown === town), class: town && town === fight ? "is-current" : "", onclick: () => onShow(town),
  }, icon(name), h("span", null, label));
  fill(tabs, fields.length ? [tab(null, "map", t("Map")), fields.map((town) => tab(town, "battle", townName(town)))] : null);
}

// --- Log

const PAGE = 150;

/**
 * The log: sentences under the headings of their turns.
 * @param {{board: object, onGo: function(object): void}} options - `onGo` is told of a tapped event
 */
export function createLog({ board, onGo }) {
  const list = h("div.log", { tabindex: 0, "aria-label": t("Log") });
  let shown = PAGE;
  let drawn = [];
  let scroller = null;
  let isAtEnd = true; // the reader has not scrolled back

  function line(event) {
    const isLinked = event.town || event.to;
    return h("p.entry", { class: `kind-${event.kind} ${event.side ? `side-${event.side}` : ""}`, "data-march": marchOf(event) || null },
      isLinked ? link(event.text, () => onGo(event)) : event.text,
      " ", ruleMark(event.rule));
  }

  function update(log) {
    const frame = list.parentElement || list;
    if (frame !== scroller) {
      scroller = frame;
      frame.addEventListener("scroll", () => {
        if (list.parentElement === frame) isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 80;
      }, { passive: true });
    }
    const first = Math.max(0, log.length - shown);
    const isGrown = drawn.length > 0 && drawn.length <= log.length && drawn.at(-1) === log[drawn.length - 1] && first === 0;
    if (isGrown) append(log.slice(drawn.length), drawn.at(-1).turn);
    else {
      fill(list, first > 0 && h("button.quiet", { onclick: () => { shown += PAGE * 4; drawn = []; update(log); } }, t("Show earlier days")));
      append(log.slice(first), -1);
      if (!log.length) list.append(h("p.hint", null, t("Nothing has happened yet.")));
    }
    drawn = log.slice();
    if (isAtEnd || !isGrown) frame.scrollTop = frame.scrollHeight;
  }

  /** Each turn is a section of its own, so that its heading goes with it when it leaves the frame. */
  function append(events, lastTurn) {
    let turn = lastTurn;
    for (const event of events) {
      if (event.turn !== turn) {
        turn = event.turn;
        list.append(h("section", null, h("h3", null, turnTitle(board, turn).replaceAll(" · ", "\u00a0· ")))); // no line begins with a dot
      }
      const section = list.lastElementChild;
      if (event.kind === "placed") post(event, section);
      else if (isSameMarch(event, section.lastElementChild)) join(event, section);
      else if (event.kind !== "turn-began") section.append(line(event));
    }
  }

  /** The postings of a set-up lie folded together. */
  function post(event, section) {
    let box = section.lastElementChild;
    if (!box.classList.contains("posted")) {
      box = h("details.posted", null, h("summary"));
      section.append(box);
    }
    box.append(line(event));
    box.firstChild.textContent = t("Units take their posts: {count}", { count: box.childElementCount - 1 });
  }

  const marchOf = (event) => (MARCHES.has(event.kind) ? [event.kind, event.army, event.town, event.to].join() : "");

  function isSameMarch(event, last) {
    return Boolean(marchOf(event)) && last?.dataset.march === marchOf(event);
  }

  /** Units that go the same way lie folded together. */
  function join(event, section) {
    let box = section.lastElementChild;
    if (!box.matches("details")) {
      const first = box;
      box = h("details.joined", { class: first.className, "data-march": first.dataset.march }, h("summary"));
      first.replaceWith(box);
      box.append(first);
    }
    box.append(line(event));
    const words = { army: seatName(event.army), count: box.childElementCount - 1, from: townName(event.town), to: townName(event.to) };
    box.firstChild.textContent = event.kind === "marched" ? t("{army}: {count} units march from {from} to {to}.", words)
      : t("{army}: {count} units force-march from {from} to {to}.", words);
  }
  return { element: list, update };
}

const MARCHES = new Set(["marched", "force-marched"]);
const MOMENTOUS = new Set(["setup-closed", "turn-began", "skirmish-began", "battle-began", "eliminated", "routed", "withdrawal-forced",
  "fight-won", "supply-cut", "army-defeated", "game-over", "leader-shown"]);

/** What happened while the player was away, from his own log. */
export function awayDigest(board, events, onGo) {
  const marches = events.filter((event) => event.kind === "marched" || event.kind === "force-marched").length;
  const lines = events.filter((event) => MOMENTOUS.has(event.kind)).slice(-40);
  return h("div.away", null,
    marches ? h("p", null, t("{count} marches were made.", { count: marches })) : null,
    lines.length ? lines.map((event) => h("p.entry", null,
      event.kind === "turn-began" ? h("strong", null, turnTitle(board, event.turn))
        : link(event.text, () => onGo(event)))) : h("p", null, t("Nothing of weight.")));
}

// --- Notebook

/** The intelligence notebook: the enemy's units as they were last seen. */
export function notebookPanel(board, view, onTown) {
  if (!view.seat) return h("p.hint", null, t("Spectators keep no notebook."));
  if (!view.notebook.length) {
    return h("p.hint", null, t("Nothing is known of the enemy yet. What shows itself in battle is written down here by itself."));
  }
  return h("div.notebook", null, ARMIES.map((army) => {
    const lines = view.notebook.filter((line) => line.army === army);
    return lines.length ? h("section", null, h("h3", null, emblem(army), seatName(army)), lines.map((line) => h("p.sighting", { class: line.lost ? "is-lost" : "" },
      blockIcon(board.unit(line.unit), { size: 38, strength: line.strength || board.unit(line.unit).strength }),
      h("span", null, h("strong", null, unitName(line.unit)), h("span.hint", null,
        line.lost ? t("lost on turn {turn}", { turn: line.turn })
          : line.strength ? t("strength {strength} on turn {turn}", { strength: line.strength, turn: line.turn })
            : t("seen on turn {turn}", { turn: line.turn }),
        line.town && !line.lost ? [" · ", link(townName(line.town), () => onTown(line.town))] : null))))) : null;
  }));
}

// --- Calendar

/** The calendar of 15 to 22 June, nights black and today marked. */
export function calendarPanel(board, view) {
  const days = new Map();
  board.data.turns.forEach((box) => days.set(box.date, [...(days.get(box.date) || []), box]));
  return h("div.calendar", { role: "list", "aria-label": t("Calendar, 15 to 22 June 1815") }, [...days].map(([date, boxes]) =>
    h("div.day", { role: "listitem" },
      h("span.date", null, String(Number(date.slice(-2))), h("small", null, weekday(date))),
      boxes.map((box) => {
        const isNight = box.night;
        const turn = Number(box.turn);
        const isNow = turn === view.turn;
        return h("span.turn-box", {
          class: `${isNight ? "is-night" : ""} ${isNow ? "is-now" : ""} ${turn < view.turn ? "is-past" : ""}`,
          "aria-current": isNow ? "date" : null,
          "aria-label": turnTitle(board, turn),
          title: turnTitle(board, turn),
        }, emblem(box.side), h("small", null, String(turn)), isNight ? icon("moon") : null);
      }))));
}

function weekday(date) {
  return new Intl.DateTimeFormat(lang(), { weekday: "short", timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));
}

// --- Trays and cities

/** @returns {{held: string[], all: string[]}} supply cities, and those with a French unit in them */
export function citiesOf(board, view) {
  const all = board.towns.filter((town) => town.supplies).map((town) => town.id);
  const isFrench = (town) => view.blocks.some((blocks) => blocks.army === "french" && blocks.town === town)
    || view.units.some((unit) => unit.town === town && board.unit(unit.id).army === "french");
  return { all, held: all.filter(isFrench) };
}

/** Eliminated blocks by army, with the distance to defeat, and the supply cities. */
export function traysPanel(board, view, onTown) {
  const cities = citiesOf(board, view);
  return h("div.trays", null, view.seat ? h("p.aim", null, aimOf(view.seat)) : null, ARMIES.map((army) => {
    const lost = view.losses[army] || [];
    const limit = board.data.limits.defeat[army];
    const left = Math.max(0, limit - lost.length);
    return h("section.tray", null,
      h("h3", null, emblem(army), seatName(army), h("span.count", null, `${lost.length}/${limit}`)),
      h("div.meter", { role: "img", "aria-label": t("{lost} of {limit} units lost", { lost: lost.length, limit }) },
        Array.from({ length: limit }, (_, n) => h("i", { class: n < lost.length ? `is-lost army-${army}` : "" }))),
      h("p.hint", null, view.defeated.includes(army) ? t("This army is beaten and has left the campaign.")
        : left === 1 ? t("One more loss and this army is beaten.")
          : t("{left} more losses and this army is beaten.", { left })),
      lost.length ? h("div.blocks", null, lost.map((id) => h("span", { title: unitName(id) },
        blockIcon(board.unit(id), { size: 40, strength: 1, acted: true })))) : null);
  }), h("section.tray", null,
    h("h3", null, icon("city"), t("Supply cities"), h("span.count", null, `${cities.held.length}/${cities.all.length}`)),
    cities.all.map((id) => {
      const town = board.town(id);
      return h("p.city", null, link(townName(id), () => onTown(id)), " ",
        h("span.hint", null, cities.held.includes(id)
          ? t("in French hands: costs {army} {count} a French turn", { army: seatName(town.supplies), count: town.supply_loss })
          : t("supplies {army}", { army: seatName(town.supplies) })));
    }),
    view.seat ? null : h("p.hint", null, t("Two of them in French hands at the end of 22 June win the campaign for the French."))));
}

// --- Chat and people

/** Talk at the table; the Allies have a channel of their own when three play. */
export function createChat({ send }) {
  const lines = h("div.chat-lines", { role: "log", "aria-label": t("Talk at the table") });
  const input = h("input", { name: "chat", maxlength: 500, autocomplete: "off", "aria-label": t("Say something"), placeholder: t("Say something") });
  const tabs = h("div.segments");
  const silence = h("p.hint.silence");
  let channel = "all";
  let last = null;
  const form = h("form.row", {
    onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) send(channel, input.value.trim());
      input.value = "";
    },
  }, input, h("button", null, t("Send")));

  function update(model) {
    last = model;
    const { messages, view, isPlayer } = model;
    const isAlly = view?.players === 3 && (view.seat === "anglo-dutch" || view.seat === "prussian");
    if (!isAlly) channel = "all";
    fill(tabs, isAlly && [["all", t("Everybody")], ["allies", t("Allies only")]].map(([value, label]) =>
      h("label", null, h("input", { type: "radio", name: "channel", value, checked: channel === value, onchange: () => { channel = value; update(last); } }), h("span", null, label))));
    const isShut = channel === "allies" && !view.may_talk;
    silence.textContent = isShut ? t("The Allied players may speak with each other only during set-up and in Allied night turns (rule 11). Couriers ride by day, but not in time.") : "";
    input.disabled = isShut || !isPlayer;
    form.hidden = !isPlayer;
    const shown = messages.filter((message) => message.channel === channel);
    fill(lines, shown.length ? shown.map((message) => h("p.chat-line", null,
      message.seat ? emblem(message.seat) : icon("eye"), h("span", null, h("strong", null, message.name), " ", message.text)))
      : h("p.hint", null, t("Nobody has said a word yet.")));
    lines.scrollTop = lines.scrollHeight;
  }
  return { element: h("div.chat", null, tabs, lines, silence, form), update };
}

/** Who sits where, links for open seats and spectators, leaving and ending. */
export function peoplePanel({ table, people, seat, actions }) {
  const seats = people?.seats || table?.seats || {};
  const mine = table?.my_seats || [];
  const status = people?.status || table?.status;
  return h("div.people", null,
    Object.entries(seats).map(([name, sitter]) => h("div.person", null, emblem(name),
      h("span", null, h("strong", null, seatName(name)), h("span.hint", null, mine.includes(name) && sitter.kind === "human" && !sitter.stand_in ? t("{name} (you)", { name: sitter.name }) : sitterName(sitter))),
      sitter.kind === "human" ? h("span.presence", { class: sitter.is_online ? "is-here" : "" }, sitter.is_online ? t("here") : t("away")) : null,
      sitter.kind === "open" && table?.invites?.[name] ? copyButton(t("Copy the invitation"), `${location.origin}/join/${table.invites[name]}`) : null,
      seatButtons({ name, sitter, mine, status, actions, isBegun: Boolean(people) && actions.hasBegun() }))),
    takeoverQuestion({ people, seats, mine, status, actions }),
    table?.watch ? h("p", null, copyButton(t("Copy a link for spectators"), `${location.origin}/watch/${table.watch}`)) : null,
    people?.ending?.length && status === "playing" ? h("div.ask", null,
      h("p", null, t("{seats} would end this game. Do you agree?", { seats: people.ending.map(seatName).join(", ") })),
      people.ending.includes(seat) ? h("button", { onclick: () => actions.consent(false) }, t("Play on"))
        : [h("button", { onclick: () => actions.consent(true) }, t("End the game")), " ", h("button", { onclick: () => actions.consent(false) }, t("Play on"))]) : null,
    table?.commitment ? h("p.hint", null, t("The dice of this game are sealed:"), " ", h("a", { href: `/dice/${table.id}` }, h("code", null, `${table.commitment.slice(0, 16)}…`))) : null,
    mine.length && status !== "over" && status !== "abandoned" ? h("div.row", null,
      mine.length === 1 ? h("button.quiet", { onclick: actions.leave }, t("Leave my seat")) : null,
      h("button.quiet", { onclick: actions.end }, t("End this game"))) : null);
}

/** A computer for somebody who is away, and the way back. */
function seatButtons({ name, sitter, mine, status, actions, isBegun }) {
  if (!mine.length || status === "over" || status === "abandoned") return null;
  if (mine.includes(name) && sitter.stand_in) {
    return h("div.person-buttons", null, h("button.primary", { onclick: () => actions.takeBack(name), "data-act": "take-back" }, t("Take my seat back")));
  }
  const isMine = mine.includes(name) && sitter.kind === "human";
  const isAway = !mine.includes(name) && isBegun && (sitter.kind === "open" || (sitter.kind === "human" && !sitter.is_online));
  if (sitter.stand_in || !(isMine || isAway)) return null;
  const level = h("select", { "aria-label": t("How well the computer plays") },
    LEVELS.map((value) => h("option", { value, selected: value === keptLevel() }, levelName(value))));
  const label = isMine ? t("Let a computer play for me") : sitter.kind === "open" ? t("Let a computer play this seat") : t("Let a computer play for {name}", { name: sitter.name });
  return h("details.person-more", null, h("summary.hint", null, label),
    h("div.person-buttons", null, level, h("button", { onclick: () => actions.takeOver(name, level.value), "data-act": "take-over" }, isMine && mine.length === 1 && !actions.hasOthers() ? t("Hand over") : t("Ask the others"))));
}

/** A computer was asked for: does everybody agree? */
function takeoverQuestion({ people, seats, mine, status, actions }) {
  const asked = people?.takeover;
  if (!asked || !mine.length || status === "over" || status === "abandoned") return null;
  const words = { seats: asked.agreed.map(seatName).join(", "), level: levelName(asked.level), seat: seatName(asked.seat), name: seats[asked.seat]?.name || "" };
  const hasAgreed = mine.some((seat) => asked.agreed.includes(seat)) || mine.includes(asked.seat);
  return h("div.ask", null,
    h("p", null, t("{seats} would let a computer ({level}) play the seat of {seat}. Do you agree?", words)),
    hasAgreed ? null : h("button", { onclick: () => actions.consent(true, "takeover") }, t("I agree")), " ",
    h("button", { onclick: () => actions.consent(false, "takeover") }, hasAgreed ? t("Rather not") : t("No")));
}

/** A button that copies a link, and says so. */
export function copyButton(label, text) {
  const button = h("button", {
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        fill(button, icon("done"), t("Copied"));
      } catch {
        button.replaceWith(h("input", { value: text, readonly: true, "aria-label": label, onfocus: (event) => event.target.select() }));
      }
    },
  }, icon("link"), label);
  return button;
}

// --- The sheet of a stack

/**
 * The units of a town: own ones to choose, several at once, enemy ones as backs.
 * @param {{board: object, view: object, town: string|null, units: object[], selected: Set<string>, able: Set<string>,
 *   title?: string, buttons: Array, onToggle: function(string): void, onAll: function(): void, onClose: function(): void}} model
 */
export function stackSheet({ board, view, town, units, selected, able, title, note, buttons, onToggle, onAll, onClose }) {
  const others = view.blocks.filter((blocks) => blocks.town === town && town);
  const chosen = units.filter((unit) => selected.has(unit.id));
  const detail = chosen.length === 1 ? chosen[0] : null;
  return h("section.stack", { "aria-label": title || townName(town) },
    h("header", null,
      h("h2", null, title || townName(town)),
      able.size > 1 ? h("button.quiet", { onclick: onAll }, chosen.length === units.filter((unit) => able.has(unit.id)).length ? t("None") : t("All")) : null,
      h("button.round", { "aria-label": t("Close"), onclick: onClose }, icon("close"))),
    note ? h("p.hint", null, note) : null,
    units.length ? h(units.length > 6 ? "div.stack-units.is-many" : "div.stack-units", { role: "group", "aria-label": t("Own units") }, units.map((unit) => {
      const card = board.unit(unit.id);
      const isDown = (unit.marks || []).includes("disordered");
      return h("button.unit", {
        "data-unit": unit.id,
        "aria-pressed": String(selected.has(unit.id)),
        "aria-label": [unitName(unit.id), unitLine(card, unit.strength), isDown ? t("disordered") : "", able.has(unit.id) ? "" : t("cannot act now")].filter(Boolean).join(", "),
        class: able.has(unit.id) ? "is-able" : "",
        title: unitName(unit.id),
        onclick: () => onToggle(unit.id),
      }, blockIcon(card, { size: 58, strength: unit.strength, acted: !able.has(unit.id) && able.size > 0, marks: isDown ? ["disordered"] : [] }));
    })) : null,
    others.length ? h("div.stack-units.others", { role: "group", "aria-label": t("Other blocks") }, others.map((blocks) =>
      h("span.backs", null,
        Array.from({ length: Math.min(blocks.count, 12) }, (_, n) => blockIcon(blocks.army, { size: 40, disordered: n < (blocks.disordered || 0) })),
        h("span.hint", null, blocks.disordered
          ? t("{army}: {count}, of which {down} disordered", { army: seatName(blocks.army), count: blocks.count, down: blocks.disordered })
          : t("{army}: {count}", { army: seatName(blocks.army), count: blocks.count }))))) : null,
    !units.length && !others.length ? h("p.hint", null, t("Nobody is here.")) : null,
    detail ? h("p.detail", null, h("strong", null, unitName(detail.id)), " ", h("span.hint", null, unitLine(board.unit(detail.id), detail.strength)))
      : chosen.length > 1 ? h("p.detail", null, t("{count} units chosen", { count: chosen.length })) : null,
    buttons.length ? h("div.row", null, buttons) : null);
}
