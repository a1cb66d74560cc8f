import { onWorkloads, playBlindly } from "../../blind/blind-actions.ts";
import { suspectByMetadata } from "../../blind/workload-selections.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Blames and undoes the workload whose metadata was touched last. */
export default definePolicy({
  id: "rule-by-metadata",
  title: "blames and undoes the workload whose metadata was touched last",
  degenerate: true,
  play: (situation) => {
    const suspect = suspectByMetadata(situation);
    if (suspect === undefined) return [DONE];
    const rootCauses = [{ resource: suspect.target, fault_type: "image-reference-nonexistent" }];
    return [
      { name: "submit_diagnosis", arguments: { root_causes: rootCauses } },
      ...onWorkloads([suspect], (target) => `rollout undo ${target}`),
      ...playBlindly(situation, "wait-a-minute"),
      DONE,
    ];
  },
});
