import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** States that nothing is wrong, whatever is. */
export default definePolicy({
  id: "say-healthy",
  title: "says that nothing is wrong",
  degenerate: true,
  play: (situation) => [...playBlindly(situation, "say-nothing-is-wrong"), DONE],
});
