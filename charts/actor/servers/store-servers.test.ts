import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startMain } from "#sim/containers/container-os.ts";
import { runInContainer } from "#sim/containers/run-in-container.ts";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { createCatalogue } from "#sim/programs/catalogue/app-catalogue.ts";
import { createLoneWorld } from "#sim/programs/runtime/lone-world.ts";
import type { Stage } from "../network/create-network.ts";
import { createLineClient } from "../network/line-protocol.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { reachTables, signInToTables } from "../network/reach-tables.ts";
import { readReplies, writeCommand } from "../network/resp.ts";
import { storeParts } from "../store-container.ts";
import { serverOf } from "./server-of.ts";

const servers: Server[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START_MS }));
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) server.close();
});

const START_MS = Date.UTC(2026, 0, 6);
/** Time within which every store has started, ms. */
const STARTED_MS = 20_000;

/** Starts the store of an image, with these files mounted and these variables, on a port of this machine. */
const start = async (
  reference: string,
  { files = {}, env = {} }: { readonly files?: Readonly<Record<string, string>>; readonly env?: Readonly<Record<string, string>> } = {},
) => {
  const image = createCatalogue([]).images.find(reference);
  if (image === undefined) throw new Error(`nothing is known of ${reference}`);
  const world = createLoneWorld(
    "store",
    START_MS,
    storeParts(() => {}),
  );
  const key = "shop/store-0/main";
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { namespace: "shop", name: "store-0" }, spec: { containers: [] }, status: {} };
  const words = [...(image.entrypoint ?? []), ...(image.cmd ?? [])];
  const process = {
    key,
    podUid: "1",
    program: "store",
    startedAtMs: START_MS,
    phase: "booting",
    ports: [],
    start: {
      key,
      pod,
      container: { name: "main", image: reference },
      isInit: false,
      restartCount: 0,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...image.env, ...env },
      files,
      volumes: {},
      words,
      image,
    },
  } as Process;
  world.map<Process>(PROCESSES).set(key, process);
  startMain(world, process);
  vi.setSystemTime(START_MS + STARTED_MS);
  world.runUntil(START_MS + STARTED_MS);
  const stage = { world, process, output: { flush: () => {} }, volume: { save: () => {} } } as unknown as Stage;
  const [socket] = world.map<Process>(PROCESSES).get(key)?.ports ?? [];
  if (socket === undefined) throw new Error("it listens nowhere");
  const run = (...command: readonly string[]) => runInContainer(world, key, { command, timeoutMs: 5000 });
  return { run, port: await listen(serverOf(stage, socket)) };
};

const listen = async (server: SocketServer): Promise<number> => {
  const listener = createServer((socket) => server.connected?.(socket));
  servers.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return (listener.address() as AddressInfo).port;
};

/** Sends commands to a Redis one after another, and returns the first lines of its replies. */
const sendAll = async (port: number, ...commands: readonly string[]): Promise<readonly string[]> => {
  const socket = connect(port, "127.0.0.1");
  const replies: string[] = [];
  const all = new Promise<void>((resolve) =>
    readReplies(socket, (line) => {
      replies.push(line);
      if (replies.length === commands.length) resolve();
    }),
  );
  for (const command of commands) socket.write(writeCommand(command.split(" ")));
  await all;
  socket.destroy();
  return replies;
};

describe("a Redis", () => {
  test("keeps what clients write, and its own client reads it", async () => {
    const { port, run } = await start("redis:6.2.4");
    expect(await sendAll(port, "SET cart 3", "ZADD line 1 a", "ZREVRANGE line 0 9", "GET nothing", "NOPE")).toEqual([
      "+OK",
      ":1",
      "*1",
      "$-1",
      "-ERR unknown command 'NOPE', with args beginning with: ",
    ]);
    expect(run("redis-cli", "get", "cart")).toMatchObject({ exitCode: 0, stdout: "3\n" });
  });

  test("refuses strangers once it has a password", async () => {
    const { port, run } = await start("redis:6.2.4");
    expect(run("redis-cli", "config", "set", "requirepass", "s3cret")).toMatchObject({ stdout: "OK\n" });
    expect(await sendAll(port, "GET cart", "AUTH s3cret", "GET cart")).toEqual(["-NOAUTH Authentication required.", "+OK", "$-1"]);
  });
});

test("a PostgreSQL runs its scripts, and lets an account do what it may", async () => {
  const script = "CREATE USER app WITH PASSWORD 'pw'; CREATE TABLE public.items (id INT); GRANT SELECT ON public.items TO app;";
  const files = { "/docker-entrypoint-initdb.d/init.sql": script };
  const { port } = await start("postgres:17.6", { files, env: { POSTGRES_PASSWORD: "root" } });
  const login = { user: "app", password: "pw", database: "postgres" };
  expect(await signInToTables("postgresql", "127.0.0.1", port, login)).toEqual({ kind: "reached", server: undefined });
  expect(await signInToTables("postgresql", "127.0.0.1", port, { ...login, user: "nobody" })).toEqual({
    kind: "reached",
    server: { at: "sign-in", text: 'role "nobody" does not exist' },
  });
  const reached = await reachTables("postgresql", "127.0.0.1", port);
  if (reached.kind === "failed") throw new Error(reached.outcome.kind);
  const { ask, client } = reached.server;
  expect(await ask(login, { right: "SELECT", table: "public.items" })).toBeUndefined();
  expect(await ask(login, { right: "INSERT", table: "public.items" })).toEqual({
    at: "statement",
    text: "permission denied for table items",
  });
  client.close();
  expect(await reachTables("mysql", "127.0.0.1", port)).toMatchObject({ kind: "failed" });
});

test("a Kafka says where it can be found, and hands each group the messages that it has not read", async () => {
  const { port, run } = await start("apache/kafka:4.1.1", {
    env: {
      KAFKA_NODE_ID: "1",
      KAFKA_PROCESS_ROLES: "broker,controller",
      KAFKA_LISTENERS: "PLAINTEXT://0.0.0.0:9092,CONTROLLER://0.0.0.0:9093",
      KAFKA_ADVERTISED_LISTENERS: "PLAINTEXT://localhost:9092",
      KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
      KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
    },
  });
  const client = createLineClient(connect(port, "127.0.0.1"));
  const ask = (request: object) => client.ask(request, 1000);
  const poll = async (group: string) => (await ask({ op: "poll", topic: "orders", group }))?.["count"];
  expect(await ask({ op: "hello" })).toMatchObject({ product: "kafka", advertised: "localhost:9092" });
  expect(await poll("accounting")).toBe(0);
  await ask({ op: "publish", topic: "orders" });
  await ask({ op: "publish", topic: "orders" });
  expect([await poll("accounting"), await poll("accounting"), await poll("fraud")]).toEqual([2, 0, 0]);
  expect(run("/opt/kafka/bin/kafka-topics.sh", "--bootstrap-server", "localhost:9092", "--list")).toMatchObject({
    stdout: "__consumer_offsets\norders\n",
  });
  client.close();
});
