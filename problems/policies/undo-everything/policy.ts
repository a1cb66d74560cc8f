import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Undoes every workload, scales all to one replica and deletes all network policies. */
export default definePolicy({
  id: "undo-everything",
  title: "undoes the last roll-out of every workload",
  degenerate: true,
  play: (situation) => [...playBlindly(situation, "undo all", "scale-to-one all", "delete-policies", "wait-a-minute"), DONE],
});
