import type { NodeHost } from "./node-events.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toText } from "./operations.ts";
import { errorValue, isCallable } from "./values.ts";

type Args = readonly unknown[];

/** `require("dns")`: names of the model's network. */
export const createDns = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => {
  const look = (name: string, use: (error: unknown, address?: string) => void): void => {
    const address = runtime.ask(() => host.lookup(name)) as string | undefined;
    runtime.after(LOOKUP_MS, () => (address === undefined ? use(notFound(name)) : use(null, address)));
  };
  const lookup = (args: Args): void => {
    const callback = args.findLast(isCallable);
    const isAll = (args[1] as { readonly all?: boolean } | undefined)?.all === true;
    look(toText(args[0]), (error, address) => {
      const found = isAll ? [[{ address, family: 4 }]] : [address, 4];
      runtime.evaluator.call(callback, error === null ? [null, ...found] : [error]);
    });
  };
  const promised = ([name]: Args) => {
    const promise = runtime.evaluator.promise();
    look(toText(name), (error, address) => (error === null ? promise.resolve({ address, family: 4 }) : promise.reject(error)));
    return promise;
  };
  return { lookup, promises: { lookup: promised } };
};

/** The error of a name that nobody knows. */
export const notFound = (hostname: string) =>
  errorValue("Error", `getaddrinfo ENOTFOUND ${hostname}`, { errno: -3008, code: "ENOTFOUND", syscall: "getaddrinfo", hostname });

const LOOKUP_MS = 2;
