import { EventQueue, type QueuedEvent } from "./event-queue.ts";
import { PersistentLog } from "./persistent-log.ts";
import { type MapImage, PersistentMap, type Tally } from "./persistent-map.ts";

/**
 * State of a world except its clock: maps, logs and counters by name, and the queue. A fork costs what was accessed since the last one:
 * maps and logs that were not stay in the shared past.
 */
export class WorldState {
  queue: EventQueue;
  /** Number of the last planned event. */
  seq: number;
  /** Number of events that ran. */
  events: number;
  /** Count of visible changes: of every map but the kernel's own, and of every log. */
  readonly #seen: Tally;
  /** Changes of what cannot: plans and counters. */
  readonly #unseen: Tally;
  /** State at the last fork; never written. */
  #past: Past;
  /** Maps and logs of the past that were accessed since, and new ones. */
  #maps = new Map<string, PersistentMap<unknown>>();
  #logs = new Map<string, PersistentLog<unknown>>();
  #counters = new Map<string, number>();

  /** @param origin whose copy it becomes; missing: there is nothing yet */
  constructor(origin?: WorldState) {
    this.queue = origin?.queue.fork() ?? new EventQueue();
    this.seq = origin?.seq ?? 0;
    this.events = origin?.events ?? 0;
    this.#seen = { count: origin?.changes ?? 0 };
    this.#unseen = { count: origin === undefined ? 0 : origin.acts - origin.changes };
    this.#past = origin === undefined ? NOTHING : origin.#becomePast();
  }

  /** Restores a state from its image. @param since the state that the image tells the difference to; missing: nothing was before */
  static of({ seq, events, changes, acts, queue, maps, logs, counters }: StateImage, since?: WorldState): WorldState {
    const state = new WorldState(since);
    const past = state.#past;
    state.#past = {
      maps: over(
        past.maps,
        mapValues(maps, (image, name) => PersistentMap.of(image, past.maps.get(name))),
      ),
      logs: over(
        past.logs,
        mapValues(logs, (values, name) => PersistentLog.of(values, past.logs.get(name))),
      ),
      counters: over(past.counters, new Map(Object.entries(counters))),
    };
    state.#seen.count = changes;
    state.#unseen.count = acts - changes;
    state.seq = seq;
    state.events = events;
    state.queue = EventQueue.of(queue);
    return state;
  }

  /** Returns the state as data. @param since an earlier state of it, to which the image tells the difference; missing: all is told */
  image(since?: WorldState): StateImage {
    const past = since === undefined ? NOTHING : since.#becomePast();
    const { maps, logs, counters } = this.#becomePast();
    const hasNews = (name: string, { revision }: PersistentMap<unknown>): boolean => past.maps.get(name)?.revision !== revision;
    const lengthBefore = (name: string): number => past.logs.get(name)?.length ?? 0;
    return {
      seq: this.seq,
      events: this.events,
      changes: this.changes,
      acts: this.acts,
      queue: this.queue.image(),
      maps: Object.fromEntries(
        [...maps].filter(([name, map]) => hasNews(name, map)).map(([name, map]) => [name, map.image(past.maps.get(name))]),
      ),
      logs: Object.fromEntries(
        [...logs]
          .filter(([name, { length }]) => length > lengthBefore(name))
          .map(([name, log]) => [name, [...log.from(lengthBefore(name))]]),
      ),
      counters: Object.fromEntries([...counters].filter(([name, count]) => past.counters.get(name) !== count)),
    };
  }

  /** Grows whenever anything but the plans of the queue and the counters changed. */
  get changes(): number {
    return this.#seen.count;
  }

  /** Grows whenever anything changed. */
  get acts(): number {
    return this.#seen.count + this.#unseen.count;
  }

  /** The named map, empty at first. A fork has another one: ask again after forking. */
  map(name: string): PersistentMap<unknown> {
    let map = this.#maps.get(name);
    if (map === undefined) {
      const tally = name.startsWith(KERNEL) ? this.#unseen : this.#seen;
      map = this.#past.maps.get(name)?.fork(tally) ?? new PersistentMap<unknown>(tally);
      this.#maps.set(name, map);
    }
    return map;
  }

  /** The named log, empty at first. Ask again after a fork. */
  log(name: string): PersistentLog<unknown> {
    let log = this.#logs.get(name);
    if (log === undefined) {
      log = this.#past.logs.get(name)?.fork(this.#seen) ?? new PersistentLog<unknown>(this.#seen);
      this.#logs.set(name, log);
    }
    return log;
  }

  count(name: string): number {
    const next = this.counter(name) + 1;
    this.#counters.set(name, next);
    this.#unseen.count += 1;
    return next;
  }

  counter(name: string): number {
    return this.#counters.get(name) ?? this.#past.counters.get(name) ?? 0;
  }

  /** Turns the present state into the past, and begins anew. */
  #becomePast(): Past {
    const { maps, logs, counters } = this.#past;
    if (this.#maps.size > 0 || this.#logs.size > 0 || this.#counters.size > 0) {
      this.#past = { maps: over(maps, this.#maps), logs: over(logs, this.#logs), counters: over(counters, this.#counters) };
      this.#maps = new Map();
      this.#logs = new Map();
      this.#counters = new Map();
    }
    return this.#past;
  }
}

/** A state as data: values, and the maps and logs that hold them, as far as they differ from an earlier state or from nothing. */
export interface StateImage {
  readonly seq: number;
  readonly events: number;
  readonly changes: number;
  readonly acts: number;
  readonly queue: readonly QueuedEvent[];
  readonly maps: Readonly<Record<string, MapImage<unknown>>>;
  readonly logs: Readonly<Record<string, readonly unknown[]>>;
  readonly counters: Readonly<Record<string, number>>;
}

/** Maps, logs and counters at an instant, by name. */
interface Past {
  readonly maps: ReadonlyMap<string, PersistentMap<unknown>>;
  readonly logs: ReadonlyMap<string, PersistentLog<unknown>>;
  readonly counters: ReadonlyMap<string, number>;
}

const NOTHING: Past = { maps: new Map(), logs: new Map(), counters: new Map() };

const mapValues = <V, W>(values: Readonly<Record<string, V>>, map: (value: V, name: string) => W): ReadonlyMap<string, W> =>
  new Map(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

/** Merges new values over those of the past. */
const over = <V>(past: ReadonlyMap<string, V>, now: ReadonlyMap<string, V>): ReadonlyMap<string, V> => {
  if (now.size === 0) return past;
  const merged = new Map(past);
  for (const [name, value] of now) merged.set(name, value);
  return merged;
};

/** Begins the names of maps of the kernel's own: state, but nothing that can be seen changes with them. */
export const KERNEL = "kernel/";
