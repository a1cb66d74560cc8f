import { keepFor } from "#core/keep-for.ts";
import type { FixedHeap } from "#kube/app/heap-behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { amountOf } from "../../programs/behaviour/settings.ts";
import {
  type AppMetric,
  type AppView,
  errors,
  inFlight,
  type MetricRow,
  operationOf,
  type RowsOf,
  type requests,
  row,
  rows,
  served,
  sinceStart,
  single,
  successes,
} from "./app-view.ts";
import type { ContainerLife } from "./containers/container-lives.ts";
import { latencyCountsAt } from "./traffic/flow-counts.ts";
import { flowIndex, type LoadSegment, loadAt } from "./traffic/flow-index.ts";

/** Metrics of programs on Spring Boot, as Micrometer names those of the JVM and of HTTP servers. @param programs their ids */
export const jvmMetrics = (programs: readonly string[]): readonly AppMetric[] => FAMILIES.map((family) => inPrograms(family, programs));

const inPrograms = ({ name, type, help, rowsOf }: JvmFamily, programs: readonly string[]): AppMetric => ({
  name,
  type,
  help,
  rows: new Map(programs.map((id) => [id, rowsOf])),
});

/** A family of every JVM. */
interface JvmFamily extends Pick<AppMetric, "name" | "type" | "help"> {
  readonly rowsOf: RowsOf;
}

const MIB = 2 ** 20;

const heapOf = ({ life: { process } }: AppView): FixedHeap | undefined => {
  const heap = process.app?.behaviour.heap;
  return heap === undefined || !("maxMiB" in heap) ? undefined : heap;
};

const maxMiB = (view: AppView): number => amountOf(view.life.process, heapOf(view)?.maxMiB ?? 0);

/** Memory that lives: what an idle program holds, and what the requests in it keep alive, MiB. */
const liveMiB = (view: AppView): number => {
  const heap = heapOf(view);
  return heap === undefined ? 0 : Math.min(amountOf(view.life.process, heap.maxMiB), heap.liveMiB + heap.requestMiB * inFlight(view));
};

/** Space for new objects of the serial collector, which a JVM on less than two cores has: eight tenths of a third of the heap. */
const edenMiB = (view: AppView): number => (0.8 * maxMiB(view)) / 3;

/** Allocation and collections of a heap until an instant. */
interface Work {
  readonly allocatedMiB: number;
  /** Collections of new objects alone. */
  readonly minor: number;
  /** Collections of the whole heap, and the time that they took, s. */
  readonly major: number;
  readonly majorS: number;
}

const NO_WORK: Work = { allocatedMiB: 0, minor: 0, major: 0, majorS: 0 };

/** Work since the process started: the sum over the stretches of its load, in each of which it goes on at one rate. */
const workOf = (view: AppView): Work => {
  const newest = flowIndex(view.world).loads.get(view.life.key);
  const now = workUntil(view, newest, view.atMs);
  const before = workUntil(view, newest, view.life.startedAtMs);
  return {
    allocatedMiB: now.allocatedMiB - before.allocatedMiB,
    minor: now.minor - before.minor,
    major: now.major - before.major,
    majorS: now.majorS - before.majorS,
  };
};

const workUntil = (view: AppView, newest: LoadSegment | undefined, atMs: number): Work => {
  const segment = loadAt(newest, atMs);
  return segment === undefined ? NO_WORK : addWork(workBefore(view, segment), view, segment, atMs);
};

/** Work until the beginning of a stretch, which is kept with it; found without recursion however many there were. */
const workBefore = (view: AppView, segment: LoadSegment): Work => {
  const pending: LoadSegment[] = [];
  let at: LoadSegment | undefined = segment;
  while (at !== undefined && kept(at).work === undefined) {
    pending.push(at);
    at = at.previous;
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { previous } = next;
    kept(next).work = previous === undefined ? NO_WORK : addWork(kept(previous).work ?? NO_WORK, view, previous, next.fromMs);
  }
  return kept(segment).work ?? NO_WORK;
};

const kept = keepFor((_segment: LoadSegment): { work?: Work } => ({}));

const addWork = (work: Work, view: AppView, segment: LoadSegment, untilMs: number): Work => {
  const heap = heapOf(view);
  if (heap === undefined) return work;
  const seconds = (untilMs - segment.fromMs) / 1000;
  const live = liveMiB({ ...view, atMs: segment.fromMs });
  const allocated = seconds * (heap.allocatedMiB * segment.served + IDLE_MIB_PER_S);
  const major = allocated / Math.max(1, maxMiB(view) - live);
  return {
    allocatedMiB: work.allocatedMiB + allocated,
    minor: work.minor + allocated / edenMiB(view),
    major: work.major + major,
    majorS: work.majorS + (major * live * TRACE_MS_PER_MIB) / 1000,
  };
};

/** Allocation of timers, heartbeats and logging, MiB/s. */
const IDLE_MIB_PER_S = 0.4;

/** Time of tracing what lives, as the flow model has it, and that of a collection of new objects, few of which live. */
const TRACE_MS_PER_MIB = 1;
const MINOR_S = 0.006;

/** Pools of the serial collector with what is used of them and their bounds, MiB; -1: none. */
const POOLS: readonly { readonly area: string; readonly id: string; readonly used: Value; readonly max: Value }[] = [
  { area: "heap", id: "Eden Space", used: (view) => workOf(view).allocatedMiB % Math.max(1, edenMiB(view)), max: edenMiB },
  { area: "heap", id: "Survivor Space", used: (view) => edenMiB(view) / 16, max: (view) => edenMiB(view) / 8 },
  { area: "heap", id: "Tenured Gen", used: liveMiB, max: (view) => (2 * maxMiB(view)) / 3 },
  { area: "nonheap", id: "Metaspace", used: ({ life }) => 96 + (life.hash % 16), max: () => -1 / MIB },
  { area: "nonheap", id: "Code Cache", used: ({ life }) => 28 + (life.hash % 9), max: () => 240 },
  { area: "nonheap", id: "Compressed Class Space", used: ({ life }) => 11 + (life.hash % 3), max: () => 1024 },
];

type Value = (view: AppView) => number;

const inBytes =
  (mib: Value): Value =>
  (view) =>
    Math.round(mib(view) * MIB);

const COLLECTIONS = [
  { labels: { action: "end of minor GC", cause: "Allocation Failure" }, count: ({ minor }: Work) => minor, perCountS: MINOR_S },
  { labels: { action: "end of major GC", cause: "Allocation Failure" }, count: ({ major }: Work) => major, perCountS: undefined },
] as const;

const pauses: RowsOf = rows(
  ...COLLECTIONS.flatMap(({ labels, count, perCountS }) => [
    row(labels, (view) => Math.floor(count(workOf(view))), "_count"),
    row(
      labels,
      (view) => {
        const work = workOf(view);
        const whole = Math.floor(count(work));
        const eachS = perCountS ?? work.majorS / Math.max(count(work), Number.EPSILON);
        return Math.round(whole * eachS * 1000) / 1000;
      },
      "_sum",
    ),
  ]),
);

/** Cores that the JVM counts: its limit, rounded up. */
const processors = ({ cpuLimit }: ContainerLife): number => Math.max(1, Math.ceil(cpuLimit));

const cpuUsage = ({ world, life, atMs }: AppView): number => {
  const cores = loadAt(flowIndex(world).loads.get(life.key), atMs)?.cores ?? 0;
  return Math.min(1, Math.round(((cores + IDLE_CORES) / processors(life)) * 10_000) / 10_000);
};

const IDLE_CORES = 0.003;

const httpRequests: RowsOf = (world, life) => httpRows(operationsOf(world, life).join("\n"));

/** Requests that it serves, such as `GET /api/v1/orders/{id}`. */
const operationsOf = (world: World, life: ContainerLife): readonly string[] =>
  [...new Set(served({ world, life, atMs: 0 }).map(operationOf))].filter((name) => /^[A-Z]+ \//.test(name)).sort();

const httpRows = (names: string): readonly MetricRow[] =>
  names
    .split("\n")
    .filter((name) => name !== "")
    .flatMap(operationRows);

const operationRows = (name: string): readonly MetricRow[] => {
  const [method = "", uri = ""] = name.split(" ");
  const own = (view: AppView) => served(view).filter((stream) => operationOf(stream) === name);
  const ended = (labels: Readonly<Record<string, string>>, count: typeof requests, ms: (one: Durations) => number) => {
    const all = { method, uri, ...labels };
    return [
      row(all, (view) => sinceStart(view, own(view), count), "_count"),
      row(
        all,
        (view) => Math.round(sinceStart(view, own(view), (segment, atMs) => ms(latencyCountsAt(segment, NO_BOUNDS, atMs)))) / 1000,
        "_sum",
      ),
    ];
  };
  return [
    ...ended({ status: "200", outcome: "SUCCESS", exception: "None" }, successes, ({ successMs }) => successMs),
    ...ended({ status: "500", outcome: "SERVER_ERROR", exception: "ServletException" }, errors, ({ errorMs }) => errorMs),
  ];
};

type Durations = ReturnType<typeof latencyCountsAt>;

const NO_BOUNDS: readonly number[] = [];

const FAMILIES: readonly JvmFamily[] = [
  {
    name: "jvm_memory_used_bytes",
    type: "gauge",
    help: "The amount of used memory",
    rowsOf: rows(...POOLS.map(({ area, id, used }) => row({ area, id }, inBytes(used)))),
  },
  {
    name: "jvm_memory_max_bytes",
    type: "gauge",
    help: "The maximum amount of memory in bytes that can be used for memory management",
    rowsOf: rows(...POOLS.map(({ area, id, max }) => row({ area, id }, inBytes(max)))),
  },
  { name: "jvm_gc_pause_seconds", type: "summary", help: "Time spent in GC pause", rowsOf: pauses },
  {
    name: "jvm_gc_memory_allocated_bytes_total",
    type: "counter",
    help: "Incremented for an increase in the size of the (young) heap memory pool after one GC to before the next",
    rowsOf: single(inBytes((view) => workOf(view).allocatedMiB)),
  },
  {
    name: "jvm_threads_live_threads",
    type: "gauge",
    help: "The current number of live threads including both daemon and non-daemon threads",
    rowsOf: single((view) => 38 + (view.life.hash % 7) + inFlight(view)),
  },
  {
    name: "process_cpu_usage",
    type: "gauge",
    help: 'The "recent cpu usage" for the Java Virtual Machine process',
    rowsOf: single(cpuUsage),
  },
  {
    name: "system_cpu_count",
    type: "gauge",
    help: "The number of processors available to the Java virtual machine",
    rowsOf: single(({ life }) => processors(life)),
  },
  {
    name: "process_uptime_seconds",
    type: "gauge",
    help: "The uptime of the Java virtual machine",
    rowsOf: single(({ life, atMs }) => (atMs - life.startedAtMs) / 1000),
  },
  { name: "http_server_requests_seconds", type: "summary", help: "", rowsOf: httpRequests },
];
