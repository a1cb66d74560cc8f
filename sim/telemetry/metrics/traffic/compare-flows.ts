/** Differences between a row's flows and those of the row before; rows share the flows that stay the same. */
export interface FlowChanges<F> {
  readonly came: readonly F[];
  readonly gone: readonly F[];
  /** Both of them, and what stands between them: flows that may have moved. */
  readonly touched: readonly F[];
}

/** Compares the flows of two rows by identity; rows differ in few places, so equal beginnings and ends are skipped. */
export const compareFlows = <F extends object>(before: readonly F[], now: readonly F[]): FlowChanges<F> => {
  const start = countEqual(before, now);
  if (start === before.length && start === now.length) return UNCHANGED;
  let beforeEnd = before.length;
  let nowEnd = now.length;
  while (beforeEnd > start && nowEnd > start && before[beforeEnd - 1] === now[nowEnd - 1]) {
    beforeEnd -= 1;
    nowEnd -= 1;
  }
  const old = before.slice(start, beforeEnd);
  const fresh = now.slice(start, nowEnd);
  const gone = new Set(old);
  const came = fresh.filter((flow) => !gone.delete(flow));
  return { came, gone: [...gone], touched: [...old, ...fresh] };
};

const UNCHANGED = { came: [], gone: [], touched: [] } as const;

const countEqual = (a: readonly unknown[], b: readonly unknown[]): number => {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
};
