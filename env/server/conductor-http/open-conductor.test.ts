import { Client as NewClient, SSEClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ConductedEpisode, TelemetryAnswer } from "./conducted-episode.ts";
import { type OpenConductor, openConductor } from "./open-conductor.ts";

/** An episode that notes what is asked of it, and answers as it is told. */
const createEpisode = () => {
  const asked: string[] = [];
  const answers = new Map<string, TelemetryAnswer>();
  let isOver = false;
  let grade: () => Promise<void> = async () => undefined;
  const episode: ConductedEpisode = {
    app: { app_name: "Shop", namespace: "shop", namespaces: ["shop"], descriptions: "It sells." },
    isOver: () => isOver,
    kubectl: async (command) => {
      asked.push(command);
      if (command.endsWith("the-last-step")) isOver = true;
      if (command.endsWith("fail")) throw new Error("the cluster is lost");
      return `ran ${command}`;
    },
    undo: async () => "Took back: kubectl scale",
    undoable: async () => "1. kubectl scale",
    ask: async ({ api, path, params }) => {
      asked.push(`${api} ${path} ${Object.keys(params).join()}`);
      return answers.get(path) ?? { status: 200, body: { status: "success", data: [] } };
    },
    diagnose: async (text) => {
      asked.push(`diagnosis ${text}`);
      await grade();
    },
    mitigate: async () => {
      asked.push("mitigation");
      isOver = true;
    },
  };
  const gradeWith = (given: typeof grade): void => {
    grade = given;
  };
  return { episode, asked, answers, gradeWith };
};

let made: ReturnType<typeof createEpisode>;
let doors: OpenConductor;
const clients: Client[] = [];
beforeEach(async () => {
  made = createEpisode();
  doors = await openConductor({ episode: made.episode, host: "127.0.0.1", apiPort: 0, mcpPort: 0, version: "1" });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await doors.close();
});

const connect = async (port: number, mount: string): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" });
  // biome-ignore lint/suspicious/noExplicitAny: the transport's own type is stricter about missing members than its interface
  await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${port}${mount}/sse`)) as any);
  clients.push(client);
  return client;
};
const callWith =
  (client: Client) =>
  async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as readonly { readonly text: string }[])[0]?.text ?? "";
  };
const onMount = async (mount: string) => callWith(await connect(doors.mcpPort, mount));

const api = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${doors.apiPort}${path}`, init);
const submit = async (solution: unknown) => {
  const body = JSON.stringify({ solution });
  const answer = await api("/submit", { method: "POST", headers: { "content-type": "application/json" }, body });
  return [answer.status, await answer.json()] as const;
};
const stage = async (): Promise<string> => ((await (await api("/status")).json()) as { readonly stage: string }).stage;

test("a problem is diagnosed, then mitigated, and then there is nothing more to submit", async () => {
  expect(await (await api("/get_app")).json()).toEqual(made.episode.app);
  expect(await stage()).toBe("diagnosis");
  expect(await submit("the selector is wrong")).toMatchObject([200, { status: "200" }]);
  await doors.graded();
  expect(await stage()).toBe("mitigation");
  expect(await submit("")).toMatchObject([200, { status: "200" }]);
  await doors.done;
  expect(await stage()).toBe("done");
  expect(await submit("")).toMatchObject([200, { status: "done" }]);
  expect(made.asked).toEqual(["diagnosis the selector is wrong", "mitigation"]);
});

test("what is submitted while another submission is graded is asked for again", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  made.gradeWith(() => promise);
  await submit("first");
  expect(await stage()).toBe("diagnosis");
  expect(await submit("second")).toMatchObject([503, { detail: expect.stringContaining("still being graded") }]);
  resolve();
  await doors.graded();
  expect(await submit("")).toMatchObject([200, { status: "200" }]);
  await doors.done;
  expect(made.asked).toEqual(["diagnosis first", "mitigation"]);
});

test("a submission that cannot be graded is nobody's answer, and none is taken any more", async () => {
  made.gradeWith(() => Promise.reject(new Error("the slot is gone")));
  await submit("first");
  await expect(doors.done).rejects.toThrow("the slot is gone");
  await expect(doors.graded()).rejects.toThrow("the slot is gone");
  expect(await submit("second")).toEqual([400, { detail: "nothing can be submitted at stage tearing_down" }]);
});

test.each([
  ["no text", () => submit(7), 422],
  ["no JSON", () => api("/submit", { method: "POST", body: "{" }).then((answer) => [answer.status] as const), 422],
  ["too much", () => submit("x".repeat(1024 * 1024)), 413],
])("a submission of %s says what it should be", async (_, send, status) => {
  expect((await send())[0]).toBe(status);
  expect(made.asked).toEqual([]);
});

test.each(["/", "/results", "/submit_mcp", "/submit_mcp/messages/?sessionId=nobody"])("there is nothing at %s", async (path) => {
  expect((await api(path, { method: path.includes("messages") ? "POST" : "GET" })).status).toBe(404);
});

test("commands are run, refused ones are not, and each is answered with text", async () => {
  const call = await onMount("/kubectl");
  expect(await call("exec_kubectl_cmd_safely", { cmd: " kubectl get pods " })).toBe("ran kubectl get pods");
  expect(await call("exec_kubectl_cmd_safely", { cmd: "kubectl get pods | wc" })).toMatch(/^Command Rejected: pipes/);
  expect(await call("exec_kubectl_cmd_safely", {})).toMatch(/^Error: .* wrong argument cmd/);
  expect(await call("rollback_command")).toBe("Took back: kubectl scale");
  expect(await call("get_previous_rollbackable_cmd")).toBe("1. kubectl scale");
  expect(await call("reboot")).toMatch(/^There is no tool reboot; there are exec_kubectl_cmd_safely, /);
  expect(made.asked).toEqual(["kubectl get pods"]);
});

test("an episode that ends by a limit ends the problem", async () => {
  const call = await onMount("/kubectl");
  await call("exec_kubectl_cmd_safely", { cmd: "kubectl get the-last-step" });
  await doors.done;
  expect(await stage()).toBe("done");
});

test("telemetry comes as text, and so does what is wrong with a query", async () => {
  const [prometheus, loki, jaeger] = await Promise.all(["/prometheus", "/loki", "/jaeger"].map(onMount));
  made.answers.set("/api/v1/query", { status: 400, body: { status: "error", error: "parse error" } });
  expect(await prometheus!("get_metrics", { query: "up(" })).toBe("Error: prometheus answered 400: parse error");
  made.answers.set("/api/v1/query", { status: 200, body: { data: { resultType: "vector", result: [] } } });
  expect(await prometheus!("get_metrics", { query: "up" })).toBe('{"resultType":"vector","result":[]}');
  expect(await prometheus!("get_alerts")).toBe("No firing alerts");
  const alerts = [{ state: "firing", labels: { alertname: "A" } }, { state: "pending" }];
  made.answers.set("/api/v1/alerts", { status: 200, body: { data: { alerts } } });
  expect(await prometheus!("get_alerts")).toBe(JSON.stringify(alerts.slice(0, 1)));
  expect(await loki!("get_logs", { query: "{}" })).toBe("No log line matches the query.");
  const result = [{ stream: { app: "geo", pod: "geo-1" }, values: [["1700000000000000000", "it broke"]] }];
  made.answers.set("/loki/api/v1/query_range", { status: 200, body: { data: { resultType: "streams", result } } });
  expect(await loki!("get_logs", { query: "{}" })).toBe("[2023-11-14T22:13:20.000Z] [app=geo, pod=geo-1] it broke");
  made.answers.set("/loki/api/v1/labels", { status: 200, body: { data: ["app"] } });
  expect(await loki!("get_labels")).toBe("Labels of logs:\n  - app");
  expect(await loki!("get_label_values", { label: "a b" })).toBe("Values of a b: none");
  expect(await jaeger!("get_services")).toBe("[]");
  made.answers.set("/api/operations", { status: 503, body: "Service Unavailable\n" });
  expect(await jaeger!("get_operations", { service: "geo" })).toBe("Error: jaeger answered 503: Service Unavailable");
  expect(await jaeger!("get_traces", { service: "geo", last_n_minutes: 0 })).toMatch(/^Error: .* wrong argument last_n_minutes/);
  expect(await jaeger!("get_traces", { service: "geo", last_n_minutes: 5 })).toBe("[]");
  expect(await jaeger!("get_dependency_graph")).toBe("[]");
  expect(made.asked).toContain("loki /loki/api/v1/query_range query,start,end,limit");
  expect(made.asked.slice(-2)).toEqual(["jaeger /api/traces service,start,end,limit", "jaeger /api/dependencies endTs,lookback"]);
});

test("a tool that fails is answered with text, too", async () => {
  const call = await onMount("/kubectl");
  expect(await call("exec_kubectl_cmd_safely", { cmd: "kubectl fail" })).toBe("Error: the cluster is lost");
});

test("both mounts for submissions take them", async () => {
  const first = callWith(await connect(doors.apiPort, "/submit_mcp"));
  expect(JSON.parse(await first("submit", { ans: "the probe" }))).toMatchObject({ status: "200" });
  await doors.graded();
  const second = await onMount("/submit");
  expect(JSON.parse(await second("submit", { ans: "" }))).toMatchObject({ status: "200" });
  await doors.done;
  expect(JSON.parse(await first("submit", { ans: "" }))).toMatchObject({ status: "done" });
});

test("a client of the newer kit plays at the same doors", async () => {
  const client = new NewClient({ name: "test", version: "2" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(new NewTransport(new URL(`http://127.0.0.1:${doors.mcpPort}/kubectl/sse`)));
  const { content } = await client.callTool({ name: "exec_kubectl_cmd_safely", arguments: { cmd: "kubectl get pods" } });
  await client.close();
  expect(content).toEqual([{ type: "text", text: expect.stringContaining("get pods") }]);
});

test("two clients of a mount have a stream each", async () => {
  const [one, other] = await Promise.all([onMount("/kubectl"), onMount("/kubectl")]);
  const answers = await Promise.all([
    one!("exec_kubectl_cmd_safely", { cmd: "kubectl a" }),
    other!("exec_kubectl_cmd_safely", { cmd: "kubectl b" }),
  ]);
  expect(answers).toEqual(["ran kubectl a", "ran kubectl b"]);
});

test("a port that is taken is refused, and nothing stays open", async () => {
  const { apiPort } = doors;
  await expect(openConductor({ episode: made.episode, host: "127.0.0.1", apiPort: 0, mcpPort: apiPort, version: "1" })).rejects.toThrow(
    /EADDRINUSE/,
  );
});
