/**
 * Looking at the sheet: pan and zoom by mouse, touch and keyboard. The sheet is one element that is
 * moved by a CSS transform, so the browser redraws nothing while it moves; when it comes to rest it is
 * drawn sharp again.
 */

/** @import { Point, Rect, Sheet } from "../lib/types.js" */

/** @typedef {{px: number, py: number}} Place - in pixels of the window */
/** @typedef {{move: (point: Point) => void, drop: (point: Point) => void, cancel: () => void}} Drag */
/**
 * Who is told of what is done to the sheet; `grab` may take over a drag, `onHome` looks from the first place.
 * @typedef {object} CameraHooks
 * @property {(scale: number) => void} onScale
 * @property {() => void} onRest
 * @property {() => void} onHome
 * @property {(point: Point, event: PointerEvent) => void} onTap
 * @property {(point: Point|null) => void} onHover - null: over nothing any more
 * @property {(point: Point) => void} onHold - a finger rests on the sheet
 * @property {(point: Point, event: PointerEvent) => Drag|null} grab
 */
/** @typedef {Place & {last: Place, moved: boolean, held: boolean, vx: number, vy: number, stamp: number, event: PointerEvent}} Pressed */

const STILL = 160;
const TAP = 8;
const HOLD = 420; // milliseconds that a finger rests to hold something
const MOST = 5;

const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {HTMLElement} view what one looks through
 * @param {HTMLElement} world what is moved, `sheet.fullWidth` by `sheet.fullHeight` units
 * @param {Sheet} sheet
 * @param {CameraHooks} hooks
 */
export function createCamera(view, world, sheet, hooks) {
  let [x, y, scale] = [0, 0, 1];
  let [flight, restTimer, holdTimer] = [0, 0, 0];
  // What to do when the window changes: "home" and "fit" are looked at anew, "free" keeps the middle.
  let mode = "home";
  /** @type {Map<number, Place>} */
  const fingers = new Map();
  /** @type {Pressed|null} */
  let pressed = null;
  /** @type {Drag|null} */
  let grabbed = null;
  /** @type {(Place & {gap: number})|null} */
  let pinch = null;
  let glide = 0;

  // Kept by the observer below: asking the element each time would force a layout.
  /** @type {{w: number, h: number}|null} */
  let known = null;
  const measure = () => ({ w: view.clientWidth || 1, h: view.clientHeight || 1 });
  const size = () => known || measure();
  const least = () => {
    const { w, h } = size();
    return Math.min(w / sheet.fullWidth, h / sheet.fullHeight);
  };

  function keepInside() {
    const { w, h } = size();
    scale = Math.max(least() * 0.98, Math.min(MOST, scale));
    const hold = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ full) => {
      const slack = Math.min(90, room * 0.14);
      return full <= room ? Math.max(-slack, Math.min(room - full + slack, at)) : Math.max(room - full - slack, Math.min(slack, at));
    };
    const [fw, fh] = [sheet.fullWidth * scale, sheet.fullHeight * scale];
    x = fw <= w ? (w - fw) / 2 : hold(x, w, fw);
    y = fh <= h ? (h - fh) / 2 : hold(y, h, fh);
  }

  function apply() {
    keepInside();
    world.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(5)})`;
    hooks.onScale(scale);
    if (!view.classList.contains("is-moving")) view.classList.add("is-moving");
    clearTimeout(restTimer);
    restTimer = setTimeout(rest, STILL);
  }

  function rest() {
    view.classList.remove("is-moving");
    hooks.onRest();
  }

  const stop = () => {
    cancelAnimationFrame(flight);
    cancelAnimationFrame(glide);
  };

  /** @type {(nx: number, ny: number, ns: number, time?: number) => void} */
  function flyTo(nx, ny, ns, time = 260) {
    stop();
    if (calmly() || !time) {
      [x, y, scale] = [nx, ny, ns];
      apply();
      return;
    }
    const [fx, fy, fs] = [x, y, scale];
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const k = Math.min(1, (now - start) / time);
      const e = 1 - Math.pow(1 - k, 3);
      scale = fs * Math.pow(ns / fs, e);
      x = fx + (nx - fx) * e;
      y = fy + (ny - fy) * e;
      apply();
      if (k < 1) flight = requestAnimationFrame(step);
    };
    flight = requestAnimationFrame(step);
  }

  /** @type {(px: number, py: number, factor: number, time?: number) => void} */
  function zoomAt(px, py, factor, time = 0) {
    mode = "free";
    const ns = Math.max(least() * 0.98, Math.min(MOST, scale * factor));
    const k = ns / scale;
    flyTo(px - (px - x) * k, py - (py - y) * k, ns, time);
  }

  /** @type {(point: Point, ns?: number, time?: number) => void} */
  function centreOn(point, ns = scale, time = 260) {
    const { w, h } = size();
    flyTo(w / 2 - point.x * ns, h / 2 - point.y * ns, ns, time);
  }

  const place = (/** @type {MouseEvent} */ event) => {
    const box = view.getBoundingClientRect();
    return { px: event.clientX - box.left, py: event.clientY - box.top };
  };
  const toMap = (/** @type {Place} */ { px, py }) => ({ x: (px - x) / scale, y: (py - y) / scale });

  // ---- pointers -----------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  function onDown(event) {
    if (event.button > 0) return;
    stop();
    const at = place(event);
    fingers.set(event.pointerId, at);
    if (fingers.size === 1) {
      pressed = { ...at, last: at, moved: false, held: false, vx: 0, vy: 0, stamp: 0, event };
      clearTimeout(holdTimer);
      if (event.pointerType !== "mouse") holdTimer = setTimeout(holdStill, HOLD);
    } else if (fingers.size === 2) {
      grabbed?.cancel();
      grabbed = null;
      pressed = null;
      pinch = pinchOf();
    }
  }

  function holdStill() {
    if (!pressed || pressed.moved) return;
    pressed.held = true;
    hooks.onHold(toMap(pressed));
  }

  function pinchOf() {
    const [p, q] = [...fingers.values()];
    return { px: (p.px + q.px) / 2, py: (p.py + q.py) / 2, gap: Math.hypot(p.px - q.px, p.py - q.py) || 1 };
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    const at = place(event);
    if (!fingers.has(event.pointerId)) {
      if (event.pointerType === "mouse") hooks.onHover(toMap(at));
      return;
    }
    fingers.set(event.pointerId, at);
    if (fingers.size === 2 && pinch) {
      const now = pinchOf();
      const ns = Math.max(least() * 0.98, Math.min(MOST, (scale * now.gap) / pinch.gap));
      const k = ns / scale;
      x = now.px - (pinch.px - x) * k;
      y = now.py - (pinch.py - y) * k;
      scale = ns;
      pinch = now;
      mode = "free";
      apply();
      return;
    }
    if (!pressed) return;
    if (!pressed.moved && Math.hypot(at.px - pressed.px, at.py - pressed.py) > TAP) {
      pressed.moved = true;
      view.setPointerCapture(event.pointerId);
      grabbed = hooks.grab(toMap(pressed), pressed.event);
      if (!grabbed) view.classList.add("is-held");
    }
    if (!pressed.moved) return;
    if (grabbed) {
      grabbed.move(toMap(at));
    } else {
      const [dx, dy] = [at.px - pressed.last.px, at.py - pressed.last.py];
      x += dx;
      y += dy;
      mode = "free";
      pressed.vx = pressed.vx * 0.6 + dx * 0.4;
      pressed.vy = pressed.vy * 0.6 + dy * 0.4;
      pressed.stamp = event.timeStamp;
      apply();
    }
    pressed.last = at;
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(holdTimer);
    view.classList.remove("is-held");
    if (pinch) {
      pinch = null;
      pressed = null;
      return;
    }
    const was = pressed;
    pressed = null;
    if (!was) return;
    if (grabbed) {
      const held = grabbed;
      grabbed = null;
      if (event.type === "pointercancel") held.cancel();
      else held.drop(toMap(place(event)));
    } else if (!was.moved && was.held) {
      // It was looked at, not tapped.
    } else if (!was.moved && event.type === "pointerup") {
      hooks.onTap(toMap(place(event)), event);
    } else if (was.moved && event.timeStamp - was.stamp < 40 && !calmly()) {
      slide(was.vx, was.vy);
    }
  }

  /**
   * @param {number} fromX
   * @param {number} fromY
   */
  function slide(fromX, fromY) {
    let [vx, vy] = [fromX, fromY];
    const step = () => {
      if (Math.hypot(vx, vy) < 0.4) return;
      x += vx;
      y += vy;
      vx *= 0.92;
      vy *= 0.92;
      apply();
      glide = requestAnimationFrame(step);
    };
    glide = requestAnimationFrame(step);
  }

  /** @param {WheelEvent} event */
  function onWheel(event) {
    event.preventDefault();
    const { px, py } = place(event);
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    const speed = event.ctrlKey ? 0.011 : 0.0016;
    zoomAt(px, py, Math.exp(-Math.max(-240, Math.min(240, event.deltaY * unit)) * speed));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { w, h } = size();
    const step = event.shiftKey ? 240 : 90;
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (event.key in moves) {
      const [dx, dy] = moves[event.key];
      mode = "free";
      flyTo(x + dx, y + dy, scale, 140);
    } else if (event.key === "+" || event.key === "=") zoomAt(w / 2, h / 2, 1.35, 160);
    else if (event.key === "-" || event.key === "_") zoomAt(w / 2, h / 2, 1 / 1.35, 160);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
  }

  function fit(time = 260) {
    mode = "fit";
    const { w, h } = size();
    const ns = least();
    flyTo((w - sheet.fullWidth * ns) / 2, (h - sheet.fullHeight * ns) / 2, ns, time);
  }

  const gone = new AbortController();
  const { signal } = gone;
  view.addEventListener("pointerdown", onDown, { signal });
  view.addEventListener("pointermove", onMove, { signal });
  view.addEventListener("pointerup", onUp, { signal });
  view.addEventListener("pointercancel", onUp, { signal });
  view.addEventListener("pointerleave", ({ pointerType }) => { if (pointerType === "mouse") hooks.onHover(null); }, { signal });
  // A tap is a tap on the map alone: no click follows it to what has slid under the finger meanwhile.
  world.addEventListener("touchend", (event) => { if (event.cancelable) event.preventDefault(); }, { passive: false, signal });
  view.addEventListener("keydown", onKey, { signal });
  view.addEventListener("wheel", onWheel, { passive: false, signal });
  const watcher = new ResizeObserver(() => {
    const { w, h } = measure();
    if (known && known.w === w && known.h === h) return;
    if (known && mode === "free") {
      x += (w - known.w) / 2;
      y += (h - known.h) / 2;
    }
    known = { w, h };
    if (mode === "home") hooks.onHome();
    else if (mode === "fit") fit(0);
    else apply();
  });
  watcher.observe(view);

  return {
    get scale() { return scale; },
    get isHome() { return mode === "home"; },
    /**
     * The part of the sheet in view.
     * @returns {Rect}
     */
    window() {
      const { w, h } = size();
      return { x: -x / scale, y: -y / scale, width: w / scale, height: h / scale };
    },
    /**
     * A rectangle of the sheet, in pixels of the window.
     * @param {Rect} rect
     * @returns {Rect}
     */
    toWindow: (rect) => ({ x: rect.x * scale + x, y: rect.y * scale + y, width: rect.width * scale, height: rect.height * scale }),
    least,
    size,
    fit,
    /** @type {(point: Point, ns?: number, time?: number) => void} */
    centreOn(point, ns, time) {
      mode = "free";
      centreOn(point, ns, time);
    },
    /**
     * Look from the first place again; stays there when the window changes.
     * @param {Point} point
     * @param {number} ns
     */
    home(point, ns, time = 0) {
      mode = "home";
      centreOn(point, ns, time);
    },
    zoomBy: (/** @type {number} */ factor) => zoomAt(size().w / 2, size().h / 2, factor, 180),
    /**
     * Pan as little as needed to have a point well in view.
     * @param {Point} point
     */
    reveal(point, time = 220) {
      const { w, h } = size();
      const [px, py] = [point.x * scale + x, point.y * scale + y];
      const margin = Math.min(90, w / 5, h / 5);
      const dx = px < margin ? margin - px : px > w - margin ? w - margin - px : 0;
      const dy = py < margin ? margin - py : py > h - margin ? h - margin - py : 0;
      if (dx || dy) {
        mode = "free";
        flyTo(x + dx, y + dy, scale, time);
      }
    },
    destroy() {
      stop();
      clearTimeout(restTimer);
      clearTimeout(holdTimer);
      watcher.disconnect();
      gone.abort();
    },
  };
}
