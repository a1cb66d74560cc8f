import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";

const spec: ActionTool["spec"] = {
  name: "submit_mitigation",
  description:
    "Says that the work is done: the application is repaired, or there was nothing to repair. This ends the session, so submit the diagnosis first. The state of the cluster is judged, not what you say about it.",
  inputSchema: inputSchema({
    summary: { type: "string", description: "What was repaired, in a sentence or two. Optional and not judged." },
  }),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

export default defineAction({
  spec,
  run: async (_context, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    return {
      status: "OK",
      content: "Your work is submitted.",
      hadEffect: false,
      costMs: ACTION_COSTS_MS.submit_mitigation,
      endsEpisode: true,
    };
  },
});
