import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Job } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Finds the Jobs, of those that the baseline does not have, that run a certain script or begin it again: none is suspended or at its end. */
export const wantedScripts = async (
  view: ClusterView,
  baseline: Baseline,
  isScript: (text: string) => boolean,
): Promise<readonly string[]> => {
  const jobs = await listObjects<Job>(view, { resource: JOBS, namespace: baseline.namespace });
  return jobs
    .filter((job) => isWanted(job) && scriptsOf(job).some(isScript) && baselineObject(baseline, JOBS, job.metadata.name) === undefined)
    .map(({ metadata }) => `job/${metadata.name}`);
};

const JOBS = "jobs.batch";

const isWanted = ({ spec, status }: Job): boolean =>
  spec.suspend !== true &&
  !(status?.conditions ?? []).some(({ type, status: is }) => is === "True" && (type === "Complete" || type === "Failed"));

const scriptsOf = ({ spec }: Job): readonly string[] =>
  spec.template.spec.containers.map(({ command = [], args = [] }) => [...command, ...args].join(" "));
