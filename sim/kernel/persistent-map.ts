import { firstIndex } from "#core/first-index.ts";
/**
 * A map of immutable values that forks in time proportional to what changed since the last fork.
 *
 * It is a stack of layers: the shared ones are never written again, the own one on top is. Layers of like size are
 * merged, so that a look-up passes few of them.
 */
export class PersistentMap<V> {
  #shared: readonly Layer<V>[];
  /** Made with the first write: most maps of a fork are only read. */
  #own: Layer<V> | undefined;
  #size: number;
  #revision: number;
  #sorted: Sorted<V> | undefined;
  /** Keys written since then. */
  #stale: Set<string> | undefined;
  readonly #tally: Tally | undefined;

  /** @param tally counts the changes of this map together with those of others */
  constructor(tally?: Tally) {
    this.#shared = [];
    this.#size = 0;
    this.#revision = 0;
    this.#tally = tally;
  }

  /** Restores a map from its image. @param since the map that the image tells the difference to; missing: an empty one */
  static of<V>({ revision, entries, deleted }: MapImage<V>, since: PersistentMap<V> = new PersistentMap<V>()): PersistentMap<V> {
    const map = since.fork();
    for (const key of deleted) map.delete(key);
    for (const [key, value] of entries) map.set(key, value);
    map.#revision = revision;
    return map;
  }

  /** Returns the content as data. @param since an earlier state of this map, to which the image tells the difference; missing: an empty one */
  image(since: PersistentMap<V> = new PersistentMap<V>()): MapImage<V> {
    return {
      revision: this.#revision,
      entries: [...this.entries()].filter(([key, value]) => since.get(key) !== value),
      deleted: [...since.entries()].map(([key]) => key).filter((key) => !this.has(key)),
    };
  }

  /** Number of entries. */
  get size(): number {
    return this.#size;
  }

  /** Grows with every change; a fork starts from its parent's. */
  get revision(): number {
    return this.#revision;
  }

  get(key: string): V | undefined {
    let value = this.#own?.get(key);
    for (let i = this.#shared.length - 1; i >= 0 && value === undefined; i--) value = (this.#shared[i] as Layer<V>).get(key);
    return value === DELETED ? undefined : (value as V | undefined);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    if (this.get(key) === undefined) this.#size += 1;
    this.#own ??= new Map();
    this.#own.set(key, value);
    this.#recordChange(key);
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return;
    this.#size -= 1;
    if (this.#shared.length === 0) this.#own?.delete(key);
    else {
      this.#own ??= new Map();
      this.#own.set(key, DELETED);
    }
    this.#recordChange(key);
  }

  #recordChange(key: string): void {
    this.#revision += 1;
    if (this.#tally !== undefined) this.#tally.count += 1;
    if (this.#sorted === undefined) return;
    this.#stale ??= new Set();
    this.#stale.add(key);
  }

  /** All entries in no particular order; sort by key where order can be seen. */
  *entries(): IterableIterator<readonly [string, V]> {
    const layers = this.#own === undefined ? this.#shared : [...this.#shared, this.#own];
    for (let i = layers.length - 1; i >= 0; i--) {
      for (const [key, value] of layers[i] as Layer<V>) {
        if (value !== DELETED && !isHidden(layers, i, key)) yield [key, value];
      }
    }
  }

  /** All keys, sorted by code unit. The list is shared: it must not be changed. */
  keys(): readonly string[] {
    return this.#inOrder().keys;
  }

  /** All values in the order of their keys. The list is shared: it must not be changed. */
  values(): readonly V[] {
    return this.#inOrder().values;
  }

  #inOrder(): Sorted<V> {
    const [sorted, stale] = [this.#sorted, this.#stale];
    if (sorted !== undefined && stale === undefined) return sorted;
    this.#sorted =
      sorted === undefined || stale === undefined || stale.size * 4 > sorted.keys.length ? this.#sortAll() : this.#patch(sorted, stale);
    this.#stale = undefined;
    return this.#sorted;
  }

  #sortAll(): Sorted<V> {
    const keys = [...this.entries()].map(([key]) => key).sort();
    return { keys, values: keys.map((key) => this.get(key) as V) };
  }

  /** Puts the few entries that changed in their places. */
  #patch(sorted: Sorted<V>, stale: ReadonlySet<string>): Sorted<V> {
    const keys = sorted.keys.slice();
    const values = sorted.values.slice();
    for (const key of stale) {
      const at = placeOf(keys, key);
      const value = this.get(key);
      const isThere = keys[at] === key;
      if (value !== undefined && isThere) values[at] = value;
      else if (value !== undefined) {
        keys.splice(at, 0, key);
        values.splice(at, 0, value);
      } else if (isThere) {
        keys.splice(at, 1);
        values.splice(at, 1);
      }
    }
    return { keys, values };
  }

  /**
   * A map with the same entries; afterwards neither sees the other's changes.
   * @param tally counts the changes of the copy
   */
  fork(tally?: Tally): PersistentMap<V> {
    if (this.#own !== undefined) {
      if (this.#own.size > 0) this.#shared = compact([...this.#shared, this.#own]);
      this.#own = undefined;
    }
    if (this.#stale !== undefined) this.#inOrder();
    const copy = new PersistentMap<V>(tally);
    copy.#shared = this.#shared;
    copy.#size = this.#size;
    copy.#revision = this.#revision;
    copy.#sorted = this.#sorted;
    return copy;
  }
}

/** Content of a map as data: its difference to an earlier state, or to an empty map. Keys are in no particular order. */
export interface MapImage<V> {
  readonly revision: number;
  readonly entries: readonly (readonly [key: string, value: V])[];
  readonly deleted: readonly string[];
}

/** A number of changes that several maps and logs share. */
export interface Tally {
  count: number;
}

interface Sorted<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
}

/** Index of a key in a sorted list, or the index to insert it at. */
const placeOf = (keys: readonly string[], key: string): number => firstIndex(keys.length, (index) => (keys[index] as string) >= key);

type Layer<V> = Map<string, V | typeof DELETED>;

/** Marks a key that a layer takes away from those below. */
const DELETED = Symbol("deleted");

/** True when a layer above says something newer about the key. */
const isHidden = <V>(layers: readonly Layer<V>[], index: number, key: string): boolean => {
  for (let i = index + 1; i < layers.length; i++) if ((layers[i] as Layer<V>).has(key)) return true;
  return false;
};

const compact = <V>(layers: readonly Layer<V>[]): readonly Layer<V>[] => {
  const stack = [...layers];
  while (stack.length >= 2) {
    const top = stack[stack.length - 1] as Layer<V>;
    const below = stack[stack.length - 2] as Layer<V>;
    if (top.size * 2 < below.size) break;
    stack.splice(-2, 2, mergeLayers(below, top, stack.length === 2));
  }
  return stack;
};

const mergeLayers = <V>(below: Layer<V>, top: Layer<V>, isBottom: boolean): Layer<V> => {
  const merged = new Map(below);
  for (const [key, value] of top) {
    if (value === DELETED && isBottom) merged.delete(key);
    else merged.set(key, value);
  }
  return merged;
};
