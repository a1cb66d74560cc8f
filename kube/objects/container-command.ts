import type { Container } from "../types/pod.ts";

type Command = Pick<Container, "command" | "args">;

/** Words that a container starts with, its program by its bare name: `/go/bin/rate`, `rate` and `sh -c 'exec rate'` are `rate`. */
export const startedWords = ({ command = [], args = [] }: Command): readonly string[] => {
  const [program, ...words] = throughShell([...command, ...args]);
  // Arguments alone are given to the image's own program.
  return program === undefined || command.length === 0 ? args : [baseName(program), ...words];
};

/** True if two containers of one image start the same program with the same arguments. */
export const isSameCommand = (a: Command, b: Command): boolean => {
  const [left, right] = [startedWords(a), startedWords(b)];
  return (a.command?.length ?? 0) > 0 === (b.command?.length ?? 0) > 0 && left.join("\0") === right.join("\0");
};

/** Words of the one command that a shell is given; a script of more than that stays with its shell. */
const throughShell = (words: readonly string[]): readonly string[] => {
  const [shell = "", option, script = ""] = words;
  const isOneCommand = SHELLS.has(baseName(shell)) && option === "-c" && words.length === 3 && PLAIN_COMMAND.test(script.trim());
  return isOneCommand
    ? script
        .trim()
        .replace(/^exec\s+/, "")
        .split(/\s+/)
    : words;
};

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "ash", "dash"]);

/** Pattern of a command without quotes, variables, pipes and lists. */
const PLAIN_COMMAND = /^[\w./=:,@%+\s-]+$/;

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
