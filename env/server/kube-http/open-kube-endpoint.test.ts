import { once } from "node:events";
import { request } from "node:https";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { KubeCommand, KubeMessage } from "../../host/kube-protocol.ts";
import { type AdmittedWorld, type KubeEndpoint, type KubeEndpointOptions, openKubeEndpoint } from "./open-kube-endpoint.ts";

const endpoints: KubeEndpoint[] = [];
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()));
});

const PACE = { idleSpeed: 1, waitingSpeed: 1, idleMaxMs: 10_000, requestCostMs: 0 };

/**
 * Opens an endpoint for a world that echoes requests; a path that ends with `watch` stays open, and one with `large` is
 * as long as its query says.
 */
const open = async (limits: KubeEndpointOptions["limits"] = {}, world: Partial<AdmittedWorld> = {}) => {
  const endpoint = await openKubeEndpoint({ host: "127.0.0.1", port: 0, limits });
  endpoints.push(endpoint);
  const commands: KubeCommand[] = [];
  const run = async (command: KubeCommand) => {
    commands.push(command);
    const messages = command.frames.flatMap((frame): KubeMessage[] => {
      if (frame.kind !== "request") return [];
      const { stream, request: asked } = frame;
      if (asked.path.endsWith("large")) {
        const headers = { "content-type": "application/json" };
        return [{ kind: "response", stream, status: 200, headers, body: { text: JSON.stringify("x".repeat(Number(asked.query))) } }];
      }
      const opened: KubeMessage = { kind: "open", stream, headers: { "content-type": "application/json" } };
      if (asked.path.endsWith("short-watch")) return [opened, { kind: "data", stream, data: "{1}\n{2}\n" }, { kind: "over", stream }];
      if (asked.path.endsWith("watch")) return [opened];
      return [{ kind: "response", stream, status: 200, headers: { "content-type": "text/plain" }, body: { text: JSON.stringify(asked) } }];
    });
    return { virtualMs: command.untilMs, shiftMs: command.shiftMs, messages };
  };
  const admission = endpoint.admit({ episodeId: "e", link: { run }, user: "oncall", virtualNowMs: 0, pace: PACE, ...world });
  return { endpoint, admission, commands };
};

interface Call {
  readonly path?: string;
  readonly token?: string | undefined;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const call = (server: string, { path = "/version", token, body, headers = {} }: Call) =>
  new Promise<{ readonly status: number; readonly body: string; readonly hangUp: () => void }>((resolve, reject) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const options = {
      rejectUnauthorized: false,
      agent: false,
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...authorization },
    };
    const sent = request(`${server}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      const done = () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), hangUp: () => sent.destroy() });
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", done);
      response.on("error", () => undefined);
      if (path.endsWith("watch") && response.statusCode === 200) done();
    });
    sent.on("error", reject);
    sent.end(body);
  });

test("a request goes to its world without prefix and credentials", async () => {
  const { admission } = await open();
  const { status, body } = await call(admission.server, { path: "/api/v1/pods?limit=1&x=%2F", token: admission.token });
  expect(status).toBe(200);
  const asked = JSON.parse(body);
  expect(asked).toMatchObject({ method: "GET", path: "/api/v1/pods", query: "limit=1&x=%2F", isKnown: true });
  expect(asked.headers).not.toHaveProperty("authorization");
});

test("a watch over a WebSocket sends each event as a message, to who says where it comes from", async () => {
  const { admission } = await open();
  const watch = (origin: string | undefined, protocols: readonly string[] = []) =>
    new Promise<readonly string[]>((resolve) => {
      const socket = new WebSocket(`${admission.server.replace("https", "wss")}/short-watch`, [...protocols], {
        rejectUnauthorized: false,
        headers: { authorization: `Bearer ${admission.token}` },
        ...(origin !== undefined && { origin }),
      });
      const said: string[] = [];
      socket.on("message", (data, isBinary) => said.push(`${isBinary ? "binary" : "text"} ${data}`));
      socket.on("unexpected-response", (_request, { statusCode }) => resolve([`${statusCode}`]));
      socket.on("close", (code) => resolve([...said, `${code} ${socket.protocol}`]));
    });
  expect(await watch("http://dashboard")).toEqual(["text {1}\n", "text {2}\n", "1000 "]);
  expect(await watch("http://dashboard", ["base64.binary.k8s.io"])).toContain("1000 base64.binary.k8s.io");
  expect(await watch("http://dashboard", ["a", "b"])).toEqual(["400"]);
  expect(await watch(undefined)).toEqual(["403"]);
});

test("a large answer is compressed for who can read it so, and a small one for nobody", async () => {
  const { admission } = await open();
  const size = async (length: number, encoding: string) => {
    const headers = { "accept-encoding": encoding };
    return (await call(admission.server, { path: `/large?${length}`, token: admission.token, headers })).body.length;
  };
  expect(await size(128 * 1024, "br, gzip")).toBeLessThan(10_000);
  expect(await size(128 * 1024, "br")).toBe(128 * 1024 + 2);
  expect(await size(128 * 1024 - 2, "gzip")).toBe(128 * 1024);
});

test("who shows nothing is nobody, and who shows something wrong is refused", async () => {
  const { endpoint, admission } = await open();
  expect(JSON.parse((await call(admission.server, {})).body)).toMatchObject({ isKnown: false });
  for (const [server, token] of [
    [admission.server, "wrong"],
    [`${endpoint.url}/k/nowhere`, admission.token],
    [endpoint.url, admission.token],
  ] as const)
    expect(JSON.parse((await call(server, { token })).body)).toMatchObject({ kind: "Status", reason: "Unauthorized", code: 401 });
});

test("a body beyond three megabytes is refused as the API server does, announced or not", async () => {
  const { admission, commands } = await open();
  const body = Buffer.alloc(3 * 1024 * 1024 + 1, 120);
  for (const headers of [{ "content-length": `${body.length}` }, { "transfer-encoding": "chunked" }]) {
    const refused = await call(admission.server, { token: admission.token, body, headers });
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body)).toMatchObject({
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: limit is 3145728",
    });
  }
  expect(commands).toEqual([]);
  expect((await call(admission.server, { token: admission.token, body: body.subarray(1) })).status).toBe(200);
});

test("a world has only so many streams open, and a client that leaves frees its own", async () => {
  const { admission, commands } = await open({ streamsMax: 2 });
  const watch = () => call(admission.server, { path: "/watch", token: admission.token });
  const [first] = [await watch(), await watch()];
  const refused = await watch();
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.body)).toMatchObject({ reason: "TooManyRequests", message: "Too many requests, please try again later." });
  first.hangUp();
  await expect.poll(async () => (await watch()).status).toBe(200);
  expect(commands.flatMap(({ frames }) => frames.filter(({ kind }) => kind === "close"))).toHaveLength(1);
});

test("headers beyond the bound are refused before anything is read", async () => {
  const { admission, commands } = await open({ headerBytesMax: 4_096 });
  const { status } = await call(admission.server, { token: admission.token, headers: { "x-long": "y".repeat(8_192) } });
  expect(status).toBe(431);
  expect(commands).toEqual([]);
});

test("a world that is closed lets nobody in, and its streams end", async () => {
  const { admission } = await open();
  await call(admission.server, { path: "/watch", token: admission.token });
  admission.close();
  expect((await call(admission.server, { token: admission.token })).status).toBe(401);
});

test("a world that fails is unavailable, and the endpoint goes on", async () => {
  let isBroken = true;
  const link = {
    run: async ({ untilMs, shiftMs, frames }: KubeCommand) => {
      if (isBroken) throw new Error("broken");
      const messages = frames.map(({ stream }) => ({ kind: "response", stream, status: 200, headers: {}, body: { text: "ok" } }) as const);
      return { virtualMs: untilMs, shiftMs, messages };
    },
  };
  const { admission } = await open({}, { link });
  expect((await call(admission.server, { token: admission.token })).status).toBe(503);
  isBroken = false;
  expect((await call(admission.server, { token: admission.token })).status).toBe(200);
});

test("a client that connects and says nothing does not keep the endpoint from closing", async () => {
  const { endpoint } = await open();
  const socket = connect(Number(new URL(endpoint.url).port), "127.0.0.1");
  await once(socket, "connect");
  const ended = once(socket, "close");
  // The server has it once it answers another one.
  const later = connect(Number(new URL(endpoint.url).port), "127.0.0.1").on("error", () => undefined);
  later.write("no handshake");
  await once(later, "close");
  socket.on("error", () => undefined);
  await endpoint.close();
  await ended;
});
