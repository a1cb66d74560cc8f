import { createInterface } from "node:readline/promises";

/** The person's side of a played episode. */
export interface Terminal {
  readonly isInteractive: boolean;
  /** Asks for a line; undefined at the end of the input (Ctrl-D, or Ctrl-C on an empty line). */
  ask(prompt: string): Promise<string | undefined>;
  write(text: string): void;
  /** Sets the words that Tab completes. */
  offer(words: Iterable<string>): void;
  close(): void;
}

/** Opens the process's own terminal, with history and completion; a pipe gives its lines without a prompt. */
export const createTerminal = (input = process.stdin, out = process.stdout): Terminal => {
  const isInteractive = input.isTTY === true && out.isTTY === true;
  let words: readonly string[] = [];
  const lines = createInterface({
    input,
    ...(isInteractive && { output: out, completer: (line: string) => completeLast(line, words), historySize: 1_000 }),
    terminal: isInteractive,
  });
  const waiting: string[] = [];
  let wake: (() => void) | undefined;
  let isOver = false;
  // A pipe may give all of its lines at once, before they are asked for.
  lines.on("line", (line) => {
    waiting.push(line);
    wake?.();
  });
  lines.on("close", () => {
    isOver = true;
    wake?.();
  });
  // As in a shell, Ctrl-C takes back what was typed; with nothing to take back, it gives up.
  lines.on("SIGINT", () => {
    if (lines.line === "") lines.close();
    else {
      out.write("^C\n");
      lines.write(null, { ctrl: true, name: "e" });
      lines.write(null, { ctrl: true, name: "u" });
    }
  });
  return {
    isInteractive,
    ask: async (prompt) => {
      if (isInteractive && !isOver) {
        lines.setPrompt(prompt);
        lines.prompt();
      }
      if (waiting.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return waiting.shift();
    },
    write: (text) => {
      out.write(text.endsWith("\n") ? text : `${text}\n`);
    },
    offer: (offered) => {
      words = [...new Set(offered)].sort();
    },
    close: () => lines.close(),
  };
};

/** Completes the last word of a line, as readline wants it: candidates, and the text that they replace. */
const completeLast = (line: string, words: readonly string[]): [string[], string] => {
  const last = /\S*$/.exec(line)?.[0] ?? "";
  return [words.filter((word) => word.startsWith(last) && word !== last), last];
};
