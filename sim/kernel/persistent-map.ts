/**
 * A map of immutable values that forks in time proportional to what changed since the last fork.
 *
 * It is a stack of layers: the shared ones are never written again, the own one on top is. Layers of like size are
 * merged, so that a look-up passes few of them.
 */
export class PersistentMap<V> {
  #shared: readonly Layer<V>[];
  #own: Layer<V> = new Map();
  #size: number;
  #revision: number;
  #sortedKeys: readonly string[] | undefined;

  constructor() {
    this.#shared = [];
    this.#size = 0;
    this.#revision = 0;
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
    let value = this.#own.get(key);
    for (let i = this.#shared.length - 1; i >= 0 && value === undefined; i--) value = (this.#shared[i] as Layer<V>).get(key);
    return value === DELETED ? undefined : (value as V | undefined);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    if (this.get(key) === undefined) {
      this.#size += 1;
      this.#sortedKeys = undefined;
    }
    this.#own.set(key, value);
    this.#revision += 1;
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return;
    this.#size -= 1;
    this.#revision += 1;
    this.#sortedKeys = undefined;
    if (this.#shared.length === 0) this.#own.delete(key);
    else this.#own.set(key, DELETED);
  }

  /** All entries in no particular order; sort by key where order can be seen. */
  *entries(): IterableIterator<readonly [string, V]> {
    const layers = [...this.#shared, this.#own];
    for (let i = layers.length - 1; i >= 0; i--) {
      for (const [key, value] of layers[i] as Layer<V>) {
        if (value !== DELETED && !isHidden(layers, i, key)) yield [key, value];
      }
    }
  }

  /** All keys, sorted by code unit. The list is shared: it must not be changed. */
  keys(): readonly string[] {
    this.#sortedKeys ??= [...this.entries()].map(([key]) => key).sort();
    return this.#sortedKeys;
  }

  /** A map with the same entries; afterwards neither sees the other's changes. */
  fork(): PersistentMap<V> {
    if (this.#own.size > 0) {
      this.#shared = compact([...this.#shared, this.#own]);
      this.#own = new Map();
    }
    const copy = new PersistentMap<V>();
    copy.#shared = this.#shared;
    copy.#size = this.#size;
    copy.#revision = this.#revision;
    copy.#sortedKeys = this.#sortedKeys;
    return copy;
  }
}

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
