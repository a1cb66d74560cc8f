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
  const running: { readonly job: Job; readonly result: Promise<Result> }[] = [];
  let next = 0;
  const start = () => {
    const job = jobs[next++] as Job;
    const result = play(job);
    result.catch(() => undefined); // it is awaited when its turn comes
    running.push({ job, result });
  };
  while (next < jobs.length || running.length > 0) {
    if (signal.aborted) return false;
    while (next < jobs.length && running.length < parallel) start();
    const first = running.shift()!;
    const result = await unlessStopped(first.result, signal);
    if (signal.aborted) return false;
    await take(result as Result, first.job);
  }
  return true;
};

const NEVER = new AbortController().signal;

/** Waits for a result; undefined as soon as the signal is aborted. */
const unlessStopped = <Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
