import { toText } from "./operations.ts";
import { makerName } from "./prototypes.ts";
import { type Closure, type HostFunction, isBuffer, isCallable, isClosure, isErrorValue, ScriptIterator, ScriptPromise } from "./values.ts";

/** A value as `console.log` shows it; `depth` 0: a text stands for itself. */
export const display = (value: unknown, depth = 0): string => (depth === 0 && typeof value === "string" ? value : inspect(value, 0).text);

/** `levels`: how many objects are inside of each other. */
interface Shown {
  readonly text: string;
  readonly levels: number;
}

const inspect = (value: unknown, depth: number): Shown => {
  const leaf = inspectLeaf(value, depth);
  if (leaf !== undefined) return { text: leaf, levels: 0 };
  const { prefix, open, close } = bracketsOf(value as object);
  if (depth > DEPTH_MAX) return { text: `[${prefix.trim() || (Array.isArray(value) ? "Array" : "Object")}]`, levels: 0 };
  const inner: Shown[] = [];
  const show = (item: unknown): string => {
    const shown = inspect(item, depth + 1);
    inner.push(shown);
    return shown.text;
  };
  const parts = partsOf(value as object, show);
  const levels = 1 + Math.max(0, ...inner.map((shown) => shown.levels));
  if (parts.length === 0) return { text: `${prefix}${open}${close}`, levels };
  const start = parts.length + depth * 2 + prefix.length + 1 + 10;
  const length = parts.reduce((sum, part) => sum + part.length, 0) + parts.length + start;
  const isLine = levels <= COMPACT_LEVELS && length <= LINE_MAX && !parts.some((part) => part.includes("\n"));
  if (isLine) return { text: `${prefix}${open} ${parts.join(", ")} ${close}`, levels };
  const indent = "  ".repeat(depth);
  return { text: `${prefix}${open}\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}${close}`, levels };
};

const DEPTH_MAX = 2;
const COMPACT_LEVELS = 3;
const LINE_MAX = 80;
const ITEMS_MAX = 100;

const inspectLeaf = (value: unknown, depth: number): string | undefined => {
  if (typeof value === "string") return quote(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "symbol") return String(value);
  if (isCallable(value)) return inspectFunction(value);
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : `${value as string}`;
  if (isErrorValue(value)) {
    const stack = (value["stack"] as string | undefined) ?? `${toText(value)}\n    at <anonymous>`;
    return depth === 0 ? stack : stack.replaceAll("\n", `\n${"  ".repeat(depth)}`);
  }
  if (isBuffer(value)) {
    const shown = [...value.bytes.slice(0, 50)].map((byte) => ` ${byte.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
    return `<Buffer${shown}${value.length > 50 ? ` ... ${value.length - 50} more bytes` : ""}>`;
  }
  if (value instanceof RegExp) return `${value}`;
  if (value instanceof ScriptIterator) return "Object [Generator] {}";
  if (value instanceof ScriptPromise)
    return value.state === "pending"
      ? "Promise { <pending> }"
      : `Promise { ${value.state === "rejected" ? "<rejected> " : ""}${display(value.value, 1)} }`;
  return undefined;
};

const quote = (text: string): string => {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") ? "`" : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r");
  return `${mark}${mark === "'" ? escaped.replaceAll("'", "\\'") : escaped}${mark}`;
};

const inspectFunction = (callee: Closure | HostFunction): string => {
  if (!isClosure(callee)) return `[Function${callee.name === "" ? " (anonymous)" : `: ${callee.name}`}]`;
  const name = callee.name === "" ? " (anonymous)" : `: ${callee.name}`;
  if (callee.classParts === undefined) return `[${callee.isAsync ? "Async" : ""}${callee.isGenerator ? "Generator" : ""}Function${name}]`;
  const { parent } = callee.classParts;
  return `[class ${callee.name || "(anonymous)"}${isCallable(parent) ? ` extends ${parent.name}` : ""}]`;
};

const bracketsOf = (value: object): { readonly prefix: string; readonly open: string; readonly close: string } => {
  if (Array.isArray(value)) return { prefix: "", open: "[", close: "]" };
  const maker = makerName(value);
  if (value instanceof Map || value instanceof Set)
    return { prefix: `${maker ?? (value instanceof Map ? "Map" : "Set")}(${value.size}) `, open: "{", close: "}" };
  const prefix = maker !== undefined ? `${maker} ` : Object.getPrototypeOf(value) === null ? "[Object: null prototype] " : "";
  return { prefix, open: "{", close: "}" };
};

const partsOf = (value: object, show: (item: unknown) => string): readonly string[] => {
  if (value instanceof Map) return [...value].map(([key, item]) => `${show(key)} => ${show(item)}`);
  if (value instanceof Set) return [...value].map(show);
  const named = Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([key, { enumerable }]) => enumerable && !(Array.isArray(value) && /^\d+$/.test(key)))
    .map(([key, { get, set, value: item }]) => {
      const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
      return `${name}: ${get !== undefined ? (set !== undefined ? "[Getter/Setter]" : "[Getter]") : set !== undefined ? "[Setter]" : show(item)}`;
    });
  if (!Array.isArray(value)) return named;
  const more = value.length - ITEMS_MAX;
  return [...value.slice(0, ITEMS_MAX).map(show), ...(more > 0 ? [`... ${more} more item${more > 1 ? "s" : ""}`] : []), ...named];
};
