/**
 * Calls `attempt` up to `count` times in batches of 1, 2, 4, …; a batch with a failure is the last one.
 *
 * @returns the first failure
 */
export const slowStart = (count: number, attempt: () => string | undefined): string | undefined => {
  let left = count;
  for (let batch = Math.min(left, 1); batch > 0; batch = Math.min(2 * batch, left)) {
    let failure: string | undefined;
    for (let i = 0; i < batch; i++) {
      const message = attempt();
      failure ??= message;
    }
    if (failure !== undefined) return failure;
    left -= batch;
  }
  return undefined;
};

/** Execution order of batches of 1, 2, 4, …: of those that start together, the last one runs first. */
export const inSlowStart = <T>(items: readonly T[]): readonly T[] => {
  const result: T[] = [];
  for (let size = 1; result.length < items.length; size *= 2) {
    const batch = items.slice(result.length, result.length + size);
    result.push(...batch.slice(-1), ...batch.slice(0, -1));
  }
  return result;
};
