import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { credentials, status } from "@grpc/grpc-js";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createCertificates } from "../kube-http/certificates.ts";
import { connectTestClient, startTestServer, type TestClient, type TestServer } from "../testing/test-server.ts";
import { createAccess } from "./create-access.ts";
import { createTaskSeal } from "./seal-tasks.ts";
import { isShared } from "./secret-mode.ts";
import { keepTaskKey } from "./task-key.ts";

const folder = mkdtempSync(join(tmpdir(), "trust-"));
const inFolder = (name: string, text?: string): string => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text, { mode: 0o600 });
  return path;
};
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const start = async (settings: Readonly<Record<string, unknown>>): Promise<TestServer> => {
  const server = await startTestServer({ settings: { scopes: "play", ...settings } });
  open.push(server);
  return server;
};
const connect = (address: string, access: Parameters<typeof connectTestClient>[1]): TestClient => {
  const client = connectTestClient(address, access);
  open.push(client);
  return client;
};
const reset = (episodeId: string, name: string) => ({ episodeId, task: { taskUri: `kubedrill://toy/${name}` }, seed: "7" });
const submit = (episodeId: string) => ({ episodeId, stepIndex: 0, actions: [{ toolCall: { name: "submit", argumentsJson: "{}" } }] });

test("the operator's token is in a file of its owner alone, without a journal another at every start, and goes with the server", async () => {
  const tokenFile = inFolder("token");
  symlinkSync(inFolder("elsewhere", "mine"), tokenFile);
  const { server } = await start({ tokenFile });
  expect(server.tokenFile).toBe(tokenFile);
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(inFolder("elsewhere"), "utf8")).toBe("mine");
  const first = readFileSync(tokenFile, "utf8");
  await server.close();
  expect(() => statSync(tokenFile)).toThrow("ENOENT");
  await start({ tokenFile });
  expect(readFileSync(tokenFile, "utf8")).not.toBe(first);
});

test("the operator's token lives as long as the journal, in a file of its owner alone, and is drawn anew once others could read it", async () => {
  const stateDirectory = inFolder("journal");
  const kept = join(stateDirectory, "operator-token");
  const tokenOf = async (): Promise<string> => {
    const { server, close } = await startTestServer({ settings: { stateDirectory } });
    await close();
    return server.operatorToken;
  };
  const first = await tokenOf();
  expect(readFileSync(kept, "utf8").trim()).toBe(first);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(await tokenOf()).toBe(first);
  chmodSync(kept, 0o644);
  const second = await tokenOf();
  expect(second).not.toBe(first);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(await tokenOf()).toBe(second);
});

test("without a token no call tells the truth of a running episode, or anything of tasks of eval and holdout", async () => {
  const { server, client: agent } = await start({ tokenFile: inFolder("token") });
  const operator = connect(server.address, { token: readFileSync(inFolder("token"), "utf8").trim() });
  await operator.call("Reset", reset("train", "one"));
  for (const [id, name] of [
    ["eval", "three"],
    ["holdout", "four"],
  ] as const)
    await operator.call("Reset", reset(id, name));
  const refused = { code: status.PERMISSION_DENIED, reason: "SCOPE_MISSING" };
  for (const split of ["eval", "holdout", "all"]) {
    const filter = { splits: [split] };
    expect(await agent.fail("ListTasks", { filter })).toMatchObject(refused);
    expect(await agent.fail("SampleTasks", { filter, n: 1 })).toMatchObject(refused);
    expect(await agent.fail("Reset", { episodeId: "new", task: { draw: { filter } } })).toMatchObject(refused);
  }
  for (const [id, name] of [
    ["eval", "three"],
    ["holdout", "four"],
  ] as const) {
    expect(await agent.fail("Reset", reset("new", name))).toMatchObject(refused);
    expect(await agent.fail("Reset", reset(id, name))).toMatchObject(refused);
    const { items } = await agent.call("ResetBatch", { items: [reset("new", name)] });
    expect(items[0].status.code).toBe(status.PERMISSION_DENIED);
    for (const [rpc, message] of Object.entries({
      Step: submit(id),
      Observe: { episodeId: id },
      Reward: { episodeId: id },
      Fork: { episodeId: id, childEpisodeIds: ["copy"] },
      Validate: { episodeId: id },
      Close: { episodeId: id },
    }))
      expect(await agent.fail(rpc, message), rpc).toMatchObject(refused);
  }
  expect(await agent.fail("Reward", { episodeId: "train", explain: true })).toMatchObject(refused);
  const replies = [await agent.call("Step", submit("train")), await agent.call("Reward", { episodeId: "train" })];
  expect(JSON.stringify(replies)).not.toContain("the answer is");
  expect((await operator.call("Reward", { episodeId: "train", explain: true })).explanationJson).toContain("truth");
});

test("without a token no reply says which task is played, and draws are played by sealed names", async () => {
  const { server, client: agent } = await start({ tokenFile: inFolder("token") });
  const operator = connect(server.address, { token: readFileSync(inFolder("token"), "utf8").trim() });
  const [known] = (await operator.call("ListTasks", {})).tasks;
  const answers = [known.publicId, known.digest, known.spoilers.uri, known.spoilers.title, ...known.spoilers.tags].map((answer) =>
    JSON.stringify(answer),
  );
  expect(answers.every((answer) => answer.length > 4)).toBe(true);
  const draw = (client: TestClient) => client.call("SampleTasks", { n: 1, sampler: { seed: "1" } });
  const [[sealed], [open]] = [(await draw(agent)).draws, (await draw(operator)).draws];
  expect(open.taskUri).toBe(known.spoilers.uri);
  expect(sealed.groupId).not.toBe(open.groupId);
  expect(sealed.probability).toBeUndefined();
  expect((await draw(agent)).draws[0]).toEqual(sealed);
  const asked = { task: { taskUri: sealed.taskUri }, seed: sealed.seed };
  const replies = [
    sealed,
    await agent.call("Reset", { episodeId: "drawn", ...asked }),
    await agent.call("ResetBatch", { items: [{ episodeId: "batch", ...asked }] }),
    await agent.call("Step", submit("drawn")),
  ];
  for (const reply of replies) for (const answer of answers) expect(JSON.stringify(reply)).not.toContain(answer);
  // The operator sees that it is the task that was drawn, by the same call.
  expect((await operator.call("Reset", { episodeId: "drawn", ...asked })).task.spoilers.uri).toBe(open.taskUri);
});

test("a sealed name takes no parameters of a fault, whose refusal would name it, and is of one server", async () => {
  const { client } = await start({ tokenFile: "" });
  const { draws } = await client.call("SampleTasks", { n: 1 });
  const [{ taskUri }] = draws;
  const failure = async (message: object) => (await client.fail("Reset", { episodeId: "e", ...message })).message;
  expect(await failure({ task: { taskUri: `${taskUri}?port=9` } })).toContain("takes noise, decoys, twins, variant alone");
  expect(await failure({ task: { taskUri }, optionsJson: '{"port":9}' })).toContain("needs scope train");
  expect(await failure({ task: { taskUri: `${taskUri.slice(0, -2)}AA` } })).toContain("not one of this server's");
  expect(await failure({ task: { taskUri: "kubedrill://sealed/" } })).toContain("not one of this server's");
});

test("names are sealed alike by the servers of one journal", () => {
  const path = inFolder("task-key");
  rmSync(path, { force: true });
  const [first, second] = [createTaskSeal(keepTaskKey(path)), createTaskSeal(keepTaskKey(path))];
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const sealed = first.seal("kubedrill://toy/one?target=service/a", "g1");
  expect(second.seal("kubedrill://toy/one?target=service/a", "g1")).toBe(sealed);
  expect(second.sealId("g-0123")).toBe(first.sealId("g-0123"));
  expect(createTaskSeal(keepTaskKey(undefined)).sealId("g-0123")).not.toBe(first.sealId("g-0123"));
  expect(second.open(`${sealed}?variant=standard`, [])).toBe("kubedrill://toy/one?target=service/a&variant=standard");
});

test("servers with one key say so by its id, and take each other's draws, groups and names; a server of another key does not", async () => {
  const text = "0123456789abcdef".repeat(4);
  const taskKeyFile = inFolder("shared-key", `${text}\n`);
  const shared = [await start({ tokenFile: "", taskKeyFile }), await start({ tokenFile: "", taskKeyFile })];
  const other = await start({ tokenFile: "" });
  const infos = await Promise.all([...shared, other].map(({ client }) => client.call("GetServerInfo", {})));
  expect(infos[0].taskKeyId).toBe(infos[1].taskKeyId);
  expect(infos[0].taskKeyId).not.toBe(infos[2].taskKeyId);
  expect(text).not.toContain(infos[0].taskKeyId);
  expect(new Set(infos.map(({ serverId }) => serverId)).size).toBe(3);
  const asked = { n: 3, repeats: 2, sampler: { seed: "7" } };
  const [first, second, third] = await Promise.all([...shared, other].map(({ client }) => client.call("SampleTasks", asked)));
  expect(second).toEqual(first);
  expect(third.draws).not.toEqual(first.draws);
  const { taskUri, seed, groupId } = first.draws[0];
  const play = { episodeId: "e", task: { taskUri }, seed, groupId };
  const [here, there] = await Promise.all(shared.map(({ client }) => client.call("Reset", play)));
  expect(there.stateDigest).toBe(here.stateDigest);
  expect(await other.client.fail("Reset", play)).toMatchObject({ reason: "TASK_UNKNOWN" });
});

test("the id of a server lives as long as its journal", async () => {
  const idOf = async (stateDirectory: string): Promise<string> => {
    const { client, close } = await startTestServer({ settings: { stateDirectory } });
    const { serverId } = await client.call("GetServerInfo", {});
    await close();
    return serverId;
  };
  const first = await idOf(inFolder("named"));
  expect(await idOf(inFolder("named"))).toBe(first);
  expect(await idOf("")).not.toBe(first);
});

test("a secret of another user that the group may read is not shared, as in a volume of a Kubernetes Secret; others may never read it", () => {
  const path = inFolder("secret", "s");
  const asUser = (uid: number): boolean[] => {
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(uid);
    const answers = [0o400, 0o440, 0o460, 0o444].map((mode) => {
      chmodSync(path, mode);
      return isShared(path);
    });
    getuid.mockRestore();
    return answers;
  };
  const owner = statSync(path).uid;
  expect(asUser(owner)).toEqual([false, true, true, true]);
  expect(asUser(owner + 1)).toEqual([false, false, true, true]);
});

test("without the scope of its split nobody renews, replaces or closes an episode", async () => {
  const { server, client: agent } = await start({ tokenFile: inFolder("token") });
  const operator = connect(server.address, { token: readFileSync(inFolder("token"), "utf8").trim() });
  const refused = { code: status.PERMISSION_DENIED, reason: "SCOPE_MISSING" };
  for (const [id, name] of [
    ["eval", "three"],
    ["holdout", "four"],
  ] as const) {
    await operator.call("Reset", reset(id, name));
    expect(await agent.fail("Heartbeat", { episodeIds: [id] })).toMatchObject(refused);
    expect(await agent.fail("Close", { episodeId: id })).toMatchObject(refused);
    expect(await agent.fail("Reset", { episodeId: "new", replacesEpisodeId: id })).toMatchObject(refused);
    const { items } = await agent.call("ResetBatch", { items: [{ episodeId: "new", replacesEpisodeId: id }] });
    expect(items[0].status.code).toBe(status.PERMISSION_DENIED);
    expect((await operator.call("Heartbeat", { episodeIds: [id] })).leases[0].state).toBe("EPISODE_STATE_RUNNING");
  }
  await operator.call("Reset", { ...reset("mine", "one"), closeToken: Buffer.from("0123456789abcdef") });
  expect(await agent.fail("Reset", { episodeId: "new", replacesEpisodeId: "mine" })).toMatchObject({ reason: "CLOSE_TOKEN_WRONG" });
});

test("where a token is required, whoever has none finds no answer to any call", async () => {
  const clientTokens = inFolder("clients", "alice alice-0123456789abcdef\nbob bob-0123456789abcdef eval\n");
  const { server, client: agent } = await start({ tokenFile: "", clientTokens, requireToken: true });
  const nobody = { code: status.UNAUTHENTICATED, reason: "TOKEN_MISSING" };
  for (const rpc of [
    "GetServerInfo",
    "ListTasks",
    "SampleTasks",
    "Reset",
    "Step",
    "Observe",
    "Reward",
    "Heartbeat",
    "Close",
    "Fork",
    "Validate",
  ])
    expect(await agent.fail(rpc, { episodeId: "e" }), rpc).toMatchObject(nobody);
  expect(await connect(server.address, { token: "guess-0123456789abcdef" }).fail("GetServerInfo", {})).toMatchObject(nobody);
  const scopesOf = async (token: string) => (await connect(server.address, { token }).call("GetServerInfo", {})).scopes;
  expect(await scopesOf("alice-0123456789abcdef")).toEqual(["play", "train"]);
  expect(await scopesOf("bob-0123456789abcdef")).toEqual(["play", "eval"]);
});

test("a file of tokens that others can read stops the server", async () => {
  const clientTokens = join(folder, "open");
  writeFileSync(clientTokens, "alice alice-0123456789abcdef\n", { mode: 0o644 });
  await expect(start({ clientTokens })).rejects.toThrow("chmod 600");
});

test("turns are by credential, and without one by machine, however many sockets there are", () => {
  const token = "alice-0123456789abcdef";
  const access = createAccess({ scopes: ["train"], tokens: [{ name: "alice", token, scopes: [] }], isTokenRequired: false });
  const clientOf = (peer: string, bearer?: string) => access.admit(bearer && `Bearer ${bearer}`, peer).client;
  expect(clientOf("10.0.0.1:5")).toBe(clientOf("10.0.0.1:6"));
  expect(clientOf("[::1]:5")).toBe(clientOf("[::1]:6"));
  expect(clientOf("10.0.0.1:5")).not.toBe(clientOf("10.0.0.2:5"));
  expect(clientOf("10.0.0.1:5", token)).toBe(clientOf("10.0.0.2:6", token));
});

test("TLS needs a token on other addresses, and with an authority for clients a certificate instead", async () => {
  const now = Date.now();
  const [own, client, stranger] = await Promise.all([
    createCertificates(["localhost", "127.0.0.1"], now),
    createCertificates(["trainer"], now, "clientAuth"),
    createCertificates(["stranger"], now, "clientAuth"),
  ]);
  const tls = { tlsCertificate: inFolder("server.pem", own.certificate), tlsKey: inFolder("server-key.pem", own.key) };
  const tokenFile = inFolder("token");
  const plain = await start({ ...tls, host: "0.0.0.0", tokenFile });
  const target = (server: TestServer) => `localhost:${server.server.address.split(":").at(-1)}`;
  const root = Buffer.from(own.authority);
  const secure = { tls: credentials.createSsl(root) };
  expect(await connect(target(plain), secure).fail("GetServerInfo", {})).toMatchObject({ reason: "TOKEN_MISSING" });
  const token = readFileSync(tokenFile, "utf8").trim();
  expect((await connect(target(plain), { ...secure, token }).call("GetServerInfo", {})).scopes).toContain("eval");
  expect((await connect(target(plain), { token }).fail("GetServerInfo", {}, { deadlineMs: 5_000 })).reason).toBeUndefined();

  const mutual = await start({ ...tls, host: "0.0.0.0", tokenFile: "", tlsClientCa: inFolder("ca.pem", client.authority) });
  const showing = ({ key, certificate }: typeof client) => ({
    tls: credentials.createSsl(root, Buffer.from(key), Buffer.from(certificate)),
  });
  expect((await connect(target(mutual), showing(client)).call("GetServerInfo", {})).scopes).toEqual(["play"]);
  for (const access of [secure, showing(stranger)])
    expect((await connect(target(mutual), access).fail("GetServerInfo", {}, { deadlineMs: 5_000 })).code).toBe(status.UNAVAILABLE);
});
