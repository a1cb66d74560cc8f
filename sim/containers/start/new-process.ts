import { err, ok, type Result } from "#core/result.ts";
import { type Executable, programFor } from "#shell/interpreter/find-executable.ts";
import { newShell } from "#shell/interpreter/shell-state.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import type { NewProcess } from "#shell/machine/machine.ts";
import type { ContainerMachine } from "../container-machine.ts";
import { environmentOf, folderOf } from "../container-surroundings.ts";
import { type FoundCommand, findCommand } from "./find-command.ts";

/** Reason why a command does not run. */
export interface StartFailure {
  /** In the words of runc. */
  readonly message: string;
  /** True where its process was there already, which says so itself and ends with status 1. */
  readonly hasBegun: boolean;
}

type Started = Omit<NewProcess, "fds">;

/** The process that a command starts in a container, from outside. */
export const newProcess = (machine: ContainerMachine, [word = "", ...args]: readonly string[]): Result<Started, StartFailure> => {
  const { world, process } = machine;
  const [env, cwd] = [environmentOf(process), folderOf(process)];
  const lost = lostFolder(machine, cwd);
  if (lost !== undefined) return err({ message: lost, hasBegun: false });
  const found = findCommand(world, process, word, cwd);
  if (!found.ok) return err({ message: found.error, hasBegun: false });
  const file = executableAt(machine, found.value, word.includes("/") ? word : found.value.path);
  if (!file.ok) return err({ message: `exec ${word.includes("/") ? word : found.value.path}: ${file.error}`, hasBegun: true });
  const request = { found: file.value, name: toBytes(word), args: args.map(toBytes), env, cwd, ppid: 0 };
  const { program, argv } = programFor(machine, request);
  return ok({ ppid: 0, argv, program, env, cwd });
};

/** A process that says a sentence and fails. */
export const inVain = ({ process }: ContainerMachine, command: readonly string[], message: string): Started => {
  const [env, cwd] = [environmentOf(process), folderOf(process)];
  const code = `echo '${toBytes(message).replaceAll("'", "'\\''")}' >&2; exit 1`;
  const shell = newShell({ env, cwd, ppid: 0, name: "sh", source: "text", code });
  return { ppid: 0, argv: command.map(toBytes), program: { kind: "shell", shell }, env, cwd };
};

/** Error of a container's own folder that is not there any more. */
const lostFolder = ({ fs, process }: ContainerMachine, cwd: string): string | undefined => {
  // An image's own folder is there as long as nobody asks for another.
  if (process.start.container.workingDir === undefined || cwd === "/") return undefined;
  const kind = fs.stat(cwd)?.kind;
  if (kind === "folder") return undefined;
  return `chdir to cwd ("${cwd}") set in config.json failed: ${kind === undefined ? "no such file or directory" : "not a directory"}`;
};

/** Reads a file as the kernel does: one that is no program has to name its interpreter, which is given the name that it was called by. */
const executableAt = (machine: ContainerMachine, { path, program }: FoundCommand, name: string): Result<Executable, string> => {
  if (machine.process.start.image?.architecture !== undefined) return err("exec format error");
  if (program !== undefined) return ok({ kind: "applet", applet: program.replace(/^busybox\//, ""), isInShell: false });
  const content = machine.fs.read(path);
  const text = content.ok ? content.bytes : "";
  const interpreter = /^#![ \t]*(\S+)/.exec(text)?.[1];
  if (interpreter === undefined) return err("exec format error");
  return machine.programs.at(machine.fs.resolve(interpreter)) === undefined
    ? err("no such file or directory")
    : ok({ kind: "script", path: name, text });
};
