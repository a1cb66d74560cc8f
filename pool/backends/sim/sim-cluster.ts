import { setImmediate } from "node:timers/promises";
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

/** A simulated cluster of its own, without faults. */
export interface SimCluster {
  /** HTTP API with administrator rights. */
  readonly api: ClusterApi;
  readonly user: string;
  pass(ms: number): Promise<void>;
  /**
   * Lets time pass as far as it can within some work, so that nobody has to wait for a world that falls behind.
   * @param ms virtual time, of which less may have passed in the end
   * @param workMs real time after which it stops
   */
  passPiece(ms: number, workMs?: number): Promise<void>;
}

export interface SimClusterOptions {
  readonly seed: string;
  /** Number of nodes that take pods, ≥ 1; missing: one, or three with an app. */
  readonly nodes?: number;
  readonly hasMetrics: boolean;
  readonly hasStorage: boolean;
  /** App to install, under load; missing: an empty cluster. */
  readonly app?: SimApp;
}

/** The user of kubeadm's kubeconfig: an administrator by a ClusterRoleBinding, subject to RBAC like everybody else. */
export const OPERATOR: UserInfo = { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins", "system:authenticated"] };

/** Boots a cluster and lets it run for some time. */
export const createSimCluster = (options: SimClusterOptions): SimCluster => {
  const world = boot(options);
  return {
    api: createSimApi(world, OPERATOR),
    user: OPERATOR.username,
    pass: async (ms) => world.runUntil(world.nowMs() + ms),
    passPiece: (ms, workMs = PIECE_WORK_MS) => passPiece(world, world.nowMs() + ms, workMs),
  };
};

const passPiece = async (world: World, untilMs: number, workMs: number): Promise<void> => {
  const stopAtMs = performance.now() + workMs;
  while (!world.advance(untilMs, EVENTS_PER_SLICE) && performance.now() < stopAtMs) await setImmediate();
};

/** Real time of a piece, ms: a client hardly notices such a wait. */
const PIECE_WORK_MS = 200;

/** Events after which others get a turn. */
const EVENTS_PER_SLICE = 32;

const boot = ({ seed, nodes, hasMetrics, hasStorage, app }: SimClusterOptions): World => {
  if (app !== undefined) {
    const { record, behaviour, manifests } = app;
    return bootWorld({
      app: record,
      ...(behaviour && { behaviour }),
      manifests,
      seed,
      variant: 0,
      openApi: openApiDocuments,
      ...(nodes !== undefined && { workers: nodes }),
    });
  }
  const world = createWorld({ apps: [], seed, nowMs: WORLD_EPOCH_MS, openApi: openApiDocuments });
  bootstrapCluster(world, { ...bareCluster(nodes), hasStorage, hasMetricsServer: hasMetrics });
  world.runUntil(world.nowMs() + AGE_MS);
  return world;
};

/** Time that a cluster runs after booting, ms, until its system pods are ready. */
const AGE_MS = 300_000;
