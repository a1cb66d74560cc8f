import { keepFor } from "#core/keep-for.ts";
import type { ShellState, Variable } from "../machine/process-table.ts";

/** A shell before its first step. */
export const newShell = (
  given: Pick<ShellState, "name" | "code" | "source"> & {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly parameters?: readonly string[];
    readonly options?: string;
    readonly ppid: number;
  },
): ShellState => ({
  code: given.code,
  at: 0,
  status: 0,
  name: given.name,
  variables: initialVariables(given.env, given.cwd, given.ppid),
  functions: {},
  parameters: given.parameters ?? [],
  frames: [],
  loops: [],
  saved: [],
  options: given.options ?? "",
  traps: {},
  aliases: {},
  lastBackground: undefined,
  jobs: [],
  substituted: [],
  capture: undefined,
  substitutionStatus: undefined,
  child: undefined,
  builtin: undefined,
  source: given.source,
  pending: "",
  isSubshell: false,
  isExiting: false,
});

/** The variables that a shell hands to its children; they are the same until one is set. */
export const exportedVariables = keepFor((variables: ShellState["variables"]): Readonly<Record<string, string>> => {
  const env: Record<string, string> = {};
  for (const [name, { value, isExported }] of Object.entries(variables)) if (isExported === true && value !== undefined) env[name] = value;
  return env;
});

const initialVariables = (env: Readonly<Record<string, string>>, cwd: string, ppid: number): Readonly<Record<string, Variable>> => {
  const variables: Record<string, Variable> = {};
  for (const [name, value] of Object.entries(env)) if (/^[A-Za-z_]\w*$/.test(name)) variables[name] = { value, isExported: true };
  variables["IFS"] = { value: " \t\n" };
  variables["OPTIND"] = { value: "1" };
  variables["PATH"] ??= { value: "/sbin:/usr/sbin:/bin:/usr/bin" };
  variables["PPID"] = { value: `${ppid}` };
  variables["PS1"] ??= { value: "\\w \\$ " };
  variables["PS2"] = { value: "> " };
  variables["PS4"] = { value: "+ " };
  variables["PWD"] = { value: cwd, isExported: true };
  variables["SHLVL"] = { value: `${(Number.parseInt(env["SHLVL"] ?? "0", 10) || 0) + 1}`, isExported: true };
  return variables;
};
