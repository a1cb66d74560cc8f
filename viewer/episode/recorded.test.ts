import { expect, test } from "vitest";
import { claimOf, measuredText, minutesOf, type RecordedStep, remarkOf, wordsOf } from "./recorded.ts";
import { lineTracks, valueAt } from "./track-lines.ts";

const moment = (virtual_time_ms: number, text = "") => ({
  observation: { views: [{ name: "text", text }] },
  state_digest: `sha256:${virtual_time_ms}`,
  virtual_time_ms,
});
const step = (index: number, atMs: number, more: Partial<RecordedStep> = {}): RecordedStep => ({
  ...moment(atMs),
  index,
  actions: [],
  results: [],
  components: [],
  ...more,
});

test("a command line is shown as it was written, and other tools with their arguments", () => {
  expect(wordsOf({ kind: "tool", name: "kubectl", arguments_json: '{"command":"get pods"}' })).toBe("kubectl get pods");
  expect(wordsOf({ kind: "tool", name: "query_logs", arguments_json: '{"query":"{}","limit":5}' })).toBe("query_logs query={} limit=5");
  expect(wordsOf({ kind: "tool", name: "kubectl", arguments_json: "no json" })).toBe("kubectl arguments=no json");
  expect(wordsOf({ kind: "wait", wait_ms: 1500 })).toBe("wait 1.5 s");
});

test("the first diagnosis is the claim, and none is not an empty one", () => {
  const submit = (json: string) => step(0, 0, { actions: [{ kind: "tool", name: "submit_diagnosis", arguments_json: json }] });
  expect(claimOf({ steps: [submit('{"root_causes":[{"resource":"deployment/a"}]}'), submit('{"root_causes":[]}')] })).toEqual([
    { resource: "deployment/a" },
  ]);
  expect(claimOf({ steps: [submit('{"root_causes":[]}')] })).toEqual([]);
  expect(claimOf({ steps: [step(0, 0)] })).toBeUndefined();
});

test("a remark is what an agent saw beside the results of its actions", () => {
  const results = [{ status: "TOOL_ERROR", content: "not found", truncated: false }];
  expect(remarkOf({ ...moment(0, "TOOL_ERROR: not found\n\nAlerts: none firing."), results })).toBe("Alerts: none firing.");
  expect(remarkOf(moment(0, "Find out.\n"))).toBe("Find out.");
});

test("the return so far is the sum of its components, step by step and at the end", () => {
  const paid = (name: string, contribution: number) => ({ name, contribution, weight: 1, status: "SCORED", kind: "TERMINAL" });
  const episode = {
    initial: moment(60_000),
    steps: [step(0, 90_000, { components: [paid("diagnosis", 0.3), paid("format", 0)] }), step(1, 120_000)],
    final: { components: [paid("mitigation", 0.5)] },
  };
  expect(minutesOf(episode)).toEqual([0, 0.5, 1]);
  const [reward, ...others] = lineTracks(episode as unknown as Parameters<typeof lineTracks>[0], undefined);
  expect(others).toEqual([]);
  expect(reward?.lines.map(({ name, points }) => [name, points.at(-1)])).toEqual([
    ["return", [1, 0.8]],
    ["diagnosis", [1, 0.3]],
    ["mitigation", [1, 0.5]],
  ]);
});

test("a value holds until the next where it is stepped, and ends in a gap where it was measured", () => {
  const points = [
    [0, 1],
    [0.25, 2],
    [5, 3],
  ] as const;
  expect([-1, 0, 0.3, 4, 5].map((at) => valueAt({ name: "", points, isStepped: true }, at))).toEqual([undefined, 1, 2, 2, 3]);
  expect([0.3, 4, 5].map((at) => valueAt({ name: "", points }, at))).toEqual([2, undefined, 3]);
});

test("the time of a turn is the agent's and its answer's, and tokens are told where they are known", () => {
  expect(measuredText({ agent_s: 12.34, answer_s: 0.061, prompt_tokens: 4012, completion_tokens: 210 })).toBe(
    "12.3 + 0.1 s, 4012 + 210 tokens",
  );
  expect(measuredText({ agent_s: 83, answer_s: 2 })).toBe("83.0 + 2.0 s");
  expect(measuredText({ answer_s: 2 })).toBe("– + 2.0 s");
});
