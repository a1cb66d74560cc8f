import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { NOT_GRPC } from "#sim/programs/languages/go/grpc-client.ts";
import { createGrpcChannels } from "./grpc-channels.ts";
import { serveGrpc } from "./grpc-protocol.ts";

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

/** A program that answers. */
const serving = () => listen((socket) => serveGrpc(async () => undefined).connected?.(socket));
/** The same program of another namespace, at an address that was a neighbour's. */
const stranger = () => listen((socket) => serveGrpc(async () => undefined, "elsewhere").connected?.(socket));
/** Opens a server like the address of a killed program: connections are neither answered nor refused. */
const hanging = () => listen((socket) => socket.on("error", () => socket.destroy()));
const foreign = () => listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));

test("a call goes to an address that serves while another one hangs", async () => {
  const channels = createGrpcChannels();
  const client = await channels.pick([await hanging(), await serving()]);
  expect(typeof client === "string" ? client : await client.ask({ service: "geo", method: "Nearby" }, 1_000)).toMatchObject({ ok: true });
});

test("nobody is served by the program of another namespace that got a dead one's address", async () => {
  const channels = createGrpcChannels();
  const own = await serving();
  const client = await channels.pick([await stranger(), own]);
  expect(typeof client).not.toBe("string");
  expect(client).toBe(await channels.pick([own]));
  expect(await channels.pick([await stranger()])).toBe(NOT_GRPC);
});

test("a connection is used again until it ends, and then made anew", async () => {
  const channels = createGrpcChannels();
  const address = await serving();
  const first = await channels.pick([address]);
  expect(await channels.pick([address])).toBe(first);
  if (typeof first === "string") throw new Error(first);
  first.close();
  await expect.poll(() => first.isOpen).toBe(false);
  expect(await channels.pick([address])).not.toBe(first);
});

test("where no address serves, the caller is told why, and the next call tries again", async () => {
  const channels = createGrpcChannels();
  const address = await foreign();
  expect(await channels.pick([address])).toBe(NOT_GRPC);
  expect(await channels.pick([address])).toBe(NOT_GRPC);
});
