import { toBytes } from "../machine/bytes.ts";
import { bufferOf, encodeBytes } from "./buffers.ts";
import type { FileFacts, NodeHost } from "./node-events.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toText } from "./operations.ts";
import { errorValue, type HostFunction, isBuffer, isCallable, Thrown } from "./values.ts";

type Args = readonly unknown[];

/** `require("fs")`: each call at once, with a callback, and as a promise. */
export const createFs = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => {
  const calls = createCalls(runtime, host);
  const fs: Record<string, unknown> = {
    existsSync: ([path]: Args) => statOf(runtime, host, path) !== undefined,
    constants: { R_OK: 4, W_OK: 2, F_OK: 0 },
  };
  const promises: Record<string, HostFunction> = {};
  for (const [name, call] of Object.entries(calls)) {
    fs[`${name}Sync`] = call;
    fs[name] = (args: Args) => {
      const callback = args.findLast(isCallable);
      const results = outcomeOf(() =>
        call(
          args.filter((arg) => arg !== callback),
          undefined,
        ),
      );
      runtime.after(1, () => void runtime.evaluator.call(callback, results));
    };
    promises[name] = (args) => {
      const promise = runtime.evaluator.promise();
      const [error, value] = outcomeOf(() => call(args, undefined));
      runtime.after(1, () => (error === null ? promise.resolve(value) : promise.reject(error)));
      return promise;
    };
  }
  return { ...fs, promises };
};

const outcomeOf = (act: () => unknown): readonly [unknown, unknown?] => {
  try {
    return [null, act()];
  } catch (error) {
    if (error instanceof Thrown) return [error.value];
    throw error;
  }
};

const statOf = (runtime: NodeRuntime, host: NodeHost, path: unknown): FileFacts | undefined => runtime.ask(() => host.stat(toText(path)));

const createCalls = (runtime: NodeRuntime, host: NodeHost): Readonly<Record<string, HostFunction>> => {
  const write =
    (appends: boolean): HostFunction =>
    ([path, data]) => {
      const bytes = isBuffer(data) ? data.bytes : toBytes(toText(data));
      fail(
        runtime.ask(() => host.writeFile(toText(path), bytes, appends)),
        "open",
        path,
      );
    };
  const stat: HostFunction = ([path]) => {
    const facts = statOf(runtime, host, path);
    return facts === undefined ? fail("No such file or directory", "stat", path) : statsOf(facts);
  };
  const remove: HostFunction = ([path, options]) => {
    if (statOf(runtime, host, path) === undefined && (options as { readonly force?: boolean } | undefined)?.force === true) return;
    fail(
      runtime.ask(() => host.remove(toText(path))),
      "unlink",
      path,
    );
  };
  return {
    readFile: ([path, options]) => {
      const content = runtime.ask(() => host.readFile(toText(path)));
      if (!content.ok) return fail(content.error, content.error === "Is a directory" ? "read" : "open", path);
      const encoding = typeof options === "object" && options !== null ? (options as { readonly encoding?: unknown }).encoding : options;
      return encoding === undefined || encoding === null ? bufferOf(content.bytes) : encodeBytes(content.bytes, encoding);
    },
    writeFile: write(false),
    appendFile: write(true),
    stat,
    lstat: stat,
    access: (args) => void stat(args, undefined),
    readdir: ([path]) => {
      const names = runtime.ask(() => host.list(toText(path)));
      return typeof names === "string" ? fail(names, "scandir", path) : names;
    },
    mkdir: ([path, options]) => {
      const isDeep = (options as { readonly recursive?: boolean } | undefined)?.recursive === true;
      fail(
        runtime.ask(() => host.makeFolder(toText(path), isDeep)),
        "mkdir",
        path,
      );
      return undefined;
    },
    unlink: remove,
    rm: remove,
  };
};

const statsOf = ({ kind, size, mode, modifiedMs }: FileFacts): Record<string, unknown> => ({
  mode,
  size,
  mtimeMs: modifiedMs,
  isFile: () => kind === "file",
  isDirectory: () => kind === "folder",
  isSymbolicLink: () => kind === "link",
});

/** Throws what Node.js makes of an error of the system; nothing happens without one. */
const fail = (problem: string | undefined, syscall: string, path: unknown): undefined => {
  if (problem === undefined) return undefined;
  const [code, errno] = CODES[problem] ?? ["EIO", -5];
  const where = syscall === "read" ? "" : ` '${toText(path)}'`;
  const words = `${code}: ${problem === "Is a directory" ? "illegal operation on a directory" : problem.toLowerCase()}, ${syscall}${where}`;
  throw new Thrown(errorValue("Error", words, { errno, code, syscall, path: toText(path) }));
};

const CODES: Readonly<Record<string, readonly [string, number]>> = {
  "No such file or directory": ["ENOENT", -2],
  "Permission denied": ["EACCES", -13],
  "File exists": ["EEXIST", -17],
  "Not a directory": ["ENOTDIR", -20],
  "Is a directory": ["EISDIR", -21],
  "No space left on device": ["ENOSPC", -28],
  "Read-only file system": ["EROFS", -30],
};
