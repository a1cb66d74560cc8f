/**
 * Runs jobs concurrently and passes on their results in the order of the jobs.
 *
 * @param jobs what to do; each is started when one of `parallel` places is free
 * @param take called once per job, in order, with its result; a job that throws stops everything
 */
export const playInOrder = async <Job, Result>(
  jobs: readonly Job[],
  parallel: number,
  play: (job: Job) => Promise<Result>,
  take: (result: Result, job: Job) => void | Promise<void>,
): Promise<void> => {
  const running: { readonly job: Job; readonly result: Promise<Result> }[] = [];
  let next = 0;
  const start = () => {
    const job = jobs[next++] as Job;
    const result = play(job);
    result.catch(() => undefined); // it is awaited when its turn comes
    running.push({ job, result });
  };
  while (next < jobs.length || running.length > 0) {
    while (next < jobs.length && running.length < parallel) start();
    const first = running.shift()!;
    await take(await first.result, first.job);
  }
};
