import { done, FilterProblem, type FilterResult, linesOf } from "./filter-result.ts";
import { safePattern } from "./grep.ts";

/** One command of a script: what it does on the lines of its address. */
interface SedCommand {
  readonly from: number | "$" | RegExp | undefined;
  readonly to: number | "$" | undefined;
  readonly run: "p" | "d" | "q" | { readonly pattern: RegExp; readonly replacement: string };
}

/** `sed -n 'Np'`, `'N,Mp'`, `'/x/p'`, `'1d'`, `'Nq'` and `'s/a/b/g'`. Throws FilterProblem for anything else. */
export const compileSed = (args: readonly string[]): ((input: string) => FilterResult) => {
  const isSilent = args.includes("-n");
  const isExtended = args.includes("-E") || args.includes("-r");
  const scripts = args.filter((arg) => !["-n", "-E", "-r", "-e"].includes(arg));
  if (scripts.length === 0 || (scripts.length > 1 && !args.includes("-e")))
    throw new FilterProblem("give one script, such as -n '2p' or 's/a/b/'");
  const commands = scripts.flatMap((script) => splitScript(script)).map((text) => parseCommand(text, isExtended));
  return (input) => run(linesOf(input), commands, isSilent);
};

const splitScript = (script: string): readonly string[] =>
  script.startsWith("s") ? [script] : script.split(/[;\n]/).filter((part) => part.trim() !== "");

const COMMAND =
  /^\s*(?:(\d+|\$)(?:,(\d+|\$))?|\/((?:[^/\\]|\\.)+)\/)?\s*(p|d|q|s(.)((?:(?!\5)[^\\]|\\.)*)\5((?:(?!\5)[^\\]|\\.)*)\5([gIp]*))\s*$/;

const parseCommand = (text: string, isExtended: boolean): SedCommand => {
  const match = COMMAND.exec(text);
  if (match === null) throw new FilterProblem(`${JSON.stringify(text)} is not available; there are p, d, q and s with an address in front`);
  const [, from, to, address, command, , pattern, replacement, flags = ""] = match;
  const place = (value: string | undefined): number | "$" | undefined =>
    value === undefined ? undefined : value === "$" ? "$" : Number(value);
  return {
    from: address === undefined ? place(from) : safePattern(address, { isExtended }),
    to: place(to) ?? (typeof place(from) === "number" || from === "$" ? place(from) : undefined),
    run:
      command === "p" || command === "d" || command === "q"
        ? command
        : substitution({ pattern: pattern ?? "", replacement: replacement ?? "", flags, isExtended }),
  };
};

const substitution = ({
  pattern,
  replacement,
  flags,
  isExtended,
}: {
  readonly pattern: string;
  readonly replacement: string;
  readonly flags: string;
  readonly isExtended: boolean;
}): SedCommand["run"] => {
  const found = safePattern(pattern, { isExtended, ignoresCase: flags.includes("I") });
  const js = replacement
    .replace(/\$/g, "$$$$")
    .replace(/\\(\d)|\\(.)|&/g, (whole, digit?: string, other?: string) =>
      digit ? `$${digit}` : other ? (other === "n" ? "\n" : other) : whole === "&" ? "$&" : whole,
    );
  return { pattern: flags.includes("g") ? new RegExp(found.source, `${found.flags}g`) : found, replacement: js };
};

const run = (lines: readonly string[], commands: readonly SedCommand[], isSilent: boolean): FilterResult => {
  const out: string[] = [];
  for (const [at, original] of lines.entries()) {
    let line: string | undefined = original;
    let isLast = false;
    for (const command of commands) {
      if (line === undefined || !isAddressed(command, { line, number: at + 1, count: lines.length })) continue;
      if (command.run === "p") out.push(line);
      else if (command.run === "d") line = undefined;
      else if (command.run === "q") isLast = true;
      else line = line.replace(command.run.pattern, command.run.replacement);
    }
    if (line !== undefined && !isSilent) out.push(line);
    if (isLast) break;
  }
  return done(out);
};

const isAddressed = (
  { from, to }: SedCommand,
  { line, number, count }: { readonly line: string; readonly number: number; readonly count: number },
): boolean => {
  if (from === undefined) return true;
  if (from instanceof RegExp) return from.test(line);
  const first = from === "$" ? count : from;
  const last = to === undefined || to === "$" ? count : to;
  return number >= first && number <= Math.max(first, last);
};
