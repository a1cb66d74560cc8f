import { defineFlagFault } from "../flag-fault.ts";
import { isMeasured } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-ad-failure",
  version: 1,
  title: "A feature flag makes calls for ads fail",
  words,
  flag: "adFailure",
  variants: ["on"],
  visible: false,
  symptoms: (namespace) => [
    isMeasured(
      "ads-fail",
      `sum(rate(traces_span_metrics_calls_total{namespace="${namespace}",span_kind="SPAN_KIND_SERVER",span_name="GetAds",status_code="STATUS_CODE_ERROR"}[2m])) > 0`,
    ),
  ],
});
