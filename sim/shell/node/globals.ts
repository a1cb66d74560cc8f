import { toTimestamp } from "#core/timestamp.ts";
import { bufferFrom, bufferOf } from "./buffers.ts";
import type { Evaluator } from "./evaluate.ts";
import { Exit, NODE_VERSION } from "./exit.ts";
import { display } from "./inspect.ts";
import { iterate } from "./iterate.ts";
import { getMember } from "./members.ts";
import { createModules } from "./modules.ts";
import type { Happening, NodeHost } from "./node-events.ts";
import { connectError } from "./node-network.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toNumber, toText } from "./operations.ts";
import { createPromise } from "./promise-class.ts";
import { createRequire, declareModule, newModule } from "./require-file.ts";
import {
  errorValue,
  type HostFunction,
  isBuffer,
  isCallable,
  isErrorValue,
  type ScriptBuffer,
  type ScriptPromise,
  throwError,
} from "./values.ts";

/** What scripts find without asking for it. */
export const declareGlobals = (
  runtime: NodeRuntime,
  { args, env, filename }: Pick<Extract<Happening, { readonly kind: "start" }>, "args" | "env" | "filename">,
  host: NodeHost,
): void => {
  runtime.process = createProcess(runtime, args, env);
  const globals: Readonly<Record<string, unknown>> = {
    console: createConsole(runtime),
    process: runtime.process,
    Buffer: createBuffer(runtime),
    Promise: createPromise(runtime),
    Math: createMath(runtime, host),
    JSON: createJson(),
    Date: createDate(runtime),
    Object: createObject(),
    Array: createArray(runtime.evaluator),
    Map: classOf("Map", Map.prototype, ([items]) => {
      const entries = items ? [...iterate(runtime.evaluator, items)] : [];
      return new Map(entries as [unknown, unknown][]);
    }),
    Set: classOf("Set", Set.prototype, ([items]) => new Set(items ? iterate(runtime.evaluator, items) : [])),
    RegExp: classOf("RegExp", RegExp.prototype, ([pattern, flags]) => new RegExp(pattern as string, flags as string)),
    Symbol: Object.assign(([name]: Args) => Symbol(name === undefined ? undefined : toText(name)), {
      properties: { iterator: Symbol.iterator, asyncIterator: Symbol.asyncIterator },
    }),
    BigInt: ([value]: Args) => BigInt(value as number),
    ...Object.fromEntries(["Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError"].map((name) => [name, errorClass(name)])),
    Number: Object.assign(([value]: Args) => toNumber(value), {
      properties: { isInteger: ([value]: Args) => Number.isInteger(value), MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER },
    }),
    String: ([value = ""]: Args) => (typeof value === "symbol" ? String(value) : runtime.evaluator.text(value)),
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
  };
  for (const [name, value] of Object.entries(globals)) runtime.globals.declare(name, value);
  const require = createRequire(runtime, host, createModules(runtime, env, host), { filename });
  declareModule(runtime.scope, { module: newModule("."), require, filename });
};

type Args = readonly unknown[];

const classOf = (name: string, prototype: object, build: (args: Args) => unknown): HostFunction => {
  const created: HostFunction = Object.assign(() => throwError("TypeError", `Constructor ${name} requires 'new'`), { build });
  return Object.assign(created, {
    properties: { name, prototype },
    holds: (value: object) => Object.prototype.isPrototypeOf.call(prototype, value),
  });
};

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
    return kind === "j" ? stringify([value]) : kind === "d" || kind === "i" ? `${toNumber(value)}` : display(value);
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
  const input = runtime.emitters.create();
  const stdin: Record<string, unknown> = Object.assign(input, {
    isTTY: false,
    fd: 0,
    setEncoding: () => stdin,
    resume: () => stdin,
    pause: () => stdin,
  });
  runtime.input = input;
  return {
    stdin,
    arch: "x64",
    exitCode: undefined,
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
    cwd: () => runtime.cwd,
    uptime: () => runtime.nowMs / 1000,
    hrtime: () => [Math.floor(runtime.nowMs / 1000), 0],
    memoryUsage: () => ({
      rss: (40 + runtime.heapMiB) * 1_048_576,
      heapUsed: 4_000_000 + runtime.heapMiB * 1_048_576,
      heapTotal: 6_000_000,
    }),
    nextTick: ([callback, ...rest]: Args) => runtime.evaluator.enqueue(() => void runtime.evaluator.call(callback, rest), true),
    exit: ([code]: Args) => {
      throw new Exit(code === undefined ? runtime.exitStatus() : Number(code) & 255);
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
    from: bufferFrom,
    concat: ([list]: Args) => bufferOf((list as readonly ScriptBuffer[]).map(({ bytes }) => bytes).join("")),
    isBuffer: ([value]: Args) => isBuffer(value),
    byteLength: ([text]: Args) => bufferFrom([text]).length,
  };
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

const stringify = ([value, , indent]: Args): string =>
  JSON.stringify(value, (_key, item: unknown) => (isCallable(item) ? undefined : item), indent as number | undefined);

const createJson = (): Record<string, unknown> => ({
  stringify,
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
  create: ([prototype]: Args) => Object.create(prototype as object | null) as object,
  entries: ([value]: Args) => Object.entries(value as object),
  assign: ([target, ...sources]: Args) => Object.assign(target as object, ...sources.map((source) => source ?? {})),
  fromEntries: ([entries]: Args) => Object.fromEntries(entries as Iterable<readonly [string, unknown]>),
  freeze: ([value]: Args) => value,
});

const createArray = (evaluator: Evaluator): HostFunction =>
  Object.assign(([size]: Args) => new Array(Math.min(Number(size ?? 0), 1_000_000)).fill(undefined), {
    properties: {
      isArray: ([value]: Args) => Array.isArray(value),
      of: (items: Args) => [...items],
      from: ([value, callback]: Args) => {
        const items =
          getMember(evaluator, value, Symbol.iterator) === undefined && typeof value !== "string"
            ? new Array(Math.min(Number((value as { readonly length?: number }).length ?? 0), 1_000_000)).fill(undefined)
            : [...iterate(evaluator, value)];
        return callback === undefined ? items : items.map((item, index) => evaluator.call(callback, [item, index]));
      },
    },
  });

const errorClass = (name: string): HostFunction => {
  const build: HostFunction = ([message, options]) =>
    errorValue(name, message === undefined ? "" : toText(message), (options as Readonly<Record<string, unknown>> | undefined) ?? {});
  const holds = (value: object): boolean => isErrorValue(value) && (name === "Error" || value.name === name);
  return Object.assign(build.bind(undefined), { build: (args: Args) => build(args, undefined), holds, properties: { name } });
};

const fetchUrl = (runtime: NodeRuntime, host: NodeHost, url: string): ScriptPromise => {
  const promise = runtime.evaluator.promise();
  const answer = runtime.ask(() => host.fetch(url));
  runtime.after(answer.afterMs, () => {
    if ("code" in answer) {
      const cause = connectError(answer, url);
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
