import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Deletes the workload that looks broken. */
export default definePolicy({
  id: "delete-workload",
  title: "deletes the suspicious workload",
  degenerate: true,
  play: ({ victim }) => [kubectl(`delete ${victim}`), DONE],
});
