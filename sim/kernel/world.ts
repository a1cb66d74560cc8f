import { invariant } from "#core/invariant.ts";
import { createRng, type Rng } from "#core/rng.ts";
import type { Look, QueuedEvent } from "./event-queue.ts";
import { IdleTrajectory, type TrajectoryPosition } from "./idle-trajectory.ts";
import type { ObjectChange } from "./object-change.ts";
import type { PersistentLog } from "./persistent-log.ts";
import type { PersistentMap } from "./persistent-map.ts";
import { KERNEL, type StateImage, WorldState } from "./world-state.ts";

/** Runs when a timer is due. `key` is the timer's subject, `payload` the value given when it was set. */
export type TimerHandler = (world: World, key: string, payload: unknown) => void;

/** Called for every change of an object, right after it, in the order of the table. */
export type ChangeObserver = (world: World, change: ObjectChange) => void;

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
  #state: WorldState;
  /** The map of timers, at hand: every event asks for it several times. */
  #plans: PersistentMap<Plan> | undefined;
  #memos: Memos;
  /** Position of this world on its idle trajectory; shared with the worlds on the same one. */
  #position: TrajectoryPosition<World> | undefined;

  constructor(parts: WorldParts, seed: string, nowMs: number) {
    this.parts = parts;
    this.seed = seed;
    this.#nowMs = nowMs;
    this.#state = new WorldState();
    this.#memos = new Map();
  }

  /**
   * Restores a world from an image of it.
   * @param origin without state, if the image tells all; else the world that it began as a fork of, whose derived values it inherits
   */
  static of(origin: World, { seed, nowMs, state }: WorldImage): World {
    const world = origin.fork(seed);
    world.#nowMs = nowMs;
    world.#state = WorldState.of(state, origin.#state);
    world.#position = undefined;
    return world;
  }

  /**
   * Returns the state as data: it can be written and read, and says nothing about the parts.
   * @param origin world that this one began as a fork of, as it was then: the image tells the difference; missing: all is told
   */
  image(origin?: World): WorldImage {
    for (const world of [this, origin]) if (world !== undefined) world.#plans = undefined;
    const state = this.#state.image(origin === undefined ? undefined : origin.#state);
    return { seed: this.seed, nowMs: this.#nowMs, state };
  }

  /** Virtual now, milliseconds since the Unix epoch, integer. */
  nowMs(): number {
    return this.#nowMs;
  }

  /** The named map of immutable values, empty at first. */
  map<V>(name: string): PersistentMap<V> {
    return this.#state.map(name) as PersistentMap<V>;
  }

  /** The named append-only log, empty at first. */
  log<T>(name: string): PersistentLog<T> {
    return this.#state.log(name) as PersistentLog<T>;
  }

  /** Adds 1 to a named counter and returns the new value; the first is 1. */
  count(name: string): number {
    return this.#state.count(name);
  }

  /** A named counter's present value, 0 at first. */
  counter(name: string): number {
    return this.#state.counter(name);
  }

  /** Random stream with this name; the same name gives the same draws again, so include the purpose of the draw in it. */
  rng(name: string): Rng {
    return createRng(`${this.seed}/${name}`);
  }

  /**
   * Derived value, cached until `revision` differs. Never part of the state, though forks inherit it and worlds on one trajectory share it:
   * it must be a pure function of the state that the revision stands for.
   * @param derive gets the value of the last revision, parts of which may still be valid
   */
  memo<T>(name: string, revision: number, derive: (before: T | undefined) => T): T {
    if (this.#position?.at !== undefined) this.#positionNow();
    const kept = this.#memos.get(name);
    if (kept !== undefined && kept.revision === revision) return kept.value as T;
    const value = derive(kept?.value as T | undefined);
    this.#memos.set(name, { revision, value });
    return value;
  }

  /** Grows whenever any state but the plans of the queue changed; a fork starts from its parent's. */
  revision(): number {
    return this.#state.changes;
  }

  /**
   * World that stands for the present state: the same one for all worlds in that state, and never changed. Undefined where no other is
   * known to have reached it.
   */
  moment(): World | undefined {
    return this.#positionNow()?.at;
  }

  /** Plans a call of a handler; an earlier plan for the same handler and key is replaced. */
  setTimer(handler: string, key: string, atMs: number, payload?: unknown): void {
    this.#plan(`${handler} ${key}`, handler, key, atMs, payload);
  }

  /**
   * Plans a look at whether anything has changed, from now on at a regular interval: it is passed over at no cost until something has.
   * A look that is taken has to plan the next one.
   */
  setLook(handler: string, key: string, everyMs: number): void {
    const look = { everyMs, changes: this.#state.changes };
    this.#plan(`${handler} ${key}`, handler, key, this.#nowMs + everyMs, undefined, look);
  }

  #plan(timer: string, handler: string, key: string, atMs: number, payload: unknown, look?: Look): void {
    if (this.parts.timers[handler] === undefined) invariant(false, `no timer handler ${handler}`);
    if (!Number.isInteger(atMs)) invariant(false, `timer ${timer} at ${atMs}: time is in integers`);
    this.#state.seq += 1;
    const planned = { atMs: Math.max(atMs, this.#nowMs), seq: this.#state.seq, timer, handler, key, payload };
    const event: QueuedEvent = look === undefined ? planned : { ...planned, look };
    this.#timers().set(timer, { atMs: event.atMs, seq: event.seq });
    this.#state.queue.push(event);
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

  /** Virtual time at which the handler is planned to be called for the key, ms. */
  timerAtMs(handler: string, key: string): number | undefined {
    return this.#timers().get(`${handler} ${key}`)?.atMs;
  }

  /** Time of the next planned event. */
  nextEventAtMs(): number | undefined {
    return this.#nextLive()?.atMs;
  }

  /** Runs the next event due by `limitMs` and advances time to it; false when there is none. */
  runNext(limitMs: number): boolean {
    let event = this.#nextLive();
    while (event?.look?.changes === this.#state.changes && event.atMs <= limitMs) event = this.#passOver(event, event.look, limitMs);
    if (event === undefined || event.atMs > limitMs) return false;
    this.#state.queue.pop();
    this.#state.events += 1;
    this.#timers().delete(event.timer);
    this.#nowMs = event.atMs;
    (this.parts.timers[event.handler] as TimerHandler)(this, event.key, event.payload);
    for (const check of this.parts.checkers ?? []) check(this);
    return true;
  }

  /**
   * Passes over a look and those after it until the next event or a limit, before which nothing can change.
   * Time, order and the count of events become what they would be if each had been taken.
   * @returns the next event
   */
  #passOver({ atMs, timer, handler, key, payload }: QueuedEvent, look: Look, limitMs: number): QueuedEvent | undefined {
    this.#state.queue.pop();
    this.#timers().delete(timer);
    const untilMs = Math.min(this.#nextLive()?.atMs ?? Number.POSITIVE_INFINITY, limitMs + 1);
    const passed = Math.max(1, Math.ceil((untilMs - atMs) / look.everyMs));
    this.#state.events += passed;
    this.#nowMs = atMs + (passed - 1) * look.everyMs;
    this.#plan(timer, handler, key, this.#nowMs + look.everyMs, payload, look);
    return this.#nextLive();
  }

  /** Books work of an event that is much more than events are. @param units in events */
  bookWork(units: number): void {
    this.#state.events += units;
  }

  /** Number of events so far, and of what was booked like them, of its past too: the same for all worlds in one state, whoever ran them. */
  eventsSoFar(): number {
    return this.#state.events;
  }

  /** Runs all events up to and including an instant, then moves time there. */
  runUntil(untilMs: number): void {
    if (!this.advance(untilMs, EVENTS_PER_RUN_MAX))
      invariant(false, `more than ${EVENTS_PER_RUN_MAX} events until ${untilMs}: last ${this.#state.queue.peek()?.handler}`);
  }

  /** Runs events up to an instant and at it, at most `eventsMax`. @returns true when time is there; false when there is more to run */
  advance(untilMs: number, eventsMax: number): boolean {
    invariant(untilMs >= this.#nowMs, `time goes forward: ${untilMs} is before ${this.#nowMs}`);
    const position = this.#positionNow();
    const isThere = position?.trajectory.isShared === true ? this.#follow(position, untilMs, eventsMax) : this.#run(untilMs, eventsMax);
    if (position !== undefined) position.acts = this.#state.acts;
    return isThere;
  }

  /** Advances to an instant by the states that earlier worlds left on the trajectory, and leaves one for later worlds. */
  #follow(position: TrajectoryPosition<World>, untilMs: number, eventsMax: number): boolean {
    const known = position.trajectory.lastUpTo(untilMs);
    if (known !== undefined && known.#nowMs >= this.#nowMs) {
      if (position.at !== known) this.#take(known);
      this.#standAt(known, position);
      if (known.#nowMs === untilMs) return true;
    }
    this.#leave(position);
    if (!this.#run(untilMs, eventsMax)) return false;
    const state = new World(this.parts, this.seed, this.#nowMs);
    state.#take(this);
    state.#memos = this.#memos;
    this.#standAt(state, position);
    position.trajectory.record(untilMs, state);
    return true;
  }

  #run(untilMs: number, eventsMax: number): boolean {
    for (let left = eventsMax; left > 0; left--) {
      if (this.runNext(untilMs)) continue;
      this.#nowMs = untilMs;
      return true;
    }
    return false;
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
    copy.#take(this);
    copy.#memos = new Map(this.#memos);
    if (seed === this.seed) {
      this.#position = this.#positionNow() ?? { trajectory: new IdleTrajectory(), acts: this.#state.acts, at: undefined };
      const { trajectory, acts } = this.#position;
      trajectory.join();
      copy.#position = { trajectory, acts, at: undefined };
    }
    return copy;
  }

  /** Forgets most of the states that worlds on its trajectory have left there: few will follow it any more. */
  forgetCourse(): void {
    this.#position?.trajectory.shorten();
  }

  /** Keeps the present state. @returns a function that goes back to it, whatever was begun since, even if that failed in its middle */
  savepoint(): () => void {
    const saved = new World(this.parts, this.seed, this.#nowMs);
    saved.#take(this);
    return () => {
      this.#take(saved);
      // What was derived since is of states that are gone, whose revisions come again.
      this.#memos = new Map();
      this.#position = undefined;
    };
  }

  /** Copies state and time from a world with the same seed, or from one whose past is adopted; derived values are passed separately. */
  #take(source: World): void {
    this.#nowMs = source.#nowMs;
    this.#state = new WorldState(source.#state);
    // Both begin anew from what is the past of both.
    this.#plans = undefined;
    source.#plans = undefined;
  }

  /** Position on the idle trajectory, if nobody has acted on this world since it got there. */
  #positionNow(): TrajectoryPosition<World> | undefined {
    const position = this.#position;
    if (position === undefined || position.acts === this.#state.acts) return position;
    this.#leave(position);
    this.#position = undefined;
    return undefined;
  }

  /** Equal worlds derive the same values: what one finds the others need not. */
  #standAt(state: World, position: TrajectoryPosition<World>): void {
    this.#memos = state.#memos;
    position.at = state;
  }

  #leave(position: TrajectoryPosition<World>): void {
    if (position.at !== undefined) this.#memos = new Map(this.#memos);
    position.at = undefined;
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
      const event = this.#state.queue.peek();
      if (event === undefined || this.#isLive(event)) return event;
      this.#state.queue.pop();
    }
  }

  #pruneIfMostlyStale(): void {
    if (this.#state.queue.size > 64 && this.#state.queue.size > 4 * this.#timers().size)
      this.#state.queue.prune((event) => this.#isLive(event));
  }
}

/** State of a world as data, whole or as a difference. */
export interface WorldImage {
  readonly seed: string;
  readonly nowMs: number;
  readonly state: StateImage;
}

/** Derived values by name, each with the revision that it was derived for. */
type Memos = Map<string, { readonly revision: number; readonly value: unknown }>;

/** A bound on events in one call of runUntil, so that a loop of zero-delay timers is an error and not a hang. */
const EVENTS_PER_RUN_MAX = 2_000_000;

const TIMERS = `${KERNEL}timers`;

/** Planned call of a timer: an event of the queue with another number is stale. */
interface Plan {
  readonly atMs: number;
  readonly seq: number;
}
