import { firstIndex } from "#core/first-index.ts";
import type { Tally } from "./persistent-map.ts";

/** An append-only list of immutable values; a fork shares everything that was appended before it. */
export class PersistentLog<T> {
  #shared: Segment<T> | undefined;
  #own: T[] = [];
  readonly #tally: Tally | undefined;

  /** @param tally counts entries appended here and elsewhere */
  constructor(tally?: Tally) {
    this.#tally = tally;
  }

  /** Restores a list that ends with these values. @param since what it had before them; missing: nothing */
  static of<T>(values: readonly T[], since: PersistentLog<T> = new PersistentLog<T>()): PersistentLog<T> {
    const log = since.fork();
    if (values.length > 0) log.#shared = extend(log.#shared, values);
    return log;
  }

  get length(): number {
    return (this.#shared?.end ?? 0) + this.#own.length;
  }

  append(value: T): void {
    this.#own.push(value);
    if (this.#tally !== undefined) this.#tally.count += 1;
  }

  /** The value at an index, 0 first. */
  at(index: number): T | undefined {
    const sharedEnd = this.#shared?.end ?? 0;
    if (index >= sharedEnd) return this.#own[index - sharedEnd];
    let segment = this.#shared;
    while (segment !== undefined && index < segment.start) segment = segment.below;
    return segment?.values[index - segment.start];
  }

  last(): T | undefined {
    return this.at(this.length - 1);
  }

  /** Values from an index on, oldest first. */
  *from(start: number): IterableIterator<T> {
    for (let i = Math.max(0, start); i < this.length; i++) yield this.at(i) as T;
  }

  /** Index of the first value for which `isAfter` is true; the list must be ordered by it. */
  firstIndexWhere(isAfter: (value: T) => boolean): number {
    return firstIndex(this.length, (index) => isAfter(this.at(index) as T));
  }

  /** @param tally counts entries appended to the copy */
  fork(tally?: Tally): PersistentLog<T> {
    if (this.#own.length > 0) {
      this.#shared = extend(this.#shared, this.#own);
      this.#own = [];
    }
    const copy = new PersistentLog<T>(tally);
    copy.#shared = this.#shared;
    return copy;
  }
}

interface Segment<T> {
  readonly start: number;
  readonly end: number;
  readonly values: readonly T[];
  readonly below: Segment<T> | undefined;
}

/** Appends values; segments of similar size are merged, so that the chain stays short. */
const extend = <T>(below: Segment<T> | undefined, values: readonly T[]): Segment<T> => {
  if (below !== undefined && values.length * 2 >= below.values.length) {
    return extend(below.below, [...below.values, ...values]);
  }
  const start = below?.end ?? 0;
  return { start, end: start + values.length, values, below };
};
