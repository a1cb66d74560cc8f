import type { Baseline } from "#kube/app/baseline.ts";
import { ownObjects } from "#kube/app/baseline.ts";
import { baselineWorkload, needingWrite } from "#kube/checks/fault-checks.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { AUTOSCALERS, cpuRequestOfPod, followsCpuShare } from "#kube/listings/autoscaled.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { LimitRange } from "#kube/types/cluster.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Workload of a baseline. */
export interface WorkloadBefore {
  readonly baseline: Baseline;
  readonly target: string;
}

/**
 * Holds if every pod of a workload requests CPU, at least half as much as it did: with next to none, an autoscaler takes any load for too
 * much. Who gave the pods their requests, a template or a LimitRange, makes no difference.
 */
export const judgeRequests = async (view: ClusterView, { baseline, target }: WorkloadBefore): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const least = (cpuRequestOfPod(baselineWorkload(baseline, target).spec.template.spec) ?? 0) * LEAST_SHARE;
  const templated = cpuRequestOfPod(workload.spec.template.spec);
  const isGiven = (templated ?? 0) >= least || (templated === undefined && (await hasDefault(view, baseline.namespace)));
  if (!isGiven) return needingWrite({ held: false, evidence: `pods of ${target} request ${amountOf(templated)} of CPU` });
  const pods = (await podsOf(view, workload)).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const requests = pods.map(({ spec }) => cpuRequestOfPod(spec));
  const low = requests.find((request) => (request ?? 0) < least);
  const held = pods.length > 0 && requests.every((request) => (request ?? 0) >= least);
  return {
    held,
    evidence: `${pods.length} pods of ${target} run${held ? ", all" : ", one"} with ${held ? "a request" : amountOf(low)} of CPU`,
  };
};

/** Least share of the former request that counts as one. */
const LEAST_SHARE = 0.5;

const amountOf = (milli: number | undefined): string => (milli === undefined ? "none" : `${milli}m`);

/** True if a LimitRange gives containers a request of CPU. */
const hasDefault = async (view: ClusterView, namespace: string): Promise<boolean> => {
  const ranges = await listObjects<LimitRange>(view, { resource: "limitranges", namespace });
  return ranges.some(({ spec }) =>
    spec.limits.some(
      ({ type, defaultRequest, default: defaultLimit }) => type === "Container" && (defaultRequest ?? defaultLimit)?.["cpu"] !== undefined,
    ),
  );
};

/** Holds if every autoscaler that followed a workload's CPU knows how much it uses. */
export const judgeMeasured = async (view: ClusterView, { baseline, target }: WorkloadBefore): Promise<Finding> => {
  const workload = baselineWorkload(baseline, target);
  const following = (ownObjects(baseline, AUTOSCALERS) as readonly HorizontalPodAutoscaler[]).filter((autoscaler) =>
    followsCpuShare(autoscaler, workload),
  );
  for (const { metadata } of following) {
    const { namespace, name } = metadata;
    const found = await getObject<HorizontalPodAutoscaler>(view, { resource: AUTOSCALERS, namespace, name });
    if (found === undefined) return needingWrite({ held: false, evidence: `the autoscaler ${name} is gone` });
    const active = found.status?.conditions?.find(({ type }) => type === "ScalingActive");
    if (active?.status !== "True") return { held: false, evidence: `the autoscaler ${name} says ${active?.message ?? "nothing"}` };
  }
  return { held: true, evidence: `the autoscaler of ${target} measures its load` };
};
