/**
 * Sounds made on the spot: a drum, a distant gun, dice. Off unless the player wants them.
 */

import { keep, recall } from "./kept.js";

const KEEP = "napoleon.sound";
/** @type {AudioContext} */
let context;
let isOn = recall(KEEP) === "on";

/** @returns {boolean} whether the player wants to hear anything */
export function isSoundOn() {
  return isOn;
}

/** @returns {boolean} whether the player has ever been asked */
export function isSoundKnown() {
  return recall(KEEP) !== null;
}

/**
 * Switch sounds on or off, and remember it.
 * @param {boolean} on
 */
export function setSound(on) {
  isOn = on;
  keep(KEEP, on ? "on" : "off");
  if (on) play("drum");
}

/**
 * Play a sound, if sounds are on.
 * @param {"drum"|"gun"|"dice"} name
 */
export function play(name) {
  if (!isOn || document.visibilityState === "hidden") return;
  try {
    context ||= new AudioContext();
    if (context.state === "suspended") context.resume();
    SOUNDS[name](context.currentTime + 0.02);
  } catch { /* no sound is no trouble */ }
}

/** @type {Record<"drum"|"gun"|"dice", (start: number) => void>} */
const SOUNDS = {
  /** Two strokes and a short roll on a side drum. */
  drum(start) {
    for (const at of [0, 0.16, 0.32, 0.38, 0.44, 0.5]) stroke(start + at, at > 0.3 ? 0.1 : 0.2);
  },
  /** A gun a mile off: a thud, and its echo over the hills. */
  gun(start) {
    boom(start, 0.5, 0.9);
    boom(start + 0.28, 0.16, 1.4);
  },
  /** Bone on wood. */
  dice(start) {
    for (let n = 0; n < 6; n += 1) click(start + n * 0.055 + Math.random() * 0.03, 0.22 - n * 0.025);
  },
};

/** @param {number} seconds */
function noise(seconds) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}

/**
 * A volume that falls away to nothing.
 * @param {number} start
 * @param {number} loud
 * @param {number} seconds
 */
function fade(start, loud, seconds) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  gain.connect(context.destination);
  return gain;
}

/**
 * @param {BiquadFilterType} type
 * @param {number} frequency
 */
function filter(type, frequency) {
  const made = context.createBiquadFilter();
  made.type = type;
  made.frequency.value = frequency;
  return made;
}

/**
 * @param {number} start
 * @param {number} loud
 */
function stroke(start, loud) {
  const snare = noise(0.14);
  snare.connect(filter("bandpass", 1900)).connect(fade(start, loud * 0.5, 0.12));
  snare.start(start);
  const skin = context.createOscillator();
  skin.frequency.setValueAtTime(190, start);
  skin.frequency.exponentialRampToValueAtTime(120, start + 0.1);
  skin.connect(fade(start, loud, 0.14));
  skin.start(start);
  skin.stop(start + 0.16);
}

/**
 * @param {number} start
 * @param {number} loud
 * @param {number} seconds
 */
function boom(start, loud, seconds) {
  const rumble = noise(seconds);
  const low = filter("lowpass", 320);
  low.frequency.setValueAtTime(320, start);
  low.frequency.exponentialRampToValueAtTime(60, start + seconds);
  rumble.connect(low).connect(fade(start, loud, seconds));
  rumble.start(start);
}

/**
 * @param {number} start
 * @param {number} loud
 */
function click(start, loud) {
  const tap = noise(0.03);
  tap.connect(filter("bandpass", 2600 + Math.random() * 900)).connect(fade(start, loud, 0.03));
  tap.start(start);
}
