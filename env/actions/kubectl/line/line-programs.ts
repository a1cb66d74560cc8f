import { COMMANDS } from "#kubectl/command-line/command-table.ts";
import { APPLETS } from "#shell/applets/applets.ts";
import { cat } from "#shell/applets/cat.ts";
import { column } from "#shell/applets/column.ts";
import { grep } from "#shell/applets/grep.ts";
import type { Applet } from "#shell/interpreter/applet-call.ts";
import { BUILTINS } from "#shell/interpreter/builtins.ts";
import { jq } from "#shell/jq/jq.ts";
import type { OddOptions, Programs } from "#shell/machine/programs.ts";

/** Names of kubectl itself. */
export const PROGRAMS: ReadonlySet<string> = new Set(["kubectl", "k"]);

/** Programs that usually stand behind a pipe. */
export const FILTERS: readonly string[] =
  "grep egrep fgrep head tail wc sort uniq cut cat tr base64 column less more awk jq sed tee xargs paste rev tac nl fold diff".split(" ");

/** True for a command of the shell or one of its tools. */
export const isOwnProgram = (name: string): boolean => Object.hasOwn(BUILTINS, name) || Object.hasOwn(TOOLS, name);

/** True where words without `kubectl` in front are one of its commands: also where the shell has a command of that name. */
export const isKubectlCommand = (name: string, args: readonly string[]): boolean => {
  const clash = Object.hasOwn(CLASHES, name) ? CLASHES[name] : undefined;
  return clash === undefined ? !isOwnProgram(name) && !name.includes("/") : clash(args);
};

/** True for a word that means kubectl whatever follows it: its own name, or a command that no shell has. */
export const alwaysMeansKubectl = (name: string): boolean => PROGRAMS.has(name) || OWN_COMMANDS.has(name);

/** Commands that kubectl and a shell both have, and the arguments that mean kubectl's. */
const CLASHES: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  cp: (args) => args.some((arg) => arg.includes(":")),
  diff: (args) => args.some((arg) => /^(-[fkR]|--(filename|kustomize|recursive))/.test(arg)),
  exec: (args) => args.length > 0,
  set: (args) => /^(env|image|resources|selector|serviceaccount|subject)$/.test(args[0] ?? ""),
  wait: (args) => args.some((arg) => arg.startsWith("--")),
};

/** Programs of processes and of the machine: an agent's line has neither to show. */
const ABSENT: ReadonlySet<string> = new Set(
  "busybox dmesg free hostid kill killall logname pidof ps stty top tty uname uptime watch nproc arch groups id whoami".split(" "),
);

/** Tools of a command line. */
const TOOLS: Readonly<Record<string, Applet>> = {
  ...Object.fromEntries(Object.entries(APPLETS).filter(([name]) => !ABSENT.has(name))),
  bash: () => 127,
  column,
  grep: (call) => grep(call, call.args.some((arg) => /^-[A-Za-z]*P/.test(arg)) ? "E" : ""),
  jq,
  less: cat,
  more: cat,
  sh: () => 127,
};

const OWN_COMMANDS: ReadonlySet<string> = new Set(
  COMMANDS.map(({ path }) => path.split(" ")[0] as string).filter((name) => !Object.hasOwn(CLASHES, name) && !isOwnProgram(name)),
);

/** Modes of the files and folders that are there before anything is written. */
export const GIVEN_FILES: ReadonlyMap<string, number> = new Map([
  ..."bin dev etc home root tmp usr usr/bin".split(" ").map((folder) => [`/${folder}/`, 0o755] as const),
  ...[...Object.keys(TOOLS), ...PROGRAMS].map((name) => [`/usr/bin/${name}`, 0o755] as const),
]);

/** Programs of an agent's command line: kubectl and the shell's tools. A word that nobody knows is a command of kubectl. */
export class LinePrograms implements Programs {
  readonly unknown: Applet;
  readonly #kubectl: Applet;
  readonly #timeout: Applet;

  constructor(kubectl: (words: readonly string[]) => Applet, timeout: Applet) {
    this.#kubectl = (call) => kubectl(PROGRAMS.has(call.name) ? call.args : [call.name, ...call.args])(call);
    this.#timeout = timeout;
    this.unknown = this.#kubectl;
  }

  at(path: string): string | undefined {
    const name = path.replace(/^\/usr\/bin\//, "");
    return Object.hasOwn(TOOLS, name) || PROGRAMS.has(name) ? name : undefined;
  }

  isInShell(name: string): boolean {
    return name !== "sh" && name !== "bash";
  }

  goesBefore(name: string, args: readonly string[]): boolean {
    return Object.hasOwn(CLASHES, name) && isKubectlCommand(name, args);
  }

  applet(name: string): Applet | undefined {
    if (name === "timeout") return this.#timeout;
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    return (call) => (tool === undefined || isKubectlCommand(name, call.args) ? this.#kubectl : tool)(call);
  }

  oddOptions(): OddOptions {
    return {};
  }
}
