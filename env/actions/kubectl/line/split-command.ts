/** One program of a pipe with its words. */
export interface Stage {
  readonly words: readonly string[];
}

/** A command line taken apart: programs joined by pipes, and the text of a here-document for the first one. */
export interface CommandLine {
  readonly stages: readonly Stage[];
  readonly heredoc: string | undefined;
  /** What becomes of stderr: `2>&1` puts it into the pipe, `2>/dev/null` drops it. */
  readonly stderr: "shown" | "piped" | "dropped";
}

/** The parts of a line, or a sentence that says what cannot be done. */
export type SplitResult =
  | { readonly ok: true; readonly line: CommandLine }
  | { readonly ok: false; readonly kind: "malformed" | "unsupported"; readonly problem: string };

class LineProblem extends Error {
  readonly kind: "malformed" | "unsupported";
  constructor(kind: "malformed" | "unsupported", message: string) {
    super(message);
    this.kind = kind;
  }
}

const unsupported = (what: string): LineProblem =>
  new LineProblem(
    "unsupported",
    `${what} is not available: this is not a shell. Write one kubectl command; its output may go through | grep, head, tail, sort, uniq, cut, wc, and a manifest comes with <<EOF or the argument stdin.`,
  );
const malformed = (problem: string): LineProblem => new LineProblem("malformed", problem);

/**
 * Splits a line as a POSIX shell would: words, single and double quotes, backslashes, pipes and one here-document.
 *
 * Nothing is expanded; what a shell would expand or run besides is refused, so that no half of a command takes effect.
 */
export const splitCommand = (text: string): SplitResult => {
  try {
    return { ok: true, line: scan(text.replace(/\r\n/g, "\n")) };
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
    return { ok: false, kind: error.kind, problem: error.message };
  }
};

interface Scanner {
  readonly text: string;
  at: number;
  readonly stages: string[][];
  word: string | undefined;
  heredocTag: string | undefined;
  heredocStripsTabs: boolean;
  heredoc: string | undefined;
  stderr: CommandLine["stderr"];
}

const scan = (text: string): CommandLine => {
  const state: Scanner = {
    text: text.trim(),
    at: 0,
    stages: [[]],
    word: undefined,
    heredocTag: undefined,
    heredocStripsTabs: false,
    heredoc: undefined,
    stderr: "shown",
  };
  while (state.at < state.text.length) step(state);
  endWord(state);
  if (state.heredocTag !== undefined && state.heredoc === undefined)
    throw malformed(`The here-document has no line that says ${state.heredocTag}.`);
  if (state.stages.some((words) => words.length === 0))
    throw malformed(state.stages.length === 1 ? "The command is empty." : "There is nothing on one side of a pipe.");
  return { stages: state.stages.map((words) => ({ words })), heredoc: state.heredoc, stderr: state.stderr };
};

const step = (state: Scanner): void => {
  const char = state.text[state.at] as string;
  const next = state.text[state.at + 1];
  if (char === "\n") return readLineEnd(state);
  if (/\s/.test(char)) return skip(state);
  if (char === "'") return readSingle(state);
  if (char === '"') return readDouble(state);
  if (char === "\\") return readEscape(state);
  if (char === "|") return readPipe(state, next);
  if (char === "<" || char === ">" || (/[12&]/.test(char) && next === ">" && state.word === undefined)) return readRedirect(state);
  if (char === "&" || char === ";")
    throw unsupported(
      char === ";" ? "A second command after ;" : next === "&" ? "A second command after &&" : "Running in the background with &",
    );
  if (char === "`" || (char === "$" && next !== undefined && /[\w({]/.test(next)))
    throw unsupported(char === "`" || next === "(" ? "Running a command inside the command" : "A shell variable");
  if (char === "(" || char === ")") throw unsupported("Grouping with ( )");
  if (char === "#" && state.word === undefined) return skipComment(state);
  state.word = (state.word ?? "") + char;
  state.at++;
};

const endWord = (state: Scanner): void => {
  if (state.word === undefined) return;
  (state.stages.at(-1) as string[]).push(state.word);
  state.word = undefined;
};

const skip = (state: Scanner): void => {
  endWord(state);
  state.at++;
};

const skipComment = (state: Scanner): void => {
  while (state.at < state.text.length && state.text[state.at] !== "\n") state.at++;
};

const readSingle = (state: Scanner): void => {
  const end = state.text.indexOf("'", state.at + 1);
  if (end === -1) throw malformed("A single quote is not closed.");
  state.word = (state.word ?? "") + state.text.slice(state.at + 1, end);
  state.at = end + 1;
};

const readDouble = (state: Scanner): void => {
  let out = "";
  for (let i = state.at + 1; i < state.text.length; i++) {
    const char = state.text[i] as string;
    const next = state.text[i + 1] ?? "";
    if (char === '"') {
      state.word = (state.word ?? "") + out;
      state.at = i + 1;
      return;
    }
    if (char === "`" || (char === "$" && /[\w({]/.test(next)))
      throw unsupported(
        next === "(" || char === "`"
          ? "Running a command inside the command"
          : "A shell variable (use single quotes for a $ that is meant literally)",
      );
    if (char === "\\" && /["\\$`\n]/.test(next)) {
      out += next === "\n" ? "" : next;
      i++;
    } else out += char;
  }
  throw malformed("A double quote is not closed.");
};

const readEscape = (state: Scanner): void => {
  const next = state.text[state.at + 1];
  if (next === undefined) throw malformed("The line ends with a backslash.");
  // A backslash before the end of a line joins the lines.
  if (next !== "\n") state.word = (state.word ?? "") + next;
  state.at += 2;
};

const readPipe = (state: Scanner, next: string | undefined): void => {
  if (next === "|") throw unsupported("A second command after ||");
  endWord(state);
  state.stages.push([]);
  state.at++;
};

const REDIRECTS: readonly (readonly [RegExp, CommandLine["stderr"]])[] = [
  [/^2>\s*&1/, "piped"],
  [/^2>\s*\/dev\/null/, "dropped"],
];

const readRedirect = (state: Scanner): void => {
  endWord(state);
  const rest = state.text.slice(state.at);
  const heredoc = /^<<(-?)\s*(?:'([^']+)'|"([^"]+)"|\\?([\w.-]+))/.exec(rest);
  if (heredoc !== null && !rest.startsWith("<<<")) {
    if (state.heredocTag !== undefined) throw unsupported("A second here-document");
    state.heredocTag = heredoc[2] ?? heredoc[3] ?? (heredoc[4] as string);
    state.heredocStripsTabs = heredoc[1] === "-";
    state.at += heredoc[0].length;
    return;
  }
  for (const [pattern, stderr] of REDIRECTS) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    state.stderr = stderr;
    state.at += match[0].length;
    return;
  }
  throw unsupported(rest.startsWith("<") ? "Reading from a file or here-string" : "Writing to a file");
};

/** The first line break begins the here-document; without one, only blanks may follow. */
const readLineEnd = (state: Scanner): void => {
  endWord(state);
  if (state.heredocTag === undefined || state.heredoc !== undefined) {
    if (
      state.text
        .slice(state.at)
        .split("\n")
        .every((line) => line.trim() === "" || line.trim().startsWith("#"))
    ) {
      state.at = state.text.length;
      return;
    }
    if ((state.stages.at(-1) as string[]).length === 0) {
      state.at++;
      return;
    }
    throw unsupported("A second command on another line");
  }
  const lines = state.text.slice(state.at + 1).split("\n");
  const end = lines.findIndex((line) => (state.heredocStripsTabs ? line.replace(/^\t+/, "") : line).trimEnd() === state.heredocTag);
  if (end === -1) throw malformed(`The here-document has no line that says ${state.heredocTag}.`);
  const body = lines.slice(0, end).map((line) => (state.heredocStripsTabs ? line.replace(/^\t+/, "") : line));
  state.heredoc = body.map((line) => `${line}\n`).join("");
  state.at += 1 + lines.slice(0, end + 1).join("\n").length;
};
