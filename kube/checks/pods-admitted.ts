import type { Baseline } from "../app/baseline.ts";
import { listWorkloads } from "../listings/list-workloads.ts";
import { compareQuantities, sumQuantities } from "../objects/quantity.ts";
import { limitedNames, missingCompute, quotaCovers, type Usage, usageOf } from "../objects/quota-usage.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { LimitRange, ResourceQuota } from "../types/cluster.ts";
import type { Container, Pod } from "../types/pod.ts";
import { listObjects } from "../verbs/list.ts";
import { comingReplicas } from "./coming-replicas.ts";
import { writtenDefectGone } from "./fault-checks.ts";
import type { Check } from "./oracle.ts";
import type { Workload } from "./workload.ts";

/**
 * Creates a check that the quotas of the namespace have room for all pods that the app's workloads want beside those that others come to have,
 * and for one more of each of the app's, as a roll-out or a lost node asks for, and that none wants a field which these pods lack.
 */
export const podsAdmitted = (baseline: Baseline): Check =>
  writtenDefectGone("pods-admitted", async (view) => {
    const refusal = await refusedPods(view, baseline);
    return { held: refusal === undefined, evidence: refusal ?? "every quota takes new pods" };
  });

const refusedPods = async (view: ClusterView, { app, namespace }: Baseline): Promise<string | undefined> => {
  const quotas = await listObjects<ResourceQuota>(view, { resource: "resourcequotas", namespace });
  const limiting = quotas.filter(({ spec }) => limitedNames(PODS, spec.hard ?? {}).length > 0);
  if (limiting.length === 0) return undefined;
  const ranges = await listObjects<LimitRange>(view, { resource: "limitranges", namespace });
  const listed = await listWorkloads(view, namespace, app);
  const ownTargets = new Set(listed.map(({ target }) => target));
  const wantedOf = async (kind: string): Promise<readonly Wanted[]> =>
    (await listObjects<Workload>(view, { resource: `${kind}s.apps`, namespace })).map((workload) => {
      const isOwn = ownTargets.has(`${kind}/${workload.metadata.name}`);
      return { count: isOwn ? (workload.spec.replicas ?? 1) : comingReplicas(workload), pod: newPodOf(workload, ranges) };
    });
  const wanted = (await Promise.all(["deployment", "statefulset"].map(wantedOf))).flat();
  const own = listed.map(({ target, workload }) => ({ target, pod: newPodOf(workload, ranges) }));
  for (const quota of limiting) {
    const covered = wanted.filter(({ pod }) => quotaCovers(quota, PODS, pod));
    for (const { target, pod } of own.filter((one) => quotaCovers(quota, PODS, one.pod))) {
      const reason = refusalBy(quota, pod, covered);
      if (reason !== undefined) return `quota ${quota.metadata.name} refuses pods of ${target}: ${reason}`;
    }
  }
  return undefined;
};

const PODS = "pods";

/** A pod as admission sees it, and how many of its kind are wanted. */
interface Wanted {
  readonly count: number;
  readonly pod: Pod;
}

const refusalBy = ({ spec: { hard = {} } }: ResourceQuota, pod: Pod, wanted: readonly Wanted[]): string | undefined => {
  const names = limitedNames(PODS, hard);
  const missing = missingCompute(pod, names);
  if (missing !== undefined) return `they lack ${missing}`;
  const full = names.find((name) => compareQuantities(sumOf(name, [...wanted, { count: 1, pod }]), hard[name] ?? "0") > 0);
  return full === undefined ? undefined : `${hard[full]} ${full} are too few for one more`;
};

const sumOf = (name: string, wanted: readonly Wanted[]): string =>
  sumQuantities(wanted.flatMap(({ count, pod }) => Array.from({ length: count }, () => usageOf(PODS, pod)[name] ?? "0")));

/** A new pod of a workload, with what is given to containers that ask for nothing. */
const newPodOf = ({ metadata: { namespace }, spec: { template } }: Workload, ranges: readonly LimitRange[]): Pod => {
  const limits = ranges.flatMap(({ spec }) => spec.limits.filter(({ type }) => type === "Container"));
  const [given, asked] = [limits.map((limit) => limit.default ?? {}), limits.map((limit) => limit.defaultRequest ?? {})];
  const filled = (container: Container): Container => {
    const { resources } = container;
    const most: Usage = Object.assign({}, ...given, resources?.limits);
    const requests: Usage = { ...most, ...Object.assign({}, ...asked), ...resources?.limits, ...resources?.requests };
    return { ...container, resources: { ...resources, limits: most, requests } };
  };
  const { containers, initContainers = [] } = template.spec;
  const spec = { ...template.spec, containers: containers.map(filled), initContainers: initContainers.map(filled) };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "", namespace, ...template.metadata }, spec } as Pod;
};
