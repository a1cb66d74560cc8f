import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forwardRequests } from "../../kubernetes/forward-requests.ts";
import type { LiveRequest } from "../../live-api.ts";
import { createAgentApi } from "./agent-api.ts";
import { createAgentAudit } from "./agent-audit.ts";
import { isInScope } from "./agent-scope.ts";

/** An API server that answers with the requests it received; a path that ends with `open` is answered in part and never ended. */
const server = createServer(async (request, response) => {
  reached.push(request);
  const body = await text(request);
  response.writeHead(200, { "content-type": "application/json" });
  response.write(JSON.stringify({ url: request.url, headers: request.headersDistinct, body }));
  if (request.url?.endsWith("open") !== true) response.end();
});
const reached: IncomingMessage[] = [];
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());
beforeEach(() => void reached.splice(0));

const open = (address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`) => {
  const touched: string[][] = [];
  const audit = createAgentAudit(
    () => 7,
    async (pods) => touched.push([...pods]),
  );
  const context = {
    context: "agent",
    clusterName: "c",
    userName: "agent",
    namespace: "shop",
    cluster: { server: address },
    user: { token: "the-account" },
  };
  const upstream = forwardRequests(context);
  const api = createAgentApi({ namespace: "shop", user: "oncall", audit, upstream, touch: () => undefined, isInScope });
  const leaving = new AbortController();
  const ask = async (method: string, target: string, more: Partial<LiveRequest> = {}) => {
    const answer = await api.send({ method, target, headers: {}, body: Buffer.alloc(0), signal: leaving.signal, ...more });
    return answer.kind === "response" ? { status: answer.status, body: JSON.parse(await text(answer.body)) } : { status: 101, body: {} };
  };
  return { api, ask, audit, touched, leaving };
};

test("whoever a client says that he is, the cluster sees the agent's account", async () => {
  const { ask, api } = open();
  const claims = {
    authorization: ["Bearer another"],
    cookie: ["session=1"],
    "impersonate-user": ["admin"],
    "impersonate-extra-scopes": ["all"],
    "x-remote-user": ["admin"],
    "sec-websocket-protocol": ["base64url.bearer.authorization.k8s.io.YW5vdGhlcg, v5.channel.k8s.io"],
    "x-stream-protocol-version": ["v4.channel.k8s.io", "v3.channel.k8s.io"],
    connection: ["keep-alive"],
  };
  const { body } = await ask("GET", "/api/v1/namespaces/shop/pods?labelSelector=a%3Db&x=%2F", { headers: claims });
  expect(body.url).toBe("/api/v1/namespaces/shop/pods?labelSelector=a%3Db&x=%2F");
  expect(body.headers).toMatchObject({
    authorization: ["Bearer the-account"],
    "sec-websocket-protocol": ["v5.channel.k8s.io"],
    "x-stream-protocol-version": ["v4.channel.k8s.io", "v3.channel.k8s.io"],
  });
  for (const name of ["cookie", "impersonate-user", "impersonate-extra-scopes", "x-remote-user"])
    expect(body.headers).not.toHaveProperty(name);
  api.close();
});

test("what is not the agent's business does not even reach the cluster", async () => {
  const { ask, api } = open();
  const beyond = [
    ["GET", "/api/v1/namespaces/platform/pods"],
    ["GET", "/api/v1/watch/namespaces/platform/pods"],
    ["GET", "/api/v1/pods"],
    ["GET", "/api/v1/namespaces"],
    ["DELETE", "/api/v1/nodes/n1"],
    ["GET", "/api/v1/nodes/n1/proxy/pods"],
    ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews"],
    ["GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles"],
    ["GET", "/metrics"],
    ["GET", "/logs/"],
  ] as const;
  for (const [method, target] of beyond) {
    const { status, body } = await ask(method, target);
    expect([status, body.reason], target).toEqual([403, "Forbidden"]);
  }
  for (const target of [
    "/api/v1/namespaces/shop/../platform/pods",
    "/api/v1/namespaces/shop/%2e%2e/platform/pods",
    "/api/v1//pods",
    "/%zz",
  ])
    expect((await ask("GET", target)).status, target).toBe(400);
  expect(reached).toEqual([]);
  const within = [
    "/api/v1/namespaces/shop",
    "/api/v1/nodes",
    "/apis/storage.k8s.io/v1/storageclasses/fast",
    "/openapi/v3",
    "/version",
    "/api/",
  ];
  for (const target of within) expect((await ask("GET", target)).status, target).toBe(200);
  expect((await ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")).status).toBe(200);
  api.close();
});

test("writes are taken down, and pods are noted before anybody gets into them", async () => {
  const { ask, audit, touched, api } = open();
  const base = "/api/v1/namespaces/shop";
  await ask("GET", `${base}/pods`);
  await ask("POST", `${base}/configmaps?dryRun=All`, { body: Buffer.from(JSON.stringify({ metadata: { name: "new" } })) });
  await ask("DELETE", "/apis/apps/v1/namespaces/shop/deployments/web");
  await ask("GET", `${base}/pods/web-1/exec?command=ls`);
  await ask("POST", `${base}/pods/web-2/portforward`);
  await ask("POST", `${base}/pods/web-1/exec?command=ls`);
  expect(audit.records()).toMatchObject([
    { atMs: 7, verb: "create", object: "configmaps shop/new", dryRun: true, status: 200 },
    { verb: "delete", object: "deployments.apps shop/web", dryRun: false },
    { verb: "create", object: "pods/exec shop/web-1" },
    { verb: "create", object: "pods/exec shop/web-1" },
  ]);
  expect(touched).toEqual([["web-1"], ["web-1", "web-2"]]);
  api.close();
});

test("what is open ends when the agent's part is over, and so does what comes later", async () => {
  const { api, ask, leaving } = open();
  const answer = await api.send({ method: "GET", target: "/api/open", headers: {}, body: Buffer.alloc(0), signal: leaving.signal });
  if (answer.kind !== "response") throw new Error("no upgrade was asked for");
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  answer.body
    .resume()
    .on("error", () => undefined)
    .on("close", resolve);
  api.close();
  await ended;
  await expect(ask("GET", "/version")).rejects.toMatchObject({ code: "EPISODE_ENDED" });
});

test("a cluster that does not answer is a lost slot", async () => {
  const { ask, api } = open("http://127.0.0.1:1");
  await expect(ask("GET", "/version")).rejects.toMatchObject({ code: "SLOT_LOST" });
  api.close();
});
