import { Client, credentials, Metadata, type MethodDefinition } from "@grpc/grpc-js";
import { createRng } from "#core/rng.ts";
import { loadWire } from "#env/server/grpc/load-proto.ts";
import { drawMessage } from "./draw-message.ts";

/** Number of answers by RPC and status code; a call that could not be encoded counts as status `unsent`. */
export type FuzzCounts = ReadonlyMap<string, number>;

/** Sends hostile messages to every RPC of a server, some at the same time. @returns what was answered */
export const fuzzWire = async (
  address: string,
  { seed, messages }: { readonly seed: string; readonly messages: number },
): Promise<FuzzCounts> => {
  const channel = new Client(address, credentials.createInsecure());
  const rng = createRng(seed);
  const { definition, environment } = loadWire();
  const rpcs = Object.entries(environment);
  const counts = new Map<string, number>();
  const send = async (index: number): Promise<void> => {
    const [name, method] = rpcs[index % rpcs.length] as (typeof rpcs)[number];
    const type = (method as unknown as { readonly requestType: { readonly type: Parameters<typeof drawMessage>[1] } }).requestType.type;
    const status = await call(channel, method, drawMessage(definition, type, rng.stream(`${index}`)));
    counts.set(`${name} ${status}`, (counts.get(`${name} ${status}`) ?? 0) + 1);
  };
  for (let from = 0; from < messages; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, messages - from) }, (_, i) => send(from + i)));
  channel.close();
  return counts;
};

const AT_ONCE = 64;
const DEADLINE_MS = 20_000;

const call = (channel: Client, method: MethodDefinition<object, object>, message: object): Promise<string> =>
  new Promise((resolve) => {
    const options = { deadline: Date.now() + DEADLINE_MS };
    const serialize = guarded(method.requestSerialize);
    const bytes = serialize(message);
    if (bytes === undefined) return resolve("unsent");
    const same = (): Buffer => bytes;
    if (method.requestStream) {
      const stream = channel.makeBidiStreamRequest(method.path, same, method.responseDeserialize, new Metadata(), options);
      stream.on("data", () => undefined);
      stream.on("error", () => undefined);
      stream.on("status", ({ code }) => resolve(`${code}`));
      stream.write(message);
      stream.end();
      return;
    }
    channel.makeUnaryRequest(method.path, same, method.responseDeserialize, message, new Metadata(), options, (error) =>
      resolve(`${error?.code ?? 0}`),
    );
  });

const guarded =
  (serialize: (message: object) => Buffer) =>
  (message: object): Buffer | undefined => {
    try {
      return serialize(message);
    } catch {
      return undefined;
    }
  };
