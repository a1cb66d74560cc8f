import { z } from "zod";
import { amount } from "./amount.ts";
import { flagsSchema, floodSchema } from "./flag-behaviour.ts";
import { heapSchema } from "./heap-behaviour.ts";
import { brokerSchema, consumesSchema } from "./message-behaviour.ts";
import { metricsSchema } from "./metric-behaviour.ts";
import { settingSource } from "./setting-source.ts";
import { storeSchema } from "./store-behaviour.ts";

const ratio = z.number().min(0).max(1);
const positive = z.number().positive();
const count = z.int().min(0);

const image = z.strictObject({
  repository: z.string(),
  tags: z.array(z.string()).min(1),
  sizeBytes: count,
  workingDir: z.string(),
  command: z.array(z.string()),
  /** Folder of the app's own executables. */
  folder: z.string(),
  /** First part of the programs' ids: `hotel` makes `hotel/geo`. */
  family: z.string(),
  /** Programs by the names of their executables, or a list of those whose executables are named like them. */
  programs: z
    .union([z.array(z.string()).min(1), z.record(z.string(), z.string())])
    .transform(
      (named): Readonly<Record<string, string>> => (Array.isArray(named) ? Object.fromEntries(named.map((name) => [name, name])) : named),
    ),
  files: z.record(z.string(), z.string()),
});

/** Line of the log about a failure of this call, `{error}` in it; missing: the program's for the kind. */
const failedLine = z.string().optional();

const serviceCall = z.strictObject({
  kind: z.enum(["grpc", "http", "thrift"]),
  /** Program that serves the operation. */
  to: z.string(),
  operation: z.string(),
  /** Setting that holds `host:port` of the callee; missing: the registry knows its addresses. */
  address: z.string().optional(),
  /** Patience in ms; missing: as long as it takes. */
  timeoutMs: amount.optional(),
  /** Attempts, the first included; missing: 1. */
  attempts: amount.optional(),
  /** Further attempts after the first, where the program counts these instead. */
  retries: z.union([count, z.string()]).optional(),
  /** Wait before the second attempt, ms, and by what each further one is multiplied; missing: 0 and 1. */
  backoffMs: amount.optional(),
  backoffMultiplier: amount.optional(),
  /** Retries for each call at most, on average over the program's calls; missing: no bound. */
  retryBudget: amount.optional(),
  /** Behaviour on an error: fail the operation, or answer without this part. Missing: fail. */
  onError: z.enum(["fail", "degrade"]).optional(),
  failed: failedLine,
});

const cachedCall = z.strictObject({
  kind: z.literal("cache"),
  /** Setting that holds `host:port` of the cache. */
  address: z.string(),
  /** Missing: memcached. */
  product: z.enum(["memcached", "redis"]).optional(),
  /** `read-through`: the store is asked for what the cache lacks; `write-through`: the store first, then the cache. */
  mode: z.enum(["read-through", "write-through"]),
  /** Share of look-ups that a warm cache answers, 0..1. */
  hitRatio: ratio,
  /** Behaviour on a cache error other than a miss: ask the store, fail the operation, or panic with this text, `{error}` in it. */
  onError: z.union([z.enum(["fall-through", "fail"]), z.strictObject({ panic: z.string() })]),
  /** Command sent to the program's store. */
  store: z.enum(["find", "insert"]),
  failed: failedLine,
});

const storeCall = z.strictObject({
  /** The program's store, without a cache before it. */
  kind: z.literal("store"),
  command: z.enum(["find", "insert"]),
  failed: failedLine,
});

const keyValueCall = z.strictObject({
  /** A Redis that keeps what no store has. */
  kind: z.literal("key-value"),
  /** Setting that holds `host:port`. */
  address: z.string(),
  /** Command in lower case: `zadd`. */
  command: z.string(),
  failed: failedLine,
});

const publishCall = z.strictObject({
  /** A message for a topic of a Kafka, sent in the background: a failure costs the request nothing. For a queue of a RabbitMQ the request waits. */
  kind: z.literal("publish"),
  /** Missing: Kafka. */
  product: brokerSchema,
  /** Setting that holds `host:port` of the broker. */
  address: z.string(),
  /** Topic or queue. */
  topic: z.string(),
  /** Memory of a message that waits for its broker, KiB; missing: none waits. */
  messageKiB: positive.optional(),
  failed: failedLine,
});

const call = z.discriminatedUnion("kind", [serviceCall, cachedCall, storeCall, keyValueCall, publishCall]);
const calls = z.array(z.union([call, z.strictObject({ parallel: z.array(call).min(2) })]));

const route = z.strictObject({
  /** Method that it is for; missing: any. */
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  /** Path; a segment `{name}` takes any text, which is a parameter of that name. */
  path: z.string(),
  /** Form of the query parameters: as they are, or each as a JSON text. Missing: as they are. */
  parameters: z.enum(["plain", "json"]).optional(),
  /** Query parameters that must not be empty, in the order in which they are checked, with the answer otherwise; its status is 400 where missing. */
  requires: z.array(z.strictObject({ parameters: z.array(z.string()).min(1), otherwise: z.string(), status: count.optional() })),
  /** Body of a 200: a text with the operation's `{answer}` in it, or one of two by whether the seed of a store holds a document with the parameters' values. */
  body: z.union([
    z.string(),
    z.strictObject({ seedOf: z.string(), where: z.record(z.string(), z.string()), found: z.string(), missing: z.string() }),
  ]),
});

const operation = z.strictObject({
  /** Route at which an HTTP server answers it. */
  route: route.optional(),
  /** Own latency, lognormal, in ms. */
  medianMs: positive,
  p99Ms: positive,
  /** CPU time of one request, in ms. */
  cpuMs: positive,
  /** Made one after another; the first failure ends the request. */
  calls: calls.default([]),
  /** Text of its answer, or the program that it calls and whose answer it passes on; missing: answers never differ. */
  answer: z.union([z.string(), z.strictObject({ of: z.string() })]).optional(),
});

const errorLine = z.string().default("{error}");

/** Texts with `{name}` for values: settings by their names, and what each line says it knows. */
const log = z.strictObject({
  /** Lines at the start, before anything is opened. */
  start: z.array(z.string()).default([]),
  /** Line once it is ready: `{program}`, `{port}`. */
  listening: z.string(),
  /** `{error}`. */
  listenFailed: errorLine,
  /** `{service}`, `{address}`, `{port}`, `{registry}`. */
  registered: z.string().optional(),
  /** `{service}`, `{error}`. */
  registrationFailed: z.string().optional(),
  stop: z.array(z.string()).default([]),
  /** A failed call, by its kind: `{operation}`, `{error}`; missing: the error alone. */
  callFailed: z
    .strictObject({
      grpc: errorLine,
      http: errorLine,
      thrift: errorLine,
      cache: errorLine,
      "key-value": errorLine,
      document: errorLine,
      sql: errorLine,
      publish: errorLine,
    })
    .prefault({}),
  /** Line of each look for a store that is away at the start; `{error}`. */
  storeAway: z.string().optional(),
  /** Lines that it writes now and then whatever happens, warnings among them; `{least..most}` is a number between. */
  ordinary: z.array(z.strictObject({ level: z.enum(["info", "warn", "error"]), message: z.string(), everyMinutes: positive })).default([]),
});

const program = z.strictObject({
  /** Its runtime and client libraries, whose words appear in logs and errors. */
  language: z.enum([
    "go",
    "go-slog",
    "cpp",
    "cpp-grpc",
    "openresty",
    "nginx",
    "envoy",
    "java",
    "spring",
    "spring-gateway",
    "dotnet",
    "node",
    "python",
    "rust",
    "php",
    "ruby",
  ]),
  /** Main source file as stack traces name it; `{program}` in it. */
  source: z.string(),
  start: z.strictObject({
    /** From exec to the first step, in ms, before a jitter of ±20 %. */
    bootMs: positive,
    /** Settings without which it writes this line and ends, before it opens anything; without an exit code it panics at the first. */
    requires: z.strictObject({ settings: z.array(z.string()).min(1), otherwise: z.string(), exitCode: count.optional() }).optional(),
  }),
  stop: z.strictObject({ afterMs: count, exitCode: count }),
  /** Working set in MiB: right after exec, idle, and what 100 requests a second add. */
  memory: z.strictObject({ startMiB: positive, idleMiB: positive, per100RpsMiB: z.number().min(0) }),
  /** Requests served at once. */
  workers: z.int().positive(),
  /** Requests that may wait for a worker; one that finds the queue full gets no answer. Missing: 1024. */
  queue: amount.optional(),
  /** Garbage-collected memory; missing: collections cost nothing worth counting. */
  heap: heapSchema.optional(),
  /** Setting that holds the port, and what is spoken there; missing: it listens nowhere. */
  listens: z.strictObject({ port: z.string(), protocol: z.enum(["grpc", "http", "thrift"]) }).optional(),
  /** Messages that it reads. */
  consumes: consumesSchema.optional(),
  /** Registry where it enters itself and looks up those that it calls; missing: callees are found by DNS names in settings. */
  registry: z.strictObject({ product: z.enum(["consul", "nacos"]), address: z.string(), name: z.string() }).optional(),
  /** Store that it opens, and seeds, before it listens. */
  store: storeSchema.optional(),
  operations: z.record(z.string(), operation),
  /** Feature flags that it reads. */
  flags: flagsSchema.optional(),
  /** Setting that holds the path of the file with the flags that it serves, which it reads again when it is written. */
  flagFile: z.string().optional(),
  /** Pages of an HTTP server that need no other program, by path. */
  pages: z.record(z.string(), z.string()).optional(),
  /** Requests a second that it lets through, and how many may wait; above, it answers with the error. */
  rateLimit: z.strictObject({ perS: amount, queue: amount, error: z.string() }).optional(),
  /** Settings that hold the address of the tracing server and the share of requests that are traced, 0..1. */
  tracing: z.strictObject({ address: z.string(), ratio: z.string() }).optional(),
  /** Exporter of its own, where it has one. */
  metrics: metricsSchema.optional(),
  log,
});

const userOperation = z.strictObject({
  /** Operation of the program that it calls. */
  name: z.string(),
  /** Share of the load, 0..1; all sum to 1. */
  share: ratio,
  request: z.strictObject({ method: z.enum(["GET", "POST", "DELETE"]), path: z.string() }),
  /** Service and port that it calls; missing: those of the load. */
  entry: z.strictObject({ service: z.string(), port: count }).optional(),
  /** Text in the body of a working answer. */
  bodyContains: z.string(),
  /** Further requests by a feature flag. */
  flood: floodSchema.optional(),
});

/**
 * Schema of `charts/<app>/behaviour.yaml`: what the app's own programs do, as far as its manifests do not say it.
 *
 * The simulator, the flow model and the actor interpret it; the app's record is derived from it and the chart's values.
 */
export const behaviourSchema = z.strictObject({
  /** Name of the chart. */
  name: z.string(),
  title: z.string(),
  /** Default namespace. */
  namespace: z.string(),
  /** Requests per second of the users, and the Service that they call. */
  load: z.strictObject({
    rps: positive,
    service: z.string(),
    port: count,
    /** Service and port of the flagd whose flags they heed; missing: there are none. */
    flagd: z.strictObject({ service: z.string(), port: count }).optional(),
    operations: z.array(userOperation).min(1),
  }),
  images: z.array(image).min(1),
  settings: z.record(z.string(), settingSource),
  programs: z.record(z.string(), program),
});

export type AppBehaviour = z.output<typeof behaviourSchema>;
export type ImageBehaviour = AppBehaviour["images"][number];
export type ProgramBehaviour = z.output<typeof program>;
export type OperationBehaviour = z.output<typeof operation>;
/** Products in which programs enter themselves. */
export type RegistryProduct = NonNullable<ProgramBehaviour["registry"]>["product"];
export type ServiceCall = z.output<typeof serviceCall>;
export type CachedCall = z.output<typeof cachedCall>;
export type StoreCall = z.output<typeof storeCall>;
export type KeyValueCall = z.output<typeof keyValueCall>;
export type PublishCall = z.output<typeof publishCall>;
/** One call of an operation. */
export type CallBehaviour = ServiceCall | CachedCall | StoreCall | KeyValueCall | PublishCall;
/** A route of an HTTP operation. */
export type RouteBehaviour = z.output<typeof route>;
