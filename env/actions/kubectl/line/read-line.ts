import { expandWords } from "#shell/language/expand.ts";
import { parseScript } from "#shell/language/parse-script.ts";
import type { Node, Redirect, Word } from "#shell/language/syntax.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { commandsOf } from "./commands-of.ts";
import { alwaysMeansKubectl, isKubectlCommand, PROGRAMS } from "./line-programs.ts";
import { refusalOf } from "./refuse-line.ts";

/** One kubectl command and nothing else: it needs no shell. */
export interface PlainCommand {
  readonly kind: "plain";
  /** Words without `kubectl` itself. */
  readonly words: readonly string[];
  /** Text of a here-document. */
  readonly stdin: string | undefined;
  readonly dropsStderr: boolean;
}

/** A command line that can be run: one command, or a script for the shell. */
export type ReadableLine = PlainCommand | { readonly kind: "script"; readonly script: string };

/** A command line, or a sentence that says what cannot be done. */
export type LineReading =
  | { readonly ok: true; readonly line: ReadableLine }
  | { readonly ok: false; readonly kind: "malformed" | "unsupported"; readonly problem: string };

/** Reads a command line. What cannot be run is found before any of it is, so that no half of it takes effect. */
export const readLine = (given: string): LineReading => {
  const words = given.trim().split(" ");
  // Most lines hold nothing that a shell would look at.
  if (UNSPECIAL.test(given) && alwaysMeansKubectl(words[0] as string)) return plainWords(words.filter((word) => word !== ""));
  const script = toBytes(`${given.replace(/\r\n/g, "\n").trim()}\n`);
  const parsed = parseScript(script);
  if (!parsed.ok) return malformed(`The command line has a ${fromBytes(parsed.message)}.`);
  if (parsed.openHere !== undefined) return malformed(`The here-document has no line that says ${fromBytes(parsed.openHere)}.`);
  const commands = commandsOf(parsed.node);
  if (commands.length === 0) return malformed("The command is empty.");
  const problem = refusalOf(parsed.node);
  if (problem !== undefined) return { ok: false, kind: "unsupported", problem };
  return { ok: true, line: plainCommand(parsed.node) ?? { kind: "script", script } };
};

const UNSPECIAL = /^[\w ./:=,@%+-]+$/;

const plainWords = ([name = "", ...rest]: readonly string[]): LineReading => ({
  ok: true,
  line: { kind: "plain", words: PROGRAMS.has(name) ? rest : [name, ...rest], stdin: undefined, dropsStderr: false },
});

const malformed = (problem: string): LineReading => ({ ok: false, kind: "malformed", problem });

/** Returns the command of a line that has one alone, with words that mean themselves; undefined for any other. */
const plainCommand = (node: Node): PlainCommand | undefined => {
  if (node.kind !== "simple" || node.assignments.length > 0 || !node.words.every(isPlain)) return undefined;
  const words = expandWords(node.words, NOTHING).map(fromBytes);
  const [name = "", ...rest] = words;
  const isNamed = PROGRAMS.has(name);
  if (!isNamed && !isKubectlCommand(name, rest)) return undefined;
  let [stdin, dropsStderr]: [string | undefined, boolean] = [undefined, false];
  for (const redirect of node.redirects) {
    const target = redirect.target.every(({ kind }) => kind === "text") ? textOf(redirect.target) : undefined;
    if (target === undefined) return undefined;
    if (redirect.mode === "here" && redirect.fd === 0) stdin = fromBytes(target);
    else if (isDropped(redirect, target)) dropsStderr = true;
    else if (redirect.mode !== "duplicate" || redirect.fd !== 2 || target !== "1") return undefined;
  }
  return { kind: "plain", words: isNamed ? rest : words, stdin, dropsStderr };
};

const isPlain = (word: Word): boolean => word.every((part) => part.kind === "text" && (part.quoted || !part.text.startsWith("~")));
const textOf = (word: Word): string => word.map((part) => (part.kind === "text" ? part.text : "")).join("");
const isDropped = ({ fd, mode }: Redirect, target: string): boolean =>
  fd === 2 && (mode === "write" || mode === "append") && target === "/dev/null";

/** A scope without variables, files and commands. */
const NOTHING = {
  get: () => undefined,
  set: () => undefined,
  parameters: [],
  homeOf: () => undefined,
  substitute: () => "",
  glob: () => [],
  refusesUnset: false,
  noGlob: true,
};
