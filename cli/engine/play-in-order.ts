/**
 * Runs jobs concurrently and passes on their results in the order of the jobs.
 *
 * @param jobs what to do; each is started when one of `parallel` places is free
 * @param take called once per job, in order, with its result; a job that throws stops everything
 * @param signal stops at once when it is aborted: no further job is started and no further result passed on
 * @returns true when all jobs are done, false when they were stopped
 */
export const playInOrder = async <Job, Result>(
  jobs: readonly Job[],
  parallel: number,
  play: (job: Job) => Promise<Result>,
  take: (result: Result, job: Job) => void | Promise<void>,
  signal: AbortSignal = NEVER,
): Promise<boolean> => {
  /** Jobs that were started and not passed on yet, in order. */
  const begun: { readonly job: Job; readonly result: Promise<Result> }[] = [];
  let [next, passedOn, running, isOver] = [0, 0, 0, false];
  const start = (job: Job): void => {
    running += 1;
    const result = play(job).finally(() => {
      running -= 1;
      if (!isOver && !signal.aborted) startMore();
    });
    result.catch(() => undefined); // it is awaited when its turn comes
    begun.push({ job, result });
  };
  // Those behind a long one need not wait for it.
  const startMore = (): void => {
    while (next < jobs.length && running < parallel && next - passedOn < 1 + (parallel - 1) * AHEAD) start(jobs[next++] as Job);
  };
  try {
    while (next < jobs.length || begun.length > 0) {
      if (signal.aborted) return false;
      startMore();
      const { job, result } = begun.shift()!;
      const value = await unlessStopped(result, signal);
      if (signal.aborted) return false;
      await take(value as Result, job);
      passedOn += 1;
    }
    return true;
  } finally {
    isOver = true;
  }
};

/** Most results that wait for the ones before them, for each place beyond the first. */
const AHEAD = 8;

const NEVER = new AbortController().signal;

/** Waits for a result; undefined as soon as the signal is aborted. */
const unlessStopped = <Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
