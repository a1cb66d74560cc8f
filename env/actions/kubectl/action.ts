import { type ActionContext, type ActionOutput, type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { withWaitLimit } from "./capped-clock.ts";
import { isFilter, runFilter } from "./line/filters.ts";
import { type CommandLine, splitCommand } from "./line/split-command.ts";
import { type KubectlResult, runKubectl } from "./run-kubectl.ts";

const spec: ActionTool["spec"] = {
  name: "kubectl",
  description:
    "Runs one kubectl command (v1.35) against the cluster and gives what it prints. Commands without -n mean the application's namespace. Examples: get pods -o wide; describe deployment NAME; logs deploy/NAME --tail=50; " +
    "get events --sort-by=.lastTimestamp; patch service NAME -p '{\"spec\":{…}}'; set image deployment/NAME CONTAINER=IMAGE; rollout undo deployment/NAME; exec deploy/NAME -- COMMAND. " +
    "A manifest is given with apply -f - and a here-document (<<EOF) or in the argument stdin. Output may go through | grep, head, tail, sort, uniq, cut, wc. It is not a shell: no variables, no files, no second command; edit, watch, port-forward and cp are not available.",
  inputSchema: inputSchema(
    {
      command: { type: "string", description: "The command line, with or without the word kubectl in front." },
      stdin: { type: "string", description: "Text for -f - or exec -i, instead of a here-document." },
    },
    ["command"],
  ),
  mutating: true,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

export default defineAction({
  spec,
  run: async (context, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const { command, stdin } = checked.args as { readonly command: string; readonly stdin?: string };
    if (command.trim() === "") return invalid("The command is empty; write for example get pods.");
    const split = splitCommand(command);
    if (!split.ok) return split.kind === "malformed" ? invalid(split.problem, "COMMAND_MALFORMED") : refusal(split.problem);
    return runLine(context, split.line, stdin);
  },
});

const refusal = (content: string): ActionOutput => ({
  status: "TOOL_ERROR",
  content,
  errorCode: "SHELL_NOT_AVAILABLE",
  hadEffect: false,
  costMs: 0,
});

/** `echo text |` and `cat <<EOF |` may stand in front: they give kubectl its stdin. */
const runLine = async (context: ActionContext, line: CommandLine, stdin: string | undefined): Promise<ActionOutput> => {
  const [first, ...others] = line.stages.map(({ words }) => words) as [readonly string[], ...(readonly string[])[]];
  const source = others[0]?.[0] === "kubectl" ? sourceText(first, line.heredoc) : undefined;
  const words = source === undefined ? first : (others.shift() as readonly string[]);
  const program = words[0] === "kubectl" || words[0] === "k" ? words.slice(1) : words;
  const stranger = others.find((stage) => !isFilter(stage[0] as string));
  if (stranger !== undefined)
    return refusal(`${stranger[0]} is not available behind a pipe; there are grep, head, tail, sort, uniq, cut, wc and cat.`);
  return runPiped(context, { program, filters: others, stderr: line.stderr, stdin: source ?? line.heredoc ?? stdin });
};

const sourceText = (words: readonly string[], heredoc: string | undefined): string | undefined => {
  const [name, ...rest] = words;
  if (name === "cat") return heredoc;
  if (name === "printf") return rest.join(" ").replaceAll("\\n", "\n").replaceAll("\\t", "\t");
  if (name !== "echo") return undefined;
  const flags = rest.findIndex((word) => !/^-[neE]+$/.test(word));
  const text = rest.slice(flags === -1 ? rest.length : flags).join(" ");
  const escapes = rest.slice(0, Math.max(0, flags)).some((word) => word.includes("e"));
  return `${escapes ? text.replaceAll("\\n", "\n").replaceAll("\\t", "\t") : text}\n`;
};

interface Pipe {
  readonly program: readonly string[];
  readonly filters: readonly (readonly string[])[];
  readonly stderr: CommandLine["stderr"];
  readonly stdin: string | undefined;
}

const runPiped = async (context: ActionContext, { program, filters, stderr, stdin }: Pipe): Promise<ActionOutput> => {
  const cluster = withWaitLimit(context.cluster, context.timeoutMs);
  const result = await runKubectl({ cluster, namespace: context.namespace, stdin, timeoutMs: context.timeoutMs }, program);
  let stdout = stderr === "piped" ? result.stdout + result.stderr : result.stdout;
  let notes = stderr === "shown" ? result.stderr : "";
  let exitCode = result.exitCode;
  for (const filter of filters) {
    const filtered = runFilter(filter, stdout);
    if (filtered === undefined) continue;
    stdout = filtered.stdout;
    notes += filtered.stderr;
    // An empty grep is no failure of the command whose output it searched.
    exitCode = Math.max(result.exitCode, filtered.exitCode === 1 ? 0 : filtered.exitCode);
  }
  return outputOf(context, { ...result, stdout, stderr: notes, exitCode });
};

const outputOf = ({ timeoutMs }: ActionContext, { stdout, stderr, exitCode, hadEffect, waitedTooLong }: KubectlResult): ActionOutput => {
  const base = { hadEffect, costMs: ACTION_COSTS_MS.kubectl };
  const printed = stdout === "" || stdout.endsWith("\n") || stderr === "" ? stdout + stderr : `${stdout}\n${stderr}`;
  if (waitedTooLong)
    return {
      ...base,
      status: "TIMEOUT",
      errorCode: "ACTION_TIMEOUT",
      content: `${printed}The command was stopped after ${timeoutMs / 1000} s, the longest that one action may wait; what it had begun goes on.\n`,
    };
  if (exitCode === 0) return { ...base, status: "OK", content: printed };
  return {
    ...base,
    status: "TOOL_ERROR",
    errorCode: "COMMAND_FAILED",
    content: printed === "" ? `(no output, exit code ${exitCode})\n` : printed,
  };
};
