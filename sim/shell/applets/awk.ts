import type { Applet } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";
import { posixExpression } from "./posix-expression.ts";

/** The part of `awk` that one-liners use: patterns by expression or field, and `print` of fields and texts. */
export const awk: Applet = (call) => {
  const { rest, value, values } = readOptions(call.args, "F:v:f:");
  const [program, ...files] = rest;
  if (program === undefined) return call.fail("Usage: awk [OPTIONS] [AWK_PROGRAM] [FILE]...");
  const rules = parse(program.trim());
  if (rules === undefined) {
    call.err(`awk: cmd. line:1: Unexpected token\n`);
    return 1;
  }
  const variables = new Map(
    values("v").map((assignment) => [assignment.slice(0, assignment.indexOf("=")), assignment.slice(assignment.indexOf("=") + 1)]),
  );
  return call.withFiles(files, (bytes, failures) => {
    const lines = bytes === "" ? [] : bytes.replace(/\n$/, "").split("\n");
    const separator = value("F");
    let output = "";
    for (const rule of rules.filter(({ when }) => when === "begin")) output += act(rule, { line: "", fields: [], number: 0, variables });
    for (const [index, line] of lines.entries()) {
      const record: AwkRecord = { line, fields: fieldsOf(line, separator), number: index + 1, variables };
      for (const rule of rules) if (rule.when !== "begin" && rule.when !== "end" && holds(rule, record)) output += act(rule, record);
    }
    const last: AwkRecord = { line: lines.at(-1) ?? "", fields: fieldsOf(lines.at(-1) ?? "", separator), number: lines.length, variables };
    for (const rule of rules.filter(({ when }) => when === "end")) output += act(rule, last);
    call.out(output);
    return failures > 0 ? 2 : 0;
  });
};

interface AwkRecord {
  readonly line: string;
  readonly fields: readonly string[];
  readonly number: number;
  readonly variables: Map<string, string>;
}

interface Rule {
  readonly when: "begin" | "end" | "always" | "match" | "compare";
  readonly expression?: RegExp;
  readonly left?: string;
  readonly operator?: string;
  readonly right?: string;
  readonly statements: readonly string[];
}

const parse = (program: string): readonly Rule[] | undefined => {
  const rules: Rule[] = [];
  for (let rest = program; rest !== ""; ) {
    const match = /^(BEGIN|END|!?\/(?:\\.|[^/])*\/|[^{]*?)\s*(?:\{([^}]*)\}|$)\s*;?\s*/.exec(rest);
    if (match === null || match[0] === "") return undefined;
    const [whole, pattern = "", body = "print"] = match;
    const statements = body
      .split(/[;\n]/)
      .map((statement) => statement.trim())
      .filter(Boolean);
    if (!statements.every((statement) => /^(print\b|[A-Za-z_]\w*\s*(\+\+|[-+*/]?=))/.test(statement))) return undefined;
    const rule = readPattern(pattern.trim(), statements);
    if (rule === undefined) return undefined;
    rules.push(rule);
    rest = rest.slice(whole.length);
  }
  return rules;
};

const readPattern = (pattern: string, statements: readonly string[]): Rule | undefined => {
  if (pattern === "") return { when: "always", statements };
  if (pattern === "BEGIN" || pattern === "END") return { when: pattern === "BEGIN" ? "begin" : "end", statements };
  const plain = /^\/(.*)\/$/.exec(pattern);
  const against = /^(\S+)\s*~\s*\/(.*)\/$/.exec(pattern);
  const source = plain?.[1] ?? against?.[2];
  if (source !== undefined) {
    const expression = posixExpression(source, "extended");
    return expression === undefined ? undefined : { when: "match", expression, left: against?.[1] ?? "$0", statements };
  }
  const compared = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/.exec(pattern);
  return compared === null
    ? undefined
    : { when: "compare", left: compared[1] as string, operator: compared[2] as string, right: compared[3] as string, statements };
};

const fieldsOf = (line: string, separator: string | undefined): readonly string[] => {
  if (separator === undefined || separator === " ") return line.trim() === "" ? [] : line.trim().split(/\s+/);
  if (separator.length === 1) return line.split(separator === "\\t" ? "\t" : separator);
  return line.split(separator === "\\t" ? "\t" : (posixExpression(separator, "extended") ?? separator));
};

const holds = ({ when, expression, left = "", operator = "", right = "" }: Rule, record: AwkRecord): boolean => {
  if (when === "always") return true;
  const value = evaluate(left, record);
  if (when === "match") return expression?.test(value) === true;
  const other = evaluate(right, record);
  const isNumeric = isNumber(value) && isNumber(other) && !right.startsWith('"');
  const order = isNumeric ? Number(value) - Number(other) : value < other ? -1 : value > other ? 1 : 0;
  return { "==": order === 0, "!=": order !== 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[operator] === true;
};

const isNumber = (text: string): boolean => text !== "" && !Number.isNaN(Number(text));

const act = ({ statements }: Rule, record: AwkRecord): string => {
  let output = "";
  for (const statement of statements) {
    const assigned = /^([A-Za-z_]\w*)\s*(\+\+|([-+*/]?)=\s*(.+))$/.exec(statement);
    if (assigned === null) {
      const words = statement.replace(/^print\s*/, "");
      output += `${
        words === ""
          ? record.line
          : splitList(words)
              .map((word) => evaluate(word, record))
              .join(record.variables.get("OFS") ?? " ")
      }\n`;
      continue;
    }
    const [, name = "", , operator = "", expression = "1"] = assigned;
    const before = record.variables.get(name) ?? "";
    const value = statement.endsWith("++") ? "1" : evaluate(expression, record);
    const sign = statement.endsWith("++") ? "+" : operator;
    record.variables.set(name, sign === "" ? value : `${calculate(sign, Number(before), Number(value))}`);
  }
  return output;
};

/** Splits a list at its commas, those in texts left alone. */
const splitList = (text: string): readonly string[] =>
  (text.match(/(?:"(?:\\.|[^"])*"|\([^)]*\)|[^,])+/g) ?? []).map((part) => part.trim());

const calculate = (operator: string, a: number, b: number): number =>
  operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : operator === "%" ? a % b : a / b;

/** The value of terms beside each other, joined, or of one arithmetic operation. */
const evaluate = (text: string, record: AwkRecord): string => {
  const tokens = text.match(/"(?:\\.|[^"])*"|\$?\w+(?:\.\d+)?(?:\([^)]*\))?|\$\(\w+[-+]\d+\)|[-+*/%]/g) ?? [];
  let value = "";
  let pending: string | undefined;
  for (const token of tokens) {
    if (/^[-+*/%]$/.test(token)) pending = token;
    else if (pending !== undefined) {
      value = `${calculate(pending, Number(value) || 0, Number(term(token, record)) || 0)}`;
      pending = undefined;
    } else value += term(token, record);
  }
  return value;
};

const term = (token: string, record: AwkRecord): string => {
  if (token.startsWith('"'))
    return token.slice(1, -1).replaceAll(/\\([nt"\\])/g, (_whole, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? letter);
  const relative = /^\$\(NF-(\d+)\)$/.exec(token);
  if (relative !== null) return record.fields[record.fields.length - 1 - Number(relative[1])] ?? "";
  if (token === "$0") return record.line;
  if (token === "NR") return `${record.number}`;
  if (token === "NF") return `${record.fields.length}`;
  if (token.startsWith("$")) {
    const index =
      token === "$NF"
        ? record.fields.length
        : Number(/^\$\d+$/.test(token) ? token.slice(1) : (record.variables.get(token.slice(1)) ?? "0"));
    return record.fields[index - 1] ?? "";
  }
  const called = /^(length|toupper|tolower)\((.*)\)$/.exec(token);
  if (called !== null) {
    const value = called[2] === "" ? record.line : evaluate(called[2] as string, record);
    return called[1] === "length" ? `${value.length}` : called[1] === "toupper" ? value.toUpperCase() : value.toLowerCase();
  }
  return isNumber(token) ? token : (record.variables.get(token) ?? "");
};
