import { status } from "@grpc/grpc-js";
import { afterEach, describe, expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import type { EpisodeLine } from "../../observability/server-log.ts";
import { createTestClock, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";

let servers: TestServer[] = [];
const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

const reset = (episodeId: string, more: object = {}) => ({ episodeId, task: { taskUri: "kubedrill://toy/one" }, seed: "7", ...more });
const step = (episodeId: string, stepIndex: number, argumentsJson = "{}") => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name: "kubectl", argumentsJson } }],
});
const stable = ({ timing: _, leaseExpiresAt: __, replayed: ___, ...rest }: Record<string, unknown>) => rest;

describe("a call that is repeated", () => {
  test("a reset gives the stored reply, and another body is a conflict", async () => {
    const { client, host } = await start();
    const first = await client.call("Reset", reset("e"));
    const second = await client.call("Reset", reset("e", { leaseTtl: { seconds: 20 }, admission: { mode: "MODE_FAIL_FAST" } }));
    expect(second.replayed).toBe(true);
    expect(stable(second)).toEqual(stable(first));
    expect(await client.fail("Reset", reset("e", { seed: "8" }))).toMatchObject({
      code: status.ALREADY_EXISTS,
      reason: "EPISODE_ID_CONFLICT",
    });
    expect(host.calls).toEqual(["reset e"]);
  });

  test("resets that race start one episode", async () => {
    const { client, host } = await start();
    const replies = await Promise.all([1, 2, 3].map(() => client.call("Reset", reset("e"))));
    expect(replies.filter(({ replayed }) => replayed).length).toBe(2);
    expect(host.calls).toEqual(["reset e"]);
  });

  test("a spent id cannot start again", async () => {
    const { client } = await start();
    await client.call("Reset", reset("e"));
    await client.call("Close", { episodeId: "e" });
    expect(await client.fail("Reset", reset("e"))).toMatchObject({ code: status.FAILED_PRECONDITION, reason: "EPISODE_ID_SPENT" });
    expect((await client.call("Close", { episodeId: "never" })).outcome).toBe("OUTCOME_NEVER_STARTED");
    expect(await client.fail("Reset", reset("never"))).toMatchObject({ reason: "EPISODE_ID_SPENT" });
  });

  test("the last step gives the stored reply; older, other and later ones say where the episode is", async () => {
    const { client, host } = await start();
    await client.call("Reset", reset("e"));
    await client.call("Step", step("e", 0));
    const first = await client.call("Step", step("e", 1));
    const again = await client.call("Step", step("e", 1));
    expect(again.replayed).toBe(true);
    expect(stable(again)).toEqual(stable(first));
    const next = { next_step_index: "2" };
    expect(await client.fail("Step", step("e", 1, '{"x":1}'))).toMatchObject({
      code: status.ABORTED,
      reason: "STEP_BODY_CONFLICT",
      metadata: next,
    });
    expect(await client.fail("Step", step("e", 0))).toMatchObject({ code: status.ABORTED, reason: "STEP_INDEX_STALE", metadata: next });
    expect(await client.fail("Step", step("e", 3))).toMatchObject({
      code: status.FAILED_PRECONDITION,
      reason: "STEP_INDEX_GAP",
      metadata: next,
    });
    expect(host.calls.filter((call) => call.startsWith("step"))).toEqual(["step e 0", "step e 1"]);
  });

  test("the ending step can be repeated, and nothing follows it", async () => {
    const { client } = await start();
    await client.call("Reset", reset("e"));
    const last = { ...step("e", 0), actions: [{ toolCall: { name: "submit", argumentsJson: "{}" } }] };
    const first = await client.call("Step", last);
    expect(stable(await client.call("Step", last))).toEqual(stable(first));
    const failure = await client.fail("Step", step("e", 1));
    expect(failure).toMatchObject({
      code: status.FAILED_PRECONDITION,
      reason: "EPISODE_ENDED",
      metadata: { end_reason: "AGENT_SUBMITTED" },
    });
  });

  test("a step whose caller gave up runs on, and the same call collects the reply", async () => {
    const { client, host } = await start();
    await client.call("Reset", reset("e"));
    const letGo = host.hold();
    expect((await client.fail("Step", step("e", 0), { deadlineMs: 50 })).code).toBe(status.DEADLINE_EXCEEDED);
    const timed = client.fail("Step", { ...step("e", 0), timeout: { nanos: 20_000_000 } });
    expect(await timed).toMatchObject({ code: status.DEADLINE_EXCEEDED, reason: "STEP_DEADLINE" });
    letGo();
    expect(await client.call("Step", step("e", 0))).toMatchObject({ replayed: true });
    expect(host.calls.filter((call) => call.startsWith("step"))).toEqual(["step e 0"]);
  });

  test("of two writers one wins, and the other learns that it did not", async () => {
    const { client, host } = await start();
    await client.call("Reset", reset("e"));
    const letGo = host.hold();
    const mine = client.call("Step", step("e", 0, '{"who":"a"}'));
    await expect.poll(() => host.calls.length).toBe(2);
    const other = client.fail("Step", step("e", 0, '{"who":"b"}'));
    letGo();
    expect((await mine).results[0].content).toContain('"a"');
    expect(await other).toMatchObject({ code: status.ABORTED, reason: "STEP_BODY_CONFLICT" });
  });
});

describe("a group", () => {
  test("plays one task and one seed", async () => {
    const { client } = await start();
    const first = await client.call("Reset", { episodeId: "a", groupId: "g" });
    const second = await client.call("Reset", { episodeId: "b", groupId: "g" });
    expect([second.effectiveSeed, second.stateDigest, second.task.uri]).toEqual([first.effectiveSeed, first.stateDigest, first.task.uri]);
    expect(await client.fail("Reset", reset("c", { groupId: "g", seed: "1" }))).toMatchObject({
      code: status.FAILED_PRECONDITION,
      reason: "GROUP_MISMATCH",
      message: expect.not.stringContaining("kubedrill://"),
    });
  });

  test("is started by one batch, equal by digest", async () => {
    const { client } = await start();
    const reply = await client.call("ResetBatch", { group: { template: { leaseTtl: { seconds: 60 } }, episodeIds: ["a", "b", "c"] } });
    expect(reply.items.length).toBe(3);
    expect(reply.groupEqual).toBe(true);
    expect(new Set(reply.items.map(({ response }: { response: { stateDigest: string } }) => response.stateDigest))).toEqual(
      new Set([reply.groupStateDigest]),
    );
  });
});

describe("leases", () => {
  test("silence ends an episode, calls and heartbeats keep it", async () => {
    const clock = createTestClock();
    const lines: EpisodeLine[] = [];
    const log = {
      episode: (line: EpisodeLine) => void lines.push(line),
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    };
    const { client, host, server } = await start({ clock, log });
    for (const id of ["silent", "calling", "beating"]) await client.call("Reset", reset(id, { leaseTtl: { seconds: 100 } }));
    clock.advance(60_000);
    await client.call("Step", step("calling", 0));
    await client.call("Heartbeat", { episodeIds: ["beating"] });
    clock.advance(60_000);
    await server.reap();
    expect(host.live().toSorted()).toEqual(["beating", "calling"]);
    const { leases } = await client.call("Heartbeat", { episodeIds: ["silent", "calling", "ghost"] });
    expect(leases.map(({ state }: { state: string }) => state)).toEqual([
      "EPISODE_STATE_CLOSED",
      "EPISODE_STATE_RUNNING",
      "EPISODE_STATE_CLOSED",
    ]);
    expect(leases[0].ending).toMatchObject({ endReason: "END_REASON_LEASE_EXPIRED" });
    expect(leases[0].ending.sampleValid ?? false).toBe(false);
    expect(await client.fail("Step", step("silent", 0))).toMatchObject({
      reason: "EPISODE_ENDED",
      metadata: { end_reason: "LEASE_EXPIRED" },
    });
    expect(lines).toMatchObject([{ episode_id: "silent", end_reason: "LEASE_EXPIRED", steps: 0, sample_valid: false, seed: "7" }]);
  });

  test("no renewal goes beyond the lifetime", async () => {
    const clock = createTestClock();
    const { client, host, server } = await start({ clock, settings: { lifetimeMaxMs: 60_000 } });
    await client.call("Reset", reset("e", { leaseTtl: { seconds: 50 } }));
    clock.advance(40_000);
    await client.call("Heartbeat", { episodeIds: ["e"] });
    clock.advance(25_000);
    await server.reap();
    expect(host.live()).toEqual([]);
  });

  test("a server that stood still ends no lease that nobody could renew meanwhile", async () => {
    const clock = createTestClock();
    const { client, host, server } = await start({ clock, settings: { lifetimeMaxMs: 60_000 } });
    await client.call("Reset", reset("e", { leaseTtl: { seconds: 50 }, limits: { maxWallClock: { seconds: 55 } } }));
    clock.standStill(3_600_000);
    await server.reap();
    expect(host.live()).toEqual(["e"]);
    expect((await client.call("Step", step("e", 0))).ending).toBeFalsy();
    clock.advance(60_000);
    await server.reap();
    expect(host.live()).toEqual([]);
  });

  test("a step under way is not reaped", async () => {
    const clock = createTestClock();
    const { client, host, server } = await start({ clock });
    await client.call("Reset", reset("e", { leaseTtl: { seconds: 10 } }));
    const letGo = host.hold();
    const running = client.call("Step", step("e", 0));
    await expect.poll(() => host.calls.length).toBe(2);
    clock.advance(60_000);
    await server.reap();
    letGo();
    await running;
    expect(host.live()).toEqual(["e"]);
  });

  test("spent real time ends an episode with a grade", async () => {
    const clock = createTestClock();
    const { client, server } = await start({ clock });
    await client.call("Reset", reset("e", { limits: { maxWallClock: { seconds: 5 } } }));
    clock.advance(6_000);
    await server.reap();
    expect((await client.call("Reward", { episodeId: "e" })).ending).toMatchObject({
      endReason: "END_REASON_WALL_CLOCK",
      sampleValid: true,
    });
  });

  test("no reset replaces an episode without its token", async () => {
    const { client, host } = await start();
    const closeToken = Buffer.alloc(16, 1);
    await client.call("Reset", reset("e", { closeToken }));
    const successor = { replacesEpisodeId: "e" };
    expect(await client.fail("Reset", reset("f", successor))).toMatchObject({ reason: "CLOSE_TOKEN_WRONG" });
    expect(host.live()).toEqual(["e"]);
    await client.call("Reset", reset("g", { ...successor, closeToken }));
    expect(host.live()).toEqual(["g"]);
  });

  test("closing needs the token that was given", async () => {
    const { client } = await start();
    await client.call("Reset", reset("e", { closeToken: Buffer.alloc(16, 1) }));
    expect(await client.fail("Close", { episodeId: "e" })).toMatchObject({ code: status.PERMISSION_DENIED, reason: "CLOSE_TOKEN_WRONG" });
    expect((await client.call("Close", { episodeId: "e", closeToken: Buffer.alloc(16, 1) })).outcome).toBe("OUTCOME_CLOSED");
  });
});

describe("admission", () => {
  const full = { settings: { slots: 1, queueDepthMax: 1 } };

  test("a reset waits for a slot, and a full queue refuses with a time to wait", async () => {
    const { client } = await start(full);
    await client.call("Reset", reset("a"));
    const waiting = client.call("Reset", reset("b"));
    await expect.poll(async () => (await client.call("GetServerInfo", {})).backends[0].queueDepth).toBe(1);
    const failure = await client.fail("Reset", reset("c"));
    expect(failure).toMatchObject({ code: status.RESOURCE_EXHAUSTED, reason: "QUEUE_FULL" });
    expect(failure.retryMs).toBeGreaterThan(0);
    expect(await client.fail("Reset", reset("d", { admission: { mode: "MODE_FAIL_FAST" } }))).toMatchObject({ reason: "POOL_FULL" });
    await client.call("Close", { episodeId: "a" });
    expect((await waiting).episode.state).toBe("EPISODE_STATE_RUNNING");
  });

  test("a deferred reset answers at once and its first step waits", async () => {
    const { client } = await start(full);
    await client.call("Reset", reset("a"));
    const queued = await client.call("Reset", reset("b", { admission: { mode: "MODE_DEFER" } }));
    expect(queued).toMatchObject({ episode: { state: "EPISODE_STATE_QUEUED" }, effectiveSeed: "7" });
    expect(queued.task.instruction).toContain("Find out");
    expect(queued.observation).toBeUndefined();
    const stepping = client.call("Step", step("b", 0));
    await client.call("Close", { episodeId: "a" });
    expect((await stepping).results[0].status).toBe("STATUS_OK");
  });

  test("a seed that is left open is drawn for a slot that stands free, when the call comes and when its turn comes", async () => {
    let free = /[4-9]$/;
    const seen: (readonly string[])[] = [];
    const vacancyOf = ({ seed }: { readonly seed: string }, others: readonly { readonly seed: string }[]) => {
      seen.push(others.map((other) => other.seed));
      return free.test(seed) ? "free" : "none";
    };
    const { client } = await start({ ...full, vacancyOf });
    const open = (id: string) => ({ episodeId: id, task: { taskUri: "kubedrill://toy/one" } });
    for (const id of ["1", "2", "3", "4", "5", "6"]) {
      expect((await client.call("Reset", open(id))).effectiveSeed).toMatch(free);
      await client.call("Close", { episodeId: id });
    }
    expect((await client.call("Reset", reset("a", { seed: "1" }))).effectiveSeed).toBe("1");
    const waiting = client.call("Reset", open("b"));
    await expect.poll(async () => (await client.call("GetServerInfo", {})).backends[0].queueDepth).toBe(1);
    free = /[0-5]$/;
    await client.call("Close", { episodeId: "a" });
    expect((await waiting).effectiveSeed).toMatch(free);
    // Neither one with a slot nor oneself is in the way.
    expect(seen.flat()).toEqual([]);
  });

  test("whoever waits too long leaves the queue, and the id is unspent", async () => {
    const { client, host } = await start(full);
    await client.call("Reset", reset("a"));
    const wish = { admission: { mode: "MODE_WAIT", queueTimeout: { nanos: 30_000_000 } } };
    expect(await client.fail("Reset", reset("b", wish))).toMatchObject({ code: status.DEADLINE_EXCEEDED, reason: "QUEUE_TIMEOUT" });
    // Told why shortly before the deadline, unless that was too short for an answer.
    expect([status.RESOURCE_EXHAUSTED, status.DEADLINE_EXCEEDED]).toContain(
      (await client.fail("Reset", reset("c"), { deadlineMs: 30 })).code,
    );
    await expect.poll(async () => (await client.call("GetServerInfo", {})).backends[0].queueDepth ?? 0).toBe(0);
    await client.call("Close", { episodeId: "a" });
    await client.call("Reset", reset("b", wish));
    expect(host.live()).toEqual(["b"]);
  });

  test("a queued episode can be closed, and one that nobody cares for is reaped", async () => {
    const clock = createTestClock();
    const { client, server } = await start({ ...full, settings: { slots: 1, queueDepthMax: 4 }, clock });
    await client.call("Reset", reset("a", { leaseTtl: { seconds: 1_000 } }));
    for (const id of ["b", "c"]) await client.call("Reset", reset(id, { admission: { mode: "MODE_DEFER" }, leaseTtl: { seconds: 20 } }));
    expect((await client.call("Close", { episodeId: "b" })).outcome).toBe("OUTCOME_CLOSED");
    clock.advance(30_000);
    await server.reap();
    expect((await client.call("GetServerInfo", {})).backends[0].queueDepth ?? 0).toBe(0);
    expect(await client.fail("Step", step("c", 0))).toMatchObject({ reason: "EPISODE_ENDED" });
  });

  test("the replaced episode gives its slot", async () => {
    const { client, host } = await start(full);
    await client.call("Reset", reset("a"));
    await client.call("Reset", reset("b", { replacesEpisodeId: "a", admission: { mode: "MODE_FAIL_FAST" } }));
    expect(host.live()).toEqual(["b"]);
  });

  test("an injection that did not take leaves nothing behind, and the id unspent", async () => {
    const { client, host } = await start(full);
    host.onReset = () => {
      throw new DrillError("INJECTION_FAILED", "no symptom within 10 min");
    };
    expect(await client.fail("Reset", reset("a"))).toMatchObject({ code: status.UNAVAILABLE, reason: "INJECTION_FAILED" });
    host.onReset = () => undefined;
    expect((await client.call("Reset", reset("a"))).episode.state).toBe("EPISODE_STATE_RUNNING");
  });
});

describe("failures of ours", () => {
  test("a world that its own grading has ended ends its episode without a reward", async () => {
    const { client, lose } = await start();
    await client.call("Reset", reset("e"));
    await client.call("Step", step("e", 0));
    lose(["e"], { episodeId: "e", method: "reward" });
    expect(await client.fail("Step", step("e", 1))).toMatchObject({ code: status.DATA_LOSS, reason: "SLOT_LOST" });
    const scored = await client.call("Reward", { episodeId: "e", finalize: true });
    expect(scored.report.reward).toBeUndefined();
    expect(scored.report.returnSoFar).toBeUndefined();
    expect(scored.ending).toMatchObject({ endReason: "END_REASON_SLOT_LOST", truncated: true, blame: "BLAME_INFRASTRUCTURE" });
  });

  test("a bug in a step ends the episode, says an incident id, and keeps its cause", async () => {
    const logged: unknown[] = [];
    const log = {
      episode: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (...line: unknown[]) => void logged.push(line),
    };
    const { client, host } = await start({ log });
    await client.call("Reset", reset("e"));
    host.onStep = () => {
      throw new TypeError("the secret cause");
    };
    const failure = await client.fail("Step", step("e", 0));
    expect(failure).toMatchObject({ code: status.INTERNAL, reason: "BUG" });
    expect(failure.metadata?.["incident_id"]).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(String((logged[0] as unknown[])[2])).toContain("secret cause");
    expect((await client.call("Reward", { episodeId: "e" })).ending).toMatchObject({ endReason: "END_REASON_ENV_ERROR" });
  });
});

describe("batches", () => {
  test("each item has its own fate", async () => {
    const { client } = await start();
    await client.call("Reset", reset("a"));
    const { items } = await client.call("StepBatch", { items: [step("a", 0), step("ghost", 0), { episodeId: "a" }, step("a", 9)] });
    expect(items[0].response.results[0].status).toBe("STATUS_OK");
    expect(items.slice(1).map(({ status: failed }: { status: { code: number } }) => failed.code)).toEqual([
      status.NOT_FOUND,
      status.INVALID_ARGUMENT,
      status.FAILED_PRECONDITION,
    ]);
  });

  test("enough are waited for, and a pending item is joined by sending it again", async () => {
    const { client, host } = await start();
    await client.call("Reset", reset("a"));
    const letGo = host.hold();
    const some = await client.call("StepBatch", { items: [step("a", 0), step("ghost", 0)], minReady: 1 });
    expect(some.items[0].pending).toBe(true);
    const none = await client.call("StepBatch", { items: [step("a", 0)], maxWait: { nanos: 10_000_000 } });
    expect(none.items[0].pending).toBe(true);
    letGo();
    const all = await client.call("StepBatch", { items: [step("a", 0)] });
    expect(all.items[0].response.replayed).toBe(true);
    expect(host.calls.filter((call) => call.startsWith("step"))).toEqual(["step a 0"]);
  });
});

describe("copies and replays", () => {
  const prepare = async (): Promise<TestServer> => {
    const server = await start();
    await server.client.call("Reset", reset("e"));
    for (let i = 0; i < 3; i++) await server.client.call("Step", step("e", i, `{"i":${i}}`));
    return server;
  };

  test("a fork goes on by itself from the present or an earlier step", async () => {
    const { client } = await prepare();
    const { children } = await client.call("Fork", { episodeId: "e", childEpisodeIds: ["now"] });
    expect(children[0]).toMatchObject({ method: "FORK_METHOD_SNAPSHOT", verified: true, episode: { episodeId: "now", nextStepIndex: 3 } });
    const past = await client.call("Fork", { episodeId: "e", childEpisodeIds: ["past", "now"], atStepIndex: 1 });
    expect(past.children[0]).toMatchObject({ method: "FORK_METHOD_REPLAY", replayedSteps: 1, verified: true });
    expect(past.children[1].status.code).toBe(status.ALREADY_EXISTS);
    await client.call("Close", { episodeId: "e" });
    const [a, b] = [await client.call("Step", step("now", 3)), await client.call("Step", step("past", 1, '{"i":1}'))];
    expect([a.stepIndex, b.stepIndex]).toEqual([3, 1]);
  });

  test("a fork that is sent again gives the same copies, and another fork under their ids is a conflict", async () => {
    const { client, host } = await prepare();
    const order = { episodeId: "e", childEpisodeIds: ["x", "y"] };
    const first = await client.call("Fork", order);
    await client.call("Step", step("e", 3));
    expect(await client.call("Fork", order)).toEqual(first);
    expect(host.live().toSorted()).toEqual(["e", "x", "y"]);
    const other = await client.call("Fork", { ...order, reseed: "9" });
    expect(other.children.map((child: { status: { code: number } }) => child.status.code)).toEqual([
      status.ALREADY_EXISTS,
      status.ALREADY_EXISTS,
    ]);
  });

  test("copies are members of the group that was asked for", async () => {
    const { client } = await prepare();
    await client.call("Fork", { episodeId: "e", childEpisodeIds: ["x"], groupId: "g" });
    expect((await client.call("Reset", { episodeId: "z", groupId: "g" })).effectiveSeed).toBe("7");
    await client.call("Reset", reset("h", { groupId: "other", seed: "1" }));
    const { children } = await client.call("Fork", { episodeId: "e", childEpisodeIds: ["w"], groupId: "other" });
    expect(children[0].status.code).toBe(status.FAILED_PRECONDITION);
    expect(children[0].status.message).not.toContain("kubedrill://");
  });

  test("replays of one episode at the same time do not meet", async () => {
    const { client } = await prepare();
    const reports = await Promise.all([1, 2, 3].map(() => client.call("Validate", { episodeId: "e" })));
    expect(reports.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(reports[0].semanticsValidated ?? false).toBe(false);
  });

  test("a replay finds what differs", async () => {
    const { client, host } = await prepare();
    expect(await client.call("Validate", { episodeId: "e" })).toMatchObject({ ok: true, rewardValidated: true, buildMatch: true });
    const { step: honest } = host;
    host.step = async (command) => ({ ...(await honest(command)), ...(command.stepIndex === 1 ? { stateDigest: "other" } : {}) });
    const report = await client.call("Validate", { episodeId: "e" });
    expect(report.ok ?? false).toBe(false);
    expect(report.firstDivergence).toMatchObject({ stepIndex: 2, view: "state", gotDigest: "other" });
    expect(host.live()).toEqual(["e"]);
  });
});

describe("a drain", () => {
  test("refuses what is new, lets what runs finish, and ends the rest at the deadline", async () => {
    const { client, server, host } = await start();
    await client.call("Reset", reset("a"));
    const closing = server.close(300);
    await expect.poll(async () => (await client.call("Heartbeat", { episodeIds: ["a"] })).serverState).toBe("STATE_DRAINING");
    expect(await client.fail("Reset", reset("b"))).toMatchObject({ code: status.UNAVAILABLE, reason: "DRAINING" });
    expect((await client.call("Step", step("a", 0))).results[0].status).toBe("STATUS_OK");
    await closing;
    expect(host.live()).toEqual([]);
  });

  test("does not wait longer than there is something to wait for", async () => {
    const { client, server } = await start();
    await client.call("Reset", reset("a"));
    const closing = server.close(60_000);
    await client.call("Reward", { episodeId: "a", finalize: true });
    await closing;
  });
});
