/** A worker that looks for the number of a proof, so that the page goes on meanwhile. */

import { search } from "./work.js";

const EVER = Number.MAX_SAFE_INTEGER;

self.onmessage = ({ data }) => self.postMessage(search(data.seed, data.bits, 0, EVER));
