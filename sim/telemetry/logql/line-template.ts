import { chargeText } from "#core/work-budget.ts";
import type { LineState } from "./line-stages.ts";

/** Text made of a line and its labels. */
export type LineTemplate = (state: LineState) => string;

/**
 * Compiles `{{.level}}: {{.msg | ToUpper}}`, the fields and pipelines of Go's templates.
 *
 * @throws Error for what is no field, or a function that there is not
 */
export const compileTemplate = (text: string): LineTemplate => {
  const [head = "", ...rest] = text.split("{{");
  const parts = rest.map((part) => {
    const end = part.indexOf("}}");
    if (end < 0) throw new Error("invalid line template: template: line:1: unclosed action");
    return { action: compileAction(part.slice(0, end)), tail: part.slice(end + 2) };
  });
  return (state) => {
    let made = head;
    for (const { action, tail } of parts) {
      const value = action(state);
      chargeText(made.length + value.length + tail.length);
      made += value + tail;
    }
    return made;
  };
};

const compileAction = (action: string): LineTemplate => {
  const [first = "", ...calls] = action.split("|").map((part) => part.trim());
  const read = compileField(first);
  const steps = calls.map(functionOf);
  return (state) => steps.reduce((value, step) => step(value), read(state));
};

const compileField = (text: string): LineTemplate => {
  const field = /^\.(\w+)$/.exec(text)?.[1];
  if (field !== undefined) return ({ labels }) => labels[field] ?? "";
  if (text === "__line__") return ({ line }) => line;
  const [, literal] = /^"((?:[^"\\]|\\.)*)"$/.exec(text) ?? [];
  if (literal !== undefined) return () => literal.replace(/\\(.)/g, "$1");
  const [name = "", argument = ""] = text.split(/\s+/);
  const step = functionOf(name);
  const read = compileField(argument);
  return (state) => step(read(state));
};

const functionOf = (name: string): ((text: string) => string) => {
  const found = FUNCTIONS.get(name);
  if (found === undefined) throw new Error(`invalid line template: template: line:1: function ${JSON.stringify(name)} not defined`);
  return found;
};

const FUNCTIONS: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries({
    ToLower: (text: string) => text.toLowerCase(),
    ToUpper: (text: string) => text.toUpperCase(),
    lower: (text: string) => text.toLowerCase(),
    upper: (text: string) => text.toUpperCase(),
    trim: (text: string) => text.trim(),
    TrimSpace: (text: string) => text.trim(),
    len: (text: string) => String(text.length),
  }),
);
