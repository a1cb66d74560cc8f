import { bufferMethod } from "./buffers.ts";
import type { Evaluator } from "./evaluate.ts";
import { display } from "./inspect.ts";
import { toText } from "./operations.ts";
import { lookUp, prototypeOf } from "./prototypes.ts";
import {
  type Closure,
  errorValue,
  type HostFunction,
  isBuffer,
  isCallable,
  isClosure,
  isErrorValue,
  ScriptIterator,
  ScriptPromise,
  Thrown,
} from "./values.ts";

/** A property of a value. Only what the model provides can be reached: nothing leads out of it. */
export const getMember = (evaluator: Evaluator, object: unknown, key: string | symbol): unknown => {
  if (isCallable(object)) return functionMember(evaluator, object, key);
  if (typeof object === "object" && object !== null) {
    const known = Array.isArray(object) && key === "length" ? object.length : lookUp(object, key);
    if (known !== undefined) return known;
  }
  if (typeof key === "symbol")
    return key === Symbol.iterator &&
      (Array.isArray(object) || object instanceof Map || object instanceof Set || object instanceof ScriptIterator)
      ? () => new ScriptIterator(object[Symbol.iterator]())
      : undefined;
  if (typeof object === "string")
    return key === "length" ? object.length : /^\d+$/.test(key) ? object[Number(key)] : stringMethod(evaluator, object, key);
  if (Array.isArray(object)) return arrayMethod(evaluator, object, key);
  if (typeof object === "number" || typeof object === "bigint") return numberMethod(object, key);
  if (object instanceof ScriptPromise) return promiseMethod(evaluator, object, key);
  if (object instanceof Map || object instanceof Set) return collectionMethod(evaluator, object, key);
  if (object instanceof RegExp) return expressionMethod(object, key);
  if (object instanceof ScriptIterator) return iteratorMethod(evaluator, object, key);
  if (isBuffer(object)) return bufferMethod(object, key);
  if (typeof object === "boolean" && key === "toString") return () => `${object}`;
  if (typeof object !== "object" || object === null) return undefined;
  if (isErrorValue(object) && key === "stack") return `${toText(object)}\n    at <anonymous>`;
  if (key === "toString" || key === "toLocaleString") return () => toText(object);
  return key === "hasOwnProperty" ? (args: readonly unknown[]) => Object.hasOwn(object, toText(args[0])) : undefined;
};

/** Sets a property. */
export const setMember = (object: unknown, key: string | symbol, value: unknown): void => {
  if (key === "__proto__" || key === "constructor") return;
  if (isCallable(object)) {
    if (isClosure(object)) object.properties[key as string] = value;
  } else if (Array.isArray(object) && key === "length") object.length = Math.min(LENGTH_MAX, Number(value));
  else if (Array.isArray(object) && typeof key === "string" && /^\d+$/.test(key) && Number(key) > LENGTH_MAX) return;
  else if (typeof object === "object" && object !== null) Reflect.set(object, key, value);
};

const LENGTH_MAX = 1_000_000;

const functionMember = (evaluator: Evaluator, callee: Closure | HostFunction, key: string | symbol): unknown => {
  const method = functionMethod(evaluator, callee, key);
  if (method !== undefined) return method;
  const known = lookUp(callee.properties, key, callee);
  if (known !== undefined) return known;
  if (key === "name") return callee.name;
  if (key === "length" && isClosure(callee))
    return callee.params.filter(({ type }) => type !== "RestElement" && type !== "AssignmentPattern").length;
  return key === "prototype" && isClosure(callee) && !callee.isArrow ? prototypeOf(callee) : undefined;
};

type Args = readonly unknown[];

const functionMethod = (evaluator: Evaluator, callee: unknown, key: string | symbol): HostFunction | undefined => {
  if (key === "call") return ([thisValue, ...args]: Args) => evaluator.call(callee, args, thisValue);
  if (key === "apply") return ([thisValue, args]: Args) => evaluator.call(callee, (args as Args | undefined) ?? [], thisValue);
  if (key === "bind")
    return ([thisValue, ...first]: Args) =>
      (args: Args) =>
        evaluator.call(callee, [...first, ...args], thisValue);
  return undefined;
};

const STRING_METHODS = new Set(
  "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf padEnd padStart slice split startsWith substring substr toLowerCase toUpperCase toString trim trimEnd trimStart localeCompare normalize search".split(
    " ",
  ),
);

const stringMethod = (evaluator: Evaluator, text: string, key: string): HostFunction | undefined => {
  if (key === "repeat") return ([count]: Args) => text.repeat(Math.min(Number(count), Math.floor(REPEATED_MAX / Math.max(1, text.length))));
  if (key === "replace" || key === "replaceAll")
    return ([pattern, replacement]: Args) => {
      const to = isCallable(replacement)
        ? (...match: readonly unknown[]): string => toText(evaluator.call(replacement, match))
        : (toText(replacement) as never);
      if (pattern instanceof RegExp) return text.replace(pattern, to);
      return key === "replace" ? text.replace(toText(pattern), to) : text.replaceAll(toText(pattern), to);
    };
  if (key === "match") return ([pattern]: Args) => text.match(pattern as RegExp);
  if (key === "matchAll") return ([pattern]: Args) => new ScriptIterator(text.matchAll(pattern as RegExp));
  if (key === "split")
    return ([separator, limit]: Args) => (separator === undefined ? [text] : text.split(separator as string, limit as number | undefined));
  if (!STRING_METHODS.has(key)) return undefined;
  return (args: Args) => (text as unknown as Record<string, (...args: Args) => unknown>)[key]?.(...args);
};

const REPEATED_MAX = 1_000_000;

const PLAIN_ARRAY_METHODS = new Set(
  "at concat includes indexOf join lastIndexOf pop push reverse shift slice splice unshift fill flat with toReversed toSpliced".split(" "),
);
const CALLING_ARRAY_METHODS = new Set(
  "every filter find findIndex findLast findLastIndex flatMap forEach map reduce reduceRight some".split(" "),
);

const arrayMethod = (evaluator: Evaluator, array: unknown[], key: string): HostFunction | undefined => {
  if (key === "sort")
    return ([order]: Args) => array.sort(order === undefined ? undefined : (a, b) => Number(evaluator.call(order, [a, b])));
  if (key === "toSorted") return (args: Args) => arrayMethod(evaluator, [...array], "sort")?.(args, undefined);
  if (key === "keys" || key === "values" || key === "entries") return () => new ScriptIterator(array[key]());
  if (key === "join")
    return ([separator = ","]: Args) =>
      array.map((item) => (item === null || item === undefined ? "" : toText(item))).join(toText(separator));
  if (key === "toString") return () => toText(array);
  if (PLAIN_ARRAY_METHODS.has(key)) return (args: Args) => (array as unknown as Record<string, (...args: Args) => unknown>)[key]?.(...args);
  if (!CALLING_ARRAY_METHODS.has(key)) return undefined;
  return ([callback, ...rest]: Args) =>
    (array as unknown as Record<string, (...args: Args) => unknown>)[key]?.((...items: Args) => evaluator.call(callback, items), ...rest);
};

const expressionMethod = (expression: RegExp, key: string): unknown => {
  if (key === "source" || key === "flags" || key === "global") return expression[key];
  if (key === "toString") return () => `${expression}`;
  if (key === "test") return ([text]: Args) => expression.test(toText(text));
  if (key !== "exec") return undefined;
  return ([text]: Args) => expression.exec(toText(text));
};

const numberMethod = (value: number | bigint, key: string): HostFunction | undefined => {
  if (key === "toFixed") return ([digits]: Args) => Number(value).toFixed(Number(digits ?? 0));
  return key === "toString" ? ([base]: Args) => value.toString(base === undefined ? 10 : Number(base)) : undefined;
};

const collectionMethod = (evaluator: Evaluator, collection: Map<unknown, unknown> | Set<unknown>, key: string): unknown => {
  if (key === "size") return collection.size;
  if (key === "forEach") return ([callback]: Args) => collection.forEach((value, name) => void evaluator.call(callback, [value, name]));
  if (key === "keys" || key === "values" || key === "entries")
    return () => new ScriptIterator((collection as Map<unknown, unknown>)[key]());
  if (!["get", "set", "has", "delete", "add", "clear"].includes(key)) return undefined;
  return (args: Args) => (collection as unknown as Record<string, (...args: Args) => unknown>)[key]?.(...args);
};

const iteratorMethod = (evaluator: Evaluator, iterator: ScriptIterator, key: string): HostFunction | undefined => {
  if (key === "next") {
    return ([value]: Args) => {
      const step = iterator.next(value);
      return step.value instanceof ScriptPromise ? step.value : { value: step.value, done: step.done ?? false };
    };
  }
  if (key === "return") return ([value]: Args) => ({ value: iterator.return(value).value, done: true });
  if (key === "toArray") return () => [...iterator];
  if (!["map", "filter", "forEach", "reduce", "some", "every", "find"].includes(key)) return undefined;
  return (args: Args) => arrayMethod(evaluator, [...iterator], key)?.(args, undefined);
};

const promiseMethod = (evaluator: Evaluator, promise: ScriptPromise, key: string): HostFunction | undefined => {
  const chain = (done: unknown, failed: unknown): ScriptPromise => {
    const next = evaluator.promise();
    const handle = (callback: unknown, pass: (value: unknown) => void) => (value: unknown) => {
      if (callback === undefined || callback === null) return pass(value);
      try {
        next.resolve(evaluator.call(callback, [value]));
      } catch (error) {
        if (!(error instanceof Thrown)) throw error;
        next.reject(error.value);
      }
    };
    promise.subscribe(
      handle(done, (value) => next.resolve(value)),
      handle(failed, (reason) => next.reject(reason)),
    );
    return next;
  };
  if (key === "then") return ([done, failed]: Args) => chain(done, failed);
  if (key === "catch") return ([failed]: Args) => chain(undefined, failed);
  if (key === "finally")
    return ([callback]: Args) =>
      chain(
        ([value]: Args) => {
          evaluator.call(callback, []);
          return value;
        },
        ([reason]: Args) => {
          evaluator.call(callback, []);
          throw new Thrown(reason ?? errorValue("Error", display(reason)));
        },
      );
  return undefined;
};
