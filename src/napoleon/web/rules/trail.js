/**
 * Addresses of the rules, and the trail of them that a reader leaves.
 */

// 6.3.3 anywhere, a bare chapter only in brackets: (8), (9, 10.1) or (rule 11).
const NUMBER = /(\b(?:1[01]|[1-9])(?:\.[1-9])+\b|(?<=\((?:r[uè]g?le |regel )?|, )(?:1[01]|[1-9])(?=[,)]))/i;

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

/**
 * A text cut at the numbers of sections: words and numbers in turn, words first and last.
 * @param {string} text
 */
export const splitAtRules = (text) => text.split(NUMBER);
