import type { Baseline } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { PRIORITY_CLASSES, type PriorityClass } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Holds if pods that name no class are no less than they were. */
export const judgeDefault = async (view: ClusterView, baseline: Baseline): Promise<Finding> => {
  const [before, now] = [
    defaultAmong(classesOf(baseline)),
    defaultAmong(await listObjects<PriorityClass>(view, { resource: PRIORITY_CLASSES })),
  ];
  return { held: now >= before, evidence: `pods that name no class have the priority ${now}; it was ${before}` };
};

/** Holds if all pods of a workload have at least the priority that they had; that of a pod stays what it was when it came. */
export const judgePriority = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  const least = defaultAmong(classesOf(baseline));
  const low = (await podsOf(view, workload)).filter(
    ({ metadata, spec }) => metadata.deletionTimestamp === undefined && (spec.priority ?? 0) < least,
  );
  return { held: low.length === 0, evidence: `${low.length} pods of ${target} have a lower priority than ${least}` };
};

const classesOf = ({ objects }: Baseline): readonly PriorityClass[] => (objects[PRIORITY_CLASSES] ?? []) as readonly PriorityClass[];

/** Priority of pods that name no class. */
const defaultAmong = (classes: readonly PriorityClass[]): number => {
  const defaults = classes.flatMap(({ value, globalDefault }) => (globalDefault === true ? [value] : []));
  return defaults.length === 0 ? 0 : Math.min(...defaults);
};
