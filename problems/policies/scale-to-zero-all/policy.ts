import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Scales every workload to zero, so that nothing reports an error. */
export default definePolicy({
  id: "scale-to-zero-all",
  title: "scales every workload to zero",
  degenerate: true,
  play: () => [kubectl("scale deployment --all --replicas=0"), DONE],
});
