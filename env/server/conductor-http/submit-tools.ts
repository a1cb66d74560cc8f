import { z } from "zod";
import type { SseTool } from "../agent-http/serve-mcp-sse.ts";
import type { Conductor, SubmitOutcome } from "./create-conductor.ts";
import { defineTool } from "./define-tool.ts";
import { ACCEPTED, ALL_GRADED, STILL_GRADING } from "./serve-conductor-api.ts";

/** Creates the one tool of the mounts for submissions. */
export const createSubmitTools = (conductor: Conductor): readonly SseTool[] => [
  defineTool({
    name: "submit",
    description:
      "Submits the result of the stage at hand: the diagnosis in your own words, then an empty text when the application is repaired.",
    arguments: { ans: z.string().describe("Diagnosis; empty in the stage mitigation.") },
    run: async ({ ans }) => ANSWERS[conductor.submit(ans)],
  }),
];

const ANSWERS: Readonly<Record<SubmitOutcome, { readonly status: string; readonly text: string }>> = {
  accepted: { status: "200", text: ACCEPTED },
  done: { status: "done", text: ALL_GRADED },
  grading: { status: "503", text: STILL_GRADING },
  closed: { status: "error", text: "Nothing can be submitted any more." },
};
