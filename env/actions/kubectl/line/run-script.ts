import { filterRefusal, isFilter, runFilter } from "./filters.ts";
import type { CommandLine, ScriptStep } from "./split-command.ts";

/** What one command printed and how it ended. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly hadEffect: boolean;
  readonly waitedTooLong: boolean;
}

/** What commands of a script are run with. */
export interface ScriptOptions {
  /** Runs kubectl; the words are without the program's own name. */
  readonly kubectl: (words: readonly string[], stdin: string | undefined, limitMs?: number) => Promise<CommandResult>;
  readonly sleep: (ms: number) => Promise<void>;
  /** For commands that have no text on standard input of their own. */
  readonly stdin: string | undefined;
}

/** Why a script cannot be run, found before any of it is; undefined when it can. */
export const scriptRefusal = (steps: readonly ScriptStep[]): string | undefined =>
  steps.map(({ line }) => lineRefusal(line)).find((refusal) => refusal !== undefined);

/** Runs commands one after another as `;`, `&&` and `||` say. */
export const runScript = async (
  steps: readonly ScriptStep[],
  options: ScriptOptions,
): Promise<CommandResult & { readonly commands: number }> => {
  const total = { stdout: "", stderr: "", exitCode: 0, hadEffect: false, waitedTooLong: false, commands: 0 };
  let last = 0;
  for (const { joint, line } of steps) {
    if ((joint === "&&" && last !== 0) || (joint === "||" && last === 0)) continue;
    const result = await runLine(line, options);
    total.stdout += steps.length === 1 ? result.stdout : result.stdout + result.stderr;
    total.stderr += steps.length === 1 ? result.stderr : "";
    total.hadEffect ||= result.hadEffect;
    total.waitedTooLong ||= result.waitedTooLong;
    total.exitCode = result.exitCode;
    total.commands++;
    last = result.lastExitCode;
    if (result.waitedTooLong) break;
  }
  return total;
};

const PROGRAMS = new Set(["kubectl", "k"]);
const SOURCES = new Set(["echo", "cat", "printf"]);
const BUILT_IN = new Set(["true", "false", ":", "sleep"]);

interface Plan {
  /** Words of kubectl without its name; undefined: a built-in command is all there is. */
  readonly program: readonly string[] | undefined;
  readonly builtIn: readonly string[];
  readonly filters: readonly (readonly string[])[];
  readonly source: string | undefined;
  /** The longest that the program may take; missing: as long as it likes. */
  readonly limitMs?: number | undefined;
}

/** `echo text |` and `cat <<EOF |` may stand in front: they give kubectl its stdin. */
const planLine = (line: CommandLine): Plan => {
  const [first, ...others] = line.stages.map(({ words }) => words) as [readonly string[], ...(readonly string[])[]];
  const name = first[0] as string;
  const feeds = SOURCES.has(name) && PROGRAMS.has(others[0]?.[0] ?? "");
  if (!feeds && (SOURCES.has(name) || BUILT_IN.has(name)))
    return { program: undefined, builtIn: first, filters: others, source: undefined };
  const { words, limitMs } = withoutTimeout(feeds ? (others.shift() as readonly string[]) : first);
  const program = PROGRAMS.has(words[0] as string) ? words.slice(1) : words;
  return { program, builtIn: [], filters: others, source: feeds ? sourceText(first, line.heredoc) : undefined, limitMs };
};

/** `timeout 10s kubectl …`: the command without it, and how long it may take. */
const withoutTimeout = (words: readonly string[]): { readonly words: readonly string[]; readonly limitMs?: number } => {
  if (words[0] !== "timeout") return { words };
  const at = words.findIndex((word, index) => index > 0 && !word.startsWith("-"));
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(words[at] ?? "") ?? [];
  if (amount === undefined || !PROGRAMS.has(words[at + 1] ?? "")) return { words };
  return { words: words.slice(at + 1), limitMs: Number(amount) * (UNIT_MS[unit || "s"] as number) };
};

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Programs that people type and that are no kubectl commands, with what to do instead. */
const STRANGERS: Readonly<Record<string, string>> = {
  for: "loops are not available here: write the commands one after another",
  while: "loops are not available here: write the commands one after another",
  if: "conditions are not available here: use && and ||",
  timeout: "timeout needs a number of seconds and a kubectl command behind it",
  watch: "watch is not available here: use kubectl get -w, or run the command again",
  xargs: "xargs is not available here: write the names into the command",
  helm: "helm is not available here: use kubectl",
  curl: "curl is not available here: use kubectl exec to call a service from inside a pod",
  wget: "wget is not available here: use kubectl exec to call a service from inside a pod",
  ssh: "ssh is not available here: use kubectl exec, or kubectl debug node/NAME",
  cd: "there are no files here: give manifests with <<EOF",
  ls: "there are no files here: give manifests with <<EOF",
  export: "variables are not available here",
};

const lineRefusal = (line: CommandLine): string | undefined => {
  const { program, builtIn, filters } = planLine(line);
  const name = program?.[0] ?? "";
  if (Object.hasOwn(STRANGERS, name)) return `${STRANGERS[name]}.`;
  if (/^[A-Za-z_]\w*=/.test(name)) return "Variables are not available here.";
  if (program !== undefined && isFilter(name)) return `${name} needs something to read: put it behind a pipe.`;
  if (builtIn[0] === "sleep" && !/^\d+(\.\d+)?[sm]?$/.test(builtIn[1] ?? "")) return "sleep needs a number of seconds.";
  if (builtIn[0] === "cat" && builtIn.length > 1) return "There are no files here: cat reads a here-document only.";
  return filters.map(filterRefusal).find((refusal) => refusal !== undefined);
};

const sourceText = (words: readonly string[], heredoc: string | undefined): string => {
  const [name, ...rest] = words;
  if (name === "cat") return heredoc ?? "";
  if (name === "printf") return rest.join(" ").replaceAll("\\n", "\n").replaceAll("\\t", "\t");
  const flags = rest.findIndex((word) => !/^-[neE]+$/.test(word));
  const text = rest.slice(flags === -1 ? rest.length : flags).join(" ");
  const options = rest.slice(0, flags === -1 ? rest.length : flags).join("");
  return `${options.includes("e") ? text.replaceAll("\\n", "\n").replaceAll("\\t", "\t") : text}${options.includes("n") ? "" : "\n"}`;
};

type LineResult = CommandResult & { readonly lastExitCode: number };

const runLine = async (line: CommandLine, options: ScriptOptions): Promise<LineResult> => {
  const { program, builtIn, filters, source, limitMs } = planLine(line);
  const stdin = source ?? line.heredoc ?? options.stdin;
  const ran = program === undefined ? await runBuiltIn(builtIn, line, options) : await options.kubectl(program, stdin, limitMs);
  const result = limitMs !== undefined && ran.waitedTooLong ? { ...ran, waitedTooLong: false, exitCode: 124 } : ran;
  let stdout = line.stderr === "piped" ? result.stdout + result.stderr : result.stdout;
  if (line.stdout === "dropped") stdout = "";
  let stderr = line.stderr === "shown" ? result.stderr : "";
  let { exitCode } = result;
  let lastExitCode = exitCode;
  for (const filter of filters) {
    const filtered = runFilter(filter, stdout);
    if (filtered === undefined) continue;
    stdout = filtered.stdout;
    stderr += filtered.stderr;
    lastExitCode = filtered.exitCode;
    // An empty grep is no failure of the command whose output it searched.
    exitCode = Math.max(result.exitCode, filtered.exitCode === 1 ? 0 : filtered.exitCode);
  }
  return { ...result, stdout, stderr, exitCode, lastExitCode };
};

const runBuiltIn = async (words: readonly string[], line: CommandLine, { sleep }: ScriptOptions): Promise<CommandResult> => {
  const done = { stdout: "", stderr: "", exitCode: 0, hadEffect: false, waitedTooLong: false };
  const [name, amount = ""] = words;
  if (name === "true" || name === ":") return done;
  if (name === "false") return { ...done, exitCode: 1 };
  if (name !== "sleep") return { ...done, stdout: sourceText(words, line.heredoc) };
  try {
    await sleep(Number.parseFloat(amount) * (amount.endsWith("m") ? 60_000 : 1_000));
    return done;
  } catch (error) {
    if ((error as Error).name !== "WaitLimitReached") throw error;
    return { ...done, exitCode: 1, waitedTooLong: true };
  }
};
