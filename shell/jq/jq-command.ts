import { compileProgram } from "./jq-program.ts";
import { JqRefusal } from "./jq-refusal.ts";
import type { Step } from "./jq-value.ts";

/** Arguments of jq, understood. */
export interface JqCommand {
  readonly run: Step;
  /** Of `r`: strings as they are; `c`: one line a value; `S`: sorted keys; `e`: the status says what came last. */
  readonly letters: ReadonlySet<string>;
  readonly files: readonly string[];
}

/**
 * Reads arguments of `jq`: paths, `|`, `,`, `//`, comparisons, sums, `{ }`, `[ ]`, `"text \(.a)"`, `@tsv`, and the usual functions.
 *
 * @throws JqRefusal for anything else
 */
export const readJqCommand = (args: readonly string[]): JqCommand => {
  const flags = args.filter((arg) => /^-./.test(arg));
  const [program = ".", ...files] = args.filter((arg) => !/^-./.test(arg));
  const letters = new Set(flags.flatMap((flag) => (flag.startsWith("--") ? [LONG_FLAGS[flag] ?? flag] : [...flag.slice(1)])));
  const unknown = [...letters].find((letter) => !"rcSMe".includes(letter));
  if (unknown !== undefined) throw new JqRefusal("only a program, files and the options -r, -c, -S and -e are available");
  return { run: compileProgram(program), letters, files };
};

const LONG_FLAGS: Readonly<Record<string, string>> = {
  "--raw-output": "r",
  "--compact-output": "c",
  "--sort-keys": "S",
  "--exit-status": "e",
};
