import type { Evaluator } from "./evaluate.ts";
import { display, toText } from "./operations.ts";
import { errorValue, type HostFunction, isBuffer, isClosure, isErrorValue, ScriptPromise, Thrown } from "./values.ts";

/** A property of a value. Only what the model provides can be reached: nothing leads out of it. */
export const getMember = (evaluator: Evaluator, object: unknown, key: string): unknown => {
  if (typeof object === "string")
    return key === "length" ? object.length : /^\d+$/.test(key) ? object[Number(key)] : stringMethod(evaluator, object, key);
  if (Array.isArray(object))
    return key === "length" ? object.length : /^\d+$/.test(key) ? object[Number(key)] : arrayMethod(evaluator, object, key);
  if (typeof object === "number") return numberMethod(object, key);
  if (object instanceof ScriptPromise) return promiseMethod(evaluator, object, key);
  if (object instanceof Map || object instanceof Set) return collectionMethod(evaluator, object, key);
  if (object instanceof RegExp) return expressionMethod(object, key);
  if (isBuffer(object))
    return key === "length"
      ? object.length
      : (args: readonly unknown[]) => (key === "toString" ? object.bytes : key === "fill" ? object : args[0]);
  if (isClosure(object)) return functionMethod(evaluator, object, key) ?? own(object.properties, key);
  if (typeof object === "function") return functionMethod(evaluator, object, key) ?? own((object as HostFunction).properties, key);
  if (typeof object !== "object" || object === null) return undefined;
  const value = own(object as Record<string, unknown>, key);
  if (value !== undefined) return value;
  if (isErrorValue(object) && key === "stack") return `${toText(object)}\n    at <anonymous>`;
  if (key === "toString") return () => toText(object);
  return key === "hasOwnProperty" ? (args: readonly unknown[]) => Object.hasOwn(object, toText(args[0])) : undefined;
};

/** Sets a property. */
export const setMember = (object: unknown, key: string, value: unknown): void => {
  if (key === "__proto__" || key === "constructor") return;
  if (isClosure(object)) object.properties[key] = value;
  else if (Array.isArray(object) && key === "length") object.length = Math.min(LENGTH_MAX, Number(value));
  else if (Array.isArray(object) && /^\d+$/.test(key) && Number(key) > LENGTH_MAX) return;
  else if (typeof object === "object" && object !== null) (object as Record<string, unknown>)[key] = value;
};

const LENGTH_MAX = 1_000_000;

const own = (object: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;

type Args = readonly unknown[];

const functionMethod = (evaluator: Evaluator, callee: unknown, key: string): HostFunction | undefined => {
  if (key === "call") return ([thisValue, ...args]: Args) => evaluator.call(callee, args, thisValue);
  if (key === "apply") return ([thisValue, args]: Args) => evaluator.call(callee, (args as Args | undefined) ?? [], thisValue);
  if (key === "bind")
    return ([thisValue, ...first]: Args) =>
      (args: Args) =>
        evaluator.call(callee, [...first, ...args], thisValue);
  return undefined;
};

const STRING_METHODS = new Set(
  "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf padEnd padStart slice split startsWith substring substr toLowerCase toUpperCase toString trim trimEnd trimStart repeat".split(
    " ",
  ),
);

const stringMethod = (evaluator: Evaluator, text: string, key: string): HostFunction | undefined => {
  if (key === "repeat") return ([count]: Args) => text.repeat(Math.min(Number(count), Math.floor(REPEATED_MAX / Math.max(1, text.length))));
  if (key === "replace" || key === "replaceAll")
    return ([pattern, replacement]: Args) => {
      const to = (match: string): string => (typeof replacement === "string" ? replacement : toText(evaluator.call(replacement, [match])));
      if (pattern instanceof RegExp) return text.replace(pattern, to);
      return key === "replace" ? text.replace(toText(pattern), to) : text.replaceAll(toText(pattern), to);
    };
  if (key === "match")
    return ([pattern]: Args) =>
      pattern instanceof RegExp ? ([...(pattern.exec(text) ?? [])].length === 0 ? null : [...(pattern.exec(text) ?? [])]) : null;
  if (key === "split")
    return ([separator, limit]: Args) => (separator === undefined ? [text] : text.split(separator as string, limit as number | undefined));
  if (!STRING_METHODS.has(key)) return undefined;
  return (args: Args) => (text as unknown as Record<string, (...args: Args) => unknown>)[key]?.(...args);
};

const REPEATED_MAX = 1_000_000;

const PLAIN_ARRAY_METHODS = new Set(
  "at concat includes indexOf join lastIndexOf pop push reverse shift slice splice unshift fill flat keys".split(" "),
);
const CALLING_ARRAY_METHODS = new Set("every filter find findIndex findLast flatMap forEach map reduce reduceRight some".split(" "));

const arrayMethod = (evaluator: Evaluator, array: unknown[], key: string): HostFunction | undefined => {
  if (key === "sort")
    return ([order]: Args) => array.sort(order === undefined ? undefined : (a, b) => Number(evaluator.call(order, [a, b])));
  if (key === "join")
    return ([separator = ","]: Args) =>
      array.map((item) => (item === null || item === undefined ? "" : toText(item))).join(toText(separator));
  if (key === "toString") return () => toText(array);
  if (PLAIN_ARRAY_METHODS.has(key)) return (args: Args) => (array as unknown as Record<string, (...args: Args) => unknown>)[key]?.(...args);
  if (!CALLING_ARRAY_METHODS.has(key)) return undefined;
  return ([callback, ...rest]: Args) =>
    (array as unknown as Record<string, (...args: Args) => unknown>)[key]?.((...items: Args) => evaluator.call(callback, items), ...rest);
};

const expressionMethod = (expression: RegExp, key: string): HostFunction | undefined => {
  if (key === "test") return ([text]: Args) => expression.test(toText(text));
  if (key !== "exec") return undefined;
  return ([text]: Args) => {
    const match = expression.exec(toText(text));
    return match === null ? null : [...match];
  };
};

const numberMethod = (value: number, key: string): HostFunction | undefined => {
  if (key === "toFixed") return ([digits]: Args) => value.toFixed(Number(digits ?? 0));
  return key === "toString" ? ([base]: Args) => value.toString(base === undefined ? 10 : Number(base)) : undefined;
};

const collectionMethod = (evaluator: Evaluator, collection: Map<unknown, unknown> | Set<unknown>, key: string): unknown => {
  if (key === "size") return collection.size;
  if (key === "forEach") return ([callback]: Args) => collection.forEach((value, name) => void evaluator.call(callback, [value, name]));
  if (key === "keys" || key === "values" || key === "entries") return () => [...(collection as Map<unknown, unknown>)[key]()];
  if (!["get", "set", "has", "delete", "add", "clear"].includes(key)) return undefined;
  return (args: Args) => (collection as unknown as Record<string, (...args: Args) => unknown>)[key]?.(...args);
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
