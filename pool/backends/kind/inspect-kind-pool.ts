import { checkCapabilities, checkStatus, type PoolCheck } from "../namespaces/diagnose-pool.ts";
import { type PoolStatus, readStatus } from "../namespaces/inspect-pool.ts";
import { ownerOf } from "../namespaces/pool-owner.ts";
import { openAbilities } from "./abilities.ts";
import { createClusterRegistry } from "./cluster-registry.ts";
import { judgeHost, readHostFacts } from "./preflight.ts";

/** Reads the state of a pool of clusters without changing it, whether a server uses it or not. */
export const inspectKindPool = (stateDirectory: string): Promise<PoolStatus> =>
  readStatus(stateDirectory, openAbilities(stateDirectory).read(), (owner) => createClusterRegistry(stateDirectory, owner));

/** Tells the server of a pool of clusters to stop or resume giving out slots; takes effect within seconds. */
export const setKindDraining = (stateDirectory: string, isDraining: boolean): Promise<void> =>
  createClusterRegistry(stateDirectory, ownerOf(stateDirectory)).setDraining(isDraining);

/**
 * Checks this machine and the pool on it, one thing after the other; changes nothing.
 * @param slots number of slots that are planned
 */
export async function* diagnoseKindPool(stateDirectory: string, slots: number): AsyncGenerator<PoolCheck> {
  const facts = await readHostFacts();
  const host = judgeHost(facts, 0);
  if (host.some(({ state }) => state === "unusable")) return yield* host;
  const status = await inspectKindPool(stateDirectory);
  const more = Math.max(0, slots - status.slots.length);
  yield* judgeHost(facts, more);
  yield* checkCapabilities(status, USES);
  yield* checkStatus(status);
}

const USES: Readonly<Record<string, string>> = {
  "disturb.kubelet": "faults that stop a kubelet; without it they are not drawn",
  exec: "commands in containers",
  metrics: "kubectl top",
};
