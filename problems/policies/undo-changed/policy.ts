import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Undoes every workload with a generation above 1. */
export default definePolicy({
  id: "undo-changed",
  title: "undoes every workload whose spec was ever changed",
  degenerate: true,
  play: (situation) => [...playBlindly(situation, "undo changed", "wait-a-minute"), DONE],
});
