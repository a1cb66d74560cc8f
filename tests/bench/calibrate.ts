import { createHash } from "node:crypto";
import { Client, credentials, Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { round } from "./stats.ts";

/**
 * Measures what this machine does at this moment, in work that has nothing to do with kubedrill: figures of other days and machines are
 * comparable as multiples of these.
 */
export const calibrate = async () => ({
  loop_ms: leastOf(() => loop()),
  json_sha256_ms: leastOf(() => digestDocuments()),
  grpc_unary_ms: await measureUnary(),
});

const TIMES = 15;

/** Least of several times, which others disturb the least, ms. */
const leastOf = (run: () => unknown): number => {
  const samples = Array.from({ length: TIMES }, () => {
    const beganMs = performance.now();
    run();
    return performance.now() - beganMs;
  });
  return round(Math.min(...samples));
};

const loop = (): number => {
  let sum = 0;
  for (let i = 0; i < 10_000_000; i++) sum = (Math.imul(sum, 31) + i) | 0;
  return sum;
};

/** Writes, reads and digests a document of the size of a list of pods. */
const digestDocuments = (): string => {
  const items = Array.from({ length: 200 }, (_, i) => ({
    metadata: { name: `pod-${i}`, labels: { app: "a", tier: "b" } },
    spec: { ports: [i] },
  }));
  const hash = createHash("sha256");
  for (let i = 0; i < 20; i++) hash.update(JSON.stringify(JSON.parse(JSON.stringify({ items }))));
  return hash.digest("hex");
};

/** Measures a call of a method that does nothing, client and server in this process; the median, ms. */
const measureUnary = async (): Promise<number> => {
  const server = new Server();
  const method = { path: "/calibration/Noop", requestStream: false, responseStream: false, ...BYTES } as const;
  const noop = ({ request }: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>): void => answer(null, request);
  server.addService({ noop: method }, { noop });
  const bind = Promise.withResolvers<number>();
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (cause, port) => (cause ? bind.reject(cause) : bind.resolve(port)));
  const client = new Client(`127.0.0.1:${await bind.promise}`, credentials.createInsecure());
  const call = (): Promise<void> =>
    new Promise((resolve, reject) =>
      client.makeUnaryRequest(method.path, BYTES.requestSerialize, BYTES.responseDeserialize, Buffer.from("{}"), (cause) =>
        cause ? reject(cause) : resolve(),
      ),
    );
  const samples: number[] = [];
  for (let i = 0; i < 2_000; i++) {
    const beganMs = performance.now();
    await call();
    samples.push(performance.now() - beganMs);
  }
  client.close();
  server.forceShutdown();
  return round(samples.sort((a, b) => a - b)[samples.length / 2]!);
};

const same = (bytes: Buffer): Buffer => bytes;
const BYTES = { requestSerialize: same, requestDeserialize: same, responseSerialize: same, responseDeserialize: same };
