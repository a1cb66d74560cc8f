import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { openApiDocuments } from "#pool/open-api/open-api-documents.ts";
import { bootstrapCluster } from "#sim/bootstrap/bootstrap-cluster.ts";
import { bareCluster } from "#sim/bootstrap/cluster-plan.ts";
import { createWorld } from "#sim/create-world.ts";
import type { World } from "#sim/kernel/world.ts";

/** Boots a simulated cluster like the recorded one: one node, CoreDNS, and nothing else. Scenarios run in forks of it. */
export const bootBareWorld = (): World => {
  const world = createWorld({ apps: [], seed: "parity", nowMs: WORLD_EPOCH_MS, openApi: openApiDocuments });
  bootstrapCluster(world, PLAN);
  world.runUntil(world.nowMs() + CLUSTER_AGE_MS);
  return world;
};

/** Age of the cluster, ms. */
const CLUSTER_AGE_MS = 600_000;

const PLAN = bareCluster();

/** Names of the simulated cluster for normalisation. */
export const BARE_FACTS = {
  nodes: PLAN.nodes.map(({ name }) => name),
  nodeAddresses: PLAN.nodes.map(({ address }) => address),
  podNetwork: "10.244.0.0/16",
  serviceNetwork: "10.96.0.0/16",
};
