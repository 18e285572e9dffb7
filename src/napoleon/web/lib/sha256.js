/**
 * SHA-256 of a text, in hexadecimal digits. The browser's own is there only on safe connections, and a
 * server in the house next door has none.
 */

const LENGTH = 64; // bytes of a block

/** The first 32 bits of the fractions of roots of primes, from which everything starts. */
const { starts, constants } = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < LENGTH; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const bits = (/** @type {number} */ x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return { starts: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))), constants: primes.map((prime) => bits(Math.cbrt(prime))) };
})();

const turn = (/** @type {number} */ x, /** @type {number} */ by) => (x >>> by) | (x << (32 - by));

/**
 * The bytes of a text with what the standard puts behind them: a one, noughts, and the length.
 * @param {string} text
 */
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / LENGTH) * LENGTH));
  bytes.forEach((byte, n) => view.setUint8(n, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 4, bytes.length * 8);
  return view;
}

/**
 * One block.
 * @param {number[]} state
 * @param {DataView} view
 * @param {number} start
 */
function compress(state, view, start) {
  const w = new Int32Array(LENGTH);
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < LENGTH; n += 1) {
    if (n < 16) w[n] = view.getInt32(start + 4 * n);
    else {
      const early = turn(w[n - 15], 7) ^ turn(w[n - 15], 18) ^ (w[n - 15] >>> 3);
      const late = turn(w[n - 2], 17) ^ turn(w[n - 2], 19) ^ (w[n - 2] >>> 10);
      w[n] = (w[n - 16] + early + w[n - 7] + late) | 0;
    }
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[n] + w[n]) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((x, n) => (x + state[n]) | 0);
}

/** @param {string} text */
export function sha256(text) {
  const view = padded(text);
  let state = starts;
  for (let start = 0; start < view.byteLength; start += LENGTH) state = compress(state, view, start);
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
