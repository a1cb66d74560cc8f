import { FilterProblem, type FilterResult } from "./filter-result.ts";
import { compileProgram } from "./jq-program.ts";
import { isTruthy, JqFailure } from "./jq-value.ts";

/**
 * `jq` for the programs that people type: paths, `|`, `,`, `//`, comparisons, sums, `{ }`, `[ ]`, `"text \(.a)"`, `@tsv`, and the usual functions.
 *
 * @throws FilterProblem for anything else
 */
export const compileJq = (args: readonly string[]): ((input: string) => FilterResult) => {
  const flags = args.filter((arg) => arg.startsWith("-"));
  const [program = ".", ...files] = args.filter((arg) => !arg.startsWith("-"));
  const letters = new Set(flags.flatMap((flag) => (flag.startsWith("--") ? [LONG_FLAGS[flag] ?? flag] : [...flag.slice(1)])));
  const unknown = [...letters].find((letter) => !"rcSMe".includes(letter));
  if (unknown !== undefined || files.length > 0) throw new FilterProblem("only a program and the options -r, -c and -S are available");
  const run = compileProgram(program);
  return (input) => {
    const lines: string[] = [];
    let last: unknown;
    try {
      for (const value of run(JSON.parse(input))) {
        last = value;
        const shown = letters.has("S") ? withSortedKeys(value) : value;
        lines.push(
          typeof shown === "string" && letters.has("r") ? shown : JSON.stringify(shown, undefined, letters.has("c") ? undefined : 2),
        );
      }
    } catch (error) {
      const message = error instanceof JqFailure ? error.message : error instanceof SyntaxError ? "parse error: Invalid JSON" : undefined;
      if (message === undefined) throw error;
      const prefix = error instanceof JqFailure ? "jq: error (at <stdin>:0): " : "jq: ";
      return {
        stdout: lines.map((line) => `${line}\n`).join(""),
        stderr: `${prefix}${message}\n`,
        exitCode: error instanceof JqFailure ? 5 : 2,
      };
    }
    const exitCode = !letters.has("e") ? 0 : lines.length === 0 ? 4 : isTruthy(last) ? 0 : 1;
    return { stdout: lines.map((line) => `${line}\n`).join(""), stderr: "", exitCode };
  };
};

const withSortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, withSortedKeys(item)]),
  );
};

const LONG_FLAGS: Readonly<Record<string, string>> = {
  "--raw-output": "r",
  "--compact-output": "c",
  "--sort-keys": "S",
  "--exit-status": "e",
};
