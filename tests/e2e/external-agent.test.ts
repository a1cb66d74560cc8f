import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAccess, type Client, connect, type Episode } from "#clients/typescript/index.ts";
import { readConfig } from "#env/open/config.ts";
import { openParts } from "#env/open/open-parts.ts";
import { type RunningServer, startServer } from "#env/server/serve.ts";

const scratch: string[] = [];
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "external-agent-"));
  scratch.push(path);
  return path;
};
const parts = openParts(readConfig({ port: 0, threads: 0, stateDirectory: "" }));
const start = async (stateDirectory: string): Promise<{ readonly server: RunningServer; readonly client: Client }> => {
  const config = readConfig({ port: 0, threads: 0, stateDirectory, logLevel: "silent" });
  const server = await startServer(config, { parts: await parts });
  return { server, client: connect(server.address, { token: server.operatorToken }) };
};

let directory: string;
let server: RunningServer;
let client: Client;
beforeAll(async () => {
  directory = folder();
  ({ server, client } = await start(directory));
});
afterAll(async () => {
  await client.close();
  await server.close(0);
  for (const path of scratch.splice(0)) rmSync(path, { recursive: true, force: true });
});

const TASK = "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&variant=standard&noise=none&decoys=none";
const open = async (task = TASK): Promise<{ readonly episode: Episode; readonly access: AgentAccess }> => {
  const episode = await client.reset({ seed: 3n, task });
  return { episode, access: await client.agentAccess(episode.id) };
};
const connectMcp = async ({ mcpUrl = "", token }: AgentAccess): Promise<McpClient> => {
  const mcp = new McpClient({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  // biome-ignore lint/suspicious/noExplicitAny: the transport's own type is stricter about missing members than its interface
  await mcp.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }) as any);
  return mcp;
};
const ask = (url: string | undefined, path: string, { token }: AgentAccess, init: RequestInit = {}) =>
  fetch(`${url}${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
// biome-ignore lint/suspicious/noExplicitAny: replies are looked at by tests only
const jsonOf = async (answer: Promise<Response>): Promise<any> => (await answer).json();
const textOf = (result: object): string => (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? "";

test("an agent finds and repairs a fault over MCP, and its trainer reads the reward", async () => {
  const { episode, access } = await open();
  const mcp = await connectMcp(access);
  expect(mcp.getInstructions()).toContain(episode.observation.text);
  expect(mcp.getInstructions()).not.toContain("scale-to-zero");
  const { tools } = await mcp.listTools();
  expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual(
    episode.tools.map(({ name, inputSchema }) => [name, inputSchema]),
  );
  const unknown = await mcp.callTool({ name: "reset", arguments: {} });
  expect(unknown.isError).toBe(true);
  expect(textOf(unknown)).toMatch(/^INVALID \(TOOL_NOT_FOUND\): There is no tool "reset"\. The tools are get_alerts, /);
  const [pods, deployments] = await Promise.all(
    ["get pods", "get deployments"].map((command) => mcp.callTool({ name: "kubectl", arguments: { command } })),
  );
  expect(textOf(pods as object)).toMatch(/^NAME +READY +STATUS/);
  expect(textOf(deployments as object)).toMatch(/rate +0\/0/);
  await mcp.callTool({ name: "kubectl", arguments: { command: "scale deployment/rate --replicas=1" } });
  const causes = [{ resource: "deployment/rate", fault_type: "scale-to-zero" }];
  await mcp.callTool({ name: "submit_diagnosis", arguments: { root_causes: causes } });
  await mcp.callTool({ name: "wait", arguments: { seconds: 60 } });
  await episode.observe();
  expect(episode.steps).toBe(6);
  expect(textOf(await mcp.callTool({ name: "submit_mitigation", arguments: {} }))).toMatch(/The episode has ended\.$/);
  expect(await mcp.callTool({ name: "kubectl", arguments: { command: "get pods" } })).toMatchObject({ isError: true });
  const { reward, components } = await episode.reward();
  expect(episode.ending).toMatchObject({ endReason: "AGENT_SUBMITTED", success: true, sampleValid: true });
  expect(components.find(({ name }) => name === "diagnosis")?.value).toBe(1);
  expect(reward).toBeGreaterThan(0.8);
  await mcp.close();
  await episode.close();
});

test("an agent reads metrics, logs and traces over HTTP, as of its own clock", async () => {
  const { episode, access } = await open();
  const { prometheusUrl, lokiUrl, jaegerUrl } = access;
  const nowS = Date.now() / 1_000;
  const up = await jsonOf(ask(prometheusUrl, "/api/v1/query?query=up", access));
  expect(up).toMatchObject({ status: "success", data: { resultType: "vector" } });
  expect(Math.abs(up.data.result[0].value[0] - nowS)).toBeLessThan(15);
  const form = new URLSearchParams({ query: "sum(up)", start: `${nowS - 120}`, end: `${nowS}`, step: "30" });
  const course = await jsonOf(ask(prometheusUrl, "/api/v1/query_range", access, { method: "POST", body: form }));
  expect(course.data.result[0].values).toHaveLength(5);
  expect(course.data.result[0].values[0][0]).toBeCloseTo(nowS - 120, 2);
  const series = await jsonOf(ask(prometheusUrl, "/api/v1/series?match[]=up&match[]=kube_node_info", access));
  expect([...new Set(series.data.map((one: Record<string, string>) => one["__name__"]))]).toEqual(["kube_node_info", "up"]);
  const alerts = await jsonOf(ask(prometheusUrl, "/api/v1/alerts", access));
  expect(Date.parse(alerts.data.alerts[0].activeAt)).toBeGreaterThan(Date.now() - 3_600_000);
  const refused = await ask(prometheusUrl, "/api/v1/query?query=rate(x)", access);
  expect([refused.status, refused.headers.get("content-type"), ((await refused.json()) as { errorType: string }).errorType]).toEqual([
    400,
    "application/json",
    "bad_data",
  ]);

  const lines = await jsonOf(ask(lokiUrl, `/loki/api/v1/query_range?query=${encodeURIComponent('{app="frontend"}')}&limit=3`, access));
  expect(lines.data.resultType).toBe("streams");
  const [ns] = lines.data.result[0].values[0];
  expect(Math.abs(Number(ns) / 1e9 - nowS)).toBeLessThan(300);
  const wrong = await ask(lokiUrl, "/loki/api/v1/query_range?query={}x", access);
  expect([wrong.status, wrong.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);

  const services = await jsonOf(ask(jaegerUrl, "/api/services", access));
  expect(services.data).toContain("frontend");
  const since = (nowS - 600) * 1e6;
  const traces = await jsonOf(ask(jaegerUrl, `/api/traces?service=frontend&limit=2&start=${since}&end=${nowS * 1e6}`, access));
  expect(traces.data).toHaveLength(2);
  expect(Math.abs(traces.data[0].spans[0].startTime / 1e6 - nowS)).toBeLessThan(600);
  const one = await jsonOf(ask(jaegerUrl, `/api/traces/${traces.data[0].traceID}`, access));
  const spansOf = ({ spans }: { readonly spans: readonly Record<string, unknown>[] }) =>
    spans.map(({ spanID, duration }) => [spanID, duration]);
  expect(spansOf(one.data[0])).toEqual(spansOf(traces.data[0]));

  const { virtualMs } = await episode.observe();
  expect(virtualMs).toBeGreaterThanOrEqual(10 * 50); // eleven requests or so, 50 ms each
  const statuses = await Promise.all([
    fetch(`${prometheusUrl}/api/v1/query?query=up`).then(({ status }) => status),
    ask(prometheusUrl, "/api/v1/query", access, { method: "DELETE" }).then(({ status }) => status),
    ask(prometheusUrl, "/api/v1/nonsense", access).then(({ status }) => status),
  ]);
  expect(statuses).toEqual([401, 405, 404]);
  await episode.close();
  expect((await ask(prometheusUrl, "/api/v1/query?query=up", access)).status).toBe(401);
});

test("an episode that was played over MCP and asked over HTTP plays again to the same state after a crash", async () => {
  const { episode, access } = await open();
  const mcp = await connectMcp(access);
  await mcp.callTool({ name: "kubectl", arguments: { command: "delete pod -l io.kompose.service=geo" } });
  await jsonOf(ask(access.prometheusUrl, "/api/v1/query?query=up", access));
  await mcp.callTool({ name: "query_metrics", arguments: { query: "up" } });
  const digestOf = async (one: RunningServer) => (await one.service.observe({ episodeId: episode.id })).stateDigest;
  const digest = await digestOf(server);
  const copy = folder();
  cpSync(directory, copy, { recursive: true });
  const after = await start(copy);
  try {
    await after.server.recovery.done;
    expect(await digestOf(after.server)).toBe(digest);
    const again = await connectMcp(await after.client.agentAccess(episode.id));
    expect(textOf(await again.callTool({ name: "kubectl", arguments: { command: "get pods" } }))).toMatch(/^NAME/);
    await again.close();
  } finally {
    await after.client.close();
    await after.server.close(0);
    await mcp.close();
    await episode.close();
  }
});
