import { isSameJson } from "#core/canonical-json.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Container, PodSpec } from "../types/pod.ts";
import type { CronJob, Job } from "../types/workloads.ts";
import { listObjects } from "../verbs/list.ts";

/** Resource of CronJobs. */
export const CRONJOBS = "cronjobs.batch";

/** Resource of Jobs. */
export const JOBS = "jobs.batch";

/** Specification of the pods that a CronJob or a Job makes. */
export const podSpecOf = ({ spec }: CronJob | Job): PodSpec => ("jobTemplate" in spec ? spec.jobTemplate.spec : spec).template.spec;

/** Containers that keep running beside those of a pod and end with them, which its init containers may. */
export const nativeSidecars = ({ initContainers = [] }: PodSpec): readonly Container[] =>
  initContainers.filter(({ restartPolicy }) => restartPolicy === "Always");

/** Lists the Jobs that a CronJob has started. */
export const runsOf = async (view: ClusterView, { metadata }: CronJob): Promise<readonly Job[]> =>
  (await listObjects<Job>(view, { resource: JOBS, namespace: metadata.namespace })).filter(({ metadata: { ownerReferences = [] } }) =>
    ownerReferences.some(({ uid }) => uid === metadata.uid),
  );

/** True for a Job that has come to an end, well or badly. */
export const hasEnded = (job: Job): boolean => isComplete(job) || hasCondition(job, "Failed");

/** True for a Job that has done its work. */
export const isComplete = (job: Job): boolean => hasCondition(job, "Complete");

/** True for a run whose pods are like those that its CronJob makes now. */
export const isOfPresentTemplate = (job: Job, cronJob: CronJob): boolean => isSameJson(podSpecOf(job), podSpecOf(cronJob));

const hasCondition = ({ status }: Job, type: string): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === "True");
