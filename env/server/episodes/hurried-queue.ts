/** Runs tasks in their order, a number of them at a time; those that are hurried run before the others. */
export interface HurriedQueue {
  /** Adds a task, which begins when the caller has returned at the earliest. */
  add(run: () => Promise<void>): HurriedTask;
}

/** A task of a queue. */
export interface HurriedTask {
  /** Settles as the task does. */
  readonly done: Promise<void>;
  /** Moves the task before all that nobody hurried; without effect once it has begun. */
  hurry(): void;
}

/** Creates a queue that runs `concurrency` tasks at a time. */
export const createHurriedQueue = (concurrency: number): HurriedQueue => {
  const hurried = new Set<() => Promise<void>>();
  const patient = new Set<() => Promise<void>>();
  let running = 0;
  const begin = (): void => {
    while (running < concurrency) {
      const [next] = hurried.size > 0 ? hurried : patient;
      if (next === undefined) return;
      hurried.delete(next);
      patient.delete(next);
      running += 1;
      void next().finally(() => {
        running -= 1;
        begin();
      });
    }
  };
  return {
    add: (run) => {
      const { promise: done, resolve, reject } = Promise.withResolvers<void>();
      const task = () => run().then(resolve, reject);
      patient.add(task);
      queueMicrotask(begin);
      const hurry = (): void => {
        if (patient.delete(task)) hurried.add(task);
      };
      return { done, hurry };
    },
  };
};
