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
