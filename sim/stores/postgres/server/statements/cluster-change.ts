import type { PgCluster } from "../postgres-cluster.ts";

/** Result of a statement on roles, privileges or databases. */
export interface ClusterChange {
  readonly cluster: PgCluster;
  readonly tag: string;
  readonly notices?: readonly string[];
}
