import type { Evaluator } from "./evaluate.ts";
import { type HostFunction, isClosure, ScriptIterator, ScriptPromise } from "./values.ts";

/** A property of an object or of what it inherits from within the script; nothing of the runtime below is reached. */
export const lookUp = (object: object | undefined, key: string | symbol, receiver: unknown = object): unknown => {
  for (let holder: object | null = object ?? null; holder !== null && !FOUNDATIONS.has(holder); holder = Object.getPrototypeOf(holder))
    if (Object.hasOwn(holder, key)) return Reflect.get(holder, key, receiver);
  return undefined;
};

/** What objects made by a function inherit from; made when it is first asked for. */
export const prototypeOf = (callee: unknown): object => {
  if (!isClosure(callee))
    return ((callee as HostFunction | undefined)?.properties?.["prototype"] as object | undefined) ?? Object.prototype;
  if (!Object.hasOwn(callee.properties, "prototype")) {
    const prototype = {};
    Object.defineProperty(prototype, "constructor", { value: callee });
    Object.defineProperty(callee.properties, "prototype", { value: prototype, writable: true });
  }
  return callee.properties["prototype"] as object;
};

/** True for an object that a function of the script or of the model has made. */
export const isInstance = (value: unknown, callee: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  if (!isClosure(callee)) {
    const holds = (callee as HostFunction).holds?.(value);
    if (holds !== undefined) return holds;
  }
  const wanted = prototypeOf(callee);
  return wanted !== Object.prototype && Object.prototype.isPrototypeOf.call(wanted, value);
};

/** A getter or a setter of an object. */
export const defineAccessor = (evaluator: Evaluator, object: object, key: string | symbol, kind: "get" | "set", method: unknown): void => {
  const known = Object.getOwnPropertyDescriptor(object, key);
  Object.defineProperty(object, key, {
    ...(known?.get !== undefined && { get: known.get }),
    ...(known?.set !== undefined && { set: known.set }),
    ...(kind === "get"
      ? {
          get(this: unknown) {
            return evaluator.call(method, [], this);
          },
        }
      : {
          set(this: unknown, value: unknown) {
            evaluator.call(method, [value], this);
          },
        }),
    configurable: true,
    enumerable: !(typeof key === "string" && key.startsWith("#")),
  });
};

/** The name of what made an object; undefined for a plain one. */
export const makerName = (object: object): string | undefined => {
  const maker = lookUp(object, "constructor");
  return isClosure(maker) ? maker.name : undefined;
};

/** Objects below those of any script. */
const FOUNDATIONS: ReadonlySet<object> = new Set<object>([
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
  RegExp.prototype,
  Function.prototype,
  ScriptPromise.prototype,
  ScriptIterator.prototype,
]);
