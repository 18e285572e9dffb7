import assert from "node:assert/strict";
import { test } from "node:test";

import { CHANNELS, formatTime, PACES, parseTime, whyOff } from "../../src/napoleon/web/notices/ways.js";

const ALL = {
  choices: {}, zone: "UTC", quiet_from: null, quiet_to: null, missing: {}, trouble: {},
  email: "a@b.example", is_verified: true, devices: [{ id: "d", name: "" }], push_key: "k", webhook: "https://x", form: "json",
};

test("times of day are minutes after midnight, both ways", () => {
  for (const minutes of [0, 59, 60, 450, 1439]) assert.equal(parseTime(formatTime(minutes)), minutes);
  assert.equal(formatTime(1350), "22:30");
  assert.equal(formatTime(null), "");
  assert.equal(parseTime(""), null);
  assert.equal(parseTime("soon"), null);
});

test("whatever is in the way of a channel is said", () => {
  for (const [channel] of CHANNELS) assert.equal(whyOff(ALL, channel), "");
  assert.match(whyOff({ ...ALL, missing: { email: "mail" } }, "email"), /no mail server/);
  assert.match(whyOff({ ...ALL, missing: { email: "account" } }, "email"), /account/);
  assert.match(whyOff({ ...ALL, missing: { push: "address" } }, "push"), /not said where/);
  assert.match(whyOff({ ...ALL, email: "" }, "email"), /No address/);
  assert.match(whyOff({ ...ALL, is_verified: false }, "email"), /not confirmed/);
  assert.match(whyOff({ ...ALL, devices: [] }, "push"), /No device/);
  assert.match(whyOff({ ...ALL, webhook: "" }, "webhook"), /No address/);
  assert.match(whyOff({ ...ALL, trouble: { webhook: "answered 404" } }, "webhook"), /answered 404/);
});

test("the paces are those of tables", () => {
  assert.deepEqual(PACES.map(([pace]) => pace), ["none", "live", "days"]);
});
