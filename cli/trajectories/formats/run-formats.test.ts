import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createToyHost } from "../../testing/toy-host.ts";
import { recordEpisode } from "../record-episode.ts";
import { toTrajectory } from "../to-trajectory.ts";
import type { Trajectory } from "../trajectory.ts";
import { chromeTrace } from "./chrome-trace.ts";
import { inspect } from "./inspect.ts";
import { otlp } from "./otlp.ts";
import { writeFormats } from "./write-formats.ts";

const provenance = { server_version: "0", build_digest: "b", runtime: "r", catalogue_digest: "c", backend: "sim", determinism: "EXACT" };

const TURN = { agent_s: 1, answer_s: 0.5, prompt_tokens: 20, completion_tokens: 3 };

/** An episode of two steps by a model, with a truth. */
const play = async (id: string): Promise<Trajectory> => {
  const { host, recording } = recordEpisode(createToyHost());
  await host.reset({ episodeId: id, taskUri: "kubedrill://toy/count?target=service/a", seed: "1", limits: {}, views: [{ name: "text" }] });
  for (const [stepIndex, argumentsJson] of ['{"command":"get pods"}', "no object"].entries())
    await host.step({ episodeId: id, stepIndex, actions: [{ body: { kind: "tool", name: "kubectl", argumentsJson } }] });
  await host.reward({ episodeId: id, finalize: true, explain: false });
  const facts = { trajectoryId: id, groupId: "g", provenance, behaviour: { kind: "policy", name: "llm", model: "tiny" } } as const;
  const made = toTrajectory({ ...recording()!, reasons: ["I look.", ""], measured: [TURN] }, facts);
  return { ...made, verdicts: { truth: [{ resource: "service/a", faultType: "count" }] } };
};

const good = await play("good");
const { return: _, ending, ...rest } = await play("lost");
const lost: Trajectory = { ...rest, ending: { ...ending!, sample_valid: false, failure_reason: "SLOT_LOST" } };
const measured = new Map([
  ["good", { began_at: "2026-01-02T03:04:05.000Z", wall_s: 1.5, usage: { requests: 2, promptTokens: 30, completionTokens: 4 } }],
]);
const RUN = { name: "toys", command: "kubedrill eval --suite toys", measured };

const write = (run = RUN) => {
  const folder = mkdtempSync(join(tmpdir(), "run-formats-"));
  const { files, duplicates } = writeFormats(folder, () => [good, lost, good], {
    formats: [inspect, otlp],
    fileType: "parquet",
    run,
    toolsOnce: true,
  });
  return { files, duplicates, text: (i: number) => readFileSync(join(folder, files[i]!.name), "utf8") };
};

test("runs are written whole: one log of all splits, lines of traces, equal episodes as often as they were played", () => {
  const { files, duplicates } = write();
  expect(files.map(({ name, rows }) => [name, rows])).toEqual([
    ["data/inspect/all.json", 3],
    ["data/otlp/train.jsonl", 3],
  ]);
  expect(duplicates).toEqual({ inspect: 0, otlp: 0 });
});

test("a log has its head before its samples, and sums up valid ones alone", () => {
  const log = JSON.parse(write().text(0));
  // Inspect reads the head of a large log up to the samples.
  expect(Object.keys(log).at(-1)).toBe("samples");
  expect(log).toMatchObject({
    version: 2,
    status: "success",
    eval: { created: "2026-01-02T03:04:05.000Z", task: "toys", model: "tiny", dataset: { samples: 3 }, metadata: { command: RUN.command } },
    results: { total_samples: 3, completed_samples: 2 },
  });
  expect(log.results.scores.find(({ name }: { name: string }) => name === "return")).toMatchObject({
    scored_samples: 2,
    unscored_samples: 1,
    metrics: { mean: { name: "mean", value: good.return }, stderr: { name: "stderr", value: 0 } },
  });
});

test("a sample has the conversation, the truth as its target, scores by component, and what was measured; an invalid one has an error", () => {
  const [sample, invalid] = inspect.rows([good, lost], RUN) as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  expect(sample).toMatchObject({
    id: "good",
    target: ["service/a (count)"],
    scores: { return: { value: good.return } },
    total_time: 1.5,
    model_usage: { tiny: { input_tokens: 30, output_tokens: 4, total_tokens: 34 } },
  });
  expect(sample["messages"]).toMatchObject([
    { role: "user", content: "counter 1" },
    { role: "assistant", content: "I look.", tool_calls: [{ function: "kubectl", arguments: { command: "get pods" } }] },
    { role: "tool", function: "kubectl" },
    { role: "assistant", tool_calls: [{ arguments: { _raw: "no object" }, parse_error: "the arguments are no JSON object" }] },
    { role: "tool" },
  ]);
  expect(invalid).toMatchObject({ error: { message: "invalid sample: SLOT_LOST" } });
  expect(invalid).not.toHaveProperty("scores");
});

test("events are at the cluster's time after the episode began", () => {
  const [sample] = inspect.rows([good], RUN) as [{ events: { event: string; timestamp: string; working_start: number }[] }];
  expect(sample.events.map(({ event }) => event)).toEqual(["info", "tool", "info", "tool", "info"]);
  expect(sample.events.at(-1)).toMatchObject({ timestamp: "2026-01-02T03:04:25.000Z", working_start: 20 });
});

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly events?: readonly { readonly name: string; readonly attributes: Span["attributes"] }[];
  readonly status?: { readonly code: number };
}

const spansOf = (trajectory: Trajectory): readonly Span[] => {
  const [row] = otlp.rows([trajectory], RUN) as unknown as [{ resourceSpans: [{ scopeSpans: [{ spans: Span[] }] }] }];
  return row.resourceSpans[0].scopeSpans[0].spans;
};
const attributesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("a trace has a span for the agent, below it one for each turn of its model and for each call, with the names of the conventions", () => {
  const [agent, ...below] = spansOf(good);
  expect([agent!.name, ...below.map(({ name }) => name)]).toEqual([
    "invoke_agent llm",
    "chat tiny",
    "execute_tool kubectl",
    "chat tiny",
    "execute_tool kubectl",
  ]);
  expect(new Set(below.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([agent!.spanId]));
  expect(new Set([agent!, ...below].map(({ traceId }) => traceId)).size).toBe(1);
  expect(agent!.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(agent!.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(attributesOf(agent!)).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "llm",
    "gen_ai.request.model": "tiny",
    "gen_ai.usage.input_tokens": "30",
  });
  const counted = below.map((span) => attributesOf(span)["gen_ai.usage.input_tokens"]);
  expect(counted).toEqual(["20", undefined, undefined, undefined]);
  expect(attributesOf(below[0]!)["gen_ai.usage.output_tokens"]).toBe("3");
  expect(attributesOf(below[1]!)).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "kubectl",
    "gen_ai.tool.call.arguments": '{"command":"get pods"}',
    "kubedrill.reward": 0.1,
  });
});

test("a trace lasts as long as the cluster's time did, and says how the episode was evaluated", () => {
  const [agent] = spansOf(good);
  expect(BigInt(agent!.endTimeUnixNano) - BigInt(agent!.startTimeUnixNano)).toBe(20_000_000_000n);
  const evaluations = agent!.events!.map((event) => [
    event.name,
    attributesOf(event)["gen_ai.evaluation.name"],
    attributesOf(event)["gen_ai.evaluation.score.value"],
  ]);
  expect(evaluations).toContainEqual(["gen_ai.evaluation.result", "return", good.return]);
  const [unscored] = spansOf(lost);
  expect([unscored!.events, unscored!.status, attributesOf(unscored!)["error.type"]]).toEqual([[], { code: 2 }, "SLOT_LOST"]);
});

test("without measurements no clock is read, so that equal episodes give equal bytes", () => {
  const none = { ...RUN, measured: new Map() };
  expect(write(none).files.map(({ sha256 }) => sha256)).toEqual(write(none).files.map(({ sha256 }) => sha256));
  expect(write(none).text(0)).toContain('"created":"1970-01-01T00:00:00+00:00"');
});

test("a trace for Chrome has a process for each episode: its calls one after the other at the cluster's time, the return, and the end", () => {
  const folder = mkdtempSync(join(tmpdir(), "run-formats-"));
  const { files } = writeFormats(folder, () => [good, lost], { formats: [chromeTrace], fileType: "parquet", run: RUN, toolsOnce: true });
  const { traceEvents, ...head } = JSON.parse(readFileSync(join(folder, files[0]!.name), "utf8"));
  expect(head).toEqual({ displayTimeUnit: "ms", otherData: { name: "toys", command: RUN.command } });
  const [own, other] = [...Map.groupBy(traceEvents as { pid: number; ph: string }[], ({ pid }) => pid).values()];
  expect(other).toHaveLength(own!.length);
  expect(own![0]).toMatchObject({ ph: "M", name: "process_name", args: { name: "toy/count?target=service/a seed 1, llm" } });
  const ends = good.steps.map(({ virtual_time_ms }) => (virtual_time_ms - good.initial.virtual_time_ms) * 1_000);
  expect(own!.filter(({ ph }) => ph === "X")).toMatchObject([
    { name: "kubectl", ts: 0, dur: ends[0], args: { said: '{"command":"get pods"}' } },
    { name: "kubectl", ts: ends[0], dur: ends[1]! - ends[0]! },
  ]);
  expect(own!.filter(({ ph }) => ph === "C").map((event) => (event as unknown as { ts: number }).ts)).toEqual(ends);
  expect(own!.at(-1)).toMatchObject({ ph: "i", name: good.ending?.end_reason, ts: ends[1] });
});
