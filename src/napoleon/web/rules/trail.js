/**
 * Addresses of the rules, and the trail of them that a reader leaves.
 */

export const CONTENTS = "/rules";
export const AID = "/aid";

/**
 * The address of a section.
 * @param {string|null|undefined} rule
 */
export const pathOf = (rule) => (rule ? `${CONTENTS}/${rule}` : AID);

/**
 * The address of a search.
 * @param {string} words
 */
export const searchOf = (words) => `${CONTENTS}?q=${encodeURIComponent(words)}`;

/** @param {string} path */
const isSearch = (path) => path.startsWith(`${CONTENTS}?q=`);

/**
 * Whether an address is one of the rules.
 * @param {string} path
 */
export const isRules = (path) => /^\/(rules|aid)(?=[/?#]|$)/.test(path);

/**
 * The trail after going somewhere: one search takes the place of another.
 * @param {string[]} trail
 * @param {string} path
 */
export function follow(trail, path) {
  const last = trail.at(-1);
  if (last === path) return trail;
  return last !== undefined && isSearch(last) && isSearch(path) ? [...trail.slice(0, -1), path] : [...trail, path];
}
