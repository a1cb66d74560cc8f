import { LinearExpression } from "#core/linear-expression.ts";
import { ArithmeticError, evaluateArithmetic } from "./arithmetic.ts";
import { hasWildcards, patternExpression, quotePattern, unquotePattern } from "./patterns.ts";
import type { Word, WordPart } from "./syntax.ts";
import { trimValue } from "./trim-value.ts";

/** Scope in which words are expanded. Changes are kept by the caller until the whole expansion is done. */
export interface ExpansionScope {
  /** A variable or `?`, `#`, `$`, `!`, `-`, `0`; undefined when it is not set. */
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  readonly parameters: readonly string[];
  /** The folder of a user, as `~user` means it; undefined when there is no such user. */
  homeOf(user: string): string | undefined;
  /** Output of a command substitution; may throw to say that it is not there yet. */
  substitute(script: string): string;
  /** Paths that a pattern matches, sorted; empty: none. */
  glob(pattern: string): readonly string[];
  /** `set -u` and `set -f`. */
  readonly refusesUnset: boolean;
  readonly noGlob: boolean;
}

/** Raised on what the shell refuses to expand; the message is the shell's. */
export class ExpansionError extends Error {}

/** Expands words to arguments: tilde, variables, substitutions, splitting, file names. */
export const expandWords = (words: readonly Word[], scope: ExpansionScope): readonly string[] =>
  words.flatMap((word) => expandFields(word, scope));

/** Expands a word to a single text, as in assignments, redirects and `case`. */
export const expandText = (word: Word, scope: ExpansionScope): string => {
  let text = "";
  for (const [index, part] of word.entries()) {
    text += partText(part, scope, index === 0);
    if (text.length > TEXT_MAX) throw new ExpansionError("out of memory");
  }
  return text;
};

/** Size at which a shell's memory is used up, bytes. */
const TEXT_MAX = 1_048_576;

/** Expands a word to a pattern in which quoted characters are plain. */
export const expandPattern = (word: Word, scope: ExpansionScope): string =>
  word
    .map((part, index) => {
      const text = partText(part, scope, index === 0);
      return part.quoted ? quotePattern(text) : text;
    })
    .join("");

const expandFields = (word: Word, scope: ExpansionScope): readonly string[] => {
  const [only] = word;
  if (word.length === 1 && only?.kind === "text" && (only.quoted || !/[*?[~]/.test(only.text))) return [only.text];
  const fields = new Fields(scope.get("IFS") ?? " \t\n");
  for (const [index, part] of word.entries()) addPart(fields, part, scope, index === 0);
  return fields.done().flatMap((pattern) => {
    if (!scope.noGlob && hasWildcards(pattern)) {
      const found = scope.glob(pattern);
      if (found.length > 0) return found;
    }
    return [unquotePattern(pattern)];
  });
};

/** Arguments in the making, as patterns: what was quoted is escaped. */
class Fields {
  readonly #separators: string;
  readonly #done: string[] = [];
  #current: string | undefined;

  constructor(separators: string) {
    this.#separators = separators;
  }

  add(text: string, quoted: boolean): void {
    if (text === "" && !quoted) return;
    this.#current = (this.#current ?? "") + (quoted ? quotePattern(text) : text.replaceAll("\\", "\\\\"));
  }

  /** Text of an unquoted expansion: white space separates, other separators end a field each. */
  split(text: string): void {
    if (this.#separators === "") return this.add(text, false);
    for (let at = 0; at < text.length; ) {
      const character = text[at] as string;
      if (!this.#separators.includes(character)) {
        this.#current = (this.#current ?? "") + (character === "\\" ? "\\\\" : character);
        at += 1;
        continue;
      }
      let hasHard = false;
      for (; at < text.length && this.#separators.includes(text[at] as string); at++) {
        const isSoft = /[ \t\n]/.test(text[at] as string);
        if (!isSoft && hasHard) break;
        hasHard ||= !isSoft;
      }
      if (hasHard) this.#current ??= "";
      this.end();
    }
  }

  end(): void {
    if (this.#current !== undefined) this.#done.push(this.#current);
    this.#current = undefined;
  }

  done(): readonly string[] {
    this.end();
    return this.#done;
  }
}

const addPart = (fields: Fields, part: WordPart, scope: ExpansionScope, isFirst: boolean): void => {
  if (part.kind === "text") return fields.add(partText(part, scope, isFirst), part.quoted);
  if (part.kind === "variable" && isParameterList(part)) return addParameters(fields, part, scope);
  if (part.kind === "variable" && !part.quoted && part.operand !== undefined && /^:?[-+]$/.test(part.operator ?? "")) {
    const isSet = isPresent(part, scope);
    const usesOperand = part.operator?.endsWith("+") === true ? isSet : !isSet;
    if (usesOperand) {
      for (const [index, inner] of part.operand.entries()) addPart(fields, inner, scope, index === 0);
      return;
    }
  }
  const text = partText(part, scope, isFirst);
  if (part.quoted) fields.add(text, true);
  else fields.split(text);
};

const isParameterList = (part: Extract<WordPart, { kind: "variable" }>): boolean =>
  part.operator === undefined && (part.name === "@" || (part.name === "*" && !part.quoted));

const addParameters = (fields: Fields, { quoted }: WordPart, { parameters }: ExpansionScope): void => {
  for (const [index, parameter] of parameters.entries()) {
    if (index > 0) fields.end();
    if (quoted) fields.add(parameter, true);
    else fields.split(parameter);
  }
};

const partText = (part: WordPart, scope: ExpansionScope, isFirst: boolean): string => {
  switch (part.kind) {
    case "text":
      return isFirst && !part.quoted && part.text.startsWith("~") ? expandTilde(part.text, scope) : part.text;
    case "command":
      return scope.substitute(part.script).replace(/\n+$/, "");
    case "arithmetic":
      return arithmetic(expandText(part.expression, scope), scope);
    case "variable":
      return variableText(part, scope);
  }
};

const expandTilde = (text: string, scope: ExpansionScope): string =>
  text.replace(/^~([^/:]*)/, (whole, user: string) => (user === "" ? scope.get("HOME") : scope.homeOf(user)) ?? whole);

const arithmetic = (expression: string, scope: ExpansionScope): string => {
  try {
    return `${evaluateArithmetic(expression, { read: (name) => scope.get(name) ?? "", write: (name, value) => scope.set(name, value) })}`;
  } catch (error) {
    if (error instanceof ArithmeticError) throw new ExpansionError(error.message);
    throw error;
  }
};

const parameterValue = (name: string, scope: ExpansionScope): string | undefined => {
  if (name === "@") return scope.parameters.join(" ");
  if (name === "*") return scope.parameters.join((scope.get("IFS") ?? " ").slice(0, 1));
  if (name === "#") return `${scope.parameters.length}`;
  if (/^[1-9]\d*$/.test(name)) return scope.parameters[Number(name) - 1];
  return scope.get(name);
};

const isPresent = ({ name, operator }: Extract<WordPart, { kind: "variable" }>, scope: ExpansionScope): boolean => {
  const value = (name === "@" || name === "*") && scope.parameters.length === 0 ? undefined : parameterValue(name, scope);
  return value !== undefined && !(operator?.startsWith(":") === true && value === "");
};

const variableText = (part: Extract<WordPart, { kind: "variable" }>, scope: ExpansionScope): string => {
  const { name, operator, operand = [] } = part;
  const value = parameterValue(name, scope);
  if (operator === undefined || operator === "length") {
    if (value === undefined && scope.refusesUnset && !/^[@*]$/.test(name)) throw new ExpansionError(`${name}: parameter not set`);
    return operator === "length" ? `${name === "@" || name === "*" ? scope.parameters.length : (value ?? "").length}` : (value ?? "");
  }
  switch (operator.replace(/^:(?=.)/, "")) {
    case "-":
      return isPresent(part, scope) ? (value ?? "") : expandText(operand, scope);
    case "+":
      return isPresent(part, scope) ? expandText(operand, scope) : "";
    case "=":
      return isPresent(part, scope) ? (value ?? "") : assign(name, expandText(operand, scope), scope);
    case "?":
      if (isPresent(part, scope)) return value ?? "";
      throw new ExpansionError(
        `${name}: ${expandText(operand, scope) || (operator === "?" ? "parameter not set" : "parameter not set or null")}`,
      );
    case ":":
      return substring(value ?? "", part, scope);
    case "/":
    case "//":
      return replaceMatches(value ?? "", part, scope);
    default:
      return trimValue(value ?? "", operator, expandPattern(operand, scope));
  }
};

const assign = (name: string, value: string, scope: ExpansionScope): string => {
  scope.set(name, value);
  return value;
};

const substring = (value: string, { operand = [], second }: Extract<WordPart, { kind: "variable" }>, scope: ExpansionScope): string => {
  const from = Number(arithmetic(expandText(operand, scope), scope));
  const start = from < 0 ? Math.max(0, value.length + from) : from;
  if (second === undefined) return value.slice(start);
  const length = Number(arithmetic(expandText(second, scope), scope));
  return length < 0 ? value.slice(start, Math.max(start, value.length + length)) : value.slice(start, start + length);
};

const replaceMatches = (
  value: string,
  { operator, operand = [], second = [] }: Extract<WordPart, { kind: "variable" }>,
  scope: ExpansionScope,
): string => {
  const pattern = expandPattern(operand, scope);
  if (pattern === "") return value;
  const anchor = /^[#%]/.exec(operator === "/" ? pattern : "")?.[0];
  const source = patternExpression(anchor === undefined ? pattern : pattern.slice(1)).source.slice(1, -1);
  const expression = new LinearExpression(
    anchor === "#" ? `^${source}` : anchor === "%" ? `${source}$` : source,
    operator === "//" ? "g" : "",
  );
  const replacement = expandText(second, scope);
  return value.replace(expression, () => replacement);
};
