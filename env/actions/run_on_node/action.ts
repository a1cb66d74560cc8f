import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";

const spec: ActionTool["spec"] = {
  name: "run_on_node",
  description:
    "Runs a shell command on a node of the cluster itself, as root over SSH, for what Kubernetes does not reach: " +
    "its services (systemctl status kubelet), its journal (journalctl -u kubelet -n 50), its containers (crictl ps), its processes, " +
    "disk, memory and kernel messages (ps, df, free, dmesg, ss), its files (ls, cat, sed -i). Only for who is in charge of the whole cluster.",
  inputSchema: inputSchema(
    {
      node: { type: "string", description: "Name of the node, as kubectl get nodes shows it." },
      command: { type: "string", description: "The command line, for example: systemctl status kubelet" },
    },
    ["node", "command"],
  ),
  mutating: true,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

export default defineAction({
  spec,
  run: async ({ cluster, timeoutMs }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const { node, command } = checked.args as { readonly node: string; readonly command: string };
    const costMs = ACTION_COSTS_MS.run_on_node;
    if (cluster.runOnNode === undefined)
      return {
        status: "TOOL_ERROR",
        content: `${node}: Permission denied (publickey).\n`,
        errorCode: "REQUEST_REFUSED",
        hadEffect: false,
        costMs,
      };
    const { exitCode, stdout, stderr, error } = await cluster.runOnNode({ node, command, timeoutMs: Math.min(timeoutMs, COMMAND_MAX_MS) });
    const problem = exitCode === 0 ? "" : `${error ?? `command terminated with exit code ${exitCode}`}\n`;
    return {
      status: exitCode === 0 ? "OK" : "TOOL_ERROR",
      content: stdout + stderr + problem,
      ...(exitCode !== 0 && { errorCode: "COMMAND_FAILED" }),
      hadEffect: true,
      costMs,
    };
  },
});

/** Maximum duration of a command on a node, ms. */
const COMMAND_MAX_MS = 60_000;
