import type { PatchType } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** A write of ordinary work on a cluster, as data: what somebody did, not why. */
export type OrdinaryWrite = CreateWrite | PatchWrite | DeleteWrite | ReplacePod | PruneReplicaSets;

/** Creates an object. */
export interface CreateWrite {
  readonly verb: "create";
  readonly resource: string;
  readonly object: KubeObject;
  readonly manager: string;
}

/** Patches an object of the app's namespace, or one of the cluster's. */
export interface PatchWrite {
  readonly verb: "patch";
  readonly resource: string;
  readonly name: string;
  readonly patchType: PatchType;
  readonly patch: unknown;
  readonly subresource?: string;
  readonly manager: string;
}

/** Deletes an object. */
export interface DeleteWrite {
  readonly verb: "delete";
  readonly resource: string;
  readonly name: string;
}

/** Deletes the first pod of a workload, for its controller to replace. */
export interface ReplacePod {
  readonly verb: "replace-pod";
  readonly target: string;
}

/** Deletes the ReplicaSets of earlier revisions of a Deployment. */
export interface PruneReplicaSets {
  readonly verb: "prune-replica-sets";
  readonly name: string;
}

/** A write with its time, milliseconds since the Unix epoch. */
export interface DatedWrite {
  readonly atMs: number;
  readonly write: OrdinaryWrite;
}
