import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Deletes and creates anew the published objects of the app, known by heart. */
export default definePolicy({
  id: "recreate-memorised",
  title: "replaces the app by the one it was published as",
  degenerate: true,
  memorises: true,
  play: (situation) => [...playBlindly(situation, "recreate-memorised", "wait-a-minute"), DONE],
});
