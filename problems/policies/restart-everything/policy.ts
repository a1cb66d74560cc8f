import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Restarts every workload and changes nothing else. */
export default definePolicy({
  id: "restart-everything",
  title: "restarts every workload",
  degenerate: true,
  play: () => [kubectl("rollout restart deployment"), { name: "wait", arguments: { seconds: 120 } }, DONE],
});
