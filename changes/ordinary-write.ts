import type { PatchType } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** A write of ordinary work on a cluster, as data: what somebody did, not why. */
export type OrdinaryWrite = CreateWrite | PatchWrite | DeleteWrite | ReplacePod | TrimHistories | RestoreRevision;

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

/** Deletes the oldest ReplicaSets that have no pods, of each Deployment beyond a number. */
export interface TrimHistories {
  readonly verb: "trim-histories";
  /** Number of ReplicaSets to keep, by Deployment. */
  readonly keep: Readonly<Record<string, number>>;
}

/** Sets the number of a Deployment's present revision, as a restore of its ReplicaSet from a backup does. */
export interface RestoreRevision {
  readonly verb: "restore-revision";
  readonly name: string;
  readonly revision: number;
  readonly manager: string;
}

/** A write with its time, milliseconds since the Unix epoch. */
export interface DatedWrite {
  readonly atMs: number;
  readonly write: OrdinaryWrite;
}
