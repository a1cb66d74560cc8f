import { keepUpTo } from "#core/keep-up-to.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { runKubectl } from "#kubectl/run-kubectl.ts";
import { withWaitLimit } from "#kubectl/session/capped-clock.ts";
import { type ActionContext, type ActionOutput, type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { type LineReading, readLine } from "./line/read-line.ts";
import { type KubectlRequest, type LineResult, runLine } from "./line/run-line.ts";

const spec: ActionTool["spec"] = {
  name: "kubectl",
  description:
    "Runs kubectl (v1.35) against the cluster and gives what it prints. Commands without -n mean the application's namespace. Examples: get pods -o wide; describe deployment NAME; logs deploy/NAME --tail=50; " +
    "get events --sort-by=.lastTimestamp; patch service NAME -p '{\"spec\":{…}}'; set image deployment/NAME CONTAINER=IMAGE; rollout undo deployment/NAME; exec deploy/NAME -- COMMAND. " +
    "A manifest is given with apply -f - and a here-document (<<EOF) or in the argument stdin. Output may go through | grep, head, tail, sort, uniq, cut, wc, awk, sed, jq, tr or base64; several commands may be joined by ;, && or ||. A POSIX shell reads the line: variables, loops, $(…) and files work, and files last until the line ends; nothing runs in the background; edit, port-forward and attach are not available.",
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
    const reading = readOnce(command, readLine);
    if (!reading.ok) return reading.kind === "malformed" ? invalid(reading.problem, "COMMAND_MALFORMED") : refusal(reading.problem);
    const cluster = withWaitLimit(context.cluster, context.timeoutMs);
    const result = await runLine(reading.line, {
      kubectl: (request) => runOn(cluster, context, request),
      nowMs: () => cluster.clock.nowMs(),
      sleep: (ms) => cluster.clock.sleep(ms),
      spendWork: context.spendWork,
      stdin,
    });
    return outputOf(context, result);
  },
});

/** Command lines that were read: agents, and the members of a group, repeat the same ones. */
const readOnce = keepUpTo<string, LineReading>(1024);

const runOn = (
  cluster: ClusterPort,
  { namespace, timeoutMs }: ActionContext,
  { words, limitMs, ...input }: KubectlRequest,
): ReturnType<typeof runKubectl> =>
  limitMs === undefined || limitMs >= timeoutMs
    ? runKubectl({ cluster, namespace, timeoutMs, ...input }, words)
    : runKubectl({ cluster: withWaitLimit(cluster, limitMs), namespace, timeoutMs: limitMs, ...input }, words);

const refusal = (content: string): ActionOutput => ({
  status: "TOOL_ERROR",
  content,
  errorCode: "SHELL_NOT_AVAILABLE",
  hadEffect: false,
  costMs: 0,
});

const outputOf = ({ timeoutMs }: ActionContext, { printed, exitCode, hadEffect, waitedTooLong, commands }: LineResult): ActionOutput => {
  const base = { hadEffect, costMs: ACTION_COSTS_MS.kubectl * Math.max(1, commands) };
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
