import { defineFlagFault } from "../flag-fault.ts";
import { isMeasured, isSlow } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-ad-high-cpu",
  version: 1,
  title: "A feature flag makes ads burn processor time",
  words,
  flag: "adHighCpu",
  variants: ["on"],
  visible: false,
  symptoms: (namespace) => [
    isSlow("ads-are-slow", namespace, "GetAds", 50),
    isMeasured("cpu-is-used", `max(rate(container_cpu_usage_seconds_total{namespace="${namespace}",container!=""}[1m])) > 0.6`),
  ],
});
