import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Removes the entry point: without requests there are no errors. */
export default definePolicy({
  id: "drop-traffic",
  title: "deletes the Service that users come in by",
  degenerate: true,
  play: ({ app }) => [kubectl(`delete service ${app.load.service}`), DONE],
});
