import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import type { Check } from "#kube/checks/oracle.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Check that a Service selects pods of no Deployment that came since the baseline and wants some: pods may be away, and come again. */
export const noWorkloadSelected = (baseline: Baseline, name: string): Check =>
  writtenDefectGone("no-other-workload-selected", async (view) => {
    const { namespace } = baseline;
    const known = new Set(ownObjects(baseline, "deployments.apps").map(({ metadata }) => metadata.name));
    const selector = (await getObject<Service>(view, { resource: "services", namespace, name }))?.spec.selector ?? {};
    const workloads = await listObjects<Workload>(view, { resource: "deployments.apps", namespace });
    const others = workloads
      .filter(({ metadata, spec }) => !known.has(metadata.name) && (spec.replicas ?? 1) > 0)
      .filter(({ spec }) => labelsMatch(selector, spec.template.metadata?.labels ?? {}))
      .map(({ metadata }) => metadata.name);
    return { held: others.length === 0, evidence: `service/${name} selects pods of ${others.join(", ") || "no other Deployment"}` };
  });
