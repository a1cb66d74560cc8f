import { runApplet } from "../apps/busybox/shell.ts";
import { FILE_COMMANDS } from "./file-commands.ts";
import { FILTER_COMMANDS } from "./filter-commands.ts";
import type { Invocation, ShellContext, ShellResult } from "./run-in-container.ts";
import { SYSTEM_COMMANDS } from "./system-commands.ts";

/** A command as a shell session sees it. */
export type ShellCommand = (context: ShellContext, invocation: Invocation) => ShellResult;

/** The command of a name; those that scripts use too come from the containers' own busybox. */
export const findCommand = (name: string): ShellCommand | undefined =>
  COMMANDS[name] ?? ((context, invocation) => fromApplet(context, name, invocation));

/** Commands that a shell has without any executable. */
export const BUILTINS: ReadonlySet<string> = new Set([
  "[",
  ":",
  "cd",
  "echo",
  "false",
  "printf",
  "pwd",
  "set",
  "test",
  "trap",
  "true",
  "type",
  "umask",
  "wait",
]);

const COMMANDS: Readonly<Record<string, ShellCommand>> = { ...FILE_COMMANDS, ...FILTER_COMMANDS, ...SYSTEM_COMMANDS };

/** What never ends by itself takes longer than anybody waits. */
const FOR_EVER_MS = 86_400_000;

const fromApplet = ({ world, process, env }: ShellContext, name: string, { args, stdin }: Invocation): ShellResult => {
  const { status, stdout = "", stderr = "", waitMs = 0, runsForever } = runApplet({ world, process }, [name, ...args], stdin, env);
  const errors = stderr === "" || stderr.endsWith("\n") ? stderr : `${stderr}\n`;
  return { status, stdout, stderr: errors, waitMs: runsForever === true ? FOR_EVER_MS : waitMs };
};
