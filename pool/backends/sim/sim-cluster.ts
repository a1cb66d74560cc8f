import { WORLD_EPOCH_MS } from "#core/clock.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { bootWorld } from "#sim/boot-world.ts";
import { bootstrapCluster } from "#sim/bootstrap/bootstrap-cluster.ts";
import { bareCluster } from "#sim/bootstrap/cluster-plan.ts";
import { createWorld } from "#sim/create-world.ts";
import type { World } from "#sim/kernel/world.ts";
import type { ClusterApi } from "../../cluster-api.ts";
import { openApiDocuments } from "../../open-api/open-api-documents.ts";
import { createSimApi } from "./sim-api.ts";
import type { SimApp } from "./sim-backend.ts";

/** A simulated cluster by itself, with nothing wrong in it. */
export interface SimCluster {
  /** As its administrator. */
  readonly api: ClusterApi;
  readonly user: string;
  pass(ms: number): Promise<void>;
}

export interface SimClusterOptions {
  readonly seed: string;
  /** Nodes that take pods, ≥ 1; with an app that of its own cluster. */
  readonly nodes: number;
  readonly hasMetrics: boolean;
  readonly hasStorage: boolean;
  /** Installed and under load; missing: as bare as can be. */
  readonly app?: SimApp;
}

/** Whom kubeadm gives its credentials to: an administrator by a binding, whose rights are looked at as everybody's. */
export const OPERATOR: UserInfo = { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins", "system:authenticated"] };

/** Boots a cluster that has been there for a while. */
export const createSimCluster = (options: SimClusterOptions): SimCluster => {
  const world = boot(options);
  return {
    api: createSimApi(world, OPERATOR),
    user: OPERATOR.username,
    pass: async (ms) => world.runUntil(world.nowMs() + ms),
  };
};

const boot = ({ seed, nodes, hasMetrics, hasStorage, app }: SimClusterOptions): World => {
  if (app !== undefined) {
    const { record, behaviour, manifests } = app;
    return bootWorld({ app: record, ...(behaviour && { behaviour }), manifests, seed, variant: 0, openApi: openApiDocuments });
  }
  const world = createWorld({ apps: [], seed, nowMs: WORLD_EPOCH_MS, hasMetricsApi: hasMetrics, openApi: openApiDocuments });
  bootstrapCluster(world, { ...bareCluster(nodes), hasStorage });
  world.runUntil(world.nowMs() + AGE_MS);
  return world;
};

/** Long enough for its own pods to be ready. */
const AGE_MS = 300_000;
