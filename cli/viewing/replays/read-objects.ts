import { parseJson } from "#core/parse-json.ts";
import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import type { KubeFrame } from "#env/host/kube-protocol.ts";

/** An object of the cluster, as its API shows it. */
export interface ReadObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string; readonly namespace?: string };
  readonly [member: string]: unknown;
}

/** Objects by kind, namespace and name, as one reading found them. */
export type Snapshot = ReadonlyMap<string, ReadObject>;

/** A reader of the cluster of a running episode, with its agent's rights; neither time passes nor does the state change. */
export interface ClusterReader {
  /** Reads all objects that the agent may list, but events and leases. */
  objects(): Promise<Snapshot>;
  /** Asks the cluster's Prometheus. @returns its data; undefined where it refuses */
  range(query: string, span: { readonly fromMs: number; readonly toMs: number; readonly stepS: number }): Promise<readonly Series[]>;
  /** Time of the world, Unix ms. */
  nowMs(): Promise<number>;
  readonly namespace: () => string;
}

/** A series of an answer of Prometheus: Unix seconds and values. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

/** Creates a reader for an episode of a host that serves the Kubernetes API; undefined where it does not. */
export const createReader = (host: EpisodeHost, episodeId: string): ClusterReader | undefined => {
  const { kube } = host;
  if (kube === undefined) return undefined;
  let stream = 0;
  let namespace = "";
  const run = async (frames: readonly Omit<KubeFrame, "stream">[]) => {
    // The present, to which the world is taken without a change, so that times in the answers are the world's own.
    const { virtualMs } = await kube({ episodeId, untilMs: 0, shiftMs: 0, frames: [] });
    const first = stream;
    const sent = frames.map((frame) => ({ ...frame, stream: stream++ }) as KubeFrame);
    const outcome = await kube({ episodeId, untilMs: virtualMs, shiftMs: 0, frames: sent });
    namespace = outcome.namespace;
    const bodies: unknown[] = frames.map(() => undefined);
    for (const message of outcome.messages)
      if (message.kind === "response" && message.status === 200 && "text" in message.body)
        bodies[message.stream - first] = parseJson(message.body.text);
    return { bodies, virtualMs };
  };
  const get = async (paths: readonly string[]): Promise<readonly unknown[]> => (await run(paths.map(toRequest))).bodies;
  let lists: readonly List[] | undefined;
  let before: ReadonlyMap<string, readonly (readonly [string, ReadObject])[]> = new Map();
  return {
    namespace: () => namespace,
    nowMs: async () => (await run([])).virtualMs,
    range: async (query, { fromMs, toMs, stepS }) => {
      const params = { query, start: `${fromMs / 1000}`, end: `${toMs / 1000}`, step: `${stepS}` };
      const frame = { kind: "telemetry", request: { api: "prometheus", path: "/api/v1/query_range", params } } as const;
      const [body] = (await run([frame])).bodies as [{ readonly data?: { readonly result?: readonly Series[] } } | undefined];
      return body?.data?.result ?? [];
    },
    objects: async () => {
      lists ??= await findLists(get, () => namespace);
      const bodies = await get(lists.map(({ path }) => path));
      // What its agent may not list any more is taken to be as it was.
      before = new Map(lists.map(({ path }, i) => [path, bodies[i] === undefined ? (before.get(path) ?? []) : toItems(bodies[i])]));
      return new Map([...before.values()].flat());
    },
  };
};

const toRequest = (path: string): Omit<KubeFrame, "stream"> =>
  ({
    kind: "request",
    request: { method: "GET", path, query: "", headers: { accept: "application/json" }, body: { text: "" }, isKnown: true },
  }) as Omit<KubeFrame, "stream">;

/** A path that lists objects of a kind. */
interface List {
  readonly path: string;
}

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly namespaced: boolean; readonly verbs: readonly string[] }[];
}

/** Finds what the agent may list: in the whole cluster, or in its namespace alone. */
const findLists = async (
  get: (paths: readonly string[]) => Promise<readonly unknown[]>,
  namespace: () => string,
): Promise<readonly List[]> => {
  const [groups] = (await get(["/apis"])) as [{ readonly groups?: readonly Group[] } | undefined];
  const versions = (groups?.groups ?? [])
    .map(({ preferredVersion }) => preferredVersion.groupVersion)
    .filter((name) => !DULL_GROUPS.test(name));
  const bases = ["/api/v1", ...versions.map((version) => `/apis/${version}`)];
  const kinds = ((await get(bases)) as readonly (ResourceList | undefined)[]).flatMap((list, i) =>
    (list?.resources ?? [])
      .filter(({ name, verbs }) => verbs.includes("list") && !name.includes("/") && !DULL_KINDS.has(name))
      .map(({ name, namespaced }) => ({
        path: `${bases[i]}/${name}`,
        own: namespaced ? `${bases[i]}/namespaces/${namespace()}/${name}` : undefined,
      })),
  );
  const bodies = await get(kinds.map(({ path }) => path));
  return kinds.flatMap(({ path, own }, i) => (bodies[i] !== undefined ? [{ path }] : own === undefined ? [] : [{ path: own }]));
};

interface Group {
  readonly preferredVersion: { readonly groupVersion: string };
}

/** Kinds that change all the time, or that others show better. */
const DULL_KINDS: ReadonlySet<string> = new Set(["events", "componentstatuses", "endpoints", "leases"]);
const DULL_GROUPS = /^(events\.k8s\.io|metrics\.k8s\.io|coordination\.k8s\.io)\//;

interface ObjectList {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly items?: readonly Omit<ReadObject, "kind" | "apiVersion">[];
}

/** Items of a list leave out their kind, which the list has. */
const toItems = (body: unknown): readonly (readonly [string, ReadObject])[] => {
  const { kind = "List", apiVersion = "", items = [] } = Object(body) as ObjectList;
  const itemKind = kind.replace(/List$/, "");
  return items.map((item) => {
    const object = { apiVersion, kind: itemKind, ...item } as ReadObject;
    const { name, namespace = "" } = object.metadata;
    return [`${itemKind}/${namespace}/${name}`, object] as const;
  });
};
