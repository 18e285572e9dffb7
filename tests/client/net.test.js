import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { connect } from "../../src/napoleon/web/lib/net.js";

let socket;
let statuses;
let line;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const nothing = { addEventListener() {}, removeEventListener() {} };
  globalThis.window = nothing;
  globalThis.document = { ...nothing, visibilityState: "visible" };
  globalThis.location = { protocol: "http:", host: "here" };
  globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    sent = [];
    constructor() { socket = this; }
    send(text) { this.sent.push(JSON.parse(text).t); }
    close() { this.onclose?.({ code: 1000 }); }
  };
  statuses = [];
  line = connect("/ws", { hello: () => ({ t: "hello" }), onMessage() {}, onStatus: (status) => statuses.push(status) });
  socket.onopen();
  socket.onmessage({ data: '{"t":"state"}' });
});

test("a line that is silent for five seconds after something was said is told, and so is that it speaks again", () => {
  line.send({ t: "act" });
  mock.timers.tick(4999);
  assert.equal(statuses.at(-1), "open");
  mock.timers.tick(1);
  assert.equal(statuses.at(-1), "silent");
  socket.onmessage({ data: '{"t":"answer"}' });
  assert.equal(statuses.at(-1), "open");
});

test("a line that nobody uses is asked now and then, and is silent if that is not answered", () => {
  mock.timers.tick(10000);
  assert.equal(socket.sent.at(-1), "ping");
  assert.equal(statuses.at(-1), "open");
  socket.onmessage({ data: '{"t":"pong"}' });
  mock.timers.tick(9999);
  assert.equal(statuses.at(-1), "open");
  mock.timers.tick(1);
  mock.timers.tick(5000);
  assert.equal(statuses.at(-1), "silent");
});

test("a line that is answered in time, or closed, tells of no silence", () => {
  line.send({ t: "act" });
  socket.onmessage({ data: '{"t":"answer"}' });
  mock.timers.tick(6000);
  line.send({ t: "act" });
  line.close();
  mock.timers.tick(6000);
  assert.deepEqual(statuses, ["connecting", "open"]);
});
