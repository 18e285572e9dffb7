/**
 * Elements made by hand: a builder for HTML and SVG.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|number|boolean|null|undefined|ReadonlyArray<any>} Child */
/**
 * Attributes by name; functions named `onclick` and so on are listeners.
 * @typedef {{[name: string]: unknown, onclick?: (event: MouseEvent) => unknown, onsubmit?: (event: SubmitEvent) => unknown,
 *   onfocus?: (event: FocusEvent) => unknown, onchange?: () => unknown, oninput?: () => unknown,
 *   style?: Record<string, string|number>}} Attributes
 */
/**
 * @template {string} T
 * @typedef {T extends `${infer N}.${string}` ? N : T} NameOf
 */

/**
 * An HTML element.
 * @template {string} T
 * @param {T} tag - with classes: `"button.primary"`
 * @param {Attributes|null} [attributes]
 * @param {...Child} children
 * @returns {NameOf<T> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[NameOf<T>] : HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  return /** @type {any} */ (dress(element, attributes, children));
}

/**
 * An SVG element, made like `h`.
 * @template {string} T
 * @param {T} tag
 * @param {Attributes|null} [attributes]
 * @param {...Child} children
 * @returns {NameOf<T> extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[NameOf<T>] : SVGElement}
 */
export function s(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return /** @type {any} */ (dress(element, attributes, children));
}

/**
 * @param {HTMLElement|SVGElement} element
 * @param {Attributes|null|undefined} attributes
 * @param {Child[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else if (name === "style") Object.entries(value).forEach(([key, one]) => element.style.setProperty(key, String(one)));
    else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...content(children));
  return element;
}

/**
 * What is to be seen of children: no empty ones, no lists within lists.
 * @param {Child[]} children
 * @returns {(Node|string)[]}
 */
function content(children) {
  return children.flat(4).filter((child) => child !== null && child !== undefined && child !== false && child !== true)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Empties an element and fills it anew.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 * @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren(...content(children).filter((child) => child !== ""));
  return element;
}

/**
 * Words that lead somewhere on this screen; they flow with the sentence around them.
 * @param {string} words
 * @param {() => void} go
 */
export function link(words, go) {
  return h("a.plain", { href: "#main", onclick: (event) => { event.preventDefault(); go(); } }, words);
}

/**
 * Squeeze the words of a drawing into a width, whatever font there is and whichever comes later.
 * @param {Element|null} text
 * @param {number} width
 */
export function fitText(text, width) {
  if (!(text instanceof SVGTextContentElement)) return;
  text.dataset.room = String(width);
  text.removeAttribute("textLength");
  if (text.getComputedTextLength() <= width) return;
  text.setAttribute("textLength", String(width));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** Do so again for all that have a room of their own: another font has come. */
export function fitTexts() {
  for (const text of document.querySelectorAll("text[data-room]")) fitText(text, Number(text.getAttribute("data-room")));
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Put markup into an element, unless it is there already.
 * @param {Element} element
 * @param {string} markup - our own, never a player's words
 */
export function redraw(element, markup) {
  if (drawn.get(element) === markup) return;
  drawn.set(element, markup);
  element.innerHTML = markup;
}
