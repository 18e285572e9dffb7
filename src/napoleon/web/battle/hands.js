/**
 * Hands on the field: taps, and units that are dragged to where they may go.
 */

/** @import { Field } from "./field.js" */

const DRAG_PIXELS = 7;
const AFTER_DRAG_MS = 60; // the click that follows a drag comes within

/**
 * Who is told what is touched.
 * @typedef {object} HandsHooks
 * @property {() => boolean} isBusy - nothing can be dragged now
 * @property {(key: string) => boolean} canDrag
 * @property {(key: string) => void} onGrab
 * @property {() => void} onLetGo - it lies somewhere again
 * @property {(thing: Element) => void} onTouch - a block, a slot, an area, or something else of the field
 */

/**
 * @param {Field} field
 * @param {HandsHooks} hooks
 * @returns {{destroy: () => void}}
 */
export function createHands(field, hooks) {
  const { element: surface } = field;
  let wasDragged = false;
  /** @type {Element|null} */
  let hovered = null;
  /** @type {(() => void)|null} */
  let endDrag = null;

  /** @param {MouseEvent} event */
  function onClick(event) {
    if (wasDragged) wasDragged = false;
    else if (event.target instanceof Element) hooks.onTouch(event.target);
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    wasDragged = false;
    const block = event.target instanceof Element ? event.target.closest(".b-block") : null;
    const key = block instanceof HTMLElement ? block.dataset.key : undefined;
    if (!key || event.button > 0 || hooks.isBusy() || !hooks.canDrag(key)) return;
    follow(key, event);
  }

  /**
   * @param {string} key
   * @param {PointerEvent} down
   */
  function follow(key, down) {
    const piece = field.pieces.get(key);
    const place = field.layout?.places.get(key);
    if (!piece || !place) return;
    const { element } = piece;
    const gone = new AbortController();
    const { signal } = gone;

    /** @param {PointerEvent} now */
    function move(now) {
      if (!piece || !place || now.pointerId !== down.pointerId) return;
      const dx = now.clientX - down.clientX;
      const dy = now.clientY - down.clientY;
      if (!piece.isDragged) {
        if (Math.hypot(dx, dy) < DRAG_PIXELS) return;
        piece.isDragged = true;
        hooks.onGrab(key);
        element.classList.add("is-dragged");
      }
      now.preventDefault();
      element.style.transform = `translate(${place.x + dx}px, ${place.y + dy}px) scale(1.08)`;
      hover(under(now, element));
    }

    /** @param {PointerEvent} [last] */
    function end(last) {
      if (last && last.pointerId !== down.pointerId) return;
      gone.abort();
      endDrag = null;
      if (!piece?.isDragged) return;
      piece.isDragged = false;
      wasDragged = last?.type === "pointerup";
      setTimeout(() => { wasDragged = false; }, AFTER_DRAG_MS);
      element.classList.remove("is-dragged");
      hover(null);
      const over = last?.type === "pointerup" ? under(last, element) : null;
      if (over) hooks.onTouch(over);
      hooks.onLetGo();
    }

    window.addEventListener("pointermove", move, { passive: false, signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
    endDrag = end;
  }

  /**
   * What lies under a point: a target first of all, else an area.
   * @param {PointerEvent} point
   * @param {Element} dragged
   */
  function under(point, dragged) {
    const all = document.elementsFromPoint(point.clientX, point.clientY).filter((one) => surface.contains(one) && !dragged.contains(one));
    const first = (/** @type {string} */ selector) => all.map((one) => one.closest(selector)).find((one) => one !== null) ?? null;
    return first(".b-block.is-target, .b-shot, .b-slot, .b-zone.is-lit, .b-cue") || first(".b-zone");
  }

  /** @param {Element|null} thing */
  function hover(thing) {
    if (hovered === thing) return;
    hovered?.classList.remove("is-over");
    hovered = thing;
    thing?.classList.add("is-over");
  }

  surface.addEventListener("click", onClick);
  surface.addEventListener("pointerdown", onDown);
  return {
    destroy() {
      endDrag?.();
    },
  };
}
