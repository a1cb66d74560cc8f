import { invariant } from "#core/invariant.ts";
import { createRng, type Rng } from "#core/rng.ts";
import { EventQueue, type QueuedEvent } from "./event-queue.ts";
import { PersistentLog } from "./persistent-log.ts";
import { PersistentMap, type Tally } from "./persistent-map.ts";

/** Runs when a timer is due. `key` says what it is about, `payload` is what was given when it was set. */
export type TimerHandler = (world: World, key: string, payload: unknown) => void;

/** Told of every change of an object, right after it, in the order of the table. */
export type ChangeObserver = (world: World, change: ObjectChange) => void;

/** One committed change of one object. */
export interface ObjectChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** `pods`, `deployments.apps`, `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** `namespace/name`, or `name` for cluster-scoped kinds. */
  readonly key: string;
  readonly atMs: number;
  readonly resourceVersion: number;
  /** After the change; for DELETED the last state. */
  readonly object: unknown;
  /** Before the change; undefined for ADDED. */
  readonly previous: unknown;
  /** Who wrote it, for those who ask about managers of fields; undefined for what the server does on its own. */
  readonly write?: unknown;
}

/** The behaviour of a world: static tables, the same for a world and all its forks. */
export interface WorldParts {
  readonly timers: Readonly<Record<string, TimerHandler>>;
  readonly observers: readonly ChangeObserver[];
  /** Run after every event where given (tests); throws on a broken invariant. */
  readonly checkers?: readonly ((world: World) => void)[];
  /** Constants that the parts read: application records, image catalogue, cluster topology. Frozen. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * A simulated cluster as a value that can be forked.
 *
 * All of its state is the clock, the queue, a few counters, and named persistent maps and logs of immutable values.
 * Everything else (controllers, kubelet, network, telemetry) is functions of a world. Whoever keeps state anywhere
 * else breaks forking.
 */
export class World {
  readonly parts: WorldParts;
  /** Root of every draw made from now on. */
  readonly seed: string;
  #nowMs: number;
  #seq: number;
  #queue: EventQueue;
  #maps: Map<string, PersistentMap<unknown>>;
  /** The map of timers, at hand: every event asks for it several times. */
  #plans: PersistentMap<Plan> | undefined;
  #logs: Map<string, PersistentLog<unknown>>;
  #counters: Map<string, number>;
  /** Changes of all that can be seen: every map but the kernel's own, and every log. */
  readonly #changes: Tally;
  #memos = new Map<string, { readonly revision: number; readonly value: unknown }>();

  constructor(parts: WorldParts, seed: string, nowMs: number) {
    this.parts = parts;
    this.seed = seed;
    this.#nowMs = nowMs;
    this.#seq = 0;
    this.#queue = new EventQueue();
    this.#maps = new Map();
    this.#logs = new Map();
    this.#counters = new Map();
    this.#changes = { count: 0 };
  }

  /** Virtual now, milliseconds since the Unix epoch, integer. */
  nowMs(): number {
    return this.#nowMs;
  }

  /** The named map of immutable values, empty at first. */
  map<V>(name: string): PersistentMap<V> {
    let map = this.#maps.get(name);
    if (map === undefined) {
      map = new PersistentMap<unknown>(this.#tallyOf(name));
      this.#maps.set(name, map);
    }
    return map as PersistentMap<V>;
  }

  /** The named append-only log, empty at first. */
  log<T>(name: string): PersistentLog<T> {
    let log = this.#logs.get(name);
    if (log === undefined) {
      log = new PersistentLog<unknown>(this.#changes);
      this.#logs.set(name, log);
    }
    return log as PersistentLog<T>;
  }

  /** Adds 1 to a named counter and returns the new value; the first is 1. */
  count(name: string): number {
    const next = this.counter(name) + 1;
    this.#counters.set(name, next);
    return next;
  }

  /** A named counter's present value, 0 at first. */
  counter(name: string): number {
    return this.#counters.get(name) ?? 0;
  }

  /** The stream of draws with this name; the same name gives the same draws again, so put what is drawn for into it. */
  rng(name: string): Rng {
    return createRng(`${this.seed}/${name}`);
  }

  /**
   * A derived value, kept until `revision` differs. Never forked and never part of the state: it must be a pure
   * function of what the revision stands for.
   * @param derive is given the value of the last revision that was asked for, whose parts may still be true
   */
  memo<T>(name: string, revision: number, derive: (before: T | undefined) => T): T {
    const kept = this.#memos.get(name);
    if (kept !== undefined && kept.revision === revision) return kept.value as T;
    const value = derive(kept?.value as T | undefined);
    this.#memos.set(name, { revision, value });
    return value;
  }

  /** Grows whenever any state but the plans of the queue changed; a fork starts from its parent's. */
  revision(): number {
    return this.#changes.count;
  }

  /** Plans a call of a handler; an earlier plan for the same handler and key is replaced. */
  setTimer(handler: string, key: string, atMs: number, payload?: unknown): void {
    this.#plan(`${handler} ${key}`, handler, key, atMs, payload);
  }

  #plan(timer: string, handler: string, key: string, atMs: number, payload: unknown): void {
    if (this.parts.timers[handler] === undefined) invariant(false, `no timer handler ${handler}`);
    if (!Number.isInteger(atMs)) invariant(false, `timer ${timer} at ${atMs}: time is in integers`);
    this.#seq += 1;
    const event: QueuedEvent = { atMs: Math.max(atMs, this.#nowMs), seq: this.#seq, timer, handler, key, payload };
    this.#timers().set(timer, { atMs: event.atMs, seq: event.seq });
    this.#queue.push(event);
    this.#pruneIfMostlyStale();
  }

  /** Like setTimer, but keeps an earlier plan that is due sooner: how work queues coalesce. */
  setTimerNoLaterThan(handler: string, key: string, atMs: number, payload?: unknown): void {
    const timer = `${handler} ${key}`;
    const planned = this.#timers().get(timer)?.atMs;
    if (planned === undefined || planned > atMs) this.#plan(timer, handler, key, atMs, payload);
  }

  clearTimer(handler: string, key: string): void {
    this.#timers().delete(`${handler} ${key}`);
  }

  /** When the handler is planned to be called for the key. */
  timerAtMs(handler: string, key: string): number | undefined {
    return this.#timers().get(`${handler} ${key}`)?.atMs;
  }

  /** Time of the next planned event. */
  nextEventAtMs(): number | undefined {
    return this.#nextLive()?.atMs;
  }

  /** Runs one event, if there is one no later than `limitMs`; time moves to it. */
  runNext(limitMs: number): boolean {
    const event = this.#nextLive();
    if (event === undefined || event.atMs > limitMs) return false;
    this.#queue.pop();
    this.#timers().delete(event.timer);
    this.#nowMs = event.atMs;
    (this.parts.timers[event.handler] as TimerHandler)(this, event.key, event.payload);
    for (const check of this.parts.checkers ?? []) check(this);
    return true;
  }

  /** Runs all events up to and including an instant, then moves time there. */
  runUntil(untilMs: number): void {
    invariant(untilMs >= this.#nowMs, `time goes forward: ${untilMs} is before ${this.#nowMs}`);
    let budget = EVENTS_PER_RUN_MAX;
    while (this.runNext(untilMs)) {
      budget -= 1;
      invariant(budget > 0, `more than ${EVENTS_PER_RUN_MAX} events until ${untilMs}: last ${this.#queue.peek()?.handler}`);
    }
    this.#nowMs = untilMs;
  }

  /** Tells the observers of a committed change. Only the store calls this. */
  publish(change: ObjectChange): void {
    for (const observe of this.parts.observers) observe(this, change);
  }

  /**
   * A world with the same past and its own future; costs what changed since the last fork.
   * @param seed root of the copy's draws from now on; missing: the same future randomness
   */
  fork(seed = this.seed): World {
    const copy = new World(this.parts, seed, this.#nowMs);
    copy.#seq = this.#seq;
    copy.#queue = this.#queue.fork();
    copy.#changes.count = this.#changes.count;
    for (const [name, map] of this.#maps) copy.#maps.set(name, map.fork(copy.#tallyOf(name)));
    for (const [name, log] of this.#logs) copy.#logs.set(name, log.fork(copy.#changes));
    copy.#counters = new Map(this.#counters);
    copy.#memos = new Map(this.#memos);
    return copy;
  }

  #tallyOf(map: string): Tally | undefined {
    return map.startsWith(KERNEL) ? undefined : this.#changes;
  }

  #timers(): PersistentMap<Plan> {
    this.#plans ??= this.map<Plan>(TIMERS);
    return this.#plans;
  }

  #isLive(event: QueuedEvent): boolean {
    return this.#timers().get(event.timer)?.seq === event.seq;
  }

  #nextLive(): QueuedEvent | undefined {
    for (;;) {
      const event = this.#queue.peek();
      if (event === undefined || this.#isLive(event)) return event;
      this.#queue.pop();
    }
  }

  #pruneIfMostlyStale(): void {
    if (this.#queue.size > 64 && this.#queue.size > 4 * this.#timers().size) this.#queue.prune((event) => this.#isLive(event));
  }
}

/** A bound on events in one call of runUntil, so that a loop of zero-delay timers is an error and not a hang. */
const EVENTS_PER_RUN_MAX = 2_000_000;

/** Maps of the kernel's own: state, but nothing that can be seen changes with them. */
const KERNEL = "kernel/";

const TIMERS = `${KERNEL}timers`;

/** What is planned for a timer: an event of the queue with another number is stale. */
interface Plan {
  readonly atMs: number;
  readonly seq: number;
}
