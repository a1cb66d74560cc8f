import { toTimestamp } from "#core/timestamp.ts";
import { Exit, NODE_VERSION } from "./exit.ts";
import type { NodeHost } from "./node-events.ts";
import { createHttp, createNet } from "./node-network.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { display, toNumber, toText } from "./operations.ts";
import { errorValue, type HostFunction, type ScriptBuffer, ScriptPromise, Thrown, throwError } from "./values.ts";

/** What scripts find without asking for it. */
export const declareGlobals = (
  runtime: NodeRuntime,
  { args, env, host }: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly host: NodeHost },
): void => {
  const modules = createModules(runtime, env, host);
  const globals: Readonly<Record<string, unknown>> = {
    console: createConsole(runtime),
    process: createProcess(runtime, args, env),
    Buffer: createBuffer(runtime),
    Promise: createPromise(runtime),
    Math: createMath(runtime, host),
    JSON: createJson(),
    Date: createDate(runtime),
    Object: createObject(),
    Array: createArray(),
    Map: classOf(() => new Map()),
    Set: classOf(([items]) => new Set((items as readonly unknown[] | undefined) ?? [])),
    ...Object.fromEntries(["Error", "TypeError", "RangeError", "SyntaxError"].map((name) => [name, errorClass(name)])),
    Number: Object.assign(([value]: Args) => toNumber(value), {
      properties: { isInteger: ([value]: Args) => Number.isInteger(value), MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER },
    }),
    String: ([value]: Args) => toText(value),
    Boolean: ([value]: Args) => Boolean(value),
    parseInt: ([text, base]: Args) => Number.parseInt(toText(text), base === undefined ? 10 : Number(base)),
    parseFloat: ([text]: Args) => Number.parseFloat(toText(text)),
    isNaN: ([value]: Args) => Number.isNaN(toNumber(value)),
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    setTimeout: ([callback, delay, ...rest]: Args) => runtime.after(Number(delay ?? 1), () => void runtime.evaluator.call(callback, rest)),
    setInterval: ([callback, delay, ...rest]: Args) =>
      runtime.after(Number(delay ?? 1), () => void runtime.evaluator.call(callback, rest), Number(delay ?? 1)),
    setImmediate: ([callback, ...rest]: Args) => runtime.after(0, () => void runtime.evaluator.call(callback, rest)),
    clearTimeout: ([id]: Args) => runtime.cancel(Number(id)),
    clearInterval: ([id]: Args) => runtime.cancel(Number(id)),
    queueMicrotask: ([callback]: Args) => runtime.evaluator.enqueue(() => void runtime.evaluator.call(callback, [])),
    fetch: ([url]: Args) => fetchUrl(runtime, host, toText(url)),
    require: ([name]: Args) =>
      modules[toText(name).replace(/^node:/, "")] ??
      throwError("Error", `Cannot find module '${toText(name)}'\nRequire stack:\n- [eval]`, { code: "MODULE_NOT_FOUND" }),
  };
  for (const [name, value] of Object.entries(globals)) runtime.scope.declare(name, value);
};

type Args = readonly unknown[];

const classOf = (build: (args: Args) => unknown): HostFunction => Object.assign(() => undefined, { build });

const createConsole = (runtime: NodeRuntime): Readonly<Record<string, HostFunction>> => {
  const print =
    (stream: "stdout" | "stderr"): HostFunction =>
    (args) =>
      runtime.write(stream, `${format(args)}\n`);
  return { log: print("stdout"), info: print("stdout"), debug: print("stdout"), error: print("stderr"), warn: print("stderr") };
};

const format = ([first, ...rest]: Args): string => {
  if (typeof first !== "string" || !/%[sdijoO]/.test(first))
    return [first, ...rest]
      .map((value) => display(value))
      .join(" ")
      .replace(/^undefined$/, rest.length === 0 && first === undefined ? "" : "undefined");
  let next = 0;
  const text = first.replaceAll(/%([sdijoO%])/g, (whole, kind: string) => {
    if (kind === "%") return "%";
    if (next >= rest.length) return whole;
    const value = rest[next++];
    return kind === "j" ? JSON.stringify(value) : kind === "d" || kind === "i" ? `${toNumber(value)}` : display(value);
  });
  return [text, ...rest.slice(next).map((value) => display(value))].join(" ");
};

const createProcess = (runtime: NodeRuntime, args: readonly string[], env: Readonly<Record<string, string>>): Record<string, unknown> => {
  const streamOf = (stream: "stdout" | "stderr") => ({
    write: ([text]: Args) => {
      runtime.write(stream, toText(text));
      return true;
    },
    isTTY: false,
  });
  const on: HostFunction = ([name, listener]) => {
    const key = toText(name);
    runtime.listeners.set(key, [...(runtime.listeners.get(key) ?? []), listener]);
  };
  return {
    argv: ["/usr/local/bin/node", ...args],
    env: { ...env },
    pid: 1,
    platform: "linux",
    version: NODE_VERSION,
    versions: { node: NODE_VERSION.slice(1) },
    stdout: streamOf("stdout"),
    stderr: streamOf("stderr"),
    on,
    once: on,
    cwd: () => "/",
    uptime: () => runtime.nowMs / 1000,
    hrtime: () => [Math.floor(runtime.nowMs / 1000), 0],
    memoryUsage: () => ({
      rss: (40 + runtime.heapMiB) * 1_048_576,
      heapUsed: 4_000_000 + runtime.heapMiB * 1_048_576,
      heapTotal: 6_000_000,
    }),
    nextTick: ([callback, ...rest]: Args) => runtime.evaluator.enqueue(() => void runtime.evaluator.call(callback, rest)),
    exit: ([code]: Args) => {
      throw new Exit(code === undefined ? runtime.exitStatus : Number(code) & 255);
    },
  };
};

/** Memory that is asked for counts, whatever becomes of it. */
const createBuffer = (runtime: NodeRuntime): Record<string, unknown> => {
  const allocate: HostFunction = ([size]) => {
    const length = Number(size);
    runtime.heapMiB += length / 1_048_576;
    return { isBuffer: true, length, bytes: "\0".repeat(Math.min(length, 1024)) } satisfies ScriptBuffer;
  };
  return {
    alloc: allocate,
    allocUnsafe: allocate,
    from: ([value]: Args) => ({ isBuffer: true, length: toText(value).length, bytes: toText(value) }) satisfies ScriptBuffer,
  };
};

const createPromise = (runtime: NodeRuntime): HostFunction => {
  const resolved = (value: unknown): ScriptPromise => {
    if (value instanceof ScriptPromise) return value;
    const promise = runtime.evaluator.promise();
    promise.resolve(value);
    return promise;
  };
  const all = ([items]: Args): ScriptPromise => {
    const promise = runtime.evaluator.promise();
    const values: unknown[] = [];
    const list = items as readonly unknown[];
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
  return Object.assign(() => undefined, { build, properties: { resolve: ([value]: Args) => resolved(value), reject, all } });
};

const createMath = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => ({
  ...Object.fromEntries(
    (["abs", "ceil", "floor", "max", "min", "pow", "round", "sqrt", "trunc", "log", "log2", "log10", "exp", "sign"] as const).map(
      (name) => [name, (args: Args) => (Math[name] as (...values: number[]) => number)(...args.map(toNumber))],
    ),
  ),
  PI: Math.PI,
  random: () => runtime.ask(() => host.random()),
});

const createJson = (): Record<string, unknown> => ({
  stringify: ([value, , indent]: Args) => JSON.stringify(value, undefined, indent as number | undefined),
  parse: ([text]: Args) => {
    try {
      return JSON.parse(toText(text)) as unknown;
    } catch (error) {
      return throwError("SyntaxError", error instanceof Error ? error.message : "Unexpected end of JSON input");
    }
  },
});

const createDate = (runtime: NodeRuntime): HostFunction => {
  const build = ([given]: Args) => {
    const ms = given === undefined ? runtime.nowMs : Number(given);
    return { getTime: () => ms, valueOf: () => ms, toISOString: () => isoText(ms), toJSON: () => isoText(ms), toString: () => isoText(ms) };
  };
  return Object.assign(() => isoText(runtime.nowMs), { build, properties: { now: () => runtime.nowMs } });
};

/** As `toISOString`: a timestamp with milliseconds. */
const isoText = (ms: number): string => {
  const whole = Math.floor(ms / 1000) * 1000;
  return toTimestamp(whole).replace("Z", `.${`${ms - whole}`.padStart(3, "0")}Z`);
};

const createObject = (): Record<string, unknown> => ({
  keys: ([value]: Args) => Object.keys(value as object),
  values: ([value]: Args) => Object.values(value as object),
  entries: ([value]: Args) => Object.entries(value as object),
  assign: ([target, ...sources]: Args) => Object.assign(target as object, ...sources.map((source) => source ?? {})),
  fromEntries: ([entries]: Args) => Object.fromEntries(entries as readonly (readonly [string, unknown])[]),
  freeze: ([value]: Args) => value,
});

const createArray = (): HostFunction =>
  Object.assign(([size]: Args) => new Array(Math.min(Number(size ?? 0), 1_000_000)).fill(undefined), {
    properties: {
      isArray: ([value]: Args) => Array.isArray(value),
      from: ([value]: Args) => {
        const { length } = value as { readonly length?: number };
        return Array.isArray(value) || typeof value === "string" || value instanceof Set || value instanceof Map
          ? [...value]
          : new Array(length ?? 0).fill(undefined);
      },
    },
  });

const errorClass = (name: string): HostFunction => {
  const build: HostFunction = ([message]) => errorValue(name, message === undefined ? "" : toText(message));
  return Object.assign(build.bind(undefined), { build: (args: Args) => build(args, undefined), properties: { name } });
};

const fetchUrl = (runtime: NodeRuntime, host: NodeHost, url: string): ScriptPromise => {
  const promise = runtime.evaluator.promise();
  const answer = runtime.ask(() => host.fetch(url));
  runtime.after(answer.afterMs, () => {
    if ("code" in answer) {
      const cause = errorValue("Error", answer.code === "ENOTFOUND" ? `getaddrinfo ENOTFOUND ${hostOf(url)}` : `connect ${answer.code}`, {
        code: answer.code,
      });
      return promise.reject(errorValue("TypeError", "fetch failed", { cause }));
    }
    const body = (value: () => unknown) => () => {
      const read = runtime.evaluator.promise();
      read.resolve(value());
      return read;
    };
    promise.resolve({
      status: answer.status,
      ok: answer.status >= 200 && answer.status < 300,
      text: body(() => answer.body),
      json: body(() => JSON.parse(answer.body) as unknown),
    });
  });
  return promise;
};

const hostOf = (url: string): string => /^\w+:\/\/([^/:]+)/.exec(url)?.[1] ?? url;

const createModules = (runtime: NodeRuntime, env: Readonly<Record<string, string>>, host: NodeHost): Readonly<Record<string, unknown>> => ({
  http: createHttp(runtime, host),
  net: createNet(runtime, host),
  os: { hostname: () => env["HOSTNAME"] ?? "", platform: () => "linux", cpus: () => [{}, {}], totalmem: () => 25_276_502_016, EOL: "\n" },
  path: {
    join: (parts: Args) => parts.map(toText).join("/").replaceAll(/\/+/g, "/"),
    basename: ([path]: Args) => toText(path).replace(/^.*\//, ""),
  },
  fs: createFs(runtime, host),
});

const createFs = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => {
  const read = ([path]: Args) => {
    const content = runtime.ask(() => host.readFile(toText(path)));
    if (!content.ok)
      throwError("Error", `ENOENT: no such file or directory, open '${toText(path)}'`, {
        errno: -2,
        code: "ENOENT",
        syscall: "open",
        path: toText(path),
      });
    return content.text;
  };
  const write =
    (appends: boolean) =>
    ([path, text]: Args) => {
      const problem = runtime.ask(() => host.writeFile(toText(path), toText(text), appends));
      if (problem !== undefined)
        throwError(
          "Error",
          `${problem === "Read-only file system" ? "EROFS: read-only file system" : "ENOENT: no such file or directory"}, open '${toText(path)}'`,
          { code: problem === "Read-only file system" ? "EROFS" : "ENOENT" },
        );
    };
  return {
    readFileSync: read,
    writeFileSync: write(false),
    appendFileSync: write(true),
    existsSync: ([path]: Args) => runtime.ask(() => host.readFile(toText(path))).ok,
  };
};
