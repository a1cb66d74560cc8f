import { resolvePath } from "#core/posix-path.ts";
import { toBytes } from "../machine/bytes.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc, Program, ShellState } from "../machine/process-table.ts";
import { OPTION_LETTERS } from "./option-letters.ts";
import { newShell } from "./shell-state.ts";

/** Target of a command word. */
export type Executable =
  | { readonly kind: "applet"; readonly applet: string; readonly isInShell: boolean }
  | { readonly kind: "script"; readonly path: string; readonly text: string };

export type Found = Executable | { readonly kind: "missing"; readonly message: string; readonly status: number };

/** Looks a command up as a shell does: by path, by name among the applets that it brings, along $PATH. */
export const findExecutable = (machine: Machine, proc: Proc, shell: ShellState, name: string): Found => {
  if (name.includes("/")) return atPath(machine, resolvePath(name, proc.cwd)) ?? missing(machine, proc, name);
  if (machine.programs.isInShell(name)) return { kind: "applet", applet: name, isInShell: IN_SHELL.has(name) };
  for (const folder of (shell.variables["PATH"]?.value ?? "").split(":")) {
    const found = atPath(machine, resolvePath(`${folder === "" ? "." : folder}/${name}`, proc.cwd));
    if (found !== undefined && found.kind !== "missing") return found;
  }
  return { kind: "missing", message: `${name}: not found`, status: 127 };
};

/** Looks a command up by path or along $PATH, as programs do that start others. */
export const searchPath = (machine: Machine, proc: Pick<Proc, "cwd" | "env">, name: string): Found | undefined => {
  if (name.includes("/")) return atPath(machine, resolvePath(name, proc.cwd));
  for (const folder of (proc.env["PATH"] ?? DEFAULT_PATH).split(":")) {
    const found = atPath(machine, resolvePath(`${folder}/${name}`, proc.cwd));
    if (found !== undefined) return found;
  }
  return undefined;
};

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The executable at an absolute path. */
export const atPath = (machine: Machine, path: string): Found | undefined => {
  const full = machine.fs.resolve(path);
  const program = machine.programs.at(full);
  if (program !== undefined && machine.fs.stat(full) !== undefined) {
    return { kind: "applet", applet: program.startsWith("busybox/") ? program.slice(8) : program, isInShell: false };
  }
  const info = machine.fs.stat(full);
  if (info === undefined) return undefined;
  if (info.kind === "folder" || (info.mode & 0o111) === 0) return { kind: "missing", message: `${path}: Permission denied`, status: 126 };
  const content = machine.fs.read(full);
  return content.ok ? { kind: "script", path, text: content.bytes } : undefined;
};

const missing = (machine: Machine, proc: Proc, name: string): Found =>
  machine.fs.exists(resolvePath(name, proc.cwd))
    ? { kind: "missing", message: `${name}: Permission denied`, status: 126 }
    : { kind: "missing", message: `${name}: not found`, status: 127 };

/** Applets that the shell runs in a copy of itself instead of starting them anew. */
const IN_SHELL = new Set(
  "awk base64 basename cat chgrp chmod chown cp cut date dd df dirname du egrep env expr fgrep find free grep head hexdump hostname id ln ls md5sum mkdir mktemp mv netstat nl od printenv ps pwd readlink realpath rm rmdir sed seq sha256sum sort stat strings tac tail tar tee touch tr truncate uname uniq wc which whoami xargs xxd yes".split(
    " ",
  ),
);

export interface ProgramRequest {
  readonly found: Executable;
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly ppid: number;
}

/** The program that an executable is, with its arguments as `ps` shows them. */
export const programFor = (
  machine: Machine,
  { found, name, args, env, cwd, ppid }: ProgramRequest,
): { readonly program: Program; readonly argv: readonly string[]; readonly comm?: string } => {
  const argv = [name, ...args];
  if (found.kind === "script") return { ...scriptProgram(machine, found, { argv, env, cwd, ppid }) };
  const applet = found.applet === "busybox" ? (args[0] ?? "busybox") : found.applet;
  const rest = found.applet === "busybox" ? args.slice(1) : args;
  if (SHELLS.has(applet)) return { program: { kind: "shell", shell: shellFor({ name, args: rest, env, cwd, ppid }, machine) }, argv };
  return {
    program: { kind: "applet", name: applet, args: rest, state: undefined },
    argv,
    ...(found.isInShell ? { comm: applet } : {}),
  };
};

const SHELLS = new Set(["sh", "ash", "bash"]);

const scriptProgram = (
  machine: Machine,
  { path, text }: Extract<Executable, { readonly kind: "script" }>,
  {
    argv,
    env,
    cwd,
    ppid,
  }: { readonly argv: readonly string[]; readonly env: ProgramRequest["env"]; readonly cwd: string; readonly ppid: number },
) => {
  const interpreter = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text);
  const words = interpreter === null ? ["sh"] : [interpreter[1] as string, ...(interpreter[2] === undefined ? [] : [interpreter[2]])];
  const program = words[0]?.endsWith("/env") === true ? (words[1] ?? "sh") : (words[0] as string);
  const base = program.slice(program.lastIndexOf("/") + 1);
  const all = [program, path, ...argv.slice(1)];
  if (SHELLS.has(base))
    return { program: { kind: "shell", shell: shellFor({ name: base, args: all.slice(1), env, cwd, ppid }, machine) } as const, argv: all };
  return { program: { kind: "applet", name: base, args: all.slice(1), state: undefined } as const, argv: all };
};

/** A shell for the arguments of `sh`: `-c script`, a file, or commands on the standard input. */
const shellFor = ({ name, args, env, cwd, ppid }: Omit<ProgramRequest, "found">, machine: Machine): ShellState => {
  const shellName = name.slice(name.lastIndexOf("/") + 1).replace(/^-/, "");
  let options = "";
  let hasScript = false;
  let readsInput = false;
  let isInteractive = false;
  const rest = [...args];
  while (rest[0] !== undefined && /^[-+][a-zA-Z]/.test(rest[0])) {
    const flags = (rest.shift() as string).slice(1);
    const unknown = [...flags].find((flag) => !"CabefmnuvxilcsoI".includes(flag));
    if (unknown !== undefined)
      return newShell({
        env,
        cwd,
        ppid,
        name: shellName,
        source: "text",
        code: `echo '${shellName}: illegal option -${unknown}' >&2; exit 2`,
      });
    if (flags.includes("o")) options += OPTION_LETTERS[rest.shift() ?? ""] ?? "";
    readsInput ||= flags.includes("s");
    hasScript ||= flags.includes("c");
    isInteractive ||= flags.includes("i");
    options += [...flags].filter((flag) => "aefuxn".includes(flag)).join("");
  }
  const base = { env, cwd, ppid, options };
  if (hasScript) {
    const [script, zero = shellName, ...parameters] = rest;
    if (script === undefined)
      return newShell({ ...base, name: shellName, source: "text", code: `echo '${shellName}: -c requires an argument' >&2; exit 2` });
    return newShell({ ...base, name: zero, source: "text", code: script, parameters });
  }
  const [file, ...others] = rest;
  const parameters = readsInput ? rest : others;
  if (file !== undefined && !readsInput) {
    const content = machine.fs.read(resolvePath(file, cwd));
    if (content.ok) return newShell({ ...base, name: file, source: "file", code: content.bytes, parameters });
    const message = toBytes(`${shellName}: can't open '${file}': ${content.error}`).replaceAll("'", "'\\''");
    return newShell({ ...base, name: shellName, source: "text", code: `echo '${message}' >&2; exit 2` });
  }
  return newShell({ ...base, name: shellName, source: isInteractive ? "prompt" : "input", code: "", parameters });
};
