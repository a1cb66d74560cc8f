import type { PersistentLog } from "../../../kernel/persistent-log.ts";

/** Fold of a log's entries into an index. */
export interface Fold<T extends object, I> {
  empty(): I;
  /** A copy that `apply` may change; the original stays as it is. */
  copy(index: I): I;
  apply(index: I, entry: T): void;
}

/**
 * Creates a function that folds a log into an index and caches it with the log's entries. Entries are immutable and have one past, which
 * forks share: the index of an entry is valid in every world that has it.
 */
export const createLogFold = <T extends object, I>(fold: Fold<T, I>): ((log: PersistentLog<T>) => I) => {
  const kept = new WeakMap<T, I>();
  const empty = fold.empty();
  return (log) => {
    let next = log.length;
    let base: I | undefined;
    while (next > 0 && base === undefined) {
      base = kept.get(log.at(next - 1) as T);
      if (base === undefined) next -= 1;
    }
    if (next === log.length) return base ?? empty;
    let index = fold.copy(base ?? empty);
    for (let i = next; i < log.length; i++) {
      const entry = log.at(i) as T;
      fold.apply(index, entry);
      if ((i + 1) % CHECKPOINT_EVERY !== 0 || i + 1 === log.length) continue;
      kept.set(entry, index);
      index = fold.copy(index);
    }
    kept.set(log.last() as T, index);
    return index;
  };
};

/** Forks of one past find a checkpoint of it, whichever of them is asked first. */
const CHECKPOINT_EVERY = 128;
