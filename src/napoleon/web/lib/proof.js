/**
 * A proof of work, where the server asks for one: found by a worker, or where there are none between
 * two frames. Those who wait are told no more than that it takes a moment.
 */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { search } from "./work.js";

/** @import { ProofChallenge } from "./types.js" */

const PROVER = "/static/lib/prover.js";
const SHARE = 500; // numbers tried before the page gets its turn
const PATIENCE = 20000; // for a worker; then the page does it

/**
 * What goes with a call for which a challenge was given.
 * @param {ProofChallenge} given
 */
export async function prove({ challenge, bits }) {
  const moment = h("div", { class: "notice one-moment", role: "status" }, h("span", {}, t("One moment, please.")));
  document.body.append(moment);
  const seed = challenge.slice(challenge.lastIndexOf(".") + 1);
  try {
    return `${challenge}:${await findApart(seed, bits).catch(() => findHere(seed, bits))}`;
  } finally {
    moment.remove();
  }
}

/**
 * Have a worker find it.
 * @param {string} seed
 * @param {number} bits
 * @returns {Promise<number>}
 */
function findApart(seed, bits) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROVER, { type: "module" });
    const timer = setTimeout(() => worker.onerror?.(new ErrorEvent("error")), PATIENCE);
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    worker.onmessage = ({ data }) => {
      end();
      resolve(data);
    };
    worker.onerror = () => {
      end();
      reject(new Error("no worker"));
    };
    worker.postMessage({ seed, bits });
  });
}

/**
 * Find it in this page, bit by bit.
 * @param {string} seed
 * @param {number} bits
 */
async function findHere(seed, bits) {
  for (let first = 0; ; first += SHARE) {
    const found = search(seed, bits, first, SHARE);
    if (found >= 0) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}
