import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { linesOf } from "./lines-of.ts";
import { INT_MAX, numberOption } from "./number-option.ts";
import { readOptions } from "./options.ts";

/** `xargs`: runs a command with the words of its input as arguments. */
export const xargs: Applet = (call) => {
  if (typeof call.state === "object") return runNext(call, call.state as Running);
  const letters = "0n:I:rtP:xs:";
  const at = call.args.findIndex((arg, index) => !arg.startsWith("-") && !/^-[nIPs]$/.test(call.args[index - 1] ?? ""));
  const { value, has, unknown } = readOptions(at < 0 ? call.args : call.args.slice(0, at), letters);
  if (unknown !== undefined) return call.misuse(unknown, USAGE);
  const most = value("n") === undefined ? INT_MAX : numberOption(call, value("n") as string, { least: 1, most: INT_MAX });
  if (most === undefined) return 1;
  const command = at < 0 ? ["echo"] : call.args.slice(at);
  return call.withInput((bytes) => {
    const items = has("0")
      ? bytes.split("\0").filter(Boolean)
      : value("I") === undefined
        ? bytes.split(/\s+/).filter(Boolean)
        : linesOf(bytes);
    if (items.length === 0 && has("r")) return 0;
    const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
    const size = value("I") === undefined ? most : 1;
    const lines: string[] = [];
    const told = (words: readonly string[]): string => (has("t") ? `echo ${quote(words.join(" "))} >&2; ` : "");
    for (const part of partsOf(items, size)) {
      const mark = value("I");
      const words = mark === undefined ? [...command, ...part] : command.map((word) => word.replaceAll(mark, part[0] ?? ""));
      lines.push(`${told(words)}${words.map(quote).join(" ")}`);
    }
    const [first = "", ...rest] = scriptsOf(lines);
    return rest.length === 0 ? call.become(["sh", "-c", first]) : runNext(call, { scripts: [first, ...rest], pid: undefined, status: 0 });
  });
};

/** Words of each command: no more than so many, nor longer than the system lets a command be. */
const partsOf = (items: readonly string[], most: number): readonly (readonly string[])[] => {
  const parts: string[][] = [[]];
  let length = 0;
  for (const item of items) {
    const last = parts.at(-1) as string[];
    length += item.length + 1;
    if (last.length > 0 && (last.length >= most || length > COMMAND_CHARS_MAX)) {
      parts.push([item]);
      length = item.length + 1;
    } else last.push(item);
  }
  return parts;
};

/** Commands one after the other, in scripts that are short enough to be read at once. */
const scriptsOf = (lines: readonly string[]): readonly string[] => {
  const scripts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    length += line.length;
    if (length > SCRIPT_CHARS_MAX) {
      scripts.push([]);
      length = line.length;
    }
    (scripts.at(-1) as string[]).push(`${line} || s=123`);
  }
  return scripts.map((script) => `s=0; ${script.join("; ")}; exit $s`);
};

/** Length of a command beyond which busybox begins another, and of commands that are read at once. */
const COMMAND_CHARS_MAX = 32 * 1024;
const SCRIPT_CHARS_MAX = 64 * 1024;

/** Scripts that are still to be run. */
interface Running {
  readonly scripts: readonly string[];
  /** Number of the process that runs the last one; undefined before the first. */
  readonly pid: number | undefined;
  readonly status: number;
}

const runNext = (call: AppletCall, { scripts, pid, status }: Running): AppletResult => {
  const ended = pid === undefined ? undefined : call.machine.reap(pid);
  if (pid !== undefined && ended === undefined) return { wait: { on: "child" }, state: { scripts, pid, status } satisfies Running };
  const soFar = ended === undefined || ended.status === 0 ? status : ended.status;
  const [script, ...rest] = scripts;
  if (script === undefined) return soFar;
  const next: Running = { scripts: rest, pid: call.start(["sh", "-c", script]), status: soFar };
  return { wait: { on: "child" }, state: next };
};

const USAGE = `xargs [OPTIONS] [PROG ARGS]

Run PROG on every item given by stdin

	-0	NUL terminated input
	-a FILE	Read from FILE instead of stdin
	-r	Don't run command if input is empty
	-t	Print the command on stderr before execution
	-p	Ask user whether to run each command
	-E STR,-e[STR]	STR stops input processing
	-I STR	Replace STR within PROG ARGS with input line
	-n N	Pass no more than N args to PROG
	-s N	Pass command line of no more than N bytes
	-P N	Run up to N PROGs in parallel
	-x	Exit if size is exceeded
`;
