import { checkCapabilities, checkSight, type PoolCheck } from "../namespaces/diagnose-pool.ts";
import { type PoolSight, readSight } from "../namespaces/inspect-pool.ts";
import { ownerOf } from "../namespaces/pool-owner.ts";
import { openAbilities } from "./abilities.ts";
import { createClusterRegistry } from "./cluster-registry.ts";
import { judgeHost, readHostFacts } from "./preflight.ts";

/** Looks at a pool of clusters without touching it, whether a server runs on it or not. */
export const inspectKindPool = (stateDirectory: string): Promise<PoolSight> =>
  readSight(stateDirectory, openAbilities(stateDirectory).read(), (owner) => createClusterRegistry(stateDirectory, owner));

/** Asks the server of a pool of clusters to give no more slots out, or to go on; it hears it within seconds. */
export const setKindDraining = (stateDirectory: string, isDraining: boolean): Promise<void> =>
  createClusterRegistry(stateDirectory, ownerOf(stateDirectory)).setDraining(isDraining);

/** Examines this machine and the pool on it; changes nothing. @param slots how many there are to be */
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
