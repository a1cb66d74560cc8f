import type { Applet } from "../interpreter/applet-call.ts";
import { linesOf } from "./lines-of.ts";
import { INT_MAX, numberOption } from "./number-option.ts";
import { readOptions } from "./options.ts";

/** `xargs`: runs a command with the words of its input as arguments. */
export const xargs: Applet = (call) => {
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
    for (let index = 0; index < Math.max(1, items.length); index += size) {
      const part = items.slice(index, index + size);
      const mark = value("I");
      const words = mark === undefined ? [...command, ...part] : command.map((word) => word.replaceAll(mark, part[0] ?? ""));
      lines.push(`${told(words)}${words.map(quote).join(" ")}`);
    }
    return call.become(["sh", "-c", `s=0; ${lines.map((line) => `${line} || s=123`).join("; ")}; exit $s`]);
  });
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
