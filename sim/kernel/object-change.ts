/** One committed change of one object. */
export interface ObjectChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** `pods`, `deployments.apps`, `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** `namespace/name`, or `name` for cluster-scoped kinds. */
  readonly key: string;
  readonly atMs: number;
  readonly resourceVersion: number;
  /** After the change; for DELETED the last state. */
  readonly object: unknown;
  /** Before the change; undefined for ADDED. */
  readonly previous: unknown;
  /** Record of the write, for managedFields; undefined for the server's own changes. */
  readonly write?: unknown;
}
