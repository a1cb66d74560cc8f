import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Client, connect, type Episode, KubedrillError, kubectl, unwrap } from "#clients/typescript/index.ts";
import { SILENT_LOG } from "#env/observability/server-log.ts";
import { readConfig } from "#env/open/config.ts";
import { type RunningServer, startServer } from "#env/server/serve.ts";
import { createMemoryHost, createTestCatalogue, type MemoryHost, TEST_FACTS, TEST_TASKS } from "#env/server/testing/memory-host.ts";

/** Host of a small world behind the real server. */
let host: MemoryHost;
let server: RunningServer;
let client: Client;

beforeEach(async () => {
  host = createMemoryHost();
  const parts = {
    host,
    catalogue: createTestCatalogue(),
    facts: TEST_FACTS,
    threads: 1,
    onLost: () => undefined,
    close: async () => undefined,
  };
  server = await startServer(readConfig({ port: 0, scopes: ["train", "eval"], tokenFile: "", stateDirectory: "" }), {
    parts,
    log: SILENT_LOG,
  });
  client = connect(server.address);
});

afterEach(async () => {
  await client.close();
  await server.close(0);
});

const TASK = TEST_TASKS[0]!.uri;
const SUBMIT = { tool: "submit" };
const failure = async (run: Promise<unknown>): Promise<KubedrillError> => {
  const error = await run.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(KubedrillError);
  return error as KubedrillError;
};

describe.each(["calls", "session"] as const)("an episode over %s", (way) => {
  const start = async (): Promise<Episode> => {
    const options = { task: TASK, seed: 2n ** 64n - 1n, views: ["text"] };
    return way === "calls" ? await client.reset(options) : await (await client.session()).reset(options);
  };

  test("resets, steps, ends and closes, with a seed that no double can hold", async () => {
    const episode = await start();
    expect(episode.start.seed).toBe(18446744073709551615n);
    expect(episode.observation.text).toContain("0 things were done");
    const { results, reward, ending } = await episode.step([kubectl("get pods"), { waitMs: 1500 }]);
    expect(results.map(({ status }) => status)).toEqual(["OK", "OK"]);
    expect(reward.reward).toBe(0.125);
    expect(ending).toBeUndefined();
    while (!episode.ending) await episode.step(SUBMIT);
    expect(episode.ending).toMatchObject({ terminated: true, truncated: false, endReason: "AGENT_SUBMITTED", sampleValid: true });
    expect(episode.returnSoFar).toBe(1.125);
    await episode.close();
    await episode.close();
    expect(host.live()).toEqual([]);
  });

  test("a step after the end says so, typed", async () => {
    const episode = await start();
    await episode.step(SUBMIT);
    const error = await failure(episode.step(SUBMIT));
    expect(error).toMatchObject({ code: "FAILED_PRECONDITION", reason: "EPISODE_ENDED", retryable: false });
  });

  test("finalize grades and ends", async () => {
    const episode = await start();
    await episode.step("kubectl get pods");
    expect((await episode.reward()).reward).toBe(0.125);
    expect((await episode.reward({ finalize: true })).components.map(({ name }) => name)).toContain("mitigation");
    expect(episode.ending?.endReason).toBe("AGENT_STOPPED");
  });

  test("a copy goes on by itself", async () => {
    const parent = await start();
    await parent.step("kubectl get pods");
    const [child] = await parent.fork(1);
    expect(child?.steps).toBe(1);
    const [ours, theirs] = [await parent.step("kubectl get svc"), await child!.step("kubectl get svc")];
    expect(theirs.stateDigest).toBe(ours.stateDigest);
    await child!.close();
    expect((await parent.step(SUBMIT)).ending).toBeDefined();
  });
});

test("a malformed tool call is an observation", async () => {
  const episode = await client.reset({ task: TASK });
  const { results } = await episode.step({ tool: "kubectl", arguments: "{not json" });
  expect(results[0]).toMatchObject({ status: "INVALID", errorCode: "ARGUMENTS_NOT_JSON" });
});

test("errors name the wrong field", async () => {
  const error = await failure(client.reset({ task: TASK, episodeId: "no spaces, please" }));
  expect(error).toMatchObject({ code: "INVALID_ARGUMENT", reason: "FIELD_INVALID" });
  expect(error.fieldViolations.map(({ field }) => field)).toEqual(["episode_id"]);
});

test("batches are partial: what failed is its error, in place", async () => {
  const started = await client.resetBatch([{ task: TASK, seed: 1n }, { task: "kubedrill://toy/nothing" }, { task: TASK, seed: 1n }]);
  expect(started[1]).toMatchObject({ reason: "TASK_UNKNOWN" });
  const episodes = [started[0], started[2]].map((item) => unwrap(item as Episode));
  const stepped = await client.stepBatch(episodes.map((episode) => ({ episode, actions: SUBMIT })));
  expect(stepped.map((item) => unwrap(item).ending?.endReason)).toEqual(["AGENT_SUBMITTED", "AGENT_SUBMITTED"]);
});

test("tasks are listed by split and drawn by seed", async () => {
  const tasks = [];
  for await (const task of client.listTasks({ splits: ["eval"] })) tasks.push(task.spoilers.title);
  expect(tasks).toEqual(["three"]);
  const [a, b] = [await client.sampleTasks({ n: 4, seed: 3n }), await client.sampleTasks({ n: 4, seed: 3n })];
  expect(a).toEqual(b);
});

describe("a draw", () => {
  const FILTER = { splits: ["train", "eval"] };
  const startedOf = ({ start }: Episode) => ({ uri: start.task.spoilers.uri, seed: start.seed });

  test("is played as it was drawn by a reset, a batch and a session", async () => {
    const { draws } = await client.sampleTasks({ n: 4, seed: 3n, filter: FILTER });
    const drawn = draws.map(({ spoilers, seed }) => ({ uri: spoilers.taskUri, seed }));
    expect(new Set(drawn.map(({ uri }) => uri)).size).toBe(3);
    const session = await client.session();
    for (const reset of [client.reset, session.reset]) {
      const episodes = await Promise.all(draws.map((draw) => reset(draw)));
      expect(episodes.map(startedOf)).toEqual(drawn);
    }
    expect((await client.resetBatch(draws)).map(unwrap).map(startedOf)).toEqual(drawn);
    const [limited] = await Promise.all(draws.slice(0, 1).map((draw) => client.reset({ ...draw, limits: { maxSteps: 3 } })));
    expect(startedOf(limited!)).toEqual(drawn[0]);
    expect(limited?.start.limits.maxSteps).toBe(3);
    session.close();
  });

  test("beside another task, and a task beside a filter, are refused", async () => {
    const [draw] = (await client.sampleTasks({ seed: 3n })).draws;
    await expect(client.reset({ ...draw!, task: TEST_TASKS[1]!.uri })).rejects.toThrow("a draw and another task; give one of them");
    await expect(client.reset({ ...draw!, filter: FILTER })).rejects.toThrow("a task and a filter");
  });
});

test("objects that fit by a few of their members are refused, by the types and when they come all the same", async () => {
  const { start } = await client.reset({ task: TASK });
  const drawing = { n: 2, seed: 1n };
  const filter = { backend: "sim" as const, splits: ["eval"] };
  const named = { task: TASK, seed: 2n, maxSteps: 3 };
  const refused: readonly [() => Promise<unknown>, string][] = [
    // @ts-expect-error the start of an episode is no options of another
    [() => client.reset(start), "reset has no member tools"],
    // @ts-expect-error a filter belongs in the member of that name
    [() => client.reset(filter), "reset has no member splits"],
    // @ts-expect-error limits belong in the member of that name
    [() => client.reset(named), "reset has no member maxSteps; it has admission, agentAccess, "],
    // @ts-expect-error the same in a batch
    [() => client.resetBatch([named]), "reset has no member maxSteps"],
    // @ts-expect-error options of drawing are none of a reset
    [() => client.reset(drawing), "reset has no member n"],
    // @ts-expect-error options of a reset are none of drawing
    [() => client.sampleTasks({ task: TASK, seed: 1n }), "sampleTasks has no member task"],
    // @ts-expect-error a unit that is not the member's
    [() => client.reset({ limits: { maxVirtualTime: 60 } }), "limits has no member maxVirtualTime"],
  ];
  for (const [call, says] of refused) await expect(call()).rejects.toThrow(says);
});

test("an episode with a token is closed by the client that started it, and by nobody else", async () => {
  const closeToken = new TextEncoder().encode("a secret of this test");
  const [one, other] = await Promise.all([client.reset({ task: TASK, closeToken }), client.reset({ task: TASK, closeToken })]);
  await using stranger = connect(server.address);
  expect(await failure(stranger.reset({ task: TASK, replacesEpisodeId: one.id }))).toMatchObject({ reason: "CLOSE_TOKEN_WRONG" });
  await one.close();
  expect(host.live()).toEqual([other.id]);
  await client.close();
  expect(host.live()).toEqual([]);
});

test("tools, system prompt and limits are told without an episode", async () => {
  const { tools, systemPrompt, limits, digest } = await client.toolProfile("kubectl");
  expect(tools.map(({ name }) => name)).toEqual(["kubectl"]);
  expect(systemPrompt).toBe(TEST_FACTS.systemPrompt);
  expect(limits.maxSteps).toBe(50);
  expect(digest).toMatch(/^sha256:/);
  expect(await client.listTools()).toEqual([
    { type: "function", function: { name: "kubectl", description: "Runs kubectl.", parameters: { type: "object" } } },
  ]);
  expect(await client.listTools("readonly")).toEqual([]);
  expect(await failure(client.listTools("everything"))).toMatchObject({ reason: "UNKNOWN_PROFILE" });
  expect(host.live()).toEqual([]);
});

test("an episode tells its prompt and its tools, and its score is undefined where its lease ran out", async () => {
  const [good, lost] = [await client.reset({ task: TASK }), await client.reset({ task: TASK })];
  expect(good.prompt).toBe(good.start.task.instruction);
  expect(good.tools.map(({ name }) => name)).toEqual(["kubectl"]);
  await good.step(SUBMIT);
  expect(await good.score()).toBe(1);
  server.service.lose([lost.id], "the thread died");
  expect(await lost.score()).toBeUndefined();
});

test("many episodes are closed with one call", async () => {
  const episodes = (await client.resetBatch([{ task: TASK }, { task: TASK }])).map(unwrap);
  await client.closeBatch(episodes);
  expect(host.live()).toEqual([]);
});

test("many episodes on one session do not wait for each other", async () => {
  const session = await client.session();
  const episodes = await Promise.all(Array.from({ length: 400 }, (_, i) => session.reset({ task: TASK, seed: BigInt(i) })));
  await Promise.all(episodes.map((episode) => episode.step("kubectl get pods")));
  await Promise.all(episodes.map((episode) => episode.step(SUBMIT)));
  expect(episodes.every((episode) => episode.returnSoFar === 1.125)).toBe(true);
  session.close();
});

test("a session that has ended says that a new one is needed, and the episode goes on there", async () => {
  const session = await client.session();
  const episode = await session.reset({ task: TASK });
  session.close();
  expect((await failure(episode.step(SUBMIT))).reason).toBe("SESSION_ENDED");
  expect(host.live()).toEqual([episode.id]);
});

test("leaving the client closes what is open", async () => {
  await client.reset({ task: TASK });
  expect(host.live()).toHaveLength(1);
  await client.close();
  expect(host.live()).toEqual([]);
});

test("leases are renewed while a trainer is busy", async () => {
  await using quick = connect(server.address, { heartbeatMs: 5 });
  const episode = await quick.reset({ task: TASK, leaseTtlMs: 10_000 });
  const lease = () => server.service.heartbeat([])?.length; // the call itself renews nothing
  expect(lease()).toBe(0);
  const seen = new Promise<void>((resolve) => {
    const original = server.service.heartbeat;
    Object.assign(server.service, {
      heartbeat: (ids: readonly string[], ttl?: number) => {
        if (ids.includes(episode.id)) resolve();
        return original(ids, ttl);
      },
    });
  });
  await seen;
});

test("a lost world is an error of its own, and no score", async () => {
  const episode = await client.reset({ task: TASK });
  server.service.lose([episode.id], "the thread died");
  expect(await failure(episode.step(SUBMIT))).toMatchObject({ code: "DATA_LOSS", reason: "SLOT_LOST", retryable: false });
});

test("a server that was never reached is told soon, with its address and what to do", async () => {
  const silent = createServer();
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const addresses = ["127.0.0.1:1", "[::1]:1", `127.0.0.1:${(silent.address() as AddressInfo).port}`];
  const ways: readonly ((away: Client) => Promise<unknown>)[] = [
    (away) => away.serverInfo(),
    (away) => away.session(),
    (away) => away.generateTrajectories()[Symbol.asyncIterator]().next(),
  ];
  const beganMs = performance.now();
  await Promise.all(
    addresses.flatMap((address) =>
      ways.map(async (call) => {
        await using away = connect(address);
        const error = await failure(call(away));
        expect(error).toMatchObject({ code: "UNAVAILABLE", reason: "", retryable: true });
        expect(error.message).toContain(`no server was reached at ${address} (`);
        expect(error.message).toContain("start one with `kubedrill serve`, or correct the address");
      }),
    ),
  );
  expect(performance.now() - beganMs).toBeLessThan(9_000); // five seconds, and what a busy machine takes
  silent.close();
});

test("a server that comes late is reached", async () => {
  const { port } = new URL(`http://${server.address}`);
  await server.close(0);
  const early = connect(`127.0.0.1:${port}`);
  const info = early.serverInfo();
  const parts = {
    host,
    catalogue: createTestCatalogue(),
    facts: TEST_FACTS,
    threads: 1,
    onLost: () => undefined,
    close: async () => undefined,
  };
  server = await startServer(readConfig({ port: Number(port), scopes: ["train"], tokenFile: "", stateDirectory: "" }), {
    parts,
    log: SILENT_LOG,
  });
  expect((await info).serverVersion).toBe("0.0.0-test");
  await early.close();
});

test.each(["http_proxy", "https_proxy", "grpc_proxy"])("calls to this machine pass by %s", async (variable) => {
  vi.stubEnv(variable, "http://127.0.0.1:9");
  const { port } = new URL(`http://${server.address}`);
  for (const address of [server.address, `dns:///localhost:${port}`, `ipv4:127.0.0.1:${port}`]) {
    await using behind = connect(address);
    expect((await behind.serverInfo()).serverVersion).toBe("0.0.0-test");
  }
  vi.unstubAllEnvs();
});

test("a proxy that may keep a server away is named", async () => {
  vi.stubEnv("http_proxy", "http://127.0.0.1:9");
  await using beyond = connect("nobody.invalid:50051", { timeoutMs: 500 });
  expect((await failure(beyond.serverInfo())).message).toContain("; http_proxy is set: name the host in no_proxy to go without");
  vi.unstubAllEnvs();
});

test("a step takes tool calls in the forms of models' libraries, and what is no action costs nothing", async () => {
  const episode = await client.reset({ task: TASK });
  for (const wrong of [null, undefined, 5, { arguments: {} }, [SUBMIT, null]]) {
    await expect(episode.step(wrong as never)).rejects.toThrow(/an action is text, such as a kubectl command line/);
    await expect(client.stepBatch([{ episode, actions: wrong as never }])).rejects.toThrow(TypeError);
  }
  expect((await episode.observe()).stepIndex).toBe(0);
  const { results } = await episode.step([
    { id: "c1", type: "function", function: { name: "kubectl", arguments: '{"command":"get pods"}' } },
  ]);
  expect(results).toMatchObject([{ callId: "c1", status: "OK" }]);
  expect((await episode.step({ name: "submit", arguments: {} })).ending).toBeDefined();
});

test("a step after those of others says that observe() goes on", async () => {
  const episode = await client.reset({ task: TASK });
  const other = await client.reset({ task: TASK });
  await episode.step("kubectl get pods");
  Object.assign(other, { start: episode.start }); // as another process that does not know of the step
  const error = await failure(other.step("kubectl get svc"));
  expect(error).toMatchObject({ reason: "STEP_BODY_CONFLICT", message: expect.stringContaining("call observe()") });
  await other.observe();
  expect((await other.step("kubectl get svc")).stepIndex).toBe(1);
});
