import type { Worker } from "node:worker_threads";
import { DrillError, type DrillErrorData } from "#core/drill-error.ts";
import { createPoolThread, type PoolThread, type ThreadCall } from "./pool-thread.ts";
import { createWatchdog } from "./watch-thread.ts";

/**
 * Threads that hold simulated slots and their episodes.
 *
 * Calls are addressed by key (an episode); all calls for one key reach one thread, in order. Calls made in one turn of
 * the event loop go to a thread as one message, and so do the answers.
 */
export interface WorkerPool {
  readonly threads: number;
  /** Assigns a thread to a key: that of `beside` if given, else one that plays the same of `kinds`, else the least busy. */
  place(key: string, options?: Placement): void;
  /** True if a key has a thread. */
  has(key: string): boolean;
  /** Releases a key. */
  release(key: string): void;
  /** Calls a method on the thread of a key; a key without a thread gets one. @throws DrillError SLOT_LOST if the thread dies */
  call<T>(key: string, method: string, payload: unknown): Promise<T>;
  /** Calls a method on the thread on which keys of these kinds will be placed, if it is not the busiest by far then. */
  callFor<T>(kinds: readonly string[], method: string, payload: unknown): Promise<T>;
  /** Calls a method on thread number `index`, from 0; undefined while it is not running. */
  ask<T>(index: number, method: string, payload: unknown): Promise<T | undefined>;
  /** Stops all threads; calls in flight fail. */
  close(): Promise<void>;
}

/** Wishes for the thread of a key. */
export interface Placement {
  /** Names of what keys share if they are in one thread, the dearest first: an incident, then the baseline that it begins with. */
  readonly kinds?: readonly string[];
  /** Key whose thread is wanted. */
  readonly beside?: string;
}

export interface WorkerPoolOptions {
  readonly threads: number;
  /** Starts thread number `index`, whose turns it notes in `turnMemory`; its entry file belongs to the caller. */
  readonly start: (index: number, turnMemory: SharedArrayBuffer) => Worker;
  /**
   * Method that is answered once a thread is ready. Each thread then starts when the one before is ready or with its
   * own first call, so that the first is not slowed down by the others; missing: all start at once.
   */
  readonly readyMethod?: string;
  /** Called when a thread died: its keys are lost and a new thread replaces it. */
  readonly onLost: (lost: LostThread) => void;
  /** Processor time that a thread may take for one turn of a bounded method, ms; then it counts as dead. What else runs does not count. */
  readonly overrunMs?: number;
  /** Methods whose work is bounded; missing: all. The turns of others may take as long as a silence. */
  readonly bounded?: ReadonlySet<string>;
  /**
   * Time without answers and turns for which this process worked, after which a thread with work counts as dead, ms. Time does not count
   * in which the process stood still or got no processor.
   */
  readonly stallMs?: number;
}

/** A thread that died. */
export interface LostThread {
  readonly keys: readonly string[];
  readonly cause: unknown;
  /** Calls that it had not answered. */
  readonly inFlight: readonly ThreadCall[];
  /** The one whose turn it was, which ended the thread; missing: it was none's. */
  readonly underWay?: ThreadCall;
}

/** Message to a thread: the calls of one turn, as JSON text, which is copied faster than objects. */
export type CallMessage = readonly { readonly n: number; readonly method: string; readonly payload: unknown }[];

/** Message from a thread: answers, in the order of completion. */
export type AnswerMessage = readonly { readonly n: number; readonly value?: unknown; readonly error?: DrillErrorData }[];

/** Creates a pool and starts its threads. */
export const createWorkerPool = ({
  threads,
  start,
  readyMethod,
  onLost,
  overrunMs = OVERRUN_MS,
  bounded,
  stallMs = STALL_MS,
}: WorkerPoolOptions): WorkerPool => {
  const members: PoolThread[] = [];
  const places = new Map<string, PoolThread>();
  const kinds = new Map<string, PoolThread>();
  let closing = false;

  const lose = (thread: PoolThread, cause: unknown): void => {
    if (closing || thread.dead) return;
    thread.dead = true;
    const keys = [...thread.keys];
    for (const key of keys) places.delete(key);
    for (const [kind, owner] of kinds) if (owner === thread) kinds.delete(kind);
    const underWay = thread.underWay();
    onLost({ keys, cause, inFlight: thread.inFlight(), ...(underWay && { underWay }) });
    thread.fail(new DrillError("SLOT_LOST", "the thread that held the world died", { cause }));
    void thread.end();
    setTimeout(() => {
      if (!closing) revive(thread.index, thread.deaths + 1).start();
    }, reviveDelayMs(thread.deaths));
  };

  const revive = (index: number, deaths: number): PoolThread => {
    const thread = createPoolThread({ index, deaths, start: (turnMemory) => start(index, turnMemory), lose });
    members[index] = thread;
    return thread;
  };

  const choose = ({ kinds: wanted = [], beside }: Placement): PoolThread => {
    const neighbour = beside === undefined ? undefined : places.get(beside);
    if (neighbour !== undefined) return neighbour;
    const least = leastBusy(members);
    const isFree = (thread: PoolThread | undefined, i: number) =>
      thread !== undefined && thread.keys.size <= least.keys.size + (AFFINITY_SLACK[i] ?? 0);
    return wanted.map((kind) => kinds.get(kind)).find(isFree) ?? least;
  };

  const place: WorkerPool["place"] = (key, options = {}) => {
    if (places.has(key)) return;
    const thread = choose(options);
    places.set(key, thread);
    thread.keys.add(key);
    rememberKinds(kinds, options.kinds ?? [], thread);
  };

  const watch = createWatchdog({ limitMs: (method) => (bounded?.has(method) === false ? stallMs : overrunMs), stallMs, lose });
  const watchdog = setInterval(
    () => {
      for (const thread of members) void watch(thread);
    },
    Math.min(stallMs, overrunMs / LOOKS_PER_OVERRUN, LOOK_MAX_MS),
  );
  watchdog.unref();
  for (let index = 0; index < threads; index++) revive(index, 0);
  void startAll(members.slice(), readyMethod);

  return {
    threads,
    place,
    has: (key) => places.has(key),
    release: (key) => {
      places.get(key)?.keys.delete(key);
      places.delete(key);
    },
    call: async <T>(key: string, method: string, payload: unknown): Promise<T> => {
      place(key);
      return (await places.get(key)?.call(method, payload)) as T;
    },
    callFor: async <T>(wanted: readonly string[], method: string, payload: unknown): Promise<T> => {
      const thread = wanted.map((kind) => kinds.get(kind)).find((known) => known !== undefined) ?? leastBusy(members);
      rememberKinds(kinds, wanted, thread);
      return (await thread.call(method, payload)) as T;
    },
    ask: async <T>(index: number, method: string, payload: unknown) =>
      members[index]?.isRunning() === true ? ((await members[index].call(method, payload)) as T) : undefined,
    close: async () => {
      closing = true;
      clearInterval(watchdog);
      await Promise.all(members.map((thread) => thread.end()));
      for (const thread of members) thread.fail(new DrillError("DRAINING", "the threads were ended"));
    },
  };
};

/** Processor time of a turn that nothing takes by itself, ms: some 30 times the dearest program of an agent. */
const OVERRUN_MS = 30_000;
const STALL_MS = 120_000;
/** Interval at which threads are looked at: so many times before one overruns, and at the most, ms. */
const LOOKS_PER_OVERRUN = 4;
const LOOK_MAX_MS = 5_000;

/**
 * Number of additional keys on a thread that is accepted to keep those of a kind together, for the first kind and the second: forks
 * of one incident are cheap beside each other, and a baseline saves its boot.
 */
const AFFINITY_SLACK = [16, 4];
const KINDS_MAX = 4_096;
const REVIVE_MIN_MS = 50;
const REVIVE_MAX_MS = 10_000;

const reviveDelayMs = (deaths: number): number => (deaths === 0 ? 0 : Math.min(REVIVE_MAX_MS, REVIVE_MIN_MS * 2 ** deaths));

/** Returns the thread with the fewest keys; of equals, that of the fewest kinds. @throws DrillError BACKEND_DOWN if none is alive */
const leastBusy = (members: readonly PoolThread[]): PoolThread => {
  const [least] = members.filter(({ dead }) => !dead).sort((a, b) => a.keys.size - b.keys.size || a.kinds - b.kinds);
  if (least === undefined) throw new DrillError("BACKEND_DOWN", "all threads are starting again", { retryAfterMs: REVIVE_MIN_MS });
  return least;
};

const rememberKinds = (kinds: Map<string, PoolThread>, wanted: readonly string[], thread: PoolThread): void => {
  for (const kind of wanted) {
    forgetKind(kinds, kind);
    kinds.set(kind, thread);
    thread.kinds += 1;
    const oldest = kinds.size > KINDS_MAX ? kinds.keys().next().value : undefined;
    if (oldest !== undefined) forgetKind(kinds, oldest);
  }
};

const forgetKind = (kinds: Map<string, PoolThread>, kind: string): void => {
  const owner = kinds.get(kind);
  if (owner !== undefined) owner.kinds -= 1;
  kinds.delete(kind);
};

const startAll = async (members: readonly PoolThread[], readyMethod: string | undefined): Promise<void> => {
  for (const thread of members) {
    if (thread.dead) continue;
    thread.start();
    // One that dies meanwhile is revived by itself; the next must not wait for it.
    if (readyMethod !== undefined) await thread.call(readyMethod, undefined).catch(() => undefined);
  }
};
