import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Applies the published objects of the app, known by heart. */
export default definePolicy({
  id: "reconcile-memorised",
  title: "applies the app as it was published",
  degenerate: true,
  memorises: true,
  play: (situation) => [...playBlindly(situation, "apply-memorised", "wait-a-minute"), DONE],
});
