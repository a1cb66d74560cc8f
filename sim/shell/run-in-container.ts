import { findImage, programOf } from "../apps/image-catalogue.ts";
import { PROCESSES, type Process, type ProcessKey } from "../apps/process.ts";
import type { World } from "../kernel/world.ts";
import { findCommand } from "./commands.ts";
import { runMongoShell } from "./mongo/mongo-shell.ts";
import { runScript } from "./script.ts";

/** A command to run beside the main process of a container. */
export interface ContainerCommand {
  readonly command: readonly string[];
  readonly stdin?: string;
  readonly timeoutMs: number;
}

/** How it went. */
export type ContainerCommandResult =
  | { readonly kind: "exited"; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "timed-out"; readonly stdout: string; readonly stderr: string }
  /** runc's words. */
  | { readonly kind: "not-started"; readonly message: string };

/** Runs a command in a running container at this instant; what would take longer than the timeout is cut off. */
export const runInContainer = (
  world: World,
  key: ProcessKey,
  { command, stdin = "", timeoutMs }: ContainerCommand,
): ContainerCommandResult => {
  const process = world.map<Process>(PROCESSES).get(key);
  if (process === undefined) return { kind: "not-started", message: "cannot exec in a stopped state: unknown" };
  const [word = "", ...args] = command;
  const image = findImage(process.start.container.image ?? "");
  const program = image === undefined ? undefined : programOf(image, word);
  if (program === undefined)
    return {
      kind: "not-started",
      message: `OCI runtime exec failed: exec failed: unable to start container process: ${describeMissing(word)}: unknown`,
    };
  const context: ShellContext = { world, process, env: process.start.env };
  const result = runProgram(context, program, { word, args, stdin });
  if (result.waitMs > timeoutMs) return { kind: "timed-out", stdout: result.stdout, stderr: result.stderr };
  return { kind: "exited", exitCode: result.status, stdout: result.stdout, stderr: result.stderr };
};

/** Where a command runs. */
export interface ShellContext {
  readonly world: World;
  readonly process: Process;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command came to. */
export interface ShellResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Time that it would have taken. */
  readonly waitMs: number;
}

/** The words of a command and what it reads. */
export interface Invocation {
  readonly word: string;
  readonly args: readonly string[];
  readonly stdin: string;
}

/** Runs the program that an executable is, for a command line or from within a script. */
export const runProgram = (context: ShellContext, program: string, invocation: Invocation): ShellResult => {
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (program.startsWith("busybox/") && SHELLS.has(name)) return runShell(context, invocation);
  if (program === "mongo") return runMongoShell(context, invocation);
  if (program.startsWith("busybox/"))
    return findCommand(name)?.(context, invocation) ?? { status: 127, stdout: "", stderr: `${name}: applet not found\n`, waitMs: 0 };
  return { status: 1, stdout: "", stderr: secondInstance(context, name), waitMs: 0 };
};

const SHELLS = new Set(["sh", "ash", "bash"]);

/** `sh -c script`, `sh file`, or a script on the standard input. */
const runShell = (context: ShellContext, { word, args, stdin }: Invocation): ShellResult => {
  const flag = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  const shell = word.slice(word.lastIndexOf("/") + 1);
  if (flag >= 0) {
    const script = args[flag + 1];
    if (script === undefined) return { status: 2, stdout: "", stderr: `${shell}: -c requires an argument\n`, waitMs: 0 };
    return runScript(context, { script, shell, stdin, run: runProgram });
  }
  const file = args.find((arg) => !arg.startsWith("-"));
  if (file === undefined) return runScript(context, { script: stdin, shell, stdin: "", run: runProgram });
  const text = findCommand("cat")?.(context, { word: "cat", args: [file], stdin: "" });
  if (text === undefined || text.status !== 0)
    return { status: 127, stdout: "", stderr: `${shell}: can't open '${file}': No such file or directory\n`, waitMs: 0 };
  return runScript(context, { script: text.stdout, shell, stdin, run: runProgram });
};

const describeMissing = (word: string): string =>
  word.includes("/") ? `exec: "${word}": stat ${word}: no such file or directory` : `exec: "${word}": executable file not found in $PATH`;

/** A server that is started a second time finds its port taken. */
const secondInstance = ({ process }: ShellContext, name: string): string => {
  const port = process.ports[0]?.port;
  return port === undefined ? `${name}: cannot run here\n` : `${name}: listen tcp :${port}: bind: address already in use\n`;
};
