/**
 * The keys of the battle screen: arrows from thing to thing, digits for the buttons of the bar, N for
 * the next unit that can act, Escape to let go.
 */

/**
 * @typedef {object} KeysHooks
 * @property {() => boolean} onEscape - whether there was something to let go of
 * @property {() => boolean} onSkip - whether there was something to skip
 * @property {() => ArrayLike<HTMLElement>} buttons - of the bar
 */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const THINGS = ".b-block, .b-zone, .b-slot, .b-head button, .b-bar button:not(:disabled)";
const ASIDE = 2.2; // how much further a thing seems that lies aside

/**
 * Listen to the keys within the battle screen.
 * @param {HTMLElement} root
 * @param {KeysHooks} hooks
 */
export function listenToKeys(root, hooks) {
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (hooks.onSkip()) event.preventDefault();
      else if (hooks.onEscape()) {
        event.preventDefault();
        event.stopPropagation();
      }
    } else if (event.key in WAYS ? walk(root, event.key) : press(event.key)) event.preventDefault();
  });

  /** @param {string} key */
  function press(key) {
    if (/^[1-9]$/.test(key)) {
      const button = hooks.buttons()[Number(key) - 1];
      button?.click();
      return Boolean(button);
    }
    return key === "n" && nextUnit(root);
  }
}

/**
 * To the next unit that can act.
 * @param {HTMLElement} root
 */
export function nextUnit(root) {
  const ready = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".b-block.can-act")]);
  ready[(ready.findIndex((one) => one === document.activeElement) + 1) % ready.length]?.focus();
  return ready.length > 0;
}

/**
 * To the nearest thing in the direction of an arrow key.
 * @param {HTMLElement} root
 * @param {string} key
 * @returns {boolean} whether there was one
 */
function walk(root, key) {
  const things = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(THINGS)]).filter((one) => one.offsetParent);
  const here = things.find((one) => one === document.activeElement);
  if (!here) {
    (things.find((one) => one.matches(".b-block.can-act, .b-block.is-own")) || things[0])?.focus();
    return true;
  }
  const from = middleOf(here);
  const [ax, ay] = WAYS[key];
  /** @type {{one: HTMLElement, far: number}|null} */
  let best = null;
  for (const one of things) {
    if (one === here) continue;
    const to = middleOf(one);
    const along = (to.x - from.x) * ax + (to.y - from.y) * ay;
    const across = Math.abs((to.x - from.x) * ay + (to.y - from.y) * ax);
    const far = along + across * ASIDE;
    if (along >= 3 && (!best || far < best.far)) best = { one, far };
  }
  best?.one.focus({ preventScroll: true });
  return Boolean(best);
}

/**
 * Where a thing is for the arrow keys. An area counts where its title stands, so that the blocks in it
 * come first.
 * @param {HTMLElement} one
 */
function middleOf(one) {
  const box = one.getBoundingClientRect();
  const isArea = one.matches(".b-zone-front, .b-zone-reserve");
  return { x: box.left + box.width / 2, y: isArea ? (one.matches(".is-theirs") ? box.top + 8 : box.bottom - 8) : box.top + box.height / 2 };
}
