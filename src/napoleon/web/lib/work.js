/** The work of a proof: a number with which a hash begins with enough noughts. */

import { sha256 } from "./sha256.js";

const DIGIT = 4; // bits of a hexadecimal digit

/**
 * How many nought bits a hash begins with.
 * @param {string} digits - hexadecimal
 */
export function leadingNoughts(digits) {
  const at = digits.search(/[^0]/);
  return at < 0 ? DIGIT * digits.length : DIGIT * at + Math.clz32(parseInt(digits[at], 16)) - (32 - DIGIT);
}

/**
 * Try numbers, from one on; -1 if none of them will do.
 * @param {string} seed - what is hashed with the number
 * @param {number} bits - noughts that are needed
 * @param {number} first
 * @param {number} count - of numbers to be tried
 */
export function search(seed, bits, first, count) {
  for (let n = first; n < first + count; n += 1) if (leadingNoughts(sha256(`${seed}:${n}`)) >= bits) return n;
  return -1;
}
