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
  /** What becomes of stdout: `>/dev/null` drops it. */
  readonly stdout: "shown" | "dropped";
}

/** When a command of a script is run: always, after a success, after a failure. */
export type Joint = ";" | "&&" | "||";

/** One command of a script and how it hangs on the one before. */
export interface ScriptStep {
  readonly joint: Joint;
  readonly line: CommandLine;
}

/** The commands of a text, or a sentence that says what cannot be done. */
export type SplitResult =
  | { readonly ok: true; readonly steps: readonly ScriptStep[] }
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
    `${what} is not available: this is not a shell. Write kubectl commands, joined by ;, && or ||; their output may go through | grep, head, tail, sort, uniq, cut, wc, awk, sed or jq, and a manifest comes with <<EOF or the argument stdin.`,
  );
const malformed = (problem: string): LineProblem => new LineProblem("malformed", problem);

/** Commands that one text may hold. */
const STEPS_MAX = 20;

/**
 * Splits a text as a POSIX shell would: words, single and double quotes, backslashes, pipes, commands one after another, here-documents.
 *
 * Nothing is expanded; what a shell would expand or run besides is refused, so that no half of a command takes effect.
 */
export const splitCommand = (text: string): SplitResult => {
  try {
    return { ok: true, steps: scan(text.replace(/\r\n/g, "\n")) };
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
    return { ok: false, kind: error.kind, problem: error.message };
  }
};

interface Scanner {
  text: string;
  at: number;
  steps: ScriptStep[];
  joint: Joint;
  stages: string[][];
  word: string | undefined;
  heredocTag: string | undefined;
  heredocStripsTabs: boolean;
  heredoc: string | undefined;
  stderr: CommandLine["stderr"];
  stdout: CommandLine["stdout"];
}

const scan = (text: string): readonly ScriptStep[] => {
  const state: Scanner = { text: text.trim(), at: 0, steps: [], joint: ";", ...EMPTY_LINE, stages: [[]] };
  while (state.at < state.text.length) step(state);
  endLine(state, ";");
  if (state.steps.length === 0) throw malformed("The command is empty.");
  if (state.steps.length > STEPS_MAX) throw unsupported(`More than ${STEPS_MAX} commands at once`);
  if (state.joint !== ";") throw malformed(`There is nothing behind ${state.joint}.`);
  return state.steps;
};

const EMPTY_LINE = {
  word: undefined,
  heredocTag: undefined,
  heredocStripsTabs: false,
  heredoc: undefined,
  stderr: "shown",
  stdout: "shown",
} as const;

/** Ends a command; an empty one counts for nothing unless something was to follow. */
const endLine = (state: Scanner, next: Joint): void => {
  endWord(state);
  if (state.heredocTag !== undefined && state.heredoc === undefined)
    throw malformed(`The here-document has no line that says ${state.heredocTag}.`);
  const isEmpty = state.stages.length === 1 && state.stages[0]?.length === 0;
  if (!isEmpty) {
    if (state.stages.some((words) => words.length === 0)) throw malformed("There is nothing on one side of a pipe.");
    const { stages, heredoc, stderr, stdout } = state;
    state.steps.push({ joint: state.joint, line: { stages: stages.map((words) => ({ words })), heredoc, stderr, stdout } });
  } else if (next !== ";") throw malformed(`There is nothing before ${next}.`);
  if (!isEmpty || next !== ";") state.joint = next;
  Object.assign(state, EMPTY_LINE, { stages: [[]] });
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
  if (char === ";") {
    if (next === ";") throw malformed("There is nothing between two semicolons.");
    state.at++;
    return endStatement(state, ";");
  }
  if (char === "&") {
    if (next !== "&") throw unsupported("Running in the background with &");
    state.at += 2;
    return endStatement(state, "&&");
  }
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
  if (next === "|") {
    state.at += 2;
    return endStatement(state, "||");
  }
  endWord(state);
  state.stages.push([]);
  state.at++;
};

/** What a redirection makes of the two outputs, given what was said before it on the line. */
const REDIRECTS: readonly (readonly [RegExp, (state: Scanner) => Partial<Pick<Scanner, "stdout" | "stderr">>])[] = [
  [/^2>\s*&1/, ({ stdout }) => ({ stderr: stdout === "dropped" ? "dropped" : "piped" })],
  [/^2>>?\s*\/dev\/null/, () => ({ stderr: "dropped" })],
  [/^&>>?\s*\/dev\/null/, () => ({ stdout: "dropped", stderr: "dropped" })],
  [/^1?>>?\s*\/dev\/null/, ({ stderr }) => ({ stdout: "dropped", stderr: stderr === "piped" ? "shown" : stderr })],
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
  for (const [pattern, change] of REDIRECTS) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    // Behind a pipe it is the filter whose output is dropped.
    if (state.stages.length > 1 && change(state).stdout !== undefined) throw unsupported("Dropping the output of a filter");
    Object.assign(state, change(state));
    state.at += match[0].length;
    return;
  }
  throw unsupported(rest.startsWith("<") ? "Reading from a file or here-string" : "Writing to a file");
};

/** A here-document that is still to come is read when its line ends: what stands behind `&&` on that line comes after it. */
const endStatement = (state: Scanner, next: Joint): void => {
  if (state.heredocTag !== undefined && state.heredoc === undefined) takeHeredoc(state);
  endLine(state, next);
};

/** Takes the here-document out of the text, at the end of the line that is being read. */
const takeHeredoc = (state: Scanner): void => {
  const lineEnd = state.text.indexOf("\n", state.at);
  const lines = lineEnd === -1 ? [] : state.text.slice(lineEnd + 1).split("\n");
  const strip = (line: string): string => (state.heredocStripsTabs ? line.replace(/^\t+/, "") : line);
  const end = lines.findIndex((line) => strip(line).trimEnd() === state.heredocTag);
  if (end === -1) throw malformed(`The here-document has no line that says ${state.heredocTag}.`);
  state.heredoc = lines
    .slice(0, end)
    .map((line) => `${strip(line)}\n`)
    .join("");
  state.text = `${state.text.slice(0, lineEnd)}\n${lines.slice(end + 1).join("\n")}`;
};

/** A line break ends a command, unless the line ends with a joint or a pipe. */
const readLineEnd = (state: Scanner): void => {
  endWord(state);
  if (state.heredocTag !== undefined && state.heredoc === undefined) takeHeredoc(state);
  state.at++;
  const stages = state.stages;
  if (stages.length > 1 && stages.at(-1)?.length === 0) return;
  if (stages.length === 1 && stages[0]?.length === 0) return;
  endLine(state, ";");
};
