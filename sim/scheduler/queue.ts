import type { ObjectChange } from "../kernel/object-change.ts";
import type { World } from "../kernel/world.ts";
import { FILTERS } from "./filters.ts";

/** The timer of one try for a pod. */
export const SCHEDULE = "scheduler/pod";

/** State of a pod that the scheduler could not place. */
interface Waiting {
  readonly attempts: number;
  readonly failedAtMs: number;
  /** The plug-ins that turned it away: only what can move them brings it back early. */
  readonly plugins: readonly string[];
}

/** Plans a first try for a new pod, after those of all pods that came before it. */
export const enqueuePod = (world: World, podKey: string): void => {
  const newest = world.map<number>(NEWEST);
  const drawnAtMs = world.nowMs() + world.rng(`scheduler/queue/${podKey}/${world.nowMs()}`).int(4, 25);
  const atMs = Math.max(drawnAtMs, newest.get("") ?? 0);
  newest.set("", atMs);
  world.setTimerNoLaterThan(SCHEDULE, podKey, atMs);
};

/** Puts a pod off that no node can take: until something changes that could help, or for five minutes. */
export const giveUp = (world: World, podKey: string, plugins: readonly string[]): void => {
  const attempts = attemptsOf(world, podKey) + 1;
  world.map<Waiting>(WAITING).set(podKey, Object.freeze({ attempts, failedAtMs: world.nowMs(), plugins }));
  world.setTimer(SCHEDULE, podKey, world.nowMs() + FLUSH_MS);
};

/** Number of times in a row that a pod could not be scheduled. */
export const attemptsOf = (world: World, podKey: string): number => world.map<Waiting>(WAITING).get(podKey)?.attempts ?? 0;

/** Puts a pod off that could be placed but not bound: for its back-off. */
export const tryLater = (world: World, podKey: string, before: number): void => {
  const attempts = before + 1;
  world.map<Waiting>(WAITING).set(podKey, Object.freeze({ attempts, failedAtMs: world.nowMs(), plugins: NO_PLUGINS }));
  world.setTimer(SCHEDULE, podKey, world.nowMs() + backOffMs(attempts));
};

const NO_PLUGINS: readonly string[] = Object.freeze([]);

/** Forgets that a pod had to wait. */
export const succeed = (world: World, podKey: string): void => {
  world.map<Waiting>(WAITING).delete(podKey);
  world.clearTimer(SCHEDULE, podKey);
};

/** Brings back the pods that a change could help, after their back-off: 1 s, doubled at each failure, at most 10 s. */
export const reconsider = (world: World, change: ObjectChange): void => {
  const waiting = world.map<Waiting>(WAITING);
  if (waiting.size === 0) return;
  const helped = FILTERS.filter(({ isCuredBy }) => isCuredBy(change)).map(({ name }) => name);
  if (helped.length === 0) return;
  for (const podKey of waiting.keys()) {
    const { attempts, failedAtMs, plugins } = waiting.get(podKey) as Waiting;
    if (!plugins.some((plugin) => helped.includes(plugin))) continue;
    const readyAtMs = failedAtMs + backOffMs(attempts);
    world.setTimerNoLaterThan(SCHEDULE, podKey, Math.max(readyAtMs, world.nowMs() + LATENCY_MS));
  }
};

const backOffMs = (attempts: number): number => Math.min(BACKOFF_MIN_MS * 2 ** (attempts - 1), BACKOFF_MAX_MS);

const NEWEST = "scheduler/newest";
const WAITING = "scheduler/waiting";
const FLUSH_MS = 300_000;
const BACKOFF_MIN_MS = 1000;
const BACKOFF_MAX_MS = 10_000;
const LATENCY_MS = 8;
