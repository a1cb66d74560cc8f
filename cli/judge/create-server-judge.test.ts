import { afterEach, expect, test } from "vitest";
import { judgeSettingsOf } from "../options/judge-options.ts";
import { type ScriptedReply, serveScript } from "../testing/scripted-endpoint.ts";
import { createServerJudge } from "./create-server-judge.ts";
import { QUESTION_IDS } from "./questions.ts";

const TRUTH = { truth: [{ resource: "service/geo", faultType: "selector-mismatch" }] };
const SUBMITTED = JSON.stringify({ text: "the selector of geo is wrong" });

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const judgeBy = async (reply: ScriptedReply) => {
  const endpoint = await serveScript(() => reply);
  ({ close } = endpoint);
  const settings = judgeSettingsOf({ judgeUrl: endpoint.baseUrl, judgeModel: "judge", judgeTimeout: 7 });
  return { judge: createServerJudge(settings!), asked: endpoint.asked };
};

test("a server's judge gets the truth and the submission, and its score is that of its answers", async () => {
  const answers = Object.fromEntries(QUESTION_IDS.map((id) => [id, { yes: !id.startsWith("d3"), evidence: "the selector" }]));
  const { judge, asked } = await judgeBy({ content: JSON.stringify({ answers }) });
  const { score, detail } = await judge.judge(TRUTH, SUBMITTED);
  expect(judge.timeoutMs).toBe(7_000);
  expect(score).toBe(0.66);
  expect(JSON.parse(detail)).toMatchObject({ model: "judge", verdict: { score: 0.66, passed: false, answers: { "d1.1": { yes: true } } } });
  const words = asked[0]?.body.messages.at(-1)?.content;
  expect(words).toContain("service/geo: selector-mismatch");
  expect(words).toMatch(/the selector of geo is wrong$/);
});

test.each([
  ["words", { content: "It is right." }, /malformed/],
  ["a refused request", { status: 400, text: "no" }, /400: no/],
  ["a wrong key", { status: 401, text: "who are you" }, /401: who are you/],
] as const)("%s is no verdict", async (_, reply, why) => {
  await expect((await judgeBy(reply)).judge.judge(TRUTH, SUBMITTED)).rejects.toThrow(why);
});

test("an episode whose truth is not told is not judged", async () => {
  const { judge, asked } = await judgeBy({ content: "{}" });
  await expect(judge.judge({}, SUBMITTED)).rejects.toThrow("the truth of the episode is not known");
  expect(asked).toEqual([]);
});
