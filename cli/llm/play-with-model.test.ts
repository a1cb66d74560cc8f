import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createProgram } from "../create-program.ts";
import { loadCommands } from "../load-commands.ts";
import { type AskedChat, type ScriptedReply, serveScript } from "../testing/scripted-endpoint.ts";

const TASK = "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&variant=standard&noise=none&decoys=none&twins=none";
const KEY = "sk-never-to-be-written";

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs a command with the policy llm against a scripted endpoint, in this process. */
const run = async (command: string, script: (asked: AskedChat, count: number) => ScriptedReply, ...more: readonly string[]) => {
  const endpoint = await serveScript(script);
  close = endpoint.close;
  vi.stubEnv("OPENAI_API_KEY", KEY);
  const capture = (stream: "stdout" | "stderr") => vi.spyOn(process[stream], "write").mockReturnValue(true);
  const [out, err] = [capture("stdout"), capture("stderr")];
  const words = [command, "--policy", "llm", "--base-url", endpoint.baseUrl, "--model", "tiny", "--parallel", "1", ...more];
  const status = await createProgram(await loadCommands(command), "0").run(words);
  const [stdout, stderr] = [out, err].map((spy) => spy.mock.calls.map(([text]) => String(text)).join("")) as [string, string];
  expect(stdout + stderr).not.toContain(KEY);
  return { status, stdout, stderr, asked: endpoint.asked };
};

const rollout = async (script: (asked: AskedChat, count: number) => ScriptedReply, ...more: readonly string[]) => {
  const played = await run("rollout", script, "--task", TASK, "--seed", "3", "--json", ...more);
  return { ...played, line: played.stdout === "" ? undefined : JSON.parse(played.stdout) };
};

const kubectl = (command: string) => ["kubectl", JSON.stringify({ command })] as const;

/** A model that was busy once, makes a mistake, reads which Deployment has no replicas, and repairs it. */
const repair = ({ body }: AskedChat, count: number): ScriptedReply => {
  if (count === 1) return { status: 429, text: "busy", retryAfter: "0" };
  if (count === 2) return { content: "I look.", calls: [["kubectl", '{"command": "get po'], kubectl("get deployments")] };
  const idle = /^(\S+)\s+0\/0\s/m.exec(body.messages.map(({ content }) => content).join("\n"))?.[1] ?? "none";
  const causes = JSON.stringify({ root_causes: [{ resource: `deployment/${idle}`, fault_type: "scale-to-zero" }] });
  if (count === 3) return { calls: [["submit_diagnosis", causes], kubectl(`scale deployment ${idle} --replicas=1`)] };
  return { calls: [["submit_mitigation", "{}"]] };
};

test("a model behind an endpoint looks, repairs and is graded, through a 429, parallel calls and a malformed one", async () => {
  const { status, line, asked } = await rollout(repair, "--temperature", "0.7", "--request", '{"top_p": 0.9, "seed": null}');
  expect(line).toMatchObject({
    success: true,
    sample_valid: true,
    steps: 3,
    end_reason: "AGENT_SUBMITTED",
    last_action: "submit_mitigation",
  });
  expect(line.usage).toEqual({ requests: 3, promptTokens: 300, completionTokens: 30 });
  expect(status).toBe(0);
  const [first, again, second] = asked.map(({ body }) => body);
  expect(again).toEqual(first);
  expect(first).toMatchObject({ model: "tiny", temperature: 0.7, top_p: 0.9, max_tokens: 2048 });
  expect(first).not.toHaveProperty("seed");
  expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(first?.["tools"]).toContainEqual(expect.objectContaining({ function: expect.objectContaining({ name: "submit_mitigation" }) }));
  const [said, malformed, listed] = second?.messages.slice(2) ?? [];
  expect(said?.tool_calls?.map((call) => call.function.arguments)).toEqual(["{}", '{"command":"get deployments"}']);
  expect(malformed).toMatchObject({ role: "tool", tool_call_id: "call-2-0", content: expect.stringContaining("not a JSON object") });
  expect(listed).toMatchObject({ role: "tool", tool_call_id: "call-2-1", content: expect.stringMatching(/NAME +READY[\s\S]*Step 1 done/) });
  expect(asked[0]?.authorization).toBe(`Bearer ${KEY}`);
  // Neither the task's name nor its address may reach a model.
  expect(JSON.stringify(first?.messages)).not.toMatch(/kubedrill|scale-to-zero\?/);
});

test("a model that only talks has ended its episode, which is graded", async () => {
  const { status, line } = await rollout(() => ({ content: "All is well." }));
  expect(line).toMatchObject({ sample_valid: true, success: false, steps: 0, end_reason: "AGENT_STOPPED", return: 0 });
  expect(status).toBe(0);
});

test("an endpoint that fails after the last attempt leaves an invalid sample, never a reward", async () => {
  const script = (_: AskedChat, count: number): ScriptedReply =>
    count === 1 ? { calls: [kubectl("get pods")] } : { status: 503, text: `overloaded ${KEY}`, retryAfter: "0" };
  const { status, line, asked } = await rollout(script, "--retries", "2");
  expect(line).toMatchObject({
    sample_valid: false,
    steps: 1,
    end_reason: "CLIENT_CLOSED",
    failure_reason: "the endpoint: 503: overloaded … (3 attempts)",
  });
  expect(line).not.toHaveProperty("return");
  expect(line).not.toHaveProperty("success");
  expect(asked.length).toBe(4);
  expect(status).toBe(1);
});

test("an answer that does not come in time is asked for again", async () => {
  const script = (_: AskedChat, count: number): ScriptedReply => (count === 1 ? "silence" : { content: "Done." });
  const { line, asked } = await rollout(script, "--request-timeout", "1");
  expect(line).toMatchObject({ sample_valid: true, end_reason: "AGENT_STOPPED" });
  expect(asked.length).toBe(2);
});

test("a refused key stops the command, since no episode would be better", async () => {
  await expect(rollout(() => ({ status: 401, text: `the key ${KEY} is wrong` }))).rejects.toThrow("answered 401: the key … is wrong");
});

test("tools' answers and the whole chat stay within their tokens", async () => {
  const script = (): ScriptedReply => ({ calls: [kubectl("get pods -o yaml"), kubectl("get deployments -o yaml")] });
  const { line, asked } = await rollout(script, "--tool-tokens", "512", "--context-tokens", "16384", "--request", '{"max_tokens": null}');
  const [one, other] = asked[1]?.body.messages.slice(-2).map(({ content }) => content) ?? [];
  expect(one?.length).toBeLessThanOrEqual(1024);
  expect(one).toContain("bytes left out");
  expect(other).toContain("bytes left out");
  expect(line).toMatchObject({ sample_valid: true });
});

test("a dataset names the model, keeps its words, and replays; the key is in none of its files", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "llm-dataset-")), "out");
  const options = ["--task", TASK, "--seed", "3", "--episodes", "1", "--out", folder];
  const { status, stderr } = await run("dataset", repair, ...options);
  expect(status).toBe(0);
  expect(stderr).toContain("3 requests, 300 tokens in prompts, 30 in answers");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(texts.join("")).not.toContain(KEY);
  expect(texts.join("")).not.toContain("127.0.0.1");
  const trajectory = JSON.parse(readFileSync(join(folder, "trajectories-00000.jsonl"), "utf8"));
  expect(trajectory).toMatchObject({ behaviour: { name: "llm", model: "tiny" }, turns: [{ step_index: 0, content: "I look." }] });
  const turn = { agent_s: expect.any(Number), answer_s: expect.any(Number), prompt_tokens: 100, completion_tokens: 10 };
  expect(trajectory.steps.map((step: { readonly measured: unknown }) => step.measured)).toEqual([turn, turn, turn]);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await createProgram(await loadCommands("replay"), "0").run(["replay", folder])).toBe(0);
});

test("what the endpoint's failure left of an episode replays without a score", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "llm-dataset-")), "out");
  const script = (_: AskedChat, count: number): ScriptedReply =>
    count === 1 ? { calls: [kubectl("get pods")] } : { status: 400, text: "too long" };
  expect((await run("dataset", script, "--task", TASK, "--episodes", "1", "--out", folder)).status).toBe(1);
  const trajectory = JSON.parse(readFileSync(join(folder, "trajectories-00000.jsonl"), "utf8"));
  expect(trajectory.ending).toMatchObject({
    sample_valid: false,
    blame: "INFRASTRUCTURE",
    failure_reason: "the endpoint: 400: too long (1 attempt)",
  });
  expect(trajectory).not.toHaveProperty("return");
  expect(await createProgram(await loadCommands("replay"), "0").run(["replay", folder])).toBe(0);
});

test("the policy needs an address and a model, and nothing else takes them", async () => {
  const program = createProgram(await loadCommands("rollout"), "0");
  await expect(program.run(["rollout", "--policy", "llm"])).rejects.toThrow("--policy llm needs --base-url and --model");
  await expect(program.run(["rollout", "--policy", "expert", "--model", "tiny"])).rejects.toThrow("are for --policy llm");
});
