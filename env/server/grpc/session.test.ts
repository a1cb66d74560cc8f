import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let open: TestServer;
beforeEach(async () => {
  open = await startTestServer({ settings: { slots: 1 } });
});
afterEach(() => open.close());

const reset = (episodeId: string, more: object = {}) => ({ episodeId, seed: "7", ...more });
const step = (episodeId: string, stepIndex: number) => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name: "kubectl", argumentsJson: `{"i":${stepIndex}}` } }],
});

test("frames are answered once each, in sequence per episode although all were sent at once", async () => {
  const session = open.client.session();
  session.send({ requestId: 1, hello: { client: "test" } });
  expect((await session.answer(1)).hello.window).toBe(256);
  session.send({ requestId: 2, reset: reset("a") });
  for (let i = 0; i < 20; i++) session.send({ requestId: 3 + i, step: step("a", i) });
  session.send({ requestId: 50, reward: { episodeId: "a" } });
  session.send({ requestId: 51, heartbeat: { episodeIds: ["a"] } });
  session.send({ requestId: 52, close: { episodeId: "a" } });
  const order: string[] = [];
  for (let i = 0; i < 24; i++) {
    const frame = await session.next();
    expect(frame.error).toBeUndefined();
    if (frame.step !== undefined) order.push(frame.requestId);
    if (frame.event !== undefined) i -= 1;
  }
  expect(order).toEqual(Array.from({ length: 20 }, (_, i) => `${3 + i}`));
  session.end();
});

test("a frame that fails is answered with the same details as a call", async () => {
  const session = open.client.session();
  session.send({ requestId: 1, step: step("ghost", 0) });
  expect((await session.answer(1)).error.code).toBe(status.NOT_FOUND);
  session.send({ requestId: 2 });
  expect((await session.answer(2)).error.code).toBe(status.INVALID_ARGUMENT);
  session.send({ step: step("ghost", 0) });
  expect((await session.next()).error.message).toContain("request_id is 0");
  session.end();
});

test("more frames than the window are refused, the others are answered", async () => {
  const session = open.client.session();
  session.send({ requestId: 1, hello: { window: 2 } });
  await session.answer(1);
  await open.client.call("Reset", reset("a"));
  const letGo = open.host.hold();
  for (let i = 0; i < 3; i++) session.send({ requestId: 10 + i, step: step("a", i) });
  expect((await session.answer(12)).error.code).toBe(status.RESOURCE_EXHAUSTED);
  letGo();
  expect((await session.answer(11)).step.stepIndex).toBe(1);
  session.end();
});

test("news come as events: a deferred episode is ready, an episode ended, the server stops", async () => {
  const session = open.client.session();
  await open.client.call("Reset", reset("first"));
  session.send({ requestId: 1, reset: reset("second", { admission: { mode: "MODE_DEFER" } }) });
  expect((await session.answer(1)).reset.episode.state).toBe("EPISODE_STATE_QUEUED");
  await open.client.call("Close", { episodeId: "first" });
  expect((await session.answer(0)).event).toMatchObject({ kind: "KIND_EPISODE_READY", episodeId: "second" });
  session.send({ requestId: 2, reward: { episodeId: "second", finalize: true } });
  expect((await session.answer(0)).event).toMatchObject({ kind: "KIND_EPISODE_ENDED", episodeId: "second" });
  const closing = open.server.close(100);
  expect((await session.answer(0)).event.kind).toBe("KIND_DRAIN");
  session.end();
  await closing;
});

test("a frame can be called off while it waits for a slot", async () => {
  const session = open.client.session();
  await open.client.call("Reset", reset("first"));
  session.send({ requestId: 1, reset: reset("second") });
  await expect.poll(async () => (await open.client.call("GetServerInfo", {})).backends[0].queueDepth).toBe(1);
  session.send({ requestId: 2, cancel: { requestId: 1 } });
  expect((await session.answer(1)).error.code).toBe(status.DEADLINE_EXCEEDED);
  session.end();
});

test("the end of a stream ends no episode", async () => {
  const session = open.client.session();
  session.send({ requestId: 1, reset: reset("a") });
  await session.answer(1);
  session.end();
  expect((await open.client.call("Step", step("a", 0))).stepIndex ?? 0).toBe(0);
});
