import { parseTimestamp } from "#core/timestamp.ts";
import type { ObjectMeta } from "#kube/types/meta.ts";
import type { Situation } from "../policy.ts";

/** A workload as a policy sees it that reads metadata alone. */
export interface SeenWorkload {
  /** `deployment/geo`. */
  readonly target: string;
  readonly metadata: ObjectMeta;
}

/** Ways of choosing workloads by their metadata, without a look at what they do. */
export const WORKLOAD_SELECTIONS: Readonly<Record<string, (situation: Situation) => readonly SeenWorkload[]>> = {
  all: (situation) => listSeenWorkloads(situation),
  changed: (situation) => listSeenWorkloads(situation).filter(({ metadata }) => generationOf(metadata) > 1),
  "highest-generation": (situation) => greatest(situation, generationOf),
  "newest-version": (situation) => greatest(situation, versionOf),
  "most-revisions": (situation) => greatest(situation, revisionOf),
  youngest: (situation) => greatest(situation, ({ creationTimestamp }) => parseTimestamp(creationTimestamp ?? "") ?? 0),
  "last-managed": (situation) => greatest(situation, lastManagedMs),
};

/** Lists the workloads of the app's namespace. */
export const listSeenWorkloads = ({ listed }: Situation): readonly SeenWorkload[] => [
  ...listed["deployments.apps"].map((metadata) => ({ target: `deployment/${metadata.name}`, metadata })),
  ...listed["statefulsets.apps"].map((metadata) => ({ target: `statefulset/${metadata.name}`, metadata })),
];

/** The workload that the rule of one line names: the one with a changed spec, else the one that was written last. */
export const suspectByMetadata = (situation: Situation): SeenWorkload | undefined => {
  const changed = (WORKLOAD_SELECTIONS["changed"] as (given: Situation) => readonly SeenWorkload[])(situation);
  return greatestOf(changed.length === 1 ? changed : listSeenWorkloads(situation), versionOf);
};

const greatest = (situation: Situation, scoreOf: (metadata: ObjectMeta) => number): readonly SeenWorkload[] => {
  const found = greatestOf(listSeenWorkloads(situation), scoreOf);
  return found === undefined ? [] : [found];
};

const greatestOf = (workloads: readonly SeenWorkload[], scoreOf: (metadata: ObjectMeta) => number): SeenWorkload | undefined =>
  workloads.reduce<SeenWorkload | undefined>(
    (best, workload) => (best === undefined || scoreOf(workload.metadata) > scoreOf(best.metadata) ? workload : best),
    undefined,
  );

const generationOf = ({ generation = 1 }: ObjectMeta): number => generation;

const versionOf = ({ resourceVersion = "0" }: ObjectMeta): number => Number(resourceVersion);

const revisionOf = ({ annotations }: ObjectMeta): number => Number(annotations?.["deployment.kubernetes.io/revision"] ?? 0);

/** Time of the latest write of a spec that the managed fields tell, ms since the epoch. */
const lastManagedMs = ({ managedFields = [] }: ObjectMeta): number =>
  Math.max(
    0,
    ...managedFields.map((entry) => {
      const { time, subresource } = entry as { readonly time?: string; readonly subresource?: string };
      return subresource === "status" || time === undefined ? 0 : (parseTimestamp(time) ?? 0);
    }),
  );
