import type { Service, Topology } from "./topology.ts";

/** Topologies in which both models are compared, and how loaded they are. */
export interface Compared extends Topology {
  readonly title: string;
  /** False: more is asked of a service than it can do. */
  readonly isStable: boolean;
  /** Quantities that are further off than the bound, how far they may be, and why. */
  readonly wider?: Readonly<Partial<Record<Quantity, { readonly within: number; readonly because: string }>>>;
}

/** Quantities that are compared. */
export type Quantity = "p50" | "p95" | "p99" | "errors";

const ONE_SHAPE = "latencies are lognormal in the model, and those of a queue with few workers are nearly exponential";
const CUT = "latencies are lognormal in the model, and those below a timeout end there";
const TWO_HUMPS = "latencies are lognormal in the model, and those with retries have a hump for each attempt";
const RARE = "one request in ten thousand fails, which the simulation sees a few times";
const NARROW =
  "the wait in the full queue is as long as the timeout, within a tenth: the share that is late hangs on the tail of the work's time";

const service = (name: string, given: Partial<Service> = {}): Service => ({
  name,
  workers: 64,
  queue: 10_000,
  medianMs: 10,
  p99Ms: 60,
  calls: [],
  ...given,
});

export const COMPARED: readonly Compared[] = [
  { id: "idle", title: "one service, workers idle", isStable: true, rps: 100, services: [service("front")] },
  { id: "busy", title: "16 workers, 80 % busy", isStable: true, rps: 920, services: [service("front", { workers: 16 })] },
  {
    id: "few",
    title: "4 workers, 80 % busy",
    isStable: true,
    rps: 230,
    services: [service("front", { workers: 4 })],
    wider: { p99: { within: 0.13, because: ONE_SHAPE } },
  },
  {
    id: "one",
    title: "1 worker, 70 % busy",
    isStable: true,
    rps: 50,
    services: [service("front", { workers: 1 })],
    wider: { p50: { within: 0.13, because: ONE_SHAPE }, p95: { within: 0.16, because: ONE_SHAPE } },
  },
  {
    id: "chain",
    title: "chain of four",
    isStable: true,
    rps: 200,
    services: [
      service("front", { medianMs: 1, p99Ms: 8, workers: 256, calls: [{ to: "search" }] }),
      service("search", { medianMs: 2, p99Ms: 12, calls: [{ to: "rate" }] }),
      service("rate", { medianMs: 3, p99Ms: 20, calls: [{ to: "store" }] }),
      service("store", { workers: 4, medianMs: 10, p99Ms: 40 }),
    ],
  },
  {
    id: "fan",
    title: "three at once",
    isStable: true,
    rps: 100,
    services: [
      service("front", { medianMs: 1, p99Ms: 8, calls: [[{ to: "text" }, { to: "user" }, { to: "media" }]] }),
      service("text"),
      service("user"),
      service("media", { medianMs: 14, p99Ms: 50 }),
    ],
  },
  {
    id: "timeouts",
    title: "timeouts, no retries",
    isStable: true,
    rps: 200,
    services: [service("front", { medianMs: 1, p99Ms: 8, calls: [{ to: "back", timeoutMs: 40 }] }), service("back", { workers: 8 })],
    wider: { p99: { within: 0.13, because: CUT } },
  },
  {
    id: "retries",
    title: "timeouts, 3 attempts, backoff 20 ms ×2",
    isStable: true,
    rps: 200,
    services: [
      service("front", {
        medianMs: 1,
        p99Ms: 8,
        calls: [{ to: "back", timeoutMs: 40, attempts: 3, backoffMs: 20, backoffMultiplier: 2 }],
      }),
      service("back", { workers: 8 }),
    ],
    wider: { p95: { within: 0.17, because: TWO_HUMPS }, errors: { within: 1, because: RARE } },
  },
  {
    id: "pool",
    title: "caller's workers bound the callee",
    isStable: true,
    rps: 150,
    services: [
      service("front", { workers: 10, medianMs: 1, p99Ms: 8, calls: [{ to: "back" }] }),
      service("back", { workers: 4, medianMs: 15, p99Ms: 50 }),
    ],
  },
  {
    id: "connections",
    title: "2 connections to a database, 80 % in use",
    isStable: true,
    rps: 675,
    services: [
      service("front", { workers: 200, medianMs: 1, p99Ms: 8, calls: [{ to: "db", connections: 2 }] }),
      service("db", { workers: 1000, medianMs: 1, p99Ms: 12, isStore: true }),
    ],
    wider: { p50: { within: 0.16, because: ONE_SHAPE } },
  },
  {
    id: "over",
    title: "a third too much, clients give up",
    isStable: false,
    rps: 800,
    services: [service("front", { workers: 8, queue: 3000 })],
  },
  {
    id: "full",
    title: "twice too much, short queue",
    isStable: false,
    rps: 1200,
    services: [service("front", { workers: 8, queue: 200 })],
  },
  {
    id: "budget",
    title: "a fifth too much, retries within a budget of 0.1",
    isStable: false,
    rps: 700,
    services: [
      service("front", { workers: 5000, medianMs: 1, p99Ms: 8, calls: [{ to: "back", timeoutMs: 200, attempts: 4, retryBudget: 0.1 }] }),
      service("back", { workers: 8, queue: 100 }),
    ],
    wider: { errors: { within: 0.4, because: NARROW } },
  },
  {
    id: "storm",
    title: "retry storm",
    isStable: false,
    rps: 700,
    services: [
      service("front", { workers: 5000, medianMs: 1, p99Ms: 8, calls: [{ to: "back", timeoutMs: 200, attempts: 4 }] }),
      service("back", { workers: 8, queue: 1000 }),
    ],
  },
];
