import { isSameJson } from "#core/canonical-json.ts";
import { formatLabelSelector } from "#kube/objects/label-selector.ts";
import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { CHANGE_CAUSE } from "../session/change-cause.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** Resources that hold revisions. */
export const REPLICA_SETS = findResource("replicasets") as ResourceRow;
const CONTROLLER_REVISIONS = findResource("controllerrevisions") as ResourceRow;

/** Annotation with the revision number of a Deployment. */
export const REVISION = "deployment.kubernetes.io/revision";

/** Kinds that the real program knows but that have no history. */
const WITHOUT_HISTORY = new Set(["Job", "Pod", "ReplicaSet", "ReplicationController", "CronJob"]);

/**
 * Refuses kinds that keep no history.
 *
 * @param viewer `history viewer`, `rollbacker`: what there is not
 * @param wanted what was looked for
 */
export const refuseWithoutHistory = (
  { kind, group }: ResourceRow,
  { viewer, wanted }: { readonly viewer: string; readonly wanted: string },
): void => {
  if (["Deployment", "DaemonSet", "StatefulSet"].includes(kind)) return;
  const title = JSON.stringify(group === "" ? kind : `${kind}.${group}`);
  throw new CommandFailure(
    WITHOUT_HISTORY.has(kind)
      ? `no ${viewer} has been implemented for ${title}`
      : `error retrieving ${wanted} for ${title}, no visitor method exists for {${group} ${kind}}`,
  );
};

/** One past state of a workload. */
export interface Revision {
  readonly number: number;
  readonly changeCause: string;
  readonly template: PodTemplateSpec;
  /** Object of the revision: the ReplicaSet, or the workload with its earlier template. */
  readonly holder: Manifest;
  /** Annotations of the revision's ReplicaSet; empty for other kinds. */
  readonly annotations: Readonly<Record<string, string>>;
}

/** Lists the ReplicaSets of a Deployment, in the order of the API. */
export const replicaSetsOf = async (session: Session, deployment: Deployment): Promise<readonly ReplicaSet[]> => {
  const labelSelector = formatLabelSelector(deployment.spec.selector);
  const sets = await session.list<ReplicaSet>(REPLICA_SETS, deployment.metadata.namespace, { labelSelector });
  return sets.filter((set) => isControlledBy(set, deployment.metadata.uid));
};

/** True if the object's controller has this uid. */
export const isControlledBy = (object: KubeObject, uid: string | undefined): boolean =>
  (object.metadata.ownerReferences ?? []).some((owner) => owner.controller === true && owner.uid === uid);

/** Label that distinguishes the pods of one ReplicaSet from those of the next. */
const HASH_LABEL = "pod-template-hash";

/** Copies a template without its hash label. */
export const withoutHash = (template: PodTemplateSpec): PodTemplateSpec => {
  const { [HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
};

/** True if two templates are equal except for the hash label. */
export const isSameTemplate = (a: PodTemplateSpec, b: PodTemplateSpec): boolean => isSameJson(withoutHash(a), withoutHash(b));

/** Reads the history of a Deployment, StatefulSet or DaemonSet, oldest first. */
export const revisionsOf = async (session: Session, object: Manifest): Promise<readonly Revision[]> => {
  const revisions = object.kind === "Deployment" ? await deploymentRevisions(session, object) : await controllerRevisions(session, object);
  return [...revisions].sort((a, b) => a.number - b.number);
};

const deploymentRevisions = async (session: Session, object: Manifest): Promise<readonly Revision[]> => {
  const sets = await replicaSetsOf(session, object as unknown as Deployment);
  return sets.flatMap((set) => {
    const annotations = set.metadata.annotations ?? {};
    const number = Number(annotations[REVISION]);
    if (annotations[REVISION] === undefined || set.spec.template === undefined) return [];
    const holder = { ...set, apiVersion: "apps/v1", kind: "ReplicaSet" } as unknown as Manifest;
    return [{ number, changeCause: annotations[CHANGE_CAUSE] ?? "", template: set.spec.template, holder, annotations }];
  });
};

interface ControllerRevision extends KubeObject {
  readonly revision: number;
  readonly data?: { readonly spec?: { readonly template?: PodTemplateSpec & { readonly $patch?: string } } };
}

const controllerRevisions = async (session: Session, object: Manifest): Promise<readonly Revision[]> => {
  const selector = (object["spec"] as Deployment["spec"] | undefined)?.selector;
  const list = await session.list<ControllerRevision>(CONTROLLER_REVISIONS, object.metadata.namespace, {
    labelSelector: formatLabelSelector(selector),
  });
  return list
    .filter((item) => isControlledBy(item, object.metadata.uid))
    .flatMap((item) => {
      const { $patch: _, ...template } = item.data?.spec?.template ?? {};
      const annotations = item.metadata.annotations ?? {};
      const holder = { ...object, spec: { ...(object["spec"] as object), template } };
      return [
        {
          number: item.revision,
          changeCause: annotations[CHANGE_CAUSE] ?? "",
          template: template as PodTemplateSpec,
          holder,
          annotations: {},
        },
      ];
    });
};

/**
 * Selects the revision to restore: the requested one, or the last but one.
 *
 * @throws CommandFailure in kubectl's words
 */
export const revisionToRestore = (object: Manifest, revisions: readonly Revision[], wanted: number): Revision => {
  if (wanted !== 0) {
    const found = revisions.find(({ number }) => number === wanted);
    if (found === undefined) throw new CommandFailure(`unable to find specified revision ${wanted} in history`);
    return found;
  }
  const previous = revisions.at(-2);
  if (previous !== undefined) return previous;
  throw new CommandFailure(
    object.kind === "Deployment"
      ? `no rollout history found for deployment ${JSON.stringify(object.metadata.name)}`
      : "no last revision to roll back to",
  );
};
