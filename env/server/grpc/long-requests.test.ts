import { Client, credentials, status } from "@grpc/grpc-js";
import type { MessageTypeDefinition } from "@grpc/proto-loader";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import { createTestCatalogue } from "../testing/memory-host.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { loadWire } from "./load-proto.ts";
import { mapInTurns } from "./map-in-turns.ts";
import { FIELDS_MAX, LIST_BOUNDS, REQUEST_BOUNDS } from "./request-bounds.ts";

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly typeName: string;
}

/** A repeated or map field that a request holds at some depth, with the way to it. */
interface List {
  readonly rpc: string;
  /** `Message.field`. */
  readonly id: string;
  readonly path: readonly Field[];
}

const fieldsOf = (message: string): readonly Field[] => {
  const definition = loadWire().definition[`kubedrill.v1.${message}`] as MessageTypeDefinition<object, object> | undefined;
  return (definition?.type as { readonly field?: readonly Field[] } | undefined)?.field ?? [];
};

const listsIn = (rpc: string, message: string, path: readonly Field[] = []): readonly List[] =>
  fieldsOf(message).flatMap((field) => {
    const own: readonly List[] = field.label === "LABEL_REPEATED" ? [{ rpc, id: `${message}.${field.name}`, path: [...path, field] }] : [];
    return [...own, ...listsIn(rpc, field.typeName, [...path, field])];
  });

/** Every list that a request of a call can hold. */
const LISTS: readonly List[] = [loadWire().environment, loadWire().dataset].flatMap((service) =>
  Object.entries(service).flatMap(([rpc, method]) => {
    const { type } = (method as unknown as { readonly requestType: MessageTypeDefinition<object, object> }).requestType;
    return listsIn(rpc, (type as { readonly name: string }).name);
  }),
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("every repeated and map field of every request has a bound", () => {
  expect(LISTS.length).toBeGreaterThan(20);
  expect([...new Set(LISTS.map(({ id }) => id))].sort()).toEqual(Object.keys(LIST_BOUNDS).sort());
});

/** Values beyond the bound, each of which could be right. */
const tooMany = ({ id, path }: List): unknown => {
  const { type, typeName } = path.at(-1) as Field;
  const count = LIST_BOUNDS[id as keyof typeof LIST_BOUNDS] + 1;
  const names = Array.from({ length: count }, (_, i) => `n${i}`);
  if (typeName.endsWith("Entry")) return Object.fromEntries(names.map((name) => [name, id === "ResetRequest.labels" ? "x" : 0.001]));
  if (id === "TaskFilter.splits") return names.map(() => "train");
  if (id === "StepRequest.actions") return names.map(() => ({ wait: { seconds: 1 } }));
  if (typeName === "ViewRequest") return names.map(() => ({ name: "text" }));
  if (type === "TYPE_MESSAGE") return names.map((episodeId) => ({ episodeId, stepIndex: 0 }));
  return type === "TYPE_STRING" ? names : names.map(() => 1);
};

/** The request with such a list, and what else it needs to be read that far. */
const requestWith = (list: List): object =>
  list.path.toReversed().reduce<unknown>((inner, field, i) => {
    const value = i > 0 && field.label === "LABEL_REPEATED" ? [inner] : inner;
    const needed = { stepIndex: 0, episodeId: "e", episodeIds: ["e"], kind: "KIND_WEIGHTED", childEpisodeIds: ["c"] };
    const known = new Set(
      fieldsOf(i === list.path.length - 1 ? requestOf(list.rpc) : (list.path.at(-2 - i) as Field).typeName).map(({ name }) => name),
    );
    return { ...Object.fromEntries(Object.entries(needed).filter(([name]) => known.has(name))), [field.name]: value };
  }, tooMany(list)) as object;

const requestOf = (rpc: string): string => {
  const { environment, dataset } = loadWire();
  const method = (environment[rpc] ?? dataset[rpc]) as unknown as { readonly requestType: MessageTypeDefinition<object, object> };
  return (method.requestType.type as { readonly name: string }).name;
};

const UNARY = LISTS.filter(({ rpc }) => rpc !== "Session" && rpc !== "GenerateTrajectories");

test.each(UNARY.map((list) => [`${list.rpc} ${list.path.map(({ name }) => name).join(".")}`, list] as const))(
  "%s beyond its bound is refused by its name",
  async (_name, list) => {
    const answer = await server.client.call(list.rpc, requestWith(list)).catch(() => server.client.fail(list.rpc, requestWith(list)));
    const failure = answer.items === undefined ? answer : server.client.decodeStatus(encode(answer.items[0].status));
    expect(["FIELD_INVALID", "BATCH_TOO_LARGE"]).toContain(failure.reason);
    const name = (list.path.at(-1) as Field).name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(failure.reason === "BATCH_TOO_LARGE" || failure.fields?.some((field: string) => field.endsWith(name)), failure.message).toBe(
      true,
    );
    expect(failure.message).toMatch(/the most is/);
  },
);

const encode = (message: object): Buffer => loadWire().encode("google.rpc.Status", message);

/** Sends bytes as a request, whatever they say. */
const sendRaw = async (rpc: string, bytes: Buffer): Promise<number> => {
  const channel = new Client(server.server.address, credentials.createInsecure(), { "grpc.max_send_message_length": 1 << 24 });
  const { path } = loadWire().environment[rpc] as { readonly path: string };
  return await new Promise((resolve) => {
    channel.makeUnaryRequest(
      path,
      (raw: Buffer) => raw,
      (raw: Buffer) => raw,
      bytes,
      (error) => {
        channel.close();
        resolve(error?.code ?? status.OK);
      },
    );
  });
};

/** A field of protobuf with a length: its number and bytes. */
const field = (number: number, bytes: Buffer): Buffer => Buffer.concat([Buffer.from([number * 8 + 2]), varint(bytes.length), bytes]);
const varint = (value: number): Buffer =>
  value < 128 ? Buffer.from([value]) : Buffer.concat([Buffer.from([(value % 128) | 128]), varint(Math.floor(value / 128))]);
const times = (count: number, bytes: Buffer): Buffer => Buffer.alloc(count * bytes.length, bytes);

test.each([
  ["strings of a filter", "ListTasks", field(1, times(1_000_000, field(2, Buffer.alloc(0))))],
  ["actions", "Step", times(1_000_000, field(3, Buffer.alloc(0)))],
  ["items of a batch", "StepBatch", times(1_000_000, field(1, Buffer.alloc(0)))],
  ["a text that is set again and again", "Observe", times(1_000_000, field(1, Buffer.alloc(0)))],
  ["a message that is set again and again", "Reset", times(1_000_000, field(2, Buffer.alloc(0)))],
  ["numbers side by side", "Step", field(3, field(4, field(1, times(1_000_000, Buffer.from([1])))))],
])("%s beyond what any request has are refused before they are decoded", async (_what, rpc, bytes) => {
  expect(bytes.length).toBeGreaterThan(FIELDS_MAX.batch);
  expect(await sendRaw(rpc, bytes)).toBe(status.INVALID_ARGUMENT);
});

test("bytes that are no message are refused by the decoder", async () => {
  for (const bytes of [Buffer.from([10, 200]), Buffer.alloc(64, 255), Buffer.from([10, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1])])
    expect(await sendRaw("Observe", bytes)).not.toBe(status.OK);
});

/** Counts the turns of the event loop while something runs. */
const countTurns = (): { now(): number; stop(): void } => {
  let turns = 0;
  let isRunning = true;
  const count = (): void => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  count();
  return {
    now: () => turns,
    stop: () => {
      isRunning = false;
    },
  };
};

test("the most draws are made in slices, each in a turn of its own", async () => {
  const catalogue = createTestCatalogue();
  const turns = countTurns();
  const slices: { readonly draws: number; readonly turn: number }[] = [];
  const sample: Catalogue["sample"] = (request) => {
    slices.push({ draws: request.n * request.repeats, turn: turns.now() });
    return catalogue.sample(request);
  };
  const open = await startTestServer({ catalogue: { ...catalogue, sample }, settings: { scopes: "play" } });
  const whole = await open.client.call("SampleTasks", { n: REQUEST_BOUNDS.drawsPerCall / 2, repeats: 2, sampler: { seed: "1" } });
  turns.stop();
  expect(whole.draws).toHaveLength(REQUEST_BOUNDS.drawsPerCall);
  expect(Math.max(...slices.map(({ draws }) => draws))).toBeLessThanOrEqual(200);
  expect(new Set(slices.map(({ turn }) => turn)).size).toBe(slices.length);
  const { draws } = await open.client.call("SampleTasks", { n: 120, repeats: 2, sampler: { seed: "1" } });
  expect(whole.draws.slice(0, 240)).toEqual(draws);
  await open.close();
});

test("items of a batch are read some at a time, in their order", async () => {
  const turns = countTurns();
  const read = await mapInTurns(
    Array.from({ length: 100 }, (_, i) => i),
    32,
    (item) => ({ item, turn: turns.now() }),
  );
  turns.stop();
  expect(read.map(({ item }) => item)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(new Set(read.map(({ turn }) => turn)).size).toBe(4);
});
