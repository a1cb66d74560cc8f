import { status } from "@grpc/grpc-js";
import { afterEach, expect, test } from "vitest";
import { createTestClock, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";
import type { DiagnosisJudge, JudgeVerdict } from "./judge-episode.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (judge: DiagnosisJudge["judge"], options: TestServerOptions = {}): Promise<TestServer> => {
  server = await startTestServer({ judge: { timeoutMs: 5_000, judge }, ...options });
  await server.client.call("Reset", { episodeId: "e", task: { taskUri: "kubedrill://toy/one" }, seed: "7" });
  return server;
};

const tool = (name: string, args: object) => ({ toolCall: { name, argumentsJson: JSON.stringify(args) } });
const DIAGNOSIS = tool("submit_diagnosis", { text: "the selector is wrong" });
const steps = (...actions: readonly object[]) => ({ episodeId: "e", stepIndex: 0, actions });
const END = tool("submit", {});
const ASK = { episodeId: "e", judge: true };

/** Component of the judge in a reply. */
const judgedIn = ({ report }: { readonly report: { readonly components: readonly { readonly name: string }[] } }) =>
  report.components.find(({ name }) => name === "judge");

const says = (score: number): JudgeVerdict => ({ score, detail: `{"score":${score}}` });

test("who asks gets the judge's verdict beside the score, which stays as it is", async () => {
  const asked: unknown[] = [];
  const { client } = await start(async (...given) => {
    asked.push(given);
    return says(0.5);
  });
  expect((await client.call("GetServerInfo", {})).capabilities).toContain("judge");
  await client.call("Step", steps(DIAGNOSIS, END));
  const plain = await client.call("Reward", { episodeId: "e" });
  expect(judgedIn(plain)).toBeUndefined();
  expect(asked).toEqual([]);
  const judged = await client.call("Reward", ASK);
  expect(judgedIn(judged)).toMatchObject({
    value: 0.5,
    weight: 0,
    contribution: 0,
    status: "STATUS_SCORED",
    kind: "KIND_METRIC",
    detail: '{"score":0.5}',
  });
  expect({ ...judged.report, components: judged.report.components.slice(0, -1) }).toEqual(plain.report);
  await client.call("Reward", ASK);
  expect(asked).toEqual([[{ truth: ["x"], checks: [] }, '{"text":"the selector is wrong"}']]);
});

test("nothing is judged before the end, nor where nothing was submitted", async () => {
  const { client } = await start(() => Promise.reject(new Error("must not be asked")));
  expect(judgedIn(await client.call("Reward", ASK))).toMatchObject({
    status: "STATUS_SKIPPED",
    detail: expect.stringContaining("has ended"),
  });
  const empty = [tool("submit_diagnosis", {}), { toolCall: { name: "submit_diagnosis", argumentsJson: "{" } }];
  await client.call("Step", steps(...empty, END));
  expect(judgedIn(await client.call("Reward", ASK))).toMatchObject({ status: "STATUS_SKIPPED", detail: "no diagnosis was submitted" });
});

test("the first submission counts, be it written as text, and so it does in the call that ends the episode", async () => {
  const { client } = await start(async (_, argumentsJson) => ({ score: 1, detail: argumentsJson }));
  const first = { text: 'I am sure.\n{"name": "submit_diagnosis", "arguments": {"root_causes": []}}' };
  await client.call("Step", steps(first, DIAGNOSIS));
  expect(judgedIn(await client.call("Reward", { ...ASK, finalize: true }))).toMatchObject({ value: 1, detail: '{"root_causes":[]}' });
});

test("a judge that fails gives no verdict, and is asked again by the next call", async () => {
  let isDown = true;
  const { client } = await start(async () => {
    if (isDown) throw new Error("the endpoint is down");
    return says(1);
  });
  await client.call("Step", steps(DIAGNOSIS, END));
  const failed = judgedIn(await client.call("Reward", ASK));
  expect(failed).toMatchObject({ weight: 0, status: "STATUS_FAILED", detail: "no verdict: the endpoint is down" });
  expect(failed).not.toHaveProperty("value");
  isDown = false;
  expect(judgedIn(await client.call("Reward", ASK))).toMatchObject({ value: 1 });
});

test("a slow judge holds who asks it no longer than its time, and nobody else", async () => {
  const clock = createTestClock();
  const { promise: verdict, resolve } = Promise.withResolvers<JudgeVerdict>();
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
  const judge = () => {
    noteAsked();
    return verdict;
  };
  const { client } = await start(judge, { clock });
  const end = steps(DIAGNOSIS, END);
  await client.call("Step", end);
  const held = client.call("Reward", ASK);
  await asked;
  expect(await client.call("Step", end)).toMatchObject({ replayed: true });
  expect(judgedIn(await client.call("Reward", { episodeId: "e" }))).toBeUndefined();
  clock.advance(5_000);
  expect(judgedIn(await held)).toMatchObject({ status: "STATUS_FAILED", detail: "no verdict: the judge takes longer than 5 s" });
  resolve(says(0.8));
  expect(judgedIn(await client.call("Reward", ASK))).toMatchObject({ value: 0.8 });
});

test("who may not know the tasks cannot ask, and a server without a judge says so", async () => {
  server = await startTestServer({ judge: { timeoutMs: 1, judge: async () => says(1) }, settings: { scopes: "play" } });
  expect(await server.client.fail("Reward", ASK)).toMatchObject({ reason: "SCOPE_MISSING" });
  await server.close();
  server = await startTestServer();
  expect(await server.client.fail("Reward", ASK)).toMatchObject({ code: status.UNIMPLEMENTED, reason: "CAPABILITY_MISSING" });
  expect((await server.client.call("GetServerInfo", {})).capabilities).not.toContain("judge");
});
