import { isIP } from "node:net";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** Settings of a server, read once and frozen. */
export type ServerConfig = z.output<typeof schema> & { readonly slots: number };

/** Settings as somebody gives them: each may be missing. */
export type ServerSettings = z.input<typeof schema>;

/**
 * Reads settings: what is given by name goes before `KUBEDRILL_SERVER_<NAME>` in the environment, and both before the defaults.
 *
 * @throws Error that names each setting that is unknown or wrong, its value and the wish
 */
export const readConfig = (
  given: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string | undefined>> = {},
): ServerConfig => {
  const parsed = schema.safeParse({ ...fromEnvironment(environment), ...dropUndefined(given) });
  if (!parsed.success) throw new Error(`the settings are wrong: ${parsed.error.issues.map(describeIssue).join("; ")}`);
  const config = { ...parsed.data, slots: parsed.data.slots ?? SLOTS[parsed.data.backend] };
  if (!isLoopback(config.kubeHost) && !config.insecure && config.tlsCertificate === undefined) {
    throw new Error(`kubeHost is ${config.kubeHost}, which others can reach; give tlsCertificate and tlsKey, or say insecure`);
  }
  if (!isLoopback(config.host) && config.tlsCertificate === undefined && !config.insecure) {
    throw new Error(`host is ${config.host}, which others can reach; give tlsCertificate and tlsKey, or say insecure`);
  }
  return Object.freeze(config);
};

const HOUR_MS = 3_600_000;

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const duration = (minMs: number, maxMs: number) => count(minMs, maxMs);
const list = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",").filter((part) => part !== "") : value),
  z.array(z.string()),
);
const address = z.string().regex(/^https?:\/\/[^\s/]+/, "an address begins with http:// or https://");
const flag = z.preprocess((value) => (typeof value === "string" ? value !== "" && value !== "0" && value !== "false" : value), z.boolean());

const schema = z.strictObject({
  /** Address to listen on; loopback unless told otherwise. */
  host: z.string().min(1).default("127.0.0.1"),
  /** 0: any free port. */
  port: count(0, 65_535).default(50_051),
  /** Threads that play simulated episodes; 0: in the main thread. */
  threads: count(0, 256).default(availableParallelism()),
  /** Episodes that may hold a slot at once. */
  slots: count(1, 100_000).optional(),
  /** Where episodes take place: in memory, in namespaces of a real cluster, or in kind clusters of their own. */
  backend: z.enum(["sim", "namespaces", "kind"]).default("sim"),
  /** Of a real cluster: its kubeconfig. Missing: as kubectl finds it. */
  kubeconfig: z.string().optional(),
  /** Of a real cluster: the app in its slots, and the variant of its chart's values. */
  app: z.string().default("hotel-reservation"),
  values: z.string().optional(),
  /** Of a real cluster: where the pool's journal and baselines are. Missing: in the user's state directory. */
  poolDirectory: z.string().optional(),
  /** Of a real cluster: namespace for what is no agent's business; first part of the slots' names, missing: the app's name. */
  poolHome: z.string().default("platform-inventory"),
  poolPrefix: z.string().optional(),
  /** Of kind clusters: the nodes' image, missing: kind's own; archives of images that nodes get; workers, or kind's configuration. */
  kindImage: z.string().optional(),
  imageArchives: list.default([]),
  kindWorkers: count(0, 20).default(0),
  kindConfig: z.string().optional(),
  /** Of a real cluster: users' requests a second on each slot. */
  loadRps: z.coerce.number().min(0.1).max(1_000).default(5),
  /** Of a real cluster: addresses of its Prometheus, Loki and Jaeger, `{namespace}` standing for a slot's. Missing: the server collects by itself. */
  prometheus: address.optional(),
  loki: address.optional(),
  jaeger: address.optional(),
  /** Resets that may wait for a slot. */
  queueDepthMax: count(0, 100_000).default(4_096),
  /** Where the journal is kept; empty: nowhere, and a restart loses all episodes. Missing: in the user's state directory, by port. */
  stateDirectory: z.string().optional(),
  leaseTtlDefaultMs: duration(10_000, 24 * HOUR_MS).default(600_000),
  lifetimeMaxMs: duration(60_000, 168 * HOUR_MS).default(4 * HOUR_MS),
  /** How long a spent id is refused. */
  tombstoneMs: duration(60_000, 720 * HOUR_MS).default(24 * HOUR_MS),
  /** How long running episodes may go on after the first signal to stop. */
  drainMs: duration(0, HOUR_MS).default(10_000),
  /** Address and port of the Kubernetes API that agents get a kubeconfig for; port 0: any free one, opened when the first agent asks. */
  kubeHost: z.string().min(1).default("127.0.0.1"),
  kubePort: count(0, 65_535).default(0),
  /** Virtual ms a real ms at that endpoint: while an agent waits for its cluster (a watch, a followed log, a command that runs), and between its requests. */
  kubeWaitingSpeed: z.coerce.number().min(0).max(1_000).default(20),
  kubeIdleSpeed: z.coerce.number().min(0).max(1_000).default(1),
  /** The most virtual time that passes between two requests there while nobody waits: what thinking costs, and polling. */
  kubeIdleMaxMs: duration(0, HOUR_MS).default(10_000),
  /** What each request there costs on top, virtual ms. */
  kubeRequestCostMs: duration(0, 60_000).default(50),
  logLevel: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** PEM files. */
  tlsCertificate: z.string().optional(),
  tlsKey: z.string().optional(),
  tlsClientCa: z.string().optional(),
  /** Listens to others without TLS. */
  insecure: flag.default(false),
  /** What callers may do. */
  scopes: list.default(["train", "eval", "holdout"]),
});

/** Where the journal of a server is kept; undefined: nowhere. A server on any free port keeps none unless told where. */
export const stateDirectoryOf = ({ stateDirectory, port }: ServerConfig): string | undefined => {
  if (stateDirectory !== undefined) return stateDirectory === "" ? undefined : stateDirectory;
  return port === 0 ? undefined : userStateDirectory(`server-${port}`);
};

/** Where the pool of a server on a real cluster keeps what must outlive it. */
export const poolDirectoryOf = ({ poolDirectory, backend }: Pick<ServerConfig, "poolDirectory" | "backend">): string =>
  poolDirectory ?? userStateDirectory(backend === "kind" ? "pool-kind" : "pool");

const userStateDirectory = (name: string): string =>
  join(process.env["XDG_STATE_HOME"] ?? join(homedir(), ".local", "state"), "kubedrill", name);

/** Slots unless told otherwise: forks cost next to nothing, namespaces some, clusters most. */
const SLOTS = { sim: 1_024, namespaces: 4, kind: 2 } as const;

const PREFIX = "KUBEDRILL_SERVER_";

const fromEnvironment = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value !== undefined ? [[toCamelCase(name.slice(PREFIX.length)), value]] : [],
    ),
  );

const toCamelCase = (name: string): string => name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const dropUndefined = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const describeIssue = ({ path, message, code, ...rest }: z.core.$ZodIssue): string =>
  code === "unrecognized_keys"
    ? `${(rest as { keys?: string[] }).keys?.join(", ")} is no setting; there are ${Object.keys(schema.shape).join(", ")}`
    : `${path.join(".")}: ${message}`;

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
