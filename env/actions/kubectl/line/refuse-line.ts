import { readJqCommand } from "#shell/jq/jq-command.ts";
import { JqRefusal } from "#shell/jq/jq-refusal.ts";
import type { Node } from "#shell/language/syntax.ts";
import { commandsOf, functionsOf, hasBackground, type ScriptCommand } from "./commands-of.ts";
import { FILTERS, isOwnProgram, PROGRAMS } from "./line-programs.ts";

/** Commands that one text may hold. */
const COMMANDS_MAX = 20;

/** Returns the reason why a script cannot be run; undefined when it can. */
export const refusalOf = (script: Node): string | undefined => {
  if (hasBackground(script)) return "Running in the background with & is not available: write the commands one after another.";
  const commands = commandsOf(script);
  if (commands.length > COMMANDS_MAX) return `More than ${COMMANDS_MAX} commands at once are not available.`;
  const functions = new Set(functionsOf(script));
  return commands.map((command) => refuseCommand(command, functions)).find((refusal) => refusal !== undefined);
};

const refuseCommand = ({ words, isBehindPipe }: ScriptCommand, functions: ReadonlySet<string>): string | undefined => {
  const [name, ...args] = words;
  if (name === undefined || functions.has(name)) return undefined;
  if (Object.hasOwn(STRANGERS, name)) return `${STRANGERS[name]}.`;
  if (isBehindPipe && !PROGRAMS.has(name) && !isOwnProgram(name) && !name.includes("/"))
    return `${name} is not available behind a pipe; there are ${FILTERS.join(", ")}.`;
  return name === "jq" && args.every((arg) => arg !== undefined) ? refuseJq(args) : undefined;
};

const refuseJq = (args: readonly string[]): string | undefined => {
  try {
    readJqCommand(args);
    return undefined;
  } catch (error) {
    if (!(error instanceof JqRefusal)) throw error;
    return `jq: ${error.message}`;
  }
};

const ON_NODE = (name: string): string => `${name} is not available here: the tool run_on_node runs commands on a node`;

const NO_EDITOR = (name: string): string =>
  `${name} is not available here, as there is no terminal: use sed -i, or kubectl patch, kubectl set and kubectl apply -f -`;

/** Programs that people type and that are not there, with an advice. */
const STRANGERS: Readonly<Record<string, string>> = {
  watch: "watch is not available here: use kubectl get -w, or run the command again",
  helm: "helm is not available here: use kubectl",
  curl: "curl is not available here: use kubectl exec to call a service from inside a pod",
  wget: "wget is not available here: use kubectl exec to call a service from inside a pod",
  ssh: ON_NODE("ssh"),
  journalctl: ON_NODE("journalctl"),
  systemctl: ON_NODE("systemctl"),
  crictl: ON_NODE("crictl"),
  dmesg: ON_NODE("dmesg"),
  vi: NO_EDITOR("vi"),
  vim: NO_EDITOR("vim"),
  nano: NO_EDITOR("nano"),
  emacs: NO_EDITOR("emacs"),
  python3: "python3 is not available here: use jq, awk or kubectl -o jsonpath",
  python: "python is not available here: use jq, awk or kubectl -o jsonpath",
  yq: "yq is not available here: use kubectl -o json with jq, or -o jsonpath",
};
