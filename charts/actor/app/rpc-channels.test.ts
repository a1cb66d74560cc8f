import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createRpcChannels, isClient } from "./rpc-channels.ts";
import { callRpc, type RpcAnswer, serveRpc } from "./rpc-protocol.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const listen = async (connected: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    sockets.push(socket);
    connected(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: "127.0.0.1", port: (server.address() as AddressInfo).port };
};

const DONE: RpcAnswer = { kind: "done" };
const PATIENCE_MS = 1000;

/** A program that answers. */
const serving = () => listen((socket) => serveRpc("grpc", async () => DONE).connected?.(socket));
/** The same program of another namespace, at an address that was a neighbour's. */
const stranger = () => listen((socket) => serveRpc("grpc", async () => DONE, "elsewhere").connected?.(socket));
/** Opens a server like the address of a killed program: connections are neither answered nor refused. */
const hanging = () => listen((socket) => socket.on("error", () => socket.destroy()));
const foreign = () => listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));

test.each(["grpc", "thrift"] as const)("a %s call reaches its method, and its answer comes back", async (protocol) => {
  const calls: string[] = [];
  const answer = async ({ service, method }: { readonly service: string; readonly method: string }): Promise<RpcAnswer> => {
    calls.push(`${service}/${method}`);
    return method === "Nearby" ? DONE : { kind: "failed", error: "out of range" };
  };
  const address = await listen((socket) => serveRpc(protocol, answer).connected?.(socket));
  const client = await createRpcChannels(protocol).pick([address], PATIENCE_MS);
  if (!isClient(client)) throw new Error(client.kind);
  const call = (method: string) => callRpc(client, { service: "geo", method, span: undefined }, PATIENCE_MS);
  expect(await Promise.all([call("Nearby"), call("Far")])).toMatchObject([DONE, { kind: "failed", error: "out of range" }]);
  expect(calls).toEqual(["geo/Nearby", "geo/Far"]);
});

test("a client of one protocol is not served by a server of the other", async () => {
  const thrift = await listen((socket) => serveRpc("thrift", async () => DONE).connected?.(socket));
  expect(await createRpcChannels("grpc").pick([thrift], PATIENCE_MS)).toEqual({ kind: "wrong-protocol" });
  expect(await createRpcChannels("thrift").pick([await serving()], PATIENCE_MS)).toEqual({ kind: "wrong-protocol" });
});

test("a call goes to an address that serves while another one hangs", async () => {
  const client = await createRpcChannels("grpc").pick([await hanging(), await serving()], PATIENCE_MS);
  expect(isClient(client) && (await callRpc(client, { service: "geo", method: "Nearby", span: undefined }, PATIENCE_MS))).toMatchObject(
    DONE,
  );
});

test("nobody is served by the program of another namespace that got a dead one's address", async () => {
  const channels = createRpcChannels("grpc");
  const own = await serving();
  const client = await channels.pick([await stranger(), own], PATIENCE_MS);
  expect(isClient(client)).toBe(true);
  expect(client).toBe(await channels.pick([own], PATIENCE_MS));
  expect(await channels.pick([await stranger()], PATIENCE_MS)).toEqual({ kind: "wrong-protocol" });
});

test("a connection is used again until it ends, and then made anew", async () => {
  const channels = createRpcChannels("grpc");
  const address = await serving();
  const first = await channels.pick([address], PATIENCE_MS);
  expect(await channels.pick([address], PATIENCE_MS)).toBe(first);
  if (!isClient(first)) throw new Error(first.kind);
  first.close();
  await expect.poll(() => first.isOpen).toBe(false);
  expect(await channels.pick([address], PATIENCE_MS)).not.toBe(first);
});

test("where no address serves, the caller is told why, and the next call tries again", async () => {
  const channels = createRpcChannels("grpc");
  const address = await foreign();
  expect(await channels.pick([address], PATIENCE_MS)).toEqual({ kind: "wrong-protocol" });
  expect(await channels.pick([address], PATIENCE_MS)).toEqual({ kind: "wrong-protocol" });
});
