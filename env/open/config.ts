import { isIP } from "node:net";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { SettingsError } from "./settings-error.ts";
import { defaultMemoryMiB, leastMemoryMiB } from "./share-memory.ts";

/** Settings of a server, read once and frozen. */
export type ServerConfig = z.output<typeof schema> & { readonly slots: number; readonly memoryMiB: number };

/** Settings as given: each may be missing. */
export type ServerSettings = z.input<typeof schema>;

/**
 * Reads settings: given ones take precedence over `KUBEDRILL_SERVER_<NAME>` in the environment, and both over the
 * defaults.
 *
 * @throws SettingsError that names each setting that is unknown or wrong, its value and what is expected
 */
export const readConfig = (
  given: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string | undefined>> = {},
): ServerConfig => {
  const parsed = schema.safeParse({ ...fromEnvironment(environment), ...dropUndefined(given) });
  if (!parsed.success) throw new SettingsError(`the settings are wrong: ${parsed.error.issues.map(describeIssue).join("; ")}`);
  const { slots = SLOTS[parsed.data.backend], memoryMiB = defaultMemoryMiB(parsed.data.threads) } = parsed.data;
  const config = { ...parsed.data, slots, memoryMiB };
  const leastMiB = leastMemoryMiB(config.threads);
  if (memoryMiB < leastMiB)
    throw new SettingsError(`memoryMiB is ${memoryMiB}, and ${config.threads} threads need ${leastMiB}; give more, or take fewer threads`);
  for (const name of ["host", "kubeHost", "agentHost"] as const) {
    if (!isLoopback(config[name]) && config.tlsCertificate === undefined && !config.insecure)
      throw new SettingsError(`${name} is ${config[name]}, which others can reach; give tlsCertificate and tlsKey, or say insecure`);
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
  /** Address to listen on; loopback by default. */
  host: z.string().min(1).default("127.0.0.1"),
  /** Port; 0: any free port. */
  port: count(0, 65_535).default(50_051),
  /** Number of threads that play simulated episodes; 0: the main thread plays them. */
  threads: count(0, 256).default(availableParallelism()),
  /**
   * Resident memory that the process may reach with what it keeps for later episodes, MiB; what was used longest ago goes first. Missing:
   * half a GiB and one for each thread, half of the machine's at most.
   */
  memoryMiB: count(1, 1_048_576).optional(),
  /** Bytes on disk that starts of tasks may take in the user's cache folder, for later starts of the same build, MiB; 0: none. */
  incidentDiskMiB: count(0, 1_048_576).default(512),
  /** Folder of worlds that `kubedrill cache warm` has made, which is read and never written to; empty or missing: there is none. */
  warmCache: z
    .string()
    .transform((folder) => (folder === "" ? undefined : folder))
    .optional(),
  /** True: threads that nobody calls make starts of tasks ahead, as far as that memory goes. */
  prepareWhileIdle: flag.default(true),
  /**
   * Processor time that a call may take of its thread in one go, ms. The episode of one that takes longer ends as its policy's doing; the
   * others of the thread go on in another.
   */
  overrunMs: duration(100, HOUR_MS).default(30_000),
  /** Maximum number of episodes with a slot at once. */
  slots: count(1, 100_000).optional(),
  /** Backend of the slots: in memory, namespaces of a real cluster, or kind clusters of their own. */
  backend: z.enum(["sim", "namespaces", "kind"]).default("sim"),
  /** Real cluster: path of its kubeconfig. Missing: as kubectl finds it. */
  kubeconfig: z.string().optional(),
  /** Real cluster: the app in its slots, and the file of values that is laid over its chart's. */
  app: z.string().default("hotel-reservation"),
  values: z.string().optional(),
  /** Real cluster: forms of the app that new slots get in turn, as ids, `standard`, `train`, `eval` or `all`. None: see chooseVariants. */
  variants: list.default([]),
  /** Real cluster: folder of the pool's journal and baselines. Missing: in the user's state directory. */
  poolDirectory: z.string().optional(),
  /** Real cluster: namespace of registry, accounts and probes; prefix of the slots' names, missing: the namespace of their form. */
  poolHome: z.string().default("platform-inventory"),
  poolPrefix: z.string().optional(),
  /** Kind clusters: node image, missing: kind's default; archives of images for the nodes; number of workers, or kind's configuration. */
  kindImage: z.string().optional(),
  imageArchives: list.default([]),
  kindWorkers: count(0, 20).default(0),
  kindConfig: z.string().optional(),
  /** Real cluster: user requests per second on each slot. */
  loadRps: z.coerce.number().min(0.1).max(1_000).default(5),
  /**
   * Real cluster: addresses of its Prometheus, Loki and Jaeger, with `{namespace}` for a slot's. Missing: the server
   * collects by itself.
   */
  prometheus: address.optional(),
  loki: address.optional(),
  jaeger: address.optional(),
  /** Endpoint for chat completions, and name there, of a model that judges diagnoses for who asks, where a caller of `startServer` has one. Missing: nobody does. */
  judgeUrl: z.string().optional(),
  judgeModel: z.string().optional(),
  /** Longest wait for its verdict, ms. */
  judgeTimeoutMs: duration(1_000, HOUR_MS).default(60_000),
  /** Maximum number of resets that wait for a slot. */
  queueDepthMax: count(0, 100_000).default(4_096),
  /** Folder of the journal; empty: none, so a restart loses all episodes. Missing: in the user's state directory, by port. */
  stateDirectory: z.string().optional(),
  leaseTtlDefaultMs: duration(10_000, 24 * HOUR_MS).default(600_000),
  lifetimeMaxMs: duration(60_000, 168 * HOUR_MS).default(4 * HOUR_MS),
  /** Time for which a used id is refused, ms. */
  tombstoneMs: duration(60_000, 720 * HOUR_MS).default(24 * HOUR_MS),
  /** Address and port of `/healthz`, `/readyz` and `/metrics`; port 0: any free one, missing: none is opened. */
  httpHost: z.string().min(1).default("127.0.0.1"),
  httpPort: count(0, 65_535).optional(),
  /** Time for which running episodes may continue after the first signal to stop, ms. */
  drainMs: duration(0, HOUR_MS).default(10_000),
  /** Address and port of the Kubernetes API that kubeconfigs of agents name; port 0: any free one, opened for the first agent. */
  kubeHost: z.string().min(1).default("127.0.0.1"),
  kubePort: count(0, 65_535).default(0),
  /** Address and port of MCP and of the telemetry APIs for agents; port 0: any free one, opened for the first agent. */
  agentHost: z.string().min(1).default("127.0.0.1"),
  agentPort: count(0, 65_535).default(0),
  /**
   * Virtual ms per real ms at the Kubernetes API: while an agent waits for its cluster (a watch, a followed log, a running
   * command), and between its requests.
   */
  kubeWaitingSpeed: z.coerce.number().min(0).max(1_000).default(20),
  kubeIdleSpeed: z.coerce.number().min(0).max(1_000).default(1),
  /** Maximum virtual time between two requests there while nobody waits, ms: the cost of thinking, and of polling. */
  kubeIdleMaxMs: duration(0, HOUR_MS).default(10_000),
  /** Virtual time that each request there costs in addition, ms. */
  kubeRequestCostMs: duration(0, 60_000).default(50),
  logLevel: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** True: the log names the tasks of episodes by their URIs, which are the answers; false: by their public ids. */
  logTasks: flag.default(false),
  /** Paths of PEM files. */
  tlsCertificate: z.string().optional(),
  tlsKey: z.string().optional(),
  tlsClientCa: z.string().optional(),
  /** True: listens on other addresses than loopback without TLS. */
  insecure: flag.default(false),
  /** Scopes of all callers; others need a token that has them. */
  scopes: list.pipe(z.array(z.enum(["play", "train", "eval", "holdout", "admin"]))).default(["play"]),
  /** File for the token that has all scopes, which the server writes for its owner: that of the journal, or without one another at each start; empty: none. Missing: in the user's state directory, by port. */
  tokenFile: z.string().optional(),
  /** File of clients' tokens, a line each: name, token, scopes. Missing: there are none. */
  clientTokens: z.string().optional(),
  /** File of the key behind sealed names and draws, 64 hexadecimal digits, which servers share. Missing: that of the journal. */
  taskKeyFile: z.string().optional(),
  /** True: nobody is admitted without a token, as on other addresses than loopback unless clients show certificates. */
  requireToken: flag.default(false),
});

/** Folder of a server's journal; undefined: none. A server on any free port has none unless it is set. */
export const stateDirectoryOf = ({ stateDirectory, port }: ServerConfig): string | undefined => {
  if (stateDirectory !== undefined) return stateDirectory === "" ? undefined : stateDirectory;
  return port === 0 ? undefined : userStateDirectory(`server-${port}`);
};

/** Folder of a pool's journal and baselines. */
export const poolDirectoryOf = ({ poolDirectory, backend }: Pick<ServerConfig, "poolDirectory" | "backend">): string =>
  poolDirectory ?? userStateDirectory(backend === "kind" ? "pool-kind" : "pool");

const userStateDirectory = (name: string): string =>
  join(process.env["XDG_STATE_HOME"] ?? join(homedir(), ".local", "state"), "kubedrill", name);

/** Default number of slots by backend: forks cost almost nothing, namespaces more, clusters most. */
const SLOTS = { sim: 1_024, namespaces: 4, kind: 2 } as const;

const PREFIX = "KUBEDRILL_SERVER_";

const fromEnvironment = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value !== undefined ? [[settingOf(name.slice(PREFIX.length)), value]] : [],
    ),
  );

/** Finds a setting by its name in the environment, such as MEMORY_MIB for memoryMiB. */
const settingOf = (name: string): string => {
  const letters = name.replaceAll("_", "").toLowerCase();
  return Object.keys(schema.shape).find((known) => known.toLowerCase() === letters) ?? toCamelCase(name);
};

const toCamelCase = (name: string): string => name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const dropUndefined = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const describeIssue = ({ path, message, code, ...rest }: z.core.$ZodIssue): string =>
  code === "unrecognized_keys"
    ? `${(rest as { keys?: string[] }).keys?.join(", ")} is no setting; there are ${Object.keys(schema.shape).join(", ")}`
    : `${path.join(".")}: ${message}`;

/** File of the token of a server's operator. @param address of the server, `host:port` */
export const tokenFileOf = (address: string): string => join(userStateDirectory("tokens"), address.slice(address.lastIndexOf(":") + 1));

/** True if nobody is admitted without a token. */
export const isTokenRequired = ({ requireToken, host, tlsClientCa }: ServerConfig): boolean =>
  requireToken || (!isLoopback(host) && tlsClientCa === undefined);

/** True for addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
