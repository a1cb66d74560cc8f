import { checkCapabilities, checkSight, type PoolCheck } from "../namespaces/diagnose-pool.ts";
import { type PoolSight, readSight } from "../namespaces/inspect-pool.ts";
import { ownerOf } from "../namespaces/pool-owner.ts";
import { openAbilities } from "./abilities.ts";
import { createClusterRegistry } from "./cluster-registry.ts";
import { judgeHost, readHostFacts } from "./preflight.ts";

/** Reads the state of a pool of clusters without changing it, whether a server uses it or not. */
export const inspectKindPool = (stateDirectory: string): Promise<PoolSight> =>
  readSight(stateDirectory, openAbilities(stateDirectory).read(), (owner) => createClusterRegistry(stateDirectory, owner));

/** Tells the server of a pool of clusters to stop or resume giving out slots; takes effect within seconds. */
export const setKindDraining = (stateDirectory: string, isDraining: boolean): Promise<void> =>
  createClusterRegistry(stateDirectory, ownerOf(stateDirectory)).setDraining(isDraining);

/**
 * Checks this machine and the pool on it; changes nothing.
 * @param slots number of slots that are planned
 */
export const diagnoseKindPool = async (stateDirectory: string, slots: number): Promise<readonly PoolCheck[]> => {
  const facts = await readHostFacts();
  const host = judgeHost(facts, 0);
  if (host.some(({ state }) => state === "unusable")) return host;
  const sight = await inspectKindPool(stateDirectory);
  const more = Math.max(0, slots - sight.slots.length);
  return [...judgeHost(facts, more), ...checkCapabilities(sight, USES), ...checkSight(sight)];
};

const USES: Readonly<Record<string, string>> = {
  "disturb.kubelet": "faults that stop a kubelet; without it they are not drawn",
  exec: "commands in containers",
  metrics: "kubectl top",
};
