import { parseGoDuration } from "#core/go-duration.ts";
import { CommandFailure } from "../session/errors.ts";

type FlagKind = "bool" | "string" | "int" | "duration" | "list" | "array";

/** One flag. */
export interface FlagSpec {
  readonly name: string;
  readonly kind: FlagKind;
  /** Value of the flag when it stands alone (`--dry-run`); undefined: it takes the next word. */
  readonly alone: string | undefined;
}

/** The flags of a command by their long names and letters. */
export type FlagTable = ReadonlyMap<string, FlagSpec>;

/**
 * Declares flags, one text each: `output,o string`, `dry-run string=unchanged` (value when it stands alone), `watch,w bool`.
 *
 * Kinds: bool, string, int, duration, list (commas separate values), array (each use is one value).
 */
export const flagTable = (...rows: readonly string[]): FlagTable => {
  const table = new Map<string, FlagSpec>();
  for (const row of rows) {
    const [names, type] = row.split(" ") as [string, string];
    const [kind, alone] = type.split("=") as [FlagKind, string | undefined];
    const [name, letter] = names.split(",") as [string, string | undefined];
    const spec = { name, kind, alone: kind === "bool" ? "true" : alone };
    table.set(name, spec);
    if (letter !== undefined) table.set(letter, spec);
  }
  return table;
};

/** Flags of commands that read objects from files. */
export const FILE_FLAGS = ["filename,f list", "kustomize,k string", "recursive,R bool"] as const;

/** Flag of commands that can record the reason of a change in an annotation. */
export const RECORD_FLAG = "record bool";

/** Flags of commands that print objects in the forms of `-o`. */
export const TEMPLATE_FLAGS = ["allow-missing-template-keys bool", "template string", "show-managed-fields bool"] as const;

/** Values of flags and the words between them. */
export class ParsedArgs {
  readonly words: readonly string[];
  /** Number of words before `--`; undefined when there is none. */
  readonly wordsBeforeDash: number | undefined;
  /** The flags as they were given, in their order: `--namespace=x`. */
  readonly given: readonly string[];
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(
    words: readonly string[],
    wordsBeforeDash: number | undefined,
    values: ReadonlyMap<string, readonly string[]>,
    given: readonly string[] = [],
  ) {
    this.words = words;
    this.wordsBeforeDash = wordsBeforeDash;
    this.#values = values;
    this.given = given;
  }

  /** Values of the flags that a command does not have itself, which apply to all commands. */
  without(table: FlagTable): ParsedArgs {
    return new ParsedArgs(this.words, this.wordsBeforeDash, new Map([...this.#values].filter(([name]) => !table.has(name))), this.given);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Last value of a flag; undefined when it is not given. */
  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  on(name: string): boolean {
    return this.text(name) === "true";
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseGoInt(text);
  }

  /** Value of a flag in milliseconds. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseGoDuration(text);
  }

  list(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/**
 * Parses a command's arguments as kubectl does; flags may stand anywhere before `--`.
 *
 * @param path `get`, `rollout status`: for the hint after an error
 * @throws CommandFailure in kubectl's words
 */
export const parseArgs = (args: readonly string[], tables: readonly FlagTable[], path: string): ParsedArgs => {
  const state: ParseState = { args, at: 0, tables, path, words: [], values: new Map(), given: [] };
  while (state.at < args.length) {
    const arg = args[state.at++] as string;
    if (arg === "--") {
      const before = state.words.length;
      return new ParsedArgs([...state.words, ...args.slice(state.at)], before, state.values, state.given);
    }
    if (arg.startsWith("--")) readLong(state, arg);
    else if (arg.startsWith("-") && arg.length > 1) readShort(state, arg);
    else state.words.push(arg);
  }
  return new ParsedArgs(state.words, undefined, state.values, state.given);
};

interface ParseState {
  readonly args: readonly string[];
  at: number;
  readonly tables: readonly FlagTable[];
  readonly path: string;
  readonly words: string[];
  readonly values: Map<string, string[]>;
  readonly given: string[];
}

/** Error of wrong flags; diff, whose status 1 means a difference, exits with another status. */
const usageError = ({ path }: ParseState, message: string): CommandFailure =>
  path === "diff"
    ? new CommandFailure(`error: ${message}\nSee 'kubectl diff -h' for help and examples`, { complete: true, exitCode: 2 })
    : new CommandFailure(`error: ${message}\nSee '${`kubectl ${path}`.trimEnd()} --help' for usage.`, { complete: true });

const find = (state: ParseState, name: string): FlagSpec | undefined => {
  for (const table of state.tables) {
    const spec = table.get(name);
    if (spec !== undefined) return spec;
  }
  return undefined;
};

const readLong = (state: ParseState, arg: string): void => {
  const equals = arg.indexOf("=");
  const name = arg.slice(2, equals === -1 ? undefined : equals);
  if (name === "" || name.startsWith("-")) throw usageError(state, `bad flag syntax: ${arg}`);
  const spec = find(state, name);
  // One letter is a long name only of flags that have no longer one.
  if (spec === undefined || (name.length === 1 && spec.name !== name)) throw usageError(state, `unknown flag: --${name}`);
  if (equals !== -1) return store(state, spec, arg.slice(equals + 1), flagTitle(spec, state));
  if (spec.alone !== undefined) return store(state, spec, spec.alone, flagTitle(spec, state));
  const next = state.args[state.at++];
  if (next === undefined) throw usageError(state, `flag needs an argument: --${name}`);
  store(state, spec, next, flagTitle(spec, state));
};

const readShort = (state: ParseState, arg: string): void => {
  for (let i = 1; i < arg.length; i++) {
    const letter = arg[i] as string;
    const spec = find(state, letter);
    if (spec === undefined) throw usageError(state, `unknown shorthand flag: '${letter}' in -${arg.slice(i)}`);
    const rest = arg.slice(i + 1);
    const title = flagTitle(spec, state);
    if (rest.startsWith("=")) return store(state, spec, rest.slice(1), title);
    if (spec.alone !== undefined) {
      store(state, spec, spec.alone, title);
      continue;
    }
    if (rest !== "") return store(state, spec, rest, title);
    const next = state.args[state.at++];
    if (next === undefined) throw usageError(state, `flag needs an argument: '${letter}' in ${arg}`);
    return store(state, spec, next, title);
  }
};

/** Name of a flag as in error messages: `-n, --namespace`. */
const flagTitle = (spec: FlagSpec, state: ParseState): string => {
  for (const table of state.tables)
    for (const [key, value] of table) if (value === spec && key.length === 1) return `-${key}, --${spec.name}`;
  return `--${spec.name}`;
};

const store = (state: ParseState, spec: FlagSpec, value: string, title: string): void => {
  const problem = valueProblem(spec, value);
  if (problem !== undefined) throw usageError(state, `invalid argument ${JSON.stringify(value)} for "${title}" flag: ${problem}`);
  state.given.push(`--${spec.name}=${value}`);
  const list = state.values.get(spec.name) ?? [];
  list.push(...(spec.kind === "list" ? splitCommas(value) : [spec.kind === "bool" ? String(isTrue(value)) : value]));
  state.values.set(spec.name, list);
};

const splitCommas = (value: string): readonly string[] => (value === "" ? [] : value.split(","));

const TRUE = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE = new Set(["0", "f", "F", "false", "FALSE", "False"]);
const isTrue = (value: string): boolean => TRUE.has(value);

const valueProblem = (spec: FlagSpec, value: string): string | undefined => {
  if (spec.kind === "bool")
    return TRUE.has(value) || FALSE.has(value) ? undefined : `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
  if (spec.kind === "int")
    return parseGoInt(value) === undefined ? `strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax` : undefined;
  if (spec.kind === "duration" && parseGoDuration(value) === undefined) return durationProblem(value);
  return undefined;
};

/** Parses a number as Go source does: `0x10`, `0b11`, `017` and `0o17`, `1_000`; undefined for another text. */
const parseGoInt = (text: string): number | undefined => {
  const [, sign, digits = ""] = /^([-+]?)(0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]*|[1-9][0-9_]*)$/.exec(text) ?? [];
  if (digits === "") return undefined;
  const plain = digits.replaceAll("_", "").replace(/^0(?=[0-7])/, "0o");
  return (sign === "-" ? -1 : 1) * Number(plain);
};

const durationProblem = (value: string): string => {
  if (/^[-+]?\d+(\.\d*)?$/.test(value)) return `time: missing unit in duration ${JSON.stringify(value)}`;
  const unit = /^[-+]?[\d.]+([a-zA-Z]+)/.exec(value);
  return unit === null
    ? `time: invalid duration ${JSON.stringify(value)}`
    : `time: unknown unit ${JSON.stringify(unit[1])} in duration ${JSON.stringify(value)}`;
};
