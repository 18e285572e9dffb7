/** What is said in the reader's language: fields filled in, and words contracted that meet there. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lang, setLanguage, t } from "../../src/napoleon/web/lib/i18n.js";

const FRENCH = {
  lang: "fr",
  messages: { "Battle of {town}": "Bataille de {town}", "{count} units": "{count} unités" },
  contractions: [[" de A", " d'A"], [" de Le ", " du "]],
};

/** @param {object|null} catalogue - what the server answers; null if it cannot be reached */
async function speak(catalogue) {
  Object.assign(globalThis, {
    document: { documentElement: { lang: "" } },
    fetch: async () => {
      if (!catalogue) throw new TypeError("no connection");
      return { ok: true, json: async () => catalogue };
    },
  });
  await setLanguage("fr", { remember: false });
}

test("a message is filled in, and what meets there is contracted", async () => {
  await speak(FRENCH);
  assert.equal(lang(), "fr");
  assert.equal(t("Battle of {town}", { town: "Ligny" }), "Bataille de Ligny");
  assert.equal(t("Battle of {town}", { town: "Ath" }), "Bataille d'Ath");
  assert.equal(t("Battle of {town}", { town: "Le Roeulx" }), "Bataille du Roeulx");
  assert.equal(t("{count} units", { count: 3 }), "3 unités");
});

test("what a catalogue lacks stays English, and a field without a word stays open", async () => {
  await speak(FRENCH);
  assert.equal(t("{count} blocks", { count: 3 }), "3 blocks");
  assert.equal(t("Battle of {town}", {}), "Bataille de {town}");
});

test("without a catalogue all is English, and nothing is contracted", async () => {
  await speak(null);
  assert.equal(t("Battle of {town}", { town: "Ath" }), "Battle of Ath");
  assert.equal(t("a map de {town}", { town: "Ath" }), "a map de Ath");
});
