import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Deletes every NetworkPolicy of the namespace. */
export default definePolicy({
  id: "delete-policies",
  title: "deletes all network policies",
  degenerate: true,
  play: (situation) => [...playBlindly(situation, "delete-policies", "wait-a-minute"), DONE],
});
