import { unitValue } from "#kube/objects/quantity.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { installedApps } from "../../programs/catalogue/app-install.ts";
import {
  type AppMetric,
  type AppView,
  connections,
  errors,
  operationOf,
  type RowsOf,
  requests,
  row,
  rows,
  served,
  sinceStart,
  single,
  successes,
} from "./app-view.ts";
import { type ContainerLife, containerLives } from "./containers/container-lives.ts";
import { objectHistory, versionAt } from "./history/object-history.ts";
import { listens } from "./history/process-history.ts";
import { latencyCountsAt, segmentAt } from "./traffic/flow-counts.ts";
import type { Stream } from "./traffic/flow-index.ts";

/** Part of TiDB that a process is, which a script of the operator starts, and the port of its metrics; undefined: it is none. */
export const tidbPart = ({ ports }: Process): TidbPart | undefined =>
  PARTS.find(({ serves }) => ports.some((open) => open.serves === serves));

/** Part of TiDB: its name, a protocol that it alone speaks, and the port of its metrics. */
type TidbPart = (typeof PARTS)[number];

const PARTS = [
  { name: "tidb-server", serves: "http/tidb-status", port: 10_080 },
  { name: "tikv-server", serves: "tikv", port: 20_180 },
  { name: "pd-server", serves: "http/pd", port: 2379 },
] as const;

/** Verb of a statement as a stream names it: `SELECT contacts`. */
const verbOf = (stream: Stream): string => operationOf(stream).split(" ", 1)[0] ?? "";

const verbs = (world: World, life: ContainerLife): readonly string[] => [...new Set(served({ world, life, atMs: 0 }).map(verbOf))].sort();

const servedBy = (view: AppView, verb: string): readonly Stream[] => served(view).filter((stream) => verbOf(stream) === verb);

/** `SELECT` as TiDB's labels name it: `Select`. */
const sqlType = (verb: string): string => `${verb.slice(0, 1)}${verb.slice(1).toLowerCase()}`;

/** Bounds of TiDB's histogram of durations, ms: from half a millisecond on, each twice the one before. */
const BOUNDS_MS: readonly number[] = Array.from({ length: 29 }, (_, i) => 0.5 * 2 ** i);

const durations: RowsOf = (world, life) =>
  verbs(world, life).flatMap((verb) => {
    const labels = { sql_type: sqlType(verb) };
    const sumOf = (pick: (counts: ReturnType<typeof latencyCountsAt>) => number) => (view: AppView) =>
      sinceStart(view, servedBy(view, verb), (segment, atMs) => pick(latencyCountsAt(segment, BOUNDS_MS, atMs)));
    const count = (view: AppView) => sinceStart(view, servedBy(view, verb), requests);
    return [
      ...BOUNDS_MS.map((bound, i) =>
        row(
          { ...labels, le: `${bound / 1000}` },
          sumOf((counts) => (counts.successes[i] as number) + (counts.errors[i] as number)),
          "_bucket",
        ),
      ),
      row({ ...labels, le: "+Inf" }, count, "_bucket"),
      row(labels, count, "_count"),
      row(labels, (view) => Math.round(sumOf(({ successMs, errorMs }) => successMs + errorMs)(view)) / 1000, "_sum"),
    ];
  });

/** Lives of another part of the same cluster that listened at an instant. */
const peersAt = ({ world, life, atMs }: AppView, program: TidbPart["name"]): readonly ContainerLife[] =>
  containerLives(world).filter((other) => isPeer(other, life, program) && listens(other, atMs));

const isPeer = (other: ContainerLife, life: ContainerLife, program: TidbPart["name"]): boolean =>
  tidbPart(other.process)?.name === program && other.namespace === life.namespace && clusterOf(other) === clusterOf(life);

const clusterOf = ({ process }: ContainerLife): string => process.start.pod.metadata.labels?.["app.kubernetes.io/instance"] ?? "";

/** Number of stores that had entered themselves with PD until an instant: each pod that listened once. */
const storesEver = ({ world, life, atMs }: AppView): number =>
  new Set(
    containerLives(world)
      .filter((other) => isPeer(other, life, "tikv-server") && (other.listeningAtMs ?? Number.POSITIVE_INFINITY) <= atMs)
      .map(({ pod }) => pod),
  ).size;

/** Number of regions: one for each table, those of the system among them. */
const regions = ({ world }: AppView): number =>
  SYSTEM_TABLES +
  new Set(
    installedApps(world).flatMap(({ behaviour }) =>
      Object.values(behaviour?.programs ?? {}).flatMap(({ store }) => (store?.kind === "sql" ? [store.table] : [])),
    ),
  ).size;

/** Tables that TiDB 8 makes when it bootstraps a cluster. */
const SYSTEM_TABLES = 55;

/** Bytes that a store may use: its claim's. */
const capacity = ({ world, life, atMs }: AppView): number => {
  const claims = (life.process.start.pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
  const [claim] = claims;
  const newest = objectHistory(world, "persistentvolumeclaims").get(`${life.namespace}/${claim}`);
  const object = versionAt(newest, atMs)?.object as PersistentVolumeClaim | undefined;
  return unitValue(object?.spec.resources?.requests?.["storage"]);
};

/** Bytes that a store uses: files of RocksDB and the Raft log, and what was written since. */
const used = (view: AppView): number => {
  const written = peersEver(view, "tidb-server")
    .flatMap((life) => served({ ...view, life }))
    .filter((stream) => verbOf(stream) !== "SELECT")
    .reduce((sum, { newest }) => {
      const segment = segmentAt(newest, view.atMs);
      return sum + (segment === undefined ? 0 : successes(segment, view.atMs));
    }, 0);
  return Math.min(capacity(view), RESERVED_BYTES + written * ROW_BYTES);
};

const peersEver = ({ world, life }: AppView, program: string): readonly ContainerLife[] =>
  containerLives(world).filter(
    (other) => tidbPart(other.process)?.name === program && other.namespace === life.namespace && clusterOf(other) === clusterOf(life),
  );

const RESERVED_BYTES = 112 * 2 ** 20;
const ROW_BYTES = 512;

const sumOfStores = (value: (view: AppView) => number) => (view: AppView) =>
  peersAt(view, "tikv-server").reduce((sum, life) => sum + value({ ...view, life }), 0);

const metric = (name: string, type: AppMetric["type"], help: string, program: string, own: RowsOf): AppMetric => ({
  name,
  type,
  help,
  rows: new Map([[program, own]]),
});

const up = (view: AppView): number => peersAt(view, "tikv-server").length;
const away = (view: AppView): number => Math.max(0, storesEver(view) - up(view));

/** Metrics of TiDB, TiKV and PD by their own names. */
export const TIDB_METRICS: readonly AppMetric[] = [
  metric("tidb_server_connections", "gauge", "Number of connections.", "tidb-server", single(connections)),
  metric(
    "tidb_server_query_total",
    "counter",
    "Counter of queries.",
    "tidb-server",
    rows(
      row({ type: "Query", result: "OK" }, (view) => sinceStart(view, served(view), successes)),
      row({ type: "Query", result: "Error" }, (view) => sinceStart(view, served(view), errors)),
    ),
  ),
  metric("tidb_executor_statement_total", "counter", "Counter of StmtNode.", "tidb-server", (world, life) =>
    verbs(world, life).map((verb) => row({ type: sqlType(verb) }, (view) => sinceStart(view, servedBy(view, verb), requests))),
  ),
  metric(
    "tidb_server_handle_query_duration_seconds",
    "histogram",
    "Bucketed histogram of processing time (s) of handled queries.",
    "tidb-server",
    durations,
  ),
  metric(
    "tikv_store_size_bytes",
    "gauge",
    "Size of storage.",
    "tikv-server",
    rows(
      row({ type: "capacity" }, capacity),
      row({ type: "available" }, (view) => capacity(view) - used(view)),
      row({ type: "used" }, used),
    ),
  ),
  metric(
    "tikv_raftstore_region_count",
    "gauge",
    "Number of regions collected in region_collector",
    "tikv-server",
    rows(
      row({ type: "region" }, regions),
      row({ type: "leader" }, (view) => Math.ceil(regions(view) / Math.max(1, peersAt(view, "tikv-server").length))),
    ),
  ),
  metric(
    "pd_cluster_status",
    "gauge",
    "Status of the cluster.",
    "pd-server",
    rows(
      row({ type: "store_up_count" }, up),
      row({ type: "store_disconnected_count" }, away),
      row({ type: "region_count" }, regions),
      row({ type: "leader_count" }, (view) => (up(view) === 0 ? 0 : regions(view))),
      row({ type: "storage_capacity" }, sumOfStores(capacity)),
      row({ type: "storage_size" }, sumOfStores(used)),
    ),
  ),
  metric(
    "pd_regions_status",
    "gauge",
    "Status of the regions.",
    "pd-server",
    rows(
      row({ type: "down-peer-region-count" }, (view) => (away(view) === 0 ? 0 : regions(view))),
      row({ type: "miss-peer-region-count" }, (view) => (storesEver(view) < REPLICAS ? regions(view) : 0)),
    ),
  ),
];

/** Replicas of a region that PD wants. */
const REPLICAS = 3;
