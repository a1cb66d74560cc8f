import { LinearExpression } from "#core/linear-expression.ts";
import { chargeText } from "#core/work-budget.ts";
import { formatDate } from "../applets/format-date.ts";
import { readReplacement, replaceMatches } from "../language/replace-matches.ts";
import type { AwkMachine } from "./awk-machine.ts";
import { AwkError, type AwkExpression, type AwkTarget, NO_MATH } from "./awk-syntax.ts";
import { type AwkValue, formatAwk, toNumber, toText } from "./awk-values.ts";

type Call = Extract<AwkExpression, { kind: "call" }>;

/** Calls a function that awk brings. */
export const callBuiltin = (machine: AwkMachine, { name, args }: Call): AwkValue => {
  const own = FUNCTIONS[name];
  if (own !== undefined) return own(machine, args);
  const plain = PLAIN[name];
  if (plain === undefined) throw new AwkError(NO_MATH);
  const value = plain(
    args.map((arg) => machine.evaluate(arg)),
    machine,
  );
  if (typeof value === "string") chargeText(value.length);
  return value;
};

/** Functions of values. */
const PLAIN: Readonly<Record<string, (values: readonly AwkValue[], machine: AwkMachine) => AwkValue>> = {
  and: ([a, b]) => (toNumber(a) & toNumber(b)) >>> 0,
  or: ([a, b]) => (toNumber(a) | toNumber(b)) >>> 0,
  xor: ([a, b]) => (toNumber(a) ^ toNumber(b)) >>> 0,
  compl: ([a]) => ~toNumber(a) >>> 0,
  lshift: ([a, b]) => toNumber(a) * 2 ** toNumber(b),
  rshift: ([a, b]) => Math.floor(toNumber(a) / 2 ** toNumber(b)),
  close: ([name], machine) => (machine.close(toText(name)) ? 0 : -1),
  fflush: () => 0,
  index: ([text, part]) => toText(text).indexOf(toText(part)) + 1,
  int: ([value]) => Math.trunc(toNumber(value)),
  rand: () => 0,
  srand: () => 1,
  sprintf: ([format, ...values]) => formatAwk(toText(format), values),
  strftime: ([format = "%a %b %e %H:%M:%S %Z %Y", seconds], machine) =>
    formatDate(seconds === undefined ? machine.world.nowMs() : toNumber(seconds) * 1000, toText(format)),
  substr: ([text, from, length]) => {
    const whole = toText(text);
    const start = Math.max(0, Math.round(toNumber(from)) - 1);
    const end = length === undefined ? whole.length : start + Math.round(toNumber(length));
    return whole.slice(start, Math.max(start, end));
  },
  system: ([command], machine) => {
    const { output, status } = machine.world.run(toText(command));
    machine.world.print(output);
    return status;
  },
  systime: (_values, machine) => Math.floor(machine.world.nowMs() / 1000),
  tolower: ([text]) => toText(text).toLowerCase(),
  toupper: ([text]) => toText(text).toUpperCase(),
};

/** Functions that look at what stands in their parentheses, and not only at its value. */
const FUNCTIONS: Readonly<Record<string, (machine: AwkMachine, args: readonly AwkExpression[]) => AwkValue>> = {
  length: (machine, [arg]) => {
    if (arg === undefined) return machine.record.length;
    if (arg.kind !== "variable") return toText(machine.evaluate(arg)).length;
    try {
      return toText(machine.variable(arg.name)).length;
    } catch {
      return machine.array(arg.name).size;
    }
  },
  split: (machine, [text, array, separator]) => {
    if (array?.kind !== "variable") throw new AwkError("Not an array");
    const whole = text === undefined ? "" : toText(machine.evaluate(text));
    const by =
      separator === undefined
        ? toText(machine.variable("FS"))
        : separator.kind === "regex"
          ? separator.source
          : toText(machine.evaluate(separator));
    const parts = machine.split(whole, by);
    const target = machine.array(array.name);
    target.clear();
    for (const [at, part] of parts.entries()) target.set(`${at + 1}`, { text: part });
    return parts.length;
  },
  match: (machine, [text, pattern]) => {
    const found = text === undefined || pattern === undefined ? null : machine.expression(pattern).exec(toText(machine.evaluate(text)));
    machine.assign({ kind: "variable", name: "RSTART" }, (found?.index ?? -1) + 1);
    machine.assign({ kind: "variable", name: "RLENGTH" }, found?.[0].length ?? -1);
    return (found?.index ?? -1) + 1;
  },
  sub: (machine, args) => substitute(machine, args, false),
  gsub: (machine, args) => substitute(machine, args, true),
  gensub: (machine, [pattern, by, how, target]) => {
    if (pattern === undefined || by === undefined || how === undefined) throw new AwkError("Too few arguments");
    const text = target === undefined ? machine.record : toText(machine.evaluate(target));
    const which = toText(machine.evaluate(how));
    const number = /^[gG]/.test(which) ? 0 : Math.max(1, toNumber(which));
    return replace(machine.expression(pattern), text, { by: toText(machine.evaluate(by)), number, hasGroups: true }).text;
  },
};

const substitute = (machine: AwkMachine, [pattern, by, target]: readonly AwkExpression[], isGlobal: boolean): AwkValue => {
  if (pattern === undefined || by === undefined) throw new AwkError("Too few arguments");
  const place: AwkTarget =
    target?.kind === "variable" || target?.kind === "field" || target?.kind === "element"
      ? target
      : { kind: "field", index: { kind: "number", value: 0 } };
  const before = toText(machine.evaluate(place));
  const { text, count } = replace(machine.expression(pattern), before, {
    by: toText(machine.evaluate(by)),
    number: isGlobal ? 0 : 1,
    hasGroups: false,
  });
  if (count > 0) machine.assign(place, text);
  return count;
};

/** Replaces every match, or the one with a number. `&` stands for what was found. */
const replace = (
  expression: RegExp,
  text: string,
  { by, number, hasGroups }: { readonly by: string; readonly number: number; readonly hasGroups: boolean },
): { readonly text: string; readonly count: number } => {
  const partOf = (found: string): string | number => {
    if (found === "&") return 0;
    const escaped = found.slice(1);
    if (/\d/.test(escaped)) return hasGroups ? Number(escaped) : found;
    return escaped;
  };
  const all = new LinearExpression(expression.source, `${expression.flags.replace("g", "")}g`);
  return replaceMatches(all, text, {
    by: readReplacement(by, /\\(?:\\|&|\d)|&/g, partOf),
    first: Math.max(1, Math.trunc(number)),
    areAll: number === 0,
  });
};
