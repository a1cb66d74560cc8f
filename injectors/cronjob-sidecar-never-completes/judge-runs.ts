import { parseTimestamp } from "#core/timestamp.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineTarget, needingWrite } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { CRONJOBS, hasEnded, isComplete, isOfPresentTemplate, podSpecOf, runsOf } from "#kube/listings/logged-tasks.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { CronJob, Job } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** CronJob of a baseline. */
interface CronJobBefore {
  readonly baseline: Baseline;
  readonly target: string;
}

/** Holds if a CronJob runs as often as it did, and each of its containers is given what it was: more may follow, so that the others know when it ends. */
export const judgeWork = async (view: ClusterView, { baseline, target }: CronJobBefore): Promise<Finding> => {
  const cronJob = await readCronJob(view, baseline.namespace, nameOf(target));
  if (cronJob === undefined) return { held: false, evidence: `${target} is gone` };
  const before = baselineTarget<CronJob>(baseline, target);
  if (cronJob.spec.suspend === true) return { held: false, evidence: `${target} is suspended` };
  if (cronJob.spec.schedule !== before.spec.schedule) return { held: false, evidence: `${target} runs at ${cronJob.spec.schedule}` };
  const { containers } = podSpecOf(cronJob);
  const idle = podSpecOf(before).containers.find(({ name, command = [] }) => {
    const present = containers.find((container) => container.name === name);
    const text = [...(present?.command ?? []), ...(present?.args ?? [])].join(" ");
    return !text.includes(command.at(-1) ?? "");
  });
  return {
    held: idle === undefined,
    evidence: idle === undefined ? `${target} does its work` : `${idle.name} of ${target} does other work`,
  };
};

/** Holds if a run of a CronJob as it is now has been completed, and none takes much longer than they did. */
export const judgeRuns = async (
  view: ClusterView,
  { baseline, target, sidecar }: CronJobBefore & Pick<Run, "sidecar">,
): Promise<Finding> => {
  const cronJob = await readCronJob(view, baseline.namespace, nameOf(target));
  if (cronJob === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const { namespace } = baseline;
  if (await isHeldUp(view, { namespace, name: nameOf(target), sidecar }))
    return needingWrite({ held: false, evidence: `${sidecar} holds a run of ${target} up` });
  const runs = await runsOf(view, cronJob);
  const long = runs.find((job) => !hasEnded(job) && view.clock.nowMs() - startMs(job) > RUN_MAX_MS);
  if (long !== undefined) return needingWrite({ held: false, evidence: `job ${long.metadata.name} does not end` });
  const held = runs.some((job) => isComplete(job) && isOfPresentTemplate(job, cronJob));
  return { held, evidence: `${held ? "a" : "no"} run of ${target} as it is now has been completed` };
};

/** Longest time that a run takes which is not held up, ms: half a minute, and as much again for an image or a full node. */
const RUN_MAX_MS = 75_000;

const startMs = ({ status, metadata }: Job): number => parseTimestamp(status?.startTime ?? metadata.creationTimestamp ?? "") ?? 0;

/** CronJob and its sidecar. */
interface Run {
  readonly namespace: string;
  readonly name: string;
  readonly sidecar: string;
}

/** True once all containers of a run have ended well but for its sidecar. */
export const isHeldUp = async (view: ClusterView, { namespace, name, sidecar }: Run): Promise<boolean> => {
  const cronJob = await readCronJob(view, namespace, name);
  if (cronJob === undefined) return false;
  const jobs = (await runsOf(view, cronJob)).filter((job) => !hasEnded(job));
  const pods = await listObjects<Pod>(view, { resource: "pods", namespace });
  return pods.some(
    ({ metadata: { ownerReferences = [] }, status }) =>
      ownerReferences.some(({ uid }) => jobs.some(({ metadata }) => metadata.uid === uid)) &&
      (status?.containerStatuses ?? []).length > 1 &&
      status?.containerStatuses?.every((container) =>
        container.name === sidecar ? container.state?.running !== undefined : container.state?.terminated?.exitCode === 0,
      ) === true,
  );
};

const readCronJob = (view: ClusterView, namespace: string, name: string): Promise<CronJob | undefined> =>
  getObject<CronJob>(view, { resource: CRONJOBS, namespace, name });
