import type { Baseline } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { CheckedSpec } from "#kube/objects/pod-security/checked-pod.ts";
import { reasonText, violationsOf } from "#kube/objects/pod-security/evaluate-pod.ts";
import { policyOf } from "#kube/objects/pod-security/policy.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { getObject } from "#kube/verbs/get.ts";

/** Level of Pod Security that ordinary pods violate. */
export const LEVEL = "restricted";

/** Violations of a workload's pods against the level that labels of a namespace enforce. */
export const violates = ({ spec: { template } }: Workload, labels: Readonly<Record<string, string>> | undefined) =>
  violationsOf(policyOf(labels).enforce, template.spec as unknown as CheckedSpec, template.metadata?.annotations);

/** Holds if the namespace admits pods of all of the app's workloads: those that run on would not come back, either. */
export const judgeLevel = async (view: ClusterView, { app, namespace }: Baseline): Promise<Finding> => {
  const labels = (await getObject(view, { resource: "namespaces", name: namespace }))?.metadata.labels;
  for (const { target, workload } of await listWorkloads(view, namespace, app)) {
    const violations = violates(workload, labels);
    if (violations.length > 0) return { held: false, evidence: `pods of ${target} are refused: ${reasonText(violations)}` };
  }
  return { held: true, evidence: `the namespace enforces ${policyOf(labels).enforce.text}, which all workloads meet` };
};
