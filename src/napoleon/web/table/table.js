/**
 * A game at a table: messages and taps become states (state.js), states are drawn (screen.js), told
 * (announce.js) and remembered. What the player decides goes to the server, and comes back as a message.
 */

import { loadBoard, loadWatched } from "../lib/board.js";
import { fill } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { keep, recall } from "../lib/kept.js";
import { api, connect, messageOf } from "../lib/net.js";
import { play } from "../lib/sound.js";
import { nextGame } from "../lib/turns.js";
import { loadTitles } from "../rules/library.js";
import { AID } from "../rules/trail.js";
import { announce, fallSilent } from "./announce.js";
import { createFeed, pauseFor } from "./feed.js";
import { createCurtain } from "./hotseat.js";
import { noteMarch } from "./prompt.js";
import { createQuestions } from "./questions.js";
import { createScreen } from "./screen.js";
import { canAct, closeTown, drawn, handOver, hear, isTelling, moveOn, newTable, openPanel, readBack, readRules, showTab, stopReading, takeClock, takeGame, takeLine, takePeople, tell, tellUpTo } from "./state.js";
import { createStaffRoom } from "./staffroom.js";
import { chooseAll, dropUnits, tapBackground, tapStack, tapTown, tapUnit } from "./taps.js";
import { showSheet } from "./waiting.js";
import { isCalm, isHidden, isWide, onWidth } from "./window.js";

/** @import { Connection } from "../lib/net.js" */
/** @import { Answer, GameEvent, GameSummary, Page, Seat, ServerMessage, Shell, StateMessage, TableInfo, WhyAnswer } from "../lib/types.js" */
/** @import { Exercise, Setting, TableState } from "./state.js" */
/** @import { Command } from "./taps.js" */
/** @import { Controls } from "./controls.js" */

const SEEN = "napoleon.seen";
const SIDE = "napoleon.side"; // whether the panels beside the map lie folded
const LINGER_MS = 2200; // how long the outcome of a fight stays in sight
const SURE_MS = 3500; // within which the end of an idle step is asked for again
const FEW = 2; // missed events that need no telling

/**
 * The game screen.
 * @param {HTMLElement} container
 * @param {{id?: string, watch?: string, exercise?: Exercise, shell: Shell}} options
 * @returns {Promise<Page>}
 */
export async function createTable(container, { id, watch, exercise, shell }) {
  const waiting = showSheet(container);
  const gather = async () => {
    const [info, acting] = await Promise.all([
      id ? /** @type {Promise<TableInfo>} */ (api("GET", `/api/games/${id}`)) : null, id ? whoActs(id) : /** @type {Seat[]} */ ([]), loadTitles(),
    ]);
    return { table: info, toAct: acting, board: await (watch ? loadWatched(watch) : loadBoard(info?.board)) };
  };
  const { board, table, toAct } = await gather().finally(async () => (await waiting)());
  const mine = exercise ? [exercise.seat] : table?.my_seats || [];
  /** @type {Setting} */
  const setting = { id: id ?? null, watch: watch ?? null, exercise: exercise ?? null, board, table, mine, shell };
  const game = new Table(container, setting);
  if (mine.length > 1 && table?.status !== "over") game.drawCurtain(mine.find((seat) => toAct.includes(seat)) || mine[0]);
  else game.sitDown();
  return { destroy: () => game.destroy(), onBack: () => game.goBack(), read: (path) => game.read(path) };
}

/**
 * @param {string} id
 * @returns {Promise<Seat[]>}
 */
async function whoActs(id) {
  try {
    const games = /** @type {GameSummary[]} */ (await api("GET", "/api/games"));
    return games.find((game) => game.id === id)?.to_act || [];
  } catch {
    return [];
  }
}

/** The panel that lies open at first: the log, where there is room beside the map, unless it was folded away. */
const firstPanel = () => (isWide() && recall(SIDE) !== "folded" ? "log" : null);

class Table {
  /**
   * @param {HTMLElement} container
   * @param {Setting} setting
   */
  constructor(container, setting) {
    this.container = container;
    this.setting = setting;
    this.state = newTable(setting.mine[0] ?? null, firstPanel());
    if (setting.exercise?.home && isWide()) this.state = readRules(this.state, setting.exercise.home); // whoever tries a rule has it beside the board
    /** @type {TableState|null} */
    this.onScreen = null; // the state that was drawn last: not every one is
    /** @type {ReturnType<typeof createScreen>|null} */
    this.screen = null;
    /** @type {{destroy: () => void}|null} */
    this.curtain = null;
    /** @type {Connection|null} */
    this.socket = null;
    this.lingering = 0;
    this.sure = 0;
    this.questions = createQuestions((message) => this.send({ ...message, seat: this.state.seat }),
      () => this.change((state) => tell(state, t("No connection just now. Try again in a moment."))),
      (isSending) => this.change((state) => (state.isSending === isSending ? state : { ...state, isSending })));
    this.staff = createStaffRoom(setting, {
      look: () => this.state, change: (how) => this.change(how), ask: this.questions.ask, act: (actions, some) => this.act(actions, some, null),
    });
    this.feed = createFeed({
      show: (message, how) => this.show(message, how),
      pause: (message) => pauseFor(message.events, isCalm()),
      onWaiting: (count) => { if (this.state.isBehind !== count > 0) this.change((state) => ({ ...state, isBehind: count > 0 })); },
      isHidden,
      // What comes after a fight waits until its end has been looked at.
      isPlaying: () => Boolean(this.screen?.isPlaying()) || this.state.isLingering,
    });
    this.forgetWidth = onWidth((isNowWide) => this.change((state) => openPanel(state, isNowWide ? state.panel || firstPanel() : null)));
    this.remember = () => {
      if (!isHidden() && this.state.game && !setting.exercise) keep(this.seenKey, String(this.state.log.length));
    };
    document.addEventListener("visibilitychange", this.remember);
    this.controls = this.makeControls();
  }

  destroy() {
    document.removeEventListener("visibilitychange", this.remember);
    this.forgetWidth();
    clearTimeout(this.lingering);
    clearTimeout(this.sure);
    this.feed.clear();
    this.socket?.close();
    this.leaveScreen();
    this.curtain?.destroy();
  }

  /** The browser's way back closes what lies over the table first. */
  goBack() {
    const isClosed = this.screen?.goBack() ?? false;
    if (isClosed && this.screen?.hasCover()) this.setting.shell.guard();
    return isClosed;
  }

  // --- One state after the other

  /** @param {(state: TableState) => TableState} how */
  change(how) {
    const before = this.state;
    this.state = how(before);
    if (this.state !== before) this.render();
  }

  render() {
    const { state, onScreen: before } = this;
    if (!this.screen) return;
    this.onScreen = state;
    this.screen.render(before, state);
    if (this.screen.hasCover()) this.setting.shell.guard();
    const isPlaying = this.screen.isPlaying();
    announce(this.setting, before, state, isPlaying);
    this.state = drawn(this.state);
    if (!isPlaying && isTelling(state)) this.change((now) => tellUpTo(now, null));
    if (state.isLingering && !before?.isLingering) this.linger();
    this.staff.goOn();
  }

  /** Stay with a fight that is over until its last volley has been played, and a moment longer. */
  linger() {
    const look = () => {
      const isPlaying = this.screen?.isPlaying();
      this.lingering = setTimeout(isPlaying ? look : () => this.change(moveOn), isPlaying ? 200 : LINGER_MS);
    };
    clearTimeout(this.lingering);
    this.lingering = setTimeout(look, 100);
  }

  // --- From the server

  /** @param {ServerMessage} message */
  onMessage(message) {
    switch (message.t) {
      case "state": return this.onState(message);
      case "answer": case "why": case "hint": case "odds":
        if (!this.questions.answer(message) && !message.ok && message.text) this.tell(message.text, "rule" in message ? message.rule : "");
        return undefined;
      case "chat": return this.change((state) => hear(state, message.messages));
      case "people":
        if (this.state.people?.status === "waiting" && message.status === "playing") play("drum");
        return this.change((state) => takePeople(this.setting, state, message));
      case "clock": return this.change((state) => takeClock(this.setting, state, message, performance.now()));
      case "error": return message.code === "stale" ? undefined : this.tell(message.text);
      default: return undefined;
    }
  }

  /** @param {StateMessage} message */
  onState(message) {
    if (!this.screen || message.seat !== this.state.seat) return;
    if (message.verdict) this.setting.exercise?.onVerdict(message.verdict, this.screen.showCard, false);
    this.feed.push(message, !this.state.game || this.questions.isWaiting || this.state.isSkipping);
  }

  /**
   * Take in a state, and show it unless the next one follows at once.
   * @param {StateMessage} message
   * @param {{isLast: boolean, isPassing: boolean}} how
   */
  show(message, { isLast, isPassing }) {
    const before = this.state;
    this.state = takeGame(this.setting, before, message, { isLast, isPassing, isWatched: !isHidden() && !isCalm() });
    if (isPassing) return;
    noteMarch(this.state);
    this.render();
    if (!before.game) this.tellWhatHappened();
    this.remember();
  }

  /**
   * @param {string} text
   * @param {string} [rule]
   */
  tell(text, rule) {
    this.change((state) => tell(state, text, rule));
  }

  get seenKey() {
    return `${SEEN}.${this.setting.id || this.setting.watch}.${this.state.seat || "spectator"}`;
  }

  /** Whoever comes back is told what he has missed. */
  tellWhatHappened() {
    const { log, game } = this.state;
    const seen = this.setting.exercise ? 0 : Number(recall(this.seenKey) || 0);
    const missed = log.slice(seen);
    if (seen > 0 && missed.length > FEW && !game?.view.result) this.screen?.showAway(missed);
  }

  // --- To the server

  /** @param {object} message */
  send(message) {
    return this.socket?.send(message) ?? false;
  }

  /**
   * Play actions: all of them, or as many as are allowed.
   * @param {string[]} actions
   * @param {boolean} some
   * @param {string|null} to - the town that units are sent to
   */
  act(actions, some, to) {
    const { game } = this.state;
    if (!game || !actions.length || !canAct(this.state)) return;
    // What was said of the last order is of no use for this one.
    this.change((state) => ({ ...tell(state, ""), sent: to === null ? null : { town: to, units: [...state.selected] } }));
    this.questions.ask({ t: "act", v: game.v, actions, ...(some ? { some } : {}) }, (/** @type {Answer} */ answer) => {
      const played = answer.played ?? actions.length;
      this.change((state) => this.answered(state, answer, played));
      if (answer.ok && played < actions.length) {
        // Those left behind are not sent on by the next tap: it may be meant for another stack.
        this.change((state) => tell({ ...state, selected: new Set() },
          t("{count} of {all} went: {reason}", { count: played, all: actions.length, reason: answer.text ?? "" }), answer.rule));
      }
    });
  }

  /**
   * Have the server place or deploy all who still wait.
   * @param {"place-rest"|"deploy-rest"} what
   */
  leaveRest(what) {
    const { game } = this.state;
    if (!game || !canAct(this.state)) return;
    this.tell("");
    this.questions.ask({ t: what, v: game.v }, (/** @type {Answer} */ answer) => this.change((state) => this.answered(state, answer, answer.played ?? 1)));
  }

  /**
   * An order was carried out or refused.
   * @param {TableState} state
   * @param {Answer} answer
   * @param {number} played
   * @returns {TableState}
   */
  answered(state, answer, played) {
    const next = { ...state, sent: null };
    if (answer.ok) return { ...next, orders: [...state.orders, played], lastOrder: played };
    return tell(next, answer.text || t("The table has changed. Look again."), answer.rule);
  }

  /** Take back the last order: all the units that went with one tap. */
  undo() {
    const count = this.state.orders.at(-1) || 1;
    if (!this.state.game?.view.can_undo) return;
    this.state = { ...this.state, orders: this.state.orders.slice(0, -1), lastOrder: this.state.orders.at(-2) ?? 1 };
    this.takeBackActions(count);
  }

  /** @param {number} count */
  takeBackActions(count) {
    const { game } = this.state;
    if (!game?.view.can_undo) return;
    this.questions.ask({ t: "undo", v: game.v }, (/** @type {Answer} */ answer) => {
      if (!answer.ok) return this.tell(answer.text || t("The table has changed. Look again."), answer.rule);
      if (answer.text) this.tell(answer.text);
      if (count > 1) this.takeBackActions(count - 1);
    });
  }

  /**
   * @param {string} action
   * @param {(reason: WhyAnswer) => void} [then] - instead of telling it
   */
  why(action, then = ({ text, rule }) => this.tell(text ?? "", rule)) {
    this.questions.ask({ t: "why", action }, (/** @type {WhyAnswer} */ answer) => { if (!answer.ok) then(answer); });
  }

  // --- What the player does

  /** @param {Command[]} commands */
  obey(commands) {
    for (const command of commands) {
      if ("act" in command) this.act(command.act, command.some, command.to);
      else if ("why" in command) this.why(command.why);
      else this.change(() => command.state);
    }
  }

  /** The end of a march in which nothing was moved is asked for twice. */
  tapEnd() {
    const { game, isSure } = this.state;
    if (!game || !canAct(this.state)) return;
    clearTimeout(this.sure);
    if (game.view.stage !== "march" || game.view.groups.length || isSure) {
      // The end of the marches is that of the forced marches too: whoever wants some has another button.
      return this.act(game.view.forced_marches ? ["end", "end"] : ["end"], false, null);
    }
    this.change((state) => ({ ...state, isSure: true }));
    this.sure = setTimeout(() => this.change((state) => ({ ...state, isSure: false })), SURE_MS);
  }

  skip() {
    if (this.state.seat && this.state.game?.thinking.length) {
      this.change((state) => ({ ...state, isSkipping: true }));
      this.send({ t: "skip" });
    }
    this.change(moveOn);
    this.feed.skip();
  }

  closePanel() {
    if (isWide() && this.state.panel !== "rules") keep(SIDE, "folded");
    this.change((state) => (state.panel === "rules" ? stopReading(state, isWide()) : openPanel(state, null)));
  }

  /**
   * Open something of the rules; whether there is a place for it.
   * @param {string} path
   */
  read(path) {
    if (!this.screen || this.screen.hasCard()) return false;
    this.change((state) => readRules(state, path));
    return true;
  }

  /** @returns {Controls} */
  makeControls() {
    const { board, id, shell } = this.setting;
    const call = (/** @type {string} */ what, /** @type {object} */ body) => api("POST", `/api/games/${id}/${what}`, body);
    return {
      tapTown: (town) => this.obey(tapTown(board, this.state, town)),
      tapStack: (town) => this.obey(tapStack(board, this.state, town)),
      tapUnit: (unit) => this.obey(tapUnit(board, this.state, unit)),
      tapAll: () => this.change((state) => chooseAll(board, state)),
      drop: (units, town) => this.obey(dropUnits(board, this.state, units, town)),
      tapBackground: () => this.change(tapBackground),
      closeTown: () => this.change(closeTown),
      act: (actions, some) => this.act(actions, some, null),
      tapEnd: () => this.tapEnd(),
      undo: () => this.undo(),
      why: (action, then) => this.why(action, then),
      placeRest: () => this.leaveRest("place-rest"),
      deployRest: () => this.leaveRest("deploy-rest"),
      askHint: this.staff.askHint,
      askOdds: this.staff.askOdds,
      followAdvice: this.staff.follow,
      closeAdvice: this.staff.close,
      showTab: (tab) => {
        clearTimeout(this.lingering);
        this.change((state) => showTab(state, tab));
      },
      openPanel: (panel) => {
        if (isWide()) keep(SIDE, panel ? "open" : "folded");
        this.change((state) => (panel === "rules" ? readRules(state, state.reading.trail.at(-1) ?? AID) : openPanel(state, panel)));
      },
      closePanel: () => this.closePanel(),
      read: (path) => this.read(path),
      readBack: () => this.change(readBack),
      dismiss: () => this.tell(""),
      skip: () => this.skip(),
      told: (event) => this.change((state) => tellUpTo(state, event)),
      handOver: (seat) => this.drawCurtain(seat),
      takeOver: (seat, level) => this.send({ t: "takeover", seat, level }),
      takeBack: (seat) => this.send({ t: "takeback", seat }),
      chat: (channel, text) => this.send({ t: "chat", channel, text }),
      consent: (yes, what) => this.send({ t: "consent", what, yes }),
      giveTime: (seat, seconds) => this.send({ t: "more-time", seat, seconds }),
      tell: (text) => this.tell(text),
      askBack: () => this.send({ t: "ask-back", seat: this.state.seat, actions: this.state.lastOrder }),
      leave: async () => {
        await call("leave", { seat: this.state.seat });
        shell.navigate("/");
      },
      end: async () => {
        await call("end", {});
        if (this.state.people?.status !== "playing") shell.navigate("/");
        else this.tell(t("The others are asked whether they agree."));
      },
      nextGame: () => this.nextGame(),
      resign: () => {
        call("resign", { seat: this.state.seat }).catch((/** @type {unknown} */ error) => this.tell(messageOf(error)));
      },
    };
  }

  /** To the next game in which I am to act. */
  async nextGame() {
    if (this.setting.exercise) return;
    try {
      const next = nextGame(await api("GET", "/api/games"), this.setting.id);
      if (next) this.setting.shell.navigate(`/game/${next.id}`);
      else this.tell(t("No other game waits for you."));
    } catch (error) {
      this.tell(messageOf(error));
    }
  }

  // --- Sitting down, handing over

  leaveScreen() {
    if (this.screen) fallSilent(this.setting);
    this.screen?.destroy();
    this.screen = null;
    this.onScreen = null;
  }

  /**
   * The next player is asked for; nothing of the last one stays in the document.
   * @param {Seat} seat
   */
  drawCurtain(seat) {
    clearTimeout(this.lingering);
    this.leaveScreen();
    this.feed.clear();
    this.questions.forget();
    this.state = { ...handOver(this.state, seat), panel: firstPanel() };
    this.curtain = createCurtain(this.container, { seat, onReady: () => this.sitDown(), onHome: () => this.setting.shell.navigate("/") });
  }

  /** The player of the seat looks at the screen. */
  sitDown() {
    this.curtain?.destroy();
    this.curtain = null;
    fill(this.container);
    this.screen = createScreen(this.container, this.setting, this.controls, () => this.state);
    this.render();
    if (this.socket) this.socket.hello();
    else this.socket = this.open();
  }

  open() {
    const { id, watch, exercise } = this.setting;
    const handlers = {
      hello: () => {
        const { seat, game, log } = this.state;
        return { t: "hello", seat, since: game ? log.length : 0, lang: lang(), v: game ? game.v : -1 };
      },
      onMessage: (/** @type {ServerMessage} */ message) => this.onMessage(message),
      onStatus: (/** @type {import("../lib/net.js").Status} */ status, /** @type {number} */ wait) => {
        if (status !== "open" && status !== "silent") this.questions.forget();
        this.change((state) => takeLine(state, status, wait));
      },
    };
    return exercise ? exercise.connect(handlers) : connect(id ? `/ws/game/${id}` : `/ws/watch/${watch}`, handlers);
  }
}
