import { expect, test } from "vitest";
import type { ToolSpec } from "#env/host/episode-protocol.ts";
import { parseLine } from "./parse-line.ts";

const tool = (name: string, properties: readonly string[], required: readonly string[] = []): ToolSpec => ({
  name,
  description: "",
  mutating: false,
  contentMaxBytes: 1,
  inputSchema: { type: "object", properties: Object.fromEntries(properties.map((key) => [key, {}])), required },
});

const TOOLS = [
  tool("kubectl", ["command"], ["command"]),
  tool("get_alerts", ["state"]),
  tool("get_traces", ["service", "limit"]),
  tool("query_metrics", ["query", "range"], ["query"]),
  tool("run_on_node", ["node", "command"], ["node", "command"]),
  tool("submit_diagnosis", ["root_causes", "text"]),
  tool("submit_mitigation", ["summary"]),
];

const call = (line: string) => {
  const typed = parseLine(line, TOOLS);
  return typed.kind === "call" ? [typed.call.name, typed.call.arguments] : typed;
};

test.each([
  ["get pods | grep -v Running", "kubectl", { command: "get pods | grep -v Running" }],
  ["  kubectl get pods  ", "kubectl", { command: "kubectl get pods" }],
  ["/get_alerts", "get_alerts", {}],
  ["/alerts firing", "get_alerts", { state: "firing" }],
  ["/traces geo limit=2", "get_traces", { service: "geo", limit: "2" }],
  ["/traces limit=2", "get_traces", { limit: "2" }],
  ['/metrics sum by (pod) (rate(a{b="c"}[2m])) range=15m', "query_metrics", { query: 'sum by (pod) (rate(a{b="c"}[2m]))', range: "15m" }],
  ["/node worker-1 ps  aux", "run_on_node", { node: "worker-1", command: "ps  aux" }],
  ["/node command=df node=worker-1", "run_on_node", { command: "df", node: "worker-1" }],
  ["/diagnosis rate has no replicas", "submit_diagnosis", { text: "rate has no replicas" }],
  ['/diagnosis [{"resource":"a/b","fault_type":"c"}]', "submit_diagnosis", { root_causes: '[{"resource":"a/b","fault_type":"c"}]' }],
  ["/mitigation", "submit_mitigation", {}],
  ["/alerts state=firing now", "get_alerts", { state: "firing", now: "now" }],
])("%s is a call of %s", (line, name, args) => {
  expect(call(line)).toEqual([name, args]);
});

test("a part of a name that several tools have is asked back", () => {
  expect(call("/submit")).toEqual({ kind: "problem", says: "/submit may be /submit_diagnosis or /submit_mitigation; write more of it." });
});

test("an unknown name, a lone slash, a request and an empty line are told apart", () => {
  expect(call("/reboot")).toMatchObject({ kind: "problem", says: expect.stringContaining("/help") });
  expect(call("/")).toMatchObject({ kind: "problem" });
  expect(call("/hint")).toEqual({ kind: "hint" });
  expect(call("   ")).toEqual({ kind: "empty" });
});

test("requests that forget the slash cost no step", () => {
  expect(["help", "hint", " quit ", "exit"].map(call)).toEqual(["help", "hint", "quit", "quit"].map((kind) => ({ kind })));
  expect(call("kubectl help")).toEqual(["kubectl", { command: "kubectl help" }]);
});
