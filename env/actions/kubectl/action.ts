import { z } from "zod";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { runKubectl } from "#kubectl/run-kubectl.ts";
import { withWaitLimit } from "#kubectl/session/capped-clock.ts";
import { type ActionContext, type ActionOutput, defineAction } from "../action.ts";
import { invalid } from "../arguments.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { type LineReading, readLine } from "./line/read-line.ts";
import { type KubectlRequest, type LineResult, runLine } from "./line/run-line.ts";

export default defineAction({
  name: "kubectl",
  description:
    "Run kubectl (v1.35) against the cluster and return its output. Without -n, commands use the application's namespace. Examples: get pods -o wide; describe deployment NAME; logs deploy/NAME --tail=50; " +
    "get events --sort-by=.lastTimestamp; patch service NAME -p '{\"spec\":{...}}'; set image deployment/NAME CONTAINER=IMAGE; rollout undo deployment/NAME; exec deploy/NAME -- COMMAND. " +
    "Pass manifests to apply -f - with a heredoc (<<EOF) or in `stdin`. The command runs in a POSIX shell: pipes to grep, head, tail, sort, uniq, cut, wc, awk, sed, jq, tr and base64, several commands joined with ;, && or ||, variables, loops, $(...), and temporary files that last for this call only. " +
    "Not available: background jobs, and the interactive edit, port-forward and attach.",
  profiles: { kubectl: true, typed: true, readonly: false, conductor: true },
  mutating: true,
  arguments: {
    command: z.string().describe("Command line; the leading word kubectl is optional."),
    stdin: z.string().optional().describe("Standard input for -f - or exec -i, instead of a heredoc."),
  },
  run: async (context, { command, stdin }) => {
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
  { namespace, timeoutMs, interpret }: ActionContext,
  { words, limitMs, ...input }: KubectlRequest,
): ReturnType<typeof runKubectl> =>
  limitMs === undefined || limitMs >= timeoutMs
    ? runKubectl({ cluster, namespace, timeoutMs, interpret, ...input }, words)
    : runKubectl({ cluster: withWaitLimit(cluster, limitMs), namespace, timeoutMs: limitMs, interpret, ...input }, words);

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
