import { z } from "zod";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";

export default defineAction({
  name: "submit_mitigation",
  description:
    "Declare the incident resolved: the application is repaired, or there was nothing to repair. Ends the session, so call submit_diagnosis first. What counts is the state of the cluster, not what you say about it.",
  profiles: { kubectl: true, typed: true, readonly: true, conductor: true },
  mutating: false,
  arguments: {
    summary: z.string().optional().describe("One or two sentences on what was repaired. Optional; not evaluated."),
  },
  run: async () => ({
    status: "OK",
    content: "Your work is submitted.",
    hadEffect: false,
    costMs: ACTION_COSTS_MS.submit_mitigation,
    endsEpisode: true,
  }),
});
