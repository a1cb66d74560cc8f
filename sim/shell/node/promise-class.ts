import { iterate } from "./iterate.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { type HostFunction, ScriptPromise, Thrown } from "./values.ts";

type Args = readonly unknown[];

/** `Promise`, as a class and with what is called on it. */
export const createPromise = (runtime: NodeRuntime): HostFunction => {
  const resolved = (value: unknown): ScriptPromise => {
    if (value instanceof ScriptPromise) return value;
    const promise = runtime.evaluator.promise();
    promise.resolve(value);
    return promise;
  };
  const all = ([items]: Args): ScriptPromise => {
    const promise = runtime.evaluator.promise();
    const values: unknown[] = [];
    const list = [...iterate(runtime.evaluator, items)];
    let left = list.length;
    if (left === 0) promise.resolve([]);
    for (const [index, item] of list.entries())
      resolved(item).subscribe(
        (value) => {
          values[index] = value;
          left -= 1;
          if (left === 0) promise.resolve(values);
        },
        (reason) => promise.reject(reason),
      );
    return promise;
  };
  const race = ([items]: Args): ScriptPromise => {
    const promise = runtime.evaluator.promise();
    for (const item of iterate(runtime.evaluator, items))
      resolved(item).subscribe(
        (value) => promise.resolve(value),
        (reason) => promise.reject(reason),
      );
    return promise;
  };
  const allSettled = ([items]: Args): ScriptPromise => {
    const settled = [...iterate(runtime.evaluator, items)].map((item) => {
      const promise = runtime.evaluator.promise();
      resolved(item).subscribe(
        (value) => promise.resolve({ status: "fulfilled", value }),
        (reason) => promise.resolve({ status: "rejected", reason }),
      );
      return promise;
    });
    return all([settled]);
  };
  const build = ([executor]: Args): ScriptPromise => {
    const promise = runtime.evaluator.promise();
    try {
      runtime.evaluator.call(executor, [([value]: Args) => promise.resolve(value), ([reason]: Args) => promise.reject(reason)]);
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
      promise.reject(error.value);
    }
    return promise;
  };
  const reject = ([reason]: Args): ScriptPromise => {
    const promise = runtime.evaluator.promise();
    promise.reject(reason);
    return promise;
  };
  return Object.assign(() => undefined, {
    build,
    properties: { resolve: ([value]: Args) => resolved(value), reject, all, allSettled, race },
  });
};
