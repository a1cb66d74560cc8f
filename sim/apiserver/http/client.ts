import type { Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Scale } from "./subresources/answer-scaling.ts";

/** Identity of a request's user, as audit, RBAC and events see it. */
export interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
  /** Missing: the authenticator gives none, as with client certificates. */
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The API server as components inside the cluster use it: typed, synchronous, through the whole admission chain.
 *
 * `resource` is the plural with its group: `pods`, `deployments.apps`. Reads are by reference: never change what they return.
 */
export interface Client {
  get<T extends KubeObject>(resource: string, namespace: string | undefined, name: string): T | undefined;
  /** Sorted by namespace and name; all namespaces when `namespace` is undefined. */
  list<T extends KubeObject>(resource: string, namespace?: string): readonly T[];
  create<T extends KubeObject>(resource: string, object: T): Result<T, Status>;
  /** Replaces all but the status. Refused with 409 when the object carries a resourceVersion that is not the present one. */
  update<T extends KubeObject>(resource: string, object: T): Result<T, Status>;
  /** Replaces the status alone. A status equal to the present one is no write. */
  updateStatus<T extends KubeObject>(resource: string, object: T): Result<T, Status>;
  /** The scale of any workload, as its definition shows it. */
  scale(row: ResourceRow, namespace: string | undefined, name: string): Result<Scale, Status>;
  /** Writes another number of replicas through the subresource. */
  updateScale(row: ResourceRow, scale: Scale): Result<Scale | undefined, Status>;
  delete(resource: string, namespace: string | undefined, name: string, options?: DeleteOptions): Result<KubeObject | undefined, Status>;
  /** Records an event as client-go's recorder does: equal ones are counted up, bursts are limited. */
  event(about: KubeObject, event: EventText): void;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface EventText {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  /** `deployment-controller`, `kubelet`, `default-scheduler`, …. */
  readonly component: string;
  /** The node, for the kubelet. */
  readonly host?: string;
  /** `spec.containers{geo}`. */
  readonly fieldPath?: string;
}
