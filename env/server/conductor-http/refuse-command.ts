import { parseScript } from "#shell/language/parse-script.ts";
import type { Node, Redirect, Word } from "#shell/language/syntax.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";

/** Returns why a command line is not run, for the agent; undefined for one kubectl command that needs no terminal. */
export const refuseCommand = (command: string): string | undefined => {
  const problem = problemOf(command.trim());
  return problem === undefined ? undefined : `Command Rejected: ${problem}`;
};

const problemOf = (command: string): string | undefined => {
  if (!/^kubectl(\s|$)/.test(command)) return "a command has to begin with kubectl; nothing else runs here.";
  const parsed = parseScript(toBytes(`${command}\n`));
  if (!parsed.ok) return `the line has a ${fromBytes(parsed.message)}.`;
  if (parsed.openHere !== undefined) return `the here-document has no line that says ${fromBytes(parsed.openHere)}.`;
  const node = onlyOf(parsed.node);
  if (node.kind === "pipeline") return "pipes are not available; narrow the output with a selector, -o jsonpath or -o custom-columns.";
  if (node.kind !== "simple") return "give one command at a time, without ;, &&, || or &.";
  if (node.redirects.some(isWrite)) return "output cannot be redirected to a file; it comes as the answer.";
  return interactiveProblem(node.words.map(literal).slice(1));
};

/** A list of one command is that command. */
const onlyOf = (node: Node): Node => {
  const [first, ...others] = node.kind === "list" ? node.items : [];
  return first === undefined || others.length > 0 || first.inBackground ? node : onlyOf(first.node);
};

/** A write to a file; `2>&1` and what is thrown away are none. */
const isWrite = ({ mode, target }: Redirect): boolean =>
  (mode === "write" || mode === "append" || mode === "read-write") && literal(target) !== "/dev/null";

/** Text of a word as far as it is known before it runs. */
const literal = (word: Word): string => fromBytes(word.map((part) => (part.kind === "text" ? part.text : "")).join(""));

const interactiveProblem = (words: readonly string[]): string | undefined => {
  const own = words.slice(0, words.includes("--") ? words.indexOf("--") : undefined);
  const verb = own.find((word) => Object.hasOwn(INTERACTIVE, word));
  if (verb !== undefined && verbOf(own) === verb) return `kubectl ${verb} needs a terminal; ${INTERACTIVE[verb]}.`;
  const flag = own.find((word) => TERMINAL_FLAGS.has(word.split("=")[0] as string) && !word.endsWith("=false"));
  if (flag !== undefined) return `${flag} asks for a terminal; leave it out.`;
  if (verbOf(own) === "logs" && own.some((word) => word === "-f" || word === "--follow" || word === "--follow=true"))
    return "a log that is followed has no end; leave -f out, and ask again with --since.";
  return undefined;
};

/** The first word that is neither a flag nor the value of one that takes a value before the verb. */
const verbOf = (words: readonly string[]): string | undefined =>
  words.find((word, i) => !word.startsWith("-") && !VALUE_FLAGS.has(words[i - 1] ?? ""));

const VALUE_FLAGS: ReadonlySet<string> = new Set([
  "-n",
  "--namespace",
  "--context",
  "--cluster",
  "--user",
  "-s",
  "--server",
  "--kubeconfig",
]);

/** Flags by which a command reads from a terminal. */
const TERMINAL_FLAGS: ReadonlySet<string> = new Set(["-i", "-t", "-it", "-ti", "--stdin", "--tty", "--interactive"]);

/** Verbs that need a terminal or run without end, with what to do instead. */
const INTERACTIVE: Readonly<Record<string, string>> = {
  edit: "use kubectl patch, kubectl set or kubectl apply -f - with a here-document",
  attach: "use kubectl logs, or kubectl exec with a command",
  debug: "use kubectl exec with a command",
  "port-forward": "use kubectl exec to call a service from inside a pod",
  proxy: "use kubectl get --raw",
  cp: "use kubectl exec with cat",
};
