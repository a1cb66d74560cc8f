import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { defineFlagFault } from "../flag-fault.ts";
import { isMeasured } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-flood-home",
  version: 1,
  title: "A feature flag floods the home page",
  words,
  flag: "loadGeneratorFloodHomepage",
  variants: ["on"],
  // The flood goes to the page's server, which has memory for a half of it.
  isVisible: async (view, { app, namespace }) => {
    const server = app.operations.find(({ flood }) => flood !== undefined)?.through.at(-1);
    const { workloads } = await listOwnWorkloads(view, namespace, app);
    return workloads.some(({ component, workload }) => component.name === server && (workload.spec.replicas ?? 1) === 1);
  },
  symptoms: (namespace) => [
    isMeasured(
      "the-home-page-is-flooded",
      `sum(rate(traces_span_metrics_calls_total{namespace="${namespace}",span_kind="SPAN_KIND_SERVER",span_name="GET /"}[1m])) > 100`,
    ),
  ],
});
