import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Undoes the workload with the newest resourceVersion. */
export default definePolicy({
  id: "undo-newest",
  title: "undoes the roll-out of the workload that was written last",
  degenerate: true,
  play: (situation) => [...playBlindly(situation, "undo newest-version", "wait-a-minute"), DONE],
});
