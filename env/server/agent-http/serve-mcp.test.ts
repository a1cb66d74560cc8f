import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import { connectTestClient, startTestServer, type TestServer } from "../testing/test-server.ts";

let open: TestServer;
const clients: Pick<Client, "close">[] = [];
beforeEach(async () => {
  open = await startTestServer();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await open.close();
});

interface Access {
  readonly mcpUrl: string;
  readonly token: string;
}

const start = async (episodeId = "e-scale-to-zero"): Promise<Access> => {
  const { agentAccess } = await open.client.call("Reset", {
    episodeId,
    task: { taskUri: "kubedrill://toy/one" },
    seed: "7",
    agentAccess: { mcp: true },
  });
  return agentAccess;
};
const connect = async ({ mcpUrl, token }: Access): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  // biome-ignore lint/suspicious/noExplicitAny: the transport's own type is stricter about missing members than its interface
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }) as any);
  clients.push(client);
  return client;
};
const connectNew = async ({ mcpUrl, token }: Access, mode: VersionNegotiationMode): Promise<NewClient> => {
  const client = new NewClient({ name: "test", version: "2" }, { versionNegotiation: { mode } });
  await client.connect(new NewTransport(new URL(mcpUrl), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
  clients.push(client);
  return client;
};
/** Clients of both kits, and those of the newer one by each way in which it chooses a revision. */
const KITS: readonly (readonly [string, (access: Access) => Promise<Client | NewClient>])[] = [
  ["kit 1", (access) => connect(access)],
  ["kit 2 with a handshake", (access) => connectNew(access, "legacy")],
  ["kit 2 that asks first", (access) => connectNew(access, "auto")],
  ["kit 2 of the revision without handshakes", (access) => connectNew(access, { pin: WITHOUT_HANDSHAKE })],
];
const WITHOUT_HANDSHAKE = "2026-07-28";
const textOf = (result: object): string => (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? "";
const journalled = (): readonly string[] => open.host.calls.filter((call) => call.startsWith("step"));

test.each(KITS)("a client of %s is told what to do, sees the tools of the episode, and makes a step by each call", async (_, connectBy) => {
  const client = await connectBy(await start());
  expect(client.getServerVersion()).toEqual({ name: "kubedrill", version: "0.0.0-test" });
  expect(client.getInstructions()).toMatch(/^Use the tools\.\n\ntext: 0 things were done/);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["task"]);
  const { messages } = await client.getPrompt({ name: "task" });
  expect(messages).toEqual([{ role: "user", content: { type: "text", text: client.getInstructions() } }]);
  const { tools } = await client.listTools();
  expect(tools).toEqual([
    {
      name: "kubectl",
      description: "Runs kubectl.",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: false, openWorldHint: false },
    },
  ]);
  const result = await client.callTool({ name: "kubectl", arguments: { command: "get pods" } });
  expect(result.isError).toBe(false);
  expect(textOf(result)).toMatch(/^text: 1 things were done/);
  const { report } = await open.client.call("Reward", { episodeId: "e-scale-to-zero" });
  expect(report.reward).toBe(0.125);
});

test("a client that asks first is answered in the newest revision, and one with a handshake in its own", async () => {
  const access = await start();
  expect((await connectNew(access, "auto")).getNegotiatedProtocolVersion()).toBe(WITHOUT_HANDSHAKE);
  expect((await connectNew(access, "legacy")).getNegotiatedProtocolVersion()).toBe("2025-11-25");
});

test("clients of both revisions share an episode, and there is nothing to subscribe to", async () => {
  const access = await start();
  const [one, two] = [await connect(access), await connectNew(access, "auto")];
  expect(textOf(await one.callTool({ name: "kubectl" }))).toMatch(/^text: 1 /);
  expect(textOf(await two.callTool({ name: "kubectl" }))).toMatch(/^text: 2 /);
  await expect(two.listen({ toolsListChanged: true })).rejects.toThrow(/limit/);
});

test("two parallel calls are two steps, and so is a step of the trainer between them", async () => {
  const client = await connect(await start());
  const release = open.host.hold();
  const calls = [client.callTool({ name: "kubectl" }), client.callTool({ name: "kubectl", arguments: { n: 2 } })];
  release();
  expect((await Promise.all(calls)).map((result) => textOf(result).slice(0, 7)).sort()).toEqual(["text: 1", "text: 2"]);
  const action = { toolCall: { name: "kubectl", argumentsJson: "{}" } };
  await open.client.call("Step", { episodeId: "e-scale-to-zero", stepIndex: 2, actions: [action] });
  expect(textOf(await client.callTool({ name: "kubectl" }))).toMatch(/^text: 4 /);
  expect(journalled()).toHaveLength(4);
});

test("a wrong token, another episode's token and an unknown episode look the same", async () => {
  const [one, other] = [await start("a"), await start("b")];
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, { method: "POST", headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
  const answers = await Promise.all([
    post(one.mcpUrl, {}),
    post(one.mcpUrl, { authorization: "Bearer nonsense" }),
    post(one.mcpUrl, { authorization: `Bearer ${other.token}` }),
    post(one.mcpUrl.replace(/episodes\/[^/]+/, "episodes/unknown"), { authorization: `Bearer ${one.token}` }),
  ]);
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual(
    Array.from({ length: 4 }, () => [401, "Unauthorized\n"]),
  );
  expect(answers[0]?.headers.get("www-authenticate")).toBe("Bearer");
  await expect(connect({ ...one, token: other.token })).rejects.toThrow(/Unauthorized/);
});

test("the token of an agent opens no call of the trainer's", async () => {
  await open.close();
  open = await startTestServer({ settings: { requireToken: true } });
  const trainer = connectTestClient(open.server.address, { token: open.server.operatorToken });
  const reply = await trainer.call("Reset", { episodeId: "e", task: { taskUri: "kubedrill://toy/one" }, agentAccess: { mcp: true } });
  const agent = connectTestClient(open.server.address, { token: reply.agentAccess.token });
  for (const rpc of ["Reward", "Observe", "Close", "GetAgentAccess"])
    expect(await agent.fail(rpc, { episodeId: "e" })).toMatchObject({ reason: "TOKEN_MISSING" });
  expect(await agent.fail("Reset", { episodeId: "f" })).toMatchObject({ reason: "TOKEN_MISSING" });
  trainer.close();
  agent.close();
});

test.each(KITS)("a call that fails is an error of the tool for %s, and names neither the episode nor its ending", async (_, connectBy) => {
  const client = await connectBy(await start());
  const submitted = await client.callTool({ name: "submit" });
  expect(textOf(submitted)).toMatch(/\n\nThe episode has ended\.$/);
  const late = await client.callTool({ name: "kubectl" });
  expect(late).toMatchObject({ isError: true, content: [{ type: "text", text: "The episode has ended." }] });
  expect(journalled()).toHaveLength(1);
  expect((await open.client.call("Reward", { episodeId: "e-scale-to-zero" })).report.reward).toBe(1);
  expect(await open.client.fail("GetAgentAccess", { episodeId: "e-scale-to-zero" })).toMatchObject({ reason: "EPISODE_ENDED" });
  await open.client.call("Close", { episodeId: "e-scale-to-zero" });
  expect(textOf(await client.callTool({ name: "kubectl" }))).toBe("The episode has ended.");
});

test.each(KITS)("the loss of a world is no answer of a tool for %s", async (_, connectBy) => {
  const client = await connectBy(await start());
  open.host.onStep = () => {
    throw new DrillError("SLOT_LOST", "the slot of e-scale-to-zero is gone");
  };
  const lost = await client.callTool({ name: "kubectl" }).catch((cause: Error) => cause.message);
  expect(lost).toMatch(/the call failed: SLOT_LOST$/);
});

test.each([
  ["a stream of the server's own", { method: "GET" }, 405],
  ["what is no JSON", { method: "POST", body: "{" }, 400],
  ["what is too large", { method: "POST", body: "x".repeat(1024 * 1024 + 1) }, 413],
])("%s is refused", async (_, init, status) => {
  const { mcpUrl, token } = await start();
  const answer = await fetch(mcpUrl, { ...init, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(status);
  expect((await fetch(mcpUrl.replace(/mcp$/, "rewards"), { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
});
