import { z } from "zod";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";

export default defineAction({
  name: "run_on_node",
  description:
    "Run a shell command as root on a cluster node over SSH, for problems below the Kubernetes API: " +
    "systemd units (systemctl status kubelet), the journal (journalctl -u kubelet -n 50), containers (crictl ps), processes, " +
    "disk, memory, sockets and kernel messages (ps, df, free, ss, dmesg), and files (ls, cat, sed -i). Requires administrator access to the cluster.",
  profiles: { kubectl: true, typed: true, readonly: false, conductor: false },
  mutating: true,
  arguments: {
    node: z.string().describe("Node name as listed by kubectl get nodes."),
    command: z.string().describe("Command line to run, e.g. systemctl status kubelet."),
  },
  run: async ({ cluster, timeoutMs }, { node, command }) => {
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
