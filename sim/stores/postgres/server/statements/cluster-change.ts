import type { PgCluster } from "../postgres-cluster.ts";

/** What a statement on roles, rights or databases leaves. */
export interface ClusterChange {
  readonly cluster: PgCluster;
  readonly tag: string;
  readonly notices?: readonly string[];
}
