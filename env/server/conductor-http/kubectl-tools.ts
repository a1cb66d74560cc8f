import { z } from "zod";
import type { SseTool } from "../agent-http/serve-mcp-sse.ts";
import type { ConductedEpisode } from "./conducted-episode.ts";
import type { Conductor } from "./create-conductor.ts";
import { defineTool } from "./define-tool.ts";
import { refuseCommand } from "./refuse-command.ts";

/** Creates the tools of the mount `/kubectl`. What was refused took no time and no step. */
export const createKubectlTools = (episode: ConductedEpisode, conductor: Conductor): readonly SseTool[] => {
  const noticing = async (answer: Promise<string>): Promise<string> => {
    const text = await answer;
    conductor.notice();
    return text;
  };
  return [
    defineTool({
      name: "exec_kubectl_cmd_safely",
      description:
        "Runs one kubectl command against the cluster and returns what it prints. No pipes, no redirection to files, nothing that needs a terminal; manifests go to apply -f - in a here-document.",
      arguments: { cmd: z.string().describe("Command line that begins with kubectl.") },
      run: async ({ cmd }) => refuseCommand(cmd) ?? (await noticing(episode.kubectl(cmd.trim()))),
    }),
    defineTool({
      name: "rollback_command",
      description:
        "Takes back the last command that changed the cluster, the newest first. Says what was done, and which commands are left.",
      arguments: {},
      run: async () => await noticing(episode.undo()),
    }),
    defineTool({
      name: "get_previous_rollbackable_cmd",
      description: "Lists the commands that rollback_command takes back, in the order in which it does.",
      arguments: {},
      run: async () => await noticing(episode.undoable()),
    }),
  ];
};
