import { defineFlagFault } from "../flag-fault.ts";
import { isMeasured } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-readiness-fail",
  version: 1,
  title: "A feature flag lets a health check say no",
  words,
  flag: "failedReadinessProbe",
  variants: ["on"],
  symptoms: (namespace) => [isMeasured("a-pod-says-no", `max(kube_pod_status_ready{namespace="${namespace}",condition="false"}) > 0`)],
});
