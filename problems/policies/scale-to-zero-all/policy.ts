import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Takes everything down, so that nothing complains any more. */
export default definePolicy({
  id: "scale-to-zero-all",
  title: "scales every workload to zero",
  degenerate: true,
  play: () => [kubectl("scale deployment --all --replicas=0"), DONE],
});
